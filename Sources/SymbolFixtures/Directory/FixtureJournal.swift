import HostSystem
import Synchronization
import TextFormats

/// The journal of an incomplete set: a line for the plan, and one for each finished picture in the order in which they were
/// finished, from which the manifest is made.
///
/// A line is the index of the picture, and its entry.
final class FixtureJournal: Sendable {
  static let fileName = "manifest.partial.jsonl"

  /// Returns an entry with its index at each call, and finally `nil`.
  typealias Entries = () throws -> (index: Int, entry: Manifest.Entry)?

  private let path: String
  private let file: PendingFile
  private let state: Mutex<State>

  private struct State {
    /// The place of each picture's line in the file, in bytes; −1 for a missing picture.
    var places: [Int]
    /// The length of the file.
    var length: Int
    var count = 0
    /// Pictures that were made by this run.
    var new: [Int] = []
    var failure: (any Error)?

    /// Returns the line of a picture, which is added to the file.
    mutating func line(_ index: Int, _ entry: Manifest.Entry) -> [UInt8] {
      let line = Array("\(index) \(entry.json)\n".utf8)
      places[index] = length
      length += line.count
      count += 1
      return line
    }
  }

  /// Begins a journal in place of an earlier one.
  ///
  /// - Parameters:
  ///   - directory: An existing directory.
  ///   - count: The number of fixtures.
  ///   - entries: Those of finished pictures.
  init(directory: String, plan: JSONValue, count: Int, copying entries: Entries) throws {
    path = "\(directory)/\(Self.fileName)"
    let file = try PendingFile(path, mode: 0o600)
    let head = Array("\(plan)\n".utf8)
    var state = State(places: [Int](repeating: -1, count: count), length: head.count)
    try file.append(head)
    while let (index, entry) = try entries() {
      if state.places[index] < 0 { try file.append(state.line(index, entry)) }
    }
    try file.commit()
    self.file = file
    self.state = Mutex(state)
  }

  /// The first failure of a picture.
  var failure: (any Error)? { state.withLock { $0.failure } }
  /// The number of finished pictures.
  var count: Int { state.withLock { $0.count } }

  /// The indices of pictures that were made by this run.
  var newPictures: [Int] { state.withLock { $0.new } }

  func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
  }

  func remove() { FileSystem.remove(path) }

  /// Lists a picture.
  ///
  /// - Parameter isNew: Whether this run has made it.
  /// - Returns: The number of finished pictures.
  func add(_ entry: Manifest.Entry, at index: Int, isNew: Bool) throws -> Int {
    try state.withLock { state in
      if isNew { state.new.append(index) }
      try file.append(state.line(index, entry))
      return state.count
    }
  }

  /// Writes the manifest of the complete set, with the pictures in order.
  ///
  /// - Parameter withObject: Whether to write it as one object, too.
  func writeManifest(inDirectory directory: String, plan: JSONValue, withObject: Bool, mode: UInt32) throws {
    let places = state.withLock { $0.places }
    let lines = try LineReader(path)
    /// Calls a closure with each entry.
    func forEach(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
      for place in places {
        lines.offset = place
        try body((try lines.next() ?? []).drop { $0 != UInt8(ascii: " ") }.dropFirst())
      }
    }
    let newline = UInt8(ascii: "\n")
    var digest = SHA256()
    try forEach {
      digest.append($0)
      digest.append([newline])
    }
    /// Writes the entries between a head and an end.
    func write(_ name: String, _ head: String, separator: [UInt8], end: String) throws {
      let file = try PendingFile("\(directory)/\(name)", mode: mode)
      var piece = Array(head.utf8)
      var isFirst = true
      try forEach { entry in
        if !isFirst { piece += separator }
        isFirst = false
        piece += entry
        if piece.count > 65536 {
          try file.append(piece)
          piece.removeAll(keepingCapacity: true)
        }
      }
      try file.append(piece + Array(end.utf8))
      try file.commit()
    }
    if withObject {
      let head =
        "{\"format\":\"oobqr-fixtures-1\",\"plan\":\(plan),\"fixtures_sha256\":\"\(digest.hexDigest)\",\"fixtures\":[\n"
      try write(Manifest.objectFileName, head, separator: Array(",\n".utf8), end: "\n]}\n")
    }
    // With this one, the set is complete.
    let head = ManifestReader.head(plan: plan, count: places.count, digest: digest.hexDigest)
    try write(Manifest.fileName, head, separator: [newline], end: places.isEmpty ? "" : "\n")
  }

  /// Reads the plan and the entries in the journal of an earlier run.
  ///
  /// - Returns: No plan if the file does not begin with one.
  static func read(inDirectory directory: String) throws -> (plan: JSONValue?, entries: Entries) {
    let lines = try LineReader("\(directory)/\(fileName)")
    let plan = try? JSONDocument(parsing: Array(try lines.next() ?? [])).value
    return (
      plan,
      {
        while let line = try lines.next() {
          let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
          // The run may have ended while it wrote a line.
          guard parts.count == 2, let index = Int(String(decoding: parts[0], as: UTF8.self)),
            let json = try? JSONDocument(parsing: Array(parts[1])).value, let entry = Manifest.Entry(json)
          else { continue }
          return (index, entry)
        }
        return nil
      }
    )
  }
}
