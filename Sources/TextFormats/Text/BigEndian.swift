/// Numbers as bytes, the most significant first.
package enum BigEndian {
  package static func bytes<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
