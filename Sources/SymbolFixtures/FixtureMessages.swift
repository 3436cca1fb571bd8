public import HostSystem
import Synchronization

/// The messages of a set, in order: an array, or a long list, which is kept in a temporary file.
///
/// ```swift
/// let messages = try FixtureMessageList.messages(Array("one\ntwo\n".utf8), .plain)
/// messages.count     // 2
/// messages[1].bytes  // "two"
/// ```
///
/// The file has no name, can be read only by its owner and disappears with the messages.
public struct FixtureMessages: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  private enum Storage: Sendable {
    case array([FixtureMessage])
    case file(FixtureMessageFile)
  }

  private let storage: Storage

  public init(_ messages: some Collection<FixtureMessage>) {
    self = messages as? FixtureMessages ?? FixtureMessages(.array(Array(messages)))
  }

  public init(arrayLiteral messages: FixtureMessage...) { self.init(.array(messages)) }

  init(_ file: FixtureMessageFile) { self.init(.file(file)) }

  private init(_ storage: Storage) { self.storage = storage }

  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch storage {
    case .array(let messages): messages.count
    case .file(let file): file.count
    }
  }

  /// A message; a placeholder if the temporary file cannot be read, see ``failure``.
  public subscript(position: Int) -> FixtureMessage {
    switch storage {
    case .array(let messages): messages[position]
    case .file(let file): file.message(position)
    }
  }

  /// The reason why a message could not be read from the temporary file; `nil` while all could.
  public var failure: FileFailure? {
    guard case .file(let file) = storage else { return nil }
    return file.failure
  }

  /// The indices of messages by the number of their bytes, the first of equal ones.
  struct Lengths {
    var longest = 0
    /// Of the shortest and the next, as far as there are two.
    var shortest: [Int] = []

    init(_ messages: some Sequence<FixtureMessage>) {
      var counts: [(index: Int, bytes: Int)] = []
      var most = 0
      for (index, message) in messages.enumerated() {
        let bytes = message.bytes.count
        if bytes > most { (longest, most) = (index, bytes) }
        if counts.count == 2, bytes >= counts[1].bytes { continue }
        counts.insert((index, bytes), at: counts.firstIndex { bytes < $0.bytes } ?? counts.count)
        if counts.count > 2 { counts.removeLast() }
      }
      shortest = counts.map(\.index)
    }
  }

  /// The longest message and the two shortest.
  var lengths: Lengths {
    switch storage {
    case .array(let messages): Lengths(messages)
    case .file(let file): file.lengths
    }
  }

  /// The object that reads the messages from a file, for comparisons.
  var file: ObjectIdentifier? {
    guard case .file(let file) = storage else { return nil }
    return ObjectIdentifier(file)
  }

  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    if let first { hasher.combine(first) }
  }
}

/// Messages in a file.
final class FixtureMessageFile: Sendable {
  private let records: RecordFile
  /// For each message without a name, how many of the same bytes came before it; empty if no message is repeated.
  private let repetitions: [UInt32]
  private let state = Mutex<FileFailure?>(nil)
  private let measured = Mutex<FixtureMessages.Lengths?>(nil)

  init(_ records: RecordFile, repetitions: [UInt32]) { (self.records, self.repetitions) = (records, repetitions) }

  var count: Int { records.count }

  var failure: FileFailure? { state.withLock { $0 } }

  /// Measured once, because the whole file is read for it.
  var lengths: FixtureMessages.Lengths {
    measured.withLock { measured in
      let lengths = measured ?? FixtureMessages.Lengths((0..<count).lazy.map(message))
      measured = lengths
      return lengths
    }
  }

  func message(_ index: Int) -> FixtureMessage {
    do {
      let message = FixtureMessage(record: try records.record(index))
      return repetitions.isEmpty ? message : message.repeated(Int(repetitions[index]))
    } catch {
      state.withLock { $0 = $0 ?? error }
      return FixtureMessage(name: "unreadable", bytes: [0])
    }
  }
}

extension FixtureMessage {
  /// Whether it has no name in its list.
  var isNameless: Bool { seedName.isEmpty }

  /// The nth nameless message with the same bytes, which gets different pictures.
  ///
  /// - Parameter earlier: How many came before it.
  func repeated(_ earlier: Int) -> FixtureMessage {
    // No name in a list begins with a space.
    earlier == 0 ? self : FixtureMessage(name: name, bytes: bytes, seedName: " \(earlier + 1)", ownName: ownName)
  }

  /// The message as stored in a file: the length of its name, whether the list gave it, the name, and the bytes.
  var record: [UInt8] { [UInt8(name.utf8.count), isNameless ? 0 : 1] + Array(name.utf8) + bytes }

  fileprivate init(record: [UInt8]) {
    let length = Int(record[0])
    let rest = record.dropFirst(2)
    let name = String(decoding: rest.prefix(length), as: UTF8.self)
    let isNamed = record[1] == 1
    self.init(name: name, bytes: Array(rest.dropFirst(length)), seedName: isNamed ? name : "")
  }
}
