/// A message between a parent process and its workers.
package protocol WorkerMessage: Sendable {
  /// - Returns: `nil` if the bytes are not such a message.
  init?(workerBytes bytes: [UInt8])

  var workerBytes: [UInt8] { get }
}

/// A reader of messages in a byte stream: each follows its length in four bytes, least significant first.
struct FrameReader {
  private var pending: [UInt8] = []

  /// Whether no bytes are left over.
  var isEmpty: Bool { pending.isEmpty }

  mutating func add(_ bytes: some Sequence<UInt8>) { pending += bytes }

  /// Removes and returns the first complete message; `nil` if there is none.
  mutating func next() -> [UInt8]? {
    guard pending.count >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(pending[$1]) << (8 * $1) }
    guard pending.count >= 4 + length else { return nil }
    defer { pending.removeFirst(4 + length) }
    return Array(pending[4..<4 + length])
  }

  /// Puts a message behind its length.
  static func frame(_ message: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
  }
}
