import HostSystem
import Synchronization
public import TextFormats

/// The list of a set, `manifest.jsonl`, read picture by picture.
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
    file = "\(path)/\(Manifest.fileName)"
    if FileSystem.isAbsent(file) { throw try Self.absence(in: path) }
    var (count, digest) = (0, SHA256())
    let lines = try LineReader(file)
    let head = try? JSONDocument(parsing: Array(try lines.next() ?? [])).value
    if head?["format"]?.text == "oobqr-fixtures-lines-1" { throw Self.isEarlier(path) }
    guard head?["format"]?.text == Self.format, let plan = head?["plan"], head?["fixtures"] != nil else {
      throw FixtureFault("'\(file)': not a fixture manifest, which begins with {\"format\":\"\(Self.format)\"")
    }
    let start = lines.offset
    while let entry = try lines.next() {
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
      guard let line = try state.lines.next() else { return nil }
      defer { state.index += 1 }
      guard let json = try? JSONDocument(parsing: Array(line)).value, let entry = Manifest.Entry(json) else {
        throw FixtureFault("'\(file)': fixture \(state.index) has a member that is missing or wrong")
      }
      return (state.index, entry)
    }
  }

  private static func isEarlier(_ path: String) -> FixtureFault {
    FixtureFault("the set in '\(path)' was made by an earlier version; make it again in a new directory")
  }

  /// Why a directory has no list.
  private static func absence(in path: String) throws -> FixtureFault {
    if FileSystem.exists("\(path)/\(FixtureJournal.fileName)") {
      let journal = try FixtureJournal.read(inDirectory: path)
      var finished: Set<Int> = []
      while let (index, _) = try journal.entries() { finished.insert(index) }
      return FixtureFault(
        "the set in '\(path)' is unfinished: it has \(finished.count.counting("picture")) so far; finish it with the "
          + "same 'oobqr fixtures make' as before")
    }
    if FileSystem.exists("\(path)/\(Manifest.objectFileName)") { return isEarlier(path) }
    return FixtureFault(
      "'\(path)' holds no fixtures: it has no \(Manifest.fileName); 'oobqr fixtures make -o' makes a folder with some")
  }
}

extension ManifestReader {
  /// The first line of a list.
  ///
  /// - Parameters:
  ///   - count: Of the pictures.
  ///   - digest: The SHA-256 of the entries, each with a line feed, in hexadecimal: what
  ///     `tail -n +2 manifest.jsonl | sha256sum` prints.
  static func head(plan: JSONValue, count: Int, digest: String) -> String {
    "{\"format\":\"\(format)\",\"plan\":\(plan),\"fixtures\":\(count),\"fixtures_sha256\":\"\(digest)\"}\n"
  }

  private static let format = "oobqr-fixtures-2"
}
