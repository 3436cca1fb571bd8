/// The first bytes of a text that say how it is encoded (The Unicode Standard, section 23.8).
package enum ByteOrderMark {
  /// The mark of UTF-8, which needs none.
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The marks of UTF-16, little-endian and big-endian.
  package static let utf16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
  /// The marks of UTF-32, little-endian, which begins with that of UTF-16, and big-endian.
  package static let utf32: [[UInt8]] = [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]]
}
