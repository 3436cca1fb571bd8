/// PNG files assembled by hand, without libpng.
enum HandmadePNG {
  /// The file with chunks behind its header.
  static func adding(_ chunks: [(name: String, data: [UInt8])], to file: [UInt8]) -> [UInt8] {
    file[..<33] + chunks.flatMap { chunk($0.name, $0.data) } + file[33...]
  }

  /// A picture of one row.
  static func gray(width: Int, depth: Int, row: [UInt8]) -> [UInt8] {
    // One row with filter 0 in a zlib stream of one stored block (RFC 1950, RFC 1951).
    let data = [0] + row
    let length = [UInt8(data.count), 0]
    let adler = data.reduce((a: UInt32(1), b: UInt32(0))) { sums, byte in
      let a = (sums.a + UInt32(byte)) % 65521
      return (a, (sums.b + a) % 65521)
    }
    let stream = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + data + word(adler.b << 16 | adler.a)
    let header = word(UInt32(width)) + word(1) + [UInt8(depth), 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stream)
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
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
