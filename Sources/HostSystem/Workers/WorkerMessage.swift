/// A message between a parent process and its workers.
package protocol WorkerMessage: Sendable {
  /// - Returns: `nil` if the bytes are not such a message.
  init?(workerBytes bytes: [UInt8])

  var workerBytes: [UInt8] { get }

  /// The most bytes that a parent takes from a worker; bounded because a malicious picture may control it; by default 64 MiB.
  static var mostBytes: Int { get }
}

extension WorkerMessage {
  package static var mostBytes: Int { 1 << 26 }
}

/// A reader of messages in a byte stream: each follows its length in four bytes, least significant first.
struct FrameReader {
  private var pending: [UInt8] = []

  /// Whether no bytes are left over.
  var isEmpty: Bool { pending.isEmpty }

  mutating func add(_ bytes: some Sequence<UInt8>) { pending += bytes }

  /// The length of the first message; `nil` as long as it is not known.
  var announced: Int? { pending.count < 4 ? nil : Parts.number(in: pending, at: 0) }

  /// Removes and returns the first complete message; `nil` if there is none.
  mutating func next() -> [UInt8]? {
    guard let length = announced, pending.count >= 4 + length else { return nil }
    defer { pending.removeFirst(4 + length) }
    return Array(pending[4..<4 + length])
  }

  /// Prefixes a message with its length.
  static func frame(_ message: [UInt8]) -> [UInt8] { Parts.joined([message]) }
}
