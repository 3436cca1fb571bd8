/// What a parent process and its workers say to each other.
package protocol WorkerMessage: Sendable {
  /// - Returns: `nil` when the bytes are no such message.
  init?(workerBytes bytes: [UInt8])

  var workerBytes: [UInt8] { get }
}

/// Messages in a byte stream: each behind its length, four bytes, least significant first.
struct FrameReader {
  private var pending: [UInt8] = []

  mutating func add(_ bytes: some Sequence<UInt8>) { pending += bytes }

  /// Takes the first message that is complete; `nil` when there is none.
  mutating func next() -> [UInt8]? {
    guard pending.count >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(pending[$1]) << (8 * $1) }
    guard pending.count >= 4 + length else { return nil }
    defer { pending.removeFirst(4 + length) }
    return Array(pending[4..<4 + length])
  }

  /// A message with its length.
  static func frame(_ message: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
  }
}
