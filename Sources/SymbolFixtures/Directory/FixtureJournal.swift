import HostSystem
import Synchronization
import TextFormats

/// The journal of an incomplete set: a line for the plan, and one for each finished picture in the order in which they were
/// finished, from which the manifest is made.
///
/// A line is the SHA-256 of the rest, the index of the picture, and its entry.
final class FixtureJournal: Sendable {
  /// Returns an entry with its index at each call, and finally `nil`.
  typealias Entries = () throws(FixtureDirectoryError) -> (index: Int, entry: Manifest.Entry)?

  private static let name = "manifest.partial.jsonl"

  private let path: String
  private let appender: FileAppender
  private let state: Mutex<State>

  private struct State {
    /// The place of each picture's line in the file, in bytes; −1 for a missing picture.
    var places: [Int]
    /// The length of the file.
    var length: Int
    var count: Int
    var failure: FixtureDirectoryError?
  }

  /// Begins a journal with the entries of an earlier run, in place of an earlier journal.
  ///
  /// - Parameters:
  ///   - directory: An existing directory.
  ///   - count: The number of fixtures.
  init(
    directory: String, plan: JSONValue, copying entries: Entries, count: Int
  ) throws(FixtureDirectoryError) {
    let path = "\(directory)/\(Self.name)"
    var state = State(places: [Int](repeating: -1, count: count), length: 0, count: 0)
    let file = try FixtureDirectory.onFiles { () throws(FileFailure) in try PendingFile(path, mode: 0o600) }
    func append(_ line: String) throws(FixtureDirectoryError) {
      let bytes = Array(line.utf8)
      try FixtureDirectory.onFiles { () throws(FileFailure) in try file.append(bytes) }
      state.length += bytes.count
    }
    try append("\(plan)\n")
    while let (index, entry) = try entries() {
      if state.places[index] >= 0 { continue }
      state.places[index] = state.length
      state.count += 1
      try append(Self.line(index, entry))
    }
    appender = try FixtureDirectory.onFiles { () throws(FileFailure) in
      try file.commit()
      return try FileAppender(path)
    }
    self.path = path
    self.state = Mutex(state)
  }

  var failure: FixtureDirectoryError? { state.withLock { $0.failure } }
  /// The number of finished pictures.
  var count: Int { state.withLock { $0.count } }

  func fail(_ error: FixtureDirectoryError) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
  }

  func remove() { FileSystem.remove(path) }

  /// Lists a picture.
  ///
  /// - Returns: The number of finished pictures.
  func add(_ entry: Manifest.Entry, at index: Int) throws(FixtureDirectoryError) -> Int {
    let line = Array(Self.line(index, entry).utf8)
    let result = state.withLock { state -> Result<Int, FileFailure> in
      do throws(FileFailure) { try appender.append(line) } catch { return .failure(error) }
      state.places[index] = state.length
      state.length += line.count
      state.count += 1
      return .success(state.count)
    }
    do { return try result.get() } catch { throw .file(error) }
  }

  private static func line(_ index: Int, _ entry: Manifest.Entry) -> String {
    let rest = "\(index) \(entry.json)"
    return "\(SHA256.hexDigest(of: Array(rest.utf8))) \(rest)\n"
  }

  /// Writes the manifest of the complete set, with the pictures in order.
  ///
  /// - Parameter asLines: Whether it is that of a large set.
  func writeManifest(to manifest: String, plan: JSONValue, asLines: Bool, mode: UInt32) throws(FixtureDirectoryError) {
    let places = state.withLock { $0.places }
    try FixtureDirectory.onFiles { [path] () throws(FileFailure) in
      let reader = try LineReader(path)
      /// Returns the entry of the line at a place.
      func entry(at place: Int) throws(FileFailure) -> ArraySlice<UInt8> {
        reader.offset = place
        let parts = (try reader.next() ?? []).split(separator: UInt8(ascii: " "), maxSplits: 2)
        return parts.count == 3 ? parts[2] : []
      }
      var digest = SHA256()
      for place in places {
        digest.append(try entry(at: place))
        digest.append([UInt8(ascii: "\n")])
      }
      let file = try PendingFile(manifest, mode: mode)
      let head = Manifest.head(plan: plan, count: asLines ? places.count : nil, digest: digest.hexDigest)
      var piece = Array(head.utf8)
      for (index, place) in places.enumerated() {
        piece += try entry(at: place)
        if !asLines, index + 1 < places.count { piece.append(UInt8(ascii: ",")) }
        piece.append(UInt8(ascii: "\n"))
        if piece.count > 65536 {
          try file.append(piece)
          piece.removeAll(keepingCapacity: true)
        }
      }
      try file.append(asLines ? piece : piece + Array("]}\n".utf8))
      try file.commit()
    }
  }
}

/// The journal of an earlier run.
extension FixtureJournal {
  static func exists(inDirectory directory: String) -> Bool { FileSystem.isRegularFile("\(directory)/\(name)") }

  /// Reads the plan of the set; `nil` if it is not one.
  static func plan(ofDirectory directory: String) throws(FixtureDirectoryError) -> JSONValue? {
    let line = try FixtureDirectory.onFiles { () throws(FileFailure) in
      try LineReader("\(directory)/\(name)").next().map(Array.init) ?? []
    }
    return try? JSONDocument(parsing: line).value
  }

  /// Returns the entries of lines that were written whole; the last one may be truncated.
  static func entries(ofDirectory directory: String) throws(FixtureDirectoryError) -> Entries {
    let reader = try FixtureDirectory.onFiles { () throws(FileFailure) in
      let reader = try LineReader("\(directory)/\(name)")
      _ = try reader.next()
      return reader
    }
    return { () throws(FixtureDirectoryError) in
      while let line = try FixtureDirectory.onFiles({ () throws(FileFailure) in try reader.next() }) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
        let rest = Array(line[(space + 1)...])
        guard line[..<space].elementsEqual(SHA256.hexDigest(of: rest).utf8),
          let second = rest.firstIndex(of: UInt8(ascii: " ")),
          let index = Int(String(decoding: rest[..<second], as: UTF8.self)), index >= 0,
          let value = try? JSONDocument(parsing: Array(rest[(second + 1)...])).value, let entry = Manifest.Entry(value)
        else { continue }
        return (index, entry)
      }
      return nil
    }
  }
}
