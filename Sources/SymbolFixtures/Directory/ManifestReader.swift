import HostSystem
import Synchronization
public import TextFormats

/// The list of a set, read picture by picture: `manifest.json`, or `manifest.jsonl` of a large set.
///
/// ```swift
/// let reader = try ManifestReader(ofDirectory: "fixtures")
/// while let (index, entry) = try reader.next() { print(index, entry.path) }
/// ```
///
/// Threads may share a reader: each picture is returned to one of them.
public final class ManifestReader: Sendable {
  /// The inputs of the set: suite, damage, seed, … Two sets with the same plan have the same pictures.
  public let plan: JSONValue
  /// The number of pictures.
  public let count: Int
  /// The SHA-256 of the list in hexadecimal: two sets with the same one have the same pictures.
  public let digest: String
  private let file: String
  private let state: Mutex<(lines: LineReader, index: Int)>

  /// Opens the list of a set, and checks that it has not been edited.
  ///
  /// - Parameter path: The directory of the set.
  /// - Throws: ``FixtureFault``; `FileFailure`.
  public init(ofDirectory path: String) throws {
    if FileSystem.isRegularFile(path) { throw FixtureFault("'\(path)' is not a directory") }
    let form = ManifestForm(isLarge: FileSystem.exists("\(path)/\(Manifest.linesFileName)"))
    file = "\(path)/\(form.fileName)"
    if FileSystem.isAbsent(file) {
      throw FixtureFault(
        "'\(path)' holds no fixtures: it has neither \(Manifest.fileName) nor \(Manifest.linesFileName); make some with "
          + "'oobqr fixtures make -o \(path)'")
    }
    var (count, digest) = (0, SHA256())
    let lines = try LineReader(file)
    let first = Array(try lines.next() ?? [])
    let head = try? JSONDocument(parsing: form.isLarge ? first : first + ManifestForm.end.utf8).value
    guard head?["format"]?.text == form.format, let plan = head?["plan"], head?["fixtures"] != nil else {
      throw FixtureFault("'\(file)': not a fixture manifest, which begins with {\"format\":\"\(form.format)\"")
    }
    let start = lines.offset
    while let entry = try Self.entry(lines) {
      digest.append(entry)
      digest.append([UInt8(ascii: "\n")])
      count += 1
    }
    (self.plan, self.count, self.digest) = (plan, count, digest.hexDigest)
    guard self.digest == head?["fixtures_sha256"]?.text else {
      throw FixtureFault("'\(file)': its list of fixtures has been edited; make the set again")
    }
    lines.offset = start
    state = Mutex((lines, 0))
  }

  /// Returns the next picture and its index, from 0; `nil` at the end.
  ///
  /// - Throws: `FileFailure`; ``FixtureFault`` if a line is not a picture.
  public func next() throws -> (index: Int, entry: Manifest.Entry)? {
    try state.withLock { state in
      guard let line = try Self.entry(state.lines) else { return nil }
      defer { state.index += 1 }
      guard let json = try? JSONDocument(parsing: Array(line)).value, let entry = Manifest.Entry(json) else {
        throw FixtureFault("'\(file)': fixture \(state.index) has a member that is missing or wrong")
      }
      return (state.index, entry)
    }
  }

  /// Returns the text of the next entry; `nil` at the end.
  private static func entry(_ lines: LineReader) throws(FileFailure) -> ArraySlice<UInt8>? {
    guard let line = try lines.next(), !line.elementsEqual(ManifestForm.end.utf8) else { return nil }
    return line.last == UInt8(ascii: ",") ? line.dropLast() : line
  }
}

/// How a list is written.
struct ManifestForm {
  let isLarge: Bool

  /// What follows the pictures of a small set.
  static let end = "]}"

  var fileName: String { isLarge ? Manifest.linesFileName : Manifest.fileName }

  var format: String { isLarge ? "oobqr-fixtures-lines-1" : "oobqr-fixtures-1" }

  /// The first line.
  ///
  /// - Parameters:
  ///   - count: Of the pictures.
  ///   - digest: The SHA-256 of the entries, each with a line feed, in hexadecimal: for a large set, what
  ///     `tail -n +2 manifest.jsonl | sha256sum` prints.
  func head(plan: JSONValue, count: Int, digest: String) -> String {
    let start = "{\"format\":\"\(format)\",\"plan\":\(plan)"
    if isLarge { return "\(start),\"fixtures\":\(count),\"fixtures_sha256\":\"\(digest)\"}\n" }
    return "\(start),\"fixtures_sha256\":\"\(digest)\",\"fixtures\":[\n"
  }
}
