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
  /// See ``Manifest/plan``.
  public let plan: JSONValue
  /// The number of pictures.
  public let count: Int
  /// The SHA-256 of the list in hexadecimal: two sets with the same one have the same pictures.
  public let digest: String
  private let file: String
  private let state: Mutex<State>

  private struct State {
    var source: Source
    var index = 0
  }

  private enum Source {
    case entries([Manifest.Entry])
    case lines(LineReader)
  }

  /// Opens the list of a set, and checks that it has not been edited.
  ///
  /// - Parameter path: The directory of the set.
  /// - Throws: ``FixtureDirectoryError``.
  public convenience init(ofDirectory path: String) throws(FixtureDirectoryError) {
    let (whole, lines) = ("\(path)/\(Manifest.fileName)", "\(path)/\(Manifest.linesFileName)")
    if FileSystem.isRegularFile(path) { throw .notADirectory(path) }
    let isLines = FileSystem.exists(lines)
    if FileSystem.isAbsent(lines), FileSystem.isAbsent(whole) { throw .noFixtures(directory: path) }
    try self.init(file: isLines ? lines : whole, isLines: isLines)
  }

  init(file: String, isLines: Bool) throws(FixtureDirectoryError) {
    if FileSystem.exists(file), !FileSystem.isRegularFile(file) { throw .notARegularFile(file: file) }
    self.file = file
    guard isLines else {
      let manifest = try Manifest(file: file)
      (plan, count, digest) = (manifest.plan, manifest.entries.count, manifest.digest)
      state = Mutex(State(source: .entries(manifest.entries)))
      return
    }
    let head = try Self.checkedHead(file)
    (plan, count, digest) = (head.plan, head.count, head.digest)
    let reader: LineReader
    do {
      reader = try LineReader(file)
      _ = try reader.next()
    } catch {
      throw .file(error)
    }
    state = Mutex(State(source: .lines(reader)))
  }

  /// Reads the first line, and compares its digest with the other lines.
  private static func checkedHead(_ file: String) throws(FixtureDirectoryError) -> Manifest.LinesHead {
    let first: [UInt8]
    var digest = SHA256()
    do {
      let reader = try LineReader(file)
      first = Array(try reader.next() ?? [])
      while let line = try reader.next() {
        digest.append(line)
        digest.append([UInt8(ascii: "\n")])
      }
    } catch {
      throw .file(error)
    }
    let head: Manifest.LinesHead
    do { head = try Manifest.LinesHead(parsing: first) } catch { throw .manifest(file: file, error) }
    guard digest.hexDigest == head.digest else { throw .manifest(file: file, .edited) }
    return head
  }

  /// Returns the next picture and its index, from 0; `nil` at the end.
  ///
  /// - Throws: ``FixtureDirectoryError`` if the file cannot be read or a line is not a picture.
  public func next() throws(FixtureDirectoryError) -> (index: Int, entry: Manifest.Entry)? {
    let result = state.withLock { state in
      Result { () throws(FixtureDirectoryError) in
        defer { state.index += 1 }
        return try next(state).map { (index: state.index, entry: $0) }
      }
    }
    return try result.get()
  }

  private func next(_ state: State) throws(FixtureDirectoryError) -> Manifest.Entry? {
    switch state.source {
    case .entries(let entries): return entries.indices.contains(state.index) ? entries[state.index] : nil
    case .lines(let reader):
      let line: [UInt8]
      do {
        guard let next = try reader.next() else { return nil }
        line = Array(next)
      } catch {
        throw .file(error)
      }
      let value: JSONValue
      do { value = try JSONDocument(parsing: line).value } catch { throw .manifest(file: file, .notJSON(error)) }
      do { return try Manifest.Entry(json: value) } catch {
        throw .manifest(file: file, .badEntry(index: state.index, member: error.member))
      }
    }
  }
}

extension Manifest {
  /// Reads the manifest of a set, of a large one as well.
  ///
  /// - Parameter path: The directory of the set.
  /// - Throws: ``FixtureDirectoryError``.
  public init(ofDirectory path: String) throws(FixtureDirectoryError) {
    let reader = try ManifestReader(ofDirectory: path)
    self.init(plan: reader.plan, entries: [])
    while let next = try reader.next() { entries.append(next.entry) }
  }

  init(file: String) throws(FixtureDirectoryError) {
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(file, limit: 1 << 30) } catch { throw .file(error) }
    do { try self.init(json: bytes) } catch { throw .manifest(file: file, error) }
  }
}
