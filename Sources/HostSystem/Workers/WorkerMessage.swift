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
  private var header: [UInt8] = []
  private var body: [UInt8] = []
  /// Complete messages, in order.
  private var complete: [[UInt8]] = []

  /// Whether no bytes are left over.
  var isEmpty: Bool { header.isEmpty && complete.isEmpty }

  /// The most bytes for which room is made before they are there: the length may be a lie.
  private static let mostReserved = 1 << 26

  mutating func add(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if let length = announced {
        let piece = rest.prefix(length - body.count)
        body += piece
        rest = rest.dropFirst(piece.count)
      } else {
        let piece = rest.prefix(4 - header.count)
        header += piece
        rest = rest.dropFirst(piece.count)
        if let length = announced { body.reserveCapacity(min(length, Self.mostReserved)) }
      }
      guard body.count == announced else { continue }
      complete.append(body)
      (header, body) = ([], [])
    }
  }

  /// The length of the message that is not complete; `nil` as long as it is not known.
  var announced: Int? { header.count < 4 ? nil : Parts.number(in: header, at: 0) }

  /// Removes and returns the first complete message; `nil` if there is none.
  mutating func next() -> [UInt8]? { complete.isEmpty ? nil : complete.removeFirst() }

  /// Prefixes a message with its length.
  static func frame(_ message: [UInt8]) -> [UInt8] { Parts.joined([message]) }
}
