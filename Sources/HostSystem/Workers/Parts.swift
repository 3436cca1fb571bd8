/// Byte strings in one: each follows its length in four bytes, least significant first.
package enum Parts {
  package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + 4 + $1.count })
    for part in parts { bytes += number(part.count) + part }
    return bytes
  }

  /// - Returns: `nil` if a part is cut short, or there are more than `limit`.
  package static func split(_ bytes: [UInt8], atMost limit: Int) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      guard start + 4 <= bytes.count, parts.count < limit else { return nil }
      let length = number(in: bytes, at: start)
      guard start + 4 + length <= bytes.count else { return nil }
      parts.append(Array(bytes[start + 4..<start + 4 + length]))
      start += 4 + length
    }
    return parts
  }

  /// Four bytes for a number of 0 to 4,294,967,295.
  package static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  /// The number in the four bytes from a place on, which must be there.
  package static func number(in bytes: [UInt8], at start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }
}
