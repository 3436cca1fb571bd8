import HostSystem

/// The messages of a list while it is read: in memory while they are few, then in a temporary file.
///
/// For each message of a long list it needs at least 16 bytes, or 24 for a message without a name, and while the list is read up
/// to twice as many; names beside messages without one, and repetitions, need a few more.
struct FixtureMessageCollector: ~Copyable {
  private let mostInMemory: Int
  private let most: Int
  private var messages: [FixtureMessage] = []
  private var writer: RecordFile.Writer?
  private var count = 0
  /// Hashes of the names that messages have of their own.
  private var names: [Int] = []
  /// Of the messages without a name, the hash of their bytes.
  private var nameless: [(hash: Int, index: Int)] = []

  /// - Parameters:
  ///   - mostInMemory: The most messages in an array.
  ///   - most: The most messages.
  init(mostInMemory: Int, most: Int) { (self.mostInMemory, self.most) = (mostInMemory, most) }

  /// - Throws: ``FixtureMessageListError/tooManyMessages(limit:)``; `FileFailure`.
  mutating func add(_ message: FixtureMessage) throws {
    if message.isNameless {
      nameless.append((message.bytes.hashValue, count))
    } else {
      names.append(Self.key(message))
    }
    count += 1
    if count > most { throw FixtureMessageListError.tooManyMessages(limit: most) }
    if writer == nil {
      messages.append(message)
      if count <= mostInMemory { return }
      writer = try RecordFile.Writer()
      for message in messages { try writer?.append(message.record) }
      messages = []
    } else {
      try writer?.append(message.record)
    }
  }

  /// Returns the messages; repeated ones without a name are numbered.
  ///
  /// - Throws: ``FixtureMessageListError``; `FileFailure`.
  consuming func finished() throws -> FixtureMessages {
    guard count > 0 else { throw FixtureMessageListError.noMessages }
    let records = try writer.take()?.finished()
    let read = records.map { FixtureMessages(FixtureMessageFile($0, repetitions: [])) } ?? FixtureMessages(messages)
    let repetitions = repetitions(of: read)
    if let failure = read.failure { throw failure }
    let all =
      records.map { FixtureMessages(FixtureMessageFile($0, repetitions: repetitions)) }
      ?? (repetitions.isEmpty
        ? read : FixtureMessages(zip(messages, repetitions).map { $0.repeated(Int($1)) }))
    try checkNames(read)
    return all
  }

  /// Returns for each message without a name how many of the same bytes came before it; nothing if there are none.
  private mutating func repetitions(of messages: FixtureMessages) -> [UInt32] {
    nameless.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var repetitions: [UInt32] = []
    // Different messages may have the same hash.
    var counts: [[UInt8]: UInt32] = [:]
    for (place, (hash, index)) in nameless.enumerated() {
      let follows = place > 0 && nameless[place - 1].hash == hash
      if !follows { counts = [:] }
      guard follows || (place + 1 < nameless.count && nameless[place + 1].hash == hash) else { continue }
      let bytes = messages[index].bytes
      let earlier = counts[bytes, default: 0]
      counts[bytes] = earlier + 1
      if earlier == 0 { continue }
      if repetitions.isEmpty { repetitions = [UInt32](repeating: 0, count: count) }
      repetitions[index] = earlier
    }
    return repetitions
  }

  /// Refuses a name that appears twice; names are used as file names, which may ignore case.
  private mutating func checkNames(_ messages: FixtureMessages) throws {
    // Those called by their lines differ among themselves.
    if names.isEmpty { return }
    if !nameless.isEmpty { for (_, index) in nameless { names.append(Self.key(messages[index])) } }
    let repeated = names.repeatedElements()
    if repeated.isEmpty { return }
    var seen: Set<String> = []
    for message in messages where repeated.contains(Self.key(message)) {
      if let failure = messages.failure { throw failure }
      guard seen.insert(message.name.lowercased()).inserted else {
        throw FixtureMessageListError.duplicateName(message.name)
      }
    }
  }

  private static func key(_ message: FixtureMessage) -> Int { message.name.lowercased().hashValue }
}

extension [Int] {
  /// Sorts the numbers and returns those that appear more than once.
  mutating func repeatedElements() -> Set<Int> {
    sort()
    return Set(zip(self, dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }
}
