import TextFormats

/// One of several parts of a batch, chosen by the content of each row: the parts can be made on any machines, together
/// they are the whole, and none depends on the order of the rows.
public struct BatchShard: Hashable, Sendable {
  /// 1…``count``.
  public let number: Int
  public let count: Int

  /// The most parts.
  public static let mostParts = 65_536

  /// - Returns: `nil` unless `1...count` contains `number`, and `count` is at most ``mostParts``.
  public init?(number: Int, count: Int) {
    guard 1...Self.mostParts ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether a message is in this part: its SHA-256, as a number, modulo the count.
  public func contains(_ message: [UInt8]) -> Bool {
    let digest = SHA256.digest(of: message)
    let value = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(value % UInt64(count)) == number - 1
  }
}
