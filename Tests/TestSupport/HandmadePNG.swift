/// PNG files assembled by hand, without libpng.
public enum HandmadePNG {
  /// The file with chunks behind its header.
  public static func adding(_ chunks: [(name: String, data: [UInt8])], to file: [UInt8]) -> [UInt8] {
    file[..<33] + chunks.flatMap { chunk($0.name, $0.data) } + file[33...]
  }

  /// A picture of one row in gray.
  public static func gray(width: Int, depth: Int, row: [UInt8]) -> [UInt8] {
    file(width: width, height: 1, depth: depth, color: 0, data: [0] + row)
  }

  /// A picture.
  ///
  /// - Parameters:
  ///   - isInterlaced: Whether the rows are those of the passes of Adam7.
  ///   - color: The colour type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha.
  ///   - data: Each row with its filter in front.
  ///   - chunks: Those between the header and the data.
  public static func file(
    width: Int, height: Int, depth: Int, color: UInt8, isInterlaced: Bool = false, data: [UInt8],
    chunks: [(name: String, data: [UInt8])] = []
  ) -> [UInt8] {
    let header = word(UInt32(width)) + word(UInt32(height)) + [UInt8(depth), color, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunks.flatMap { chunk($0.name, $0.data) } + chunk("IDAT", zlib(data)) + chunk("IEND", [])
  }

  /// A zlib stream of stored blocks (RFC 1950; RFC 1951, 3.2.4).
  private static func zlib(_ data: [UInt8]) -> [UInt8] {
    let adler = data.reduce((a: UInt32(1), b: UInt32(0))) { sums, byte in
      let a = (sums.a + UInt32(byte)) % 65521
      return (a, (sums.b + a) % 65521)
    }
    let blocks = stride(from: 0, to: data.count, by: 65535).flatMap { start in
      let block = data[start..<min(start + 65535, data.count)]
      let length = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
      return [block.endIndex == data.count ? 1 : 0] + length + length.map { ~$0 } + block
    }
    return [0x78, 0x01] + blocks + word(adler.b << 16 | adler.a)
  }

  public static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1) * 0xEDB8_8320 }
    }
    return word(UInt32(data.count)) + body + word(~crc)
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
