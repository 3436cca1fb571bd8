public import Foundation

/// Files of the checkout for tests.
public enum Files {
  /// The package's folder.
  public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  public static let samples = package.appending(path: "Samples")
  /// Symbols of other encoders, in files of other encoders. Links lead to those that are samples, too.
  public static let pictures = package.appending(path: "Tests/pictures")
  /// The sample payload, and its token.
  public static let payload = samples.file("payload.json")
  public static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  /// Pictures of four symbols, of one and of none.
  public static let four = samples.file("pictures/four.png")
  public static let numeric = pictures.file("numeric.png")
  public static let blank = samples.file("pictures/blank.png")

  /// A folder of real pictures beside the checkout; `nil` if there is none.
  public static let corpus: URL? = {
    let folder = package.deletingLastPathComponent().appending(path: "shared/corpus")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  public static func bytes(_ url: URL) throws -> [UInt8] { try Array(Data(contentsOf: url)) }
  public static func bytes(_ path: String) throws -> [UInt8] { try bytes(URL(filePath: path)) }

  /// A file in UTF-8.
  public static func text(_ path: String) throws -> String { try text(URL(filePath: path)) }
  public static func text(_ url: URL) throws -> String { String(decoding: try bytes(url), as: UTF8.self) }

  /// Runs a closure with an empty folder, which is removed afterwards.
  public static func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.wrappedValue) }
  }
}

/// An empty folder for a test, removed afterwards.
@propertyWrapper public final class TemporaryFolder: Sendable {
  public let wrappedValue = FileManager.default.temporaryDirectory.appending(path: "oobqr-tests-\(UUID().uuidString)")

  public init() { try? FileManager.default.createDirectory(at: wrappedValue, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: wrappedValue) }
}

extension URL {
  /// The path of a file in this folder.
  public func file(_ name: String) -> String { appending(path: name).path }

  /// The names of what is in this folder, in order.
  public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  /// Writes a file of this folder and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: appending(path: name))
    return file(name)
  }

  @discardableResult
  public func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }
}

/// A row of an `expected.tsv`: the content of a picture.
public struct ExpectedSymbol: Sendable {
  public var path: String
  /// `text`, `bytes`, `none`, `unread` or `structured-append`.
  public var kind: String
  public var message: [UInt8]

  /// All rows of a folder's `expected.tsv`, grouped by picture, in the file's order.
  public static func read(_ folder: URL) throws -> [(path: String, rows: [ExpectedSymbol])] {
    let text = try String(contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)
    var groups: [(path: String, rows: [ExpectedSymbol])] = []
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let message = fields.count > 2 ? Data(base64Encoded: fields[2]) ?? Data() : Data()
      let row = ExpectedSymbol(path: fields[0], kind: fields[1], message: Array(message))
      if groups.last?.path == row.path {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((row.path, [row]))
      }
    }
    return groups
  }
}
