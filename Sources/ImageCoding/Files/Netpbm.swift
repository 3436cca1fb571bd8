import Imaging
import TextFormats

/// The binary Netpbm formats: a line of numbers, then the samples. Source: netpbm.sourceforge.net, pbm, pgm and ppm.
enum Netpbm {
  /// Whether a file begins with `P4`, `P5` or `P6`, a blank, and a number or comment.
  static func isOne(_ bytes: [UInt8]) -> Bool { Header(bytes) != nil }

  /// Decodes to gray.
  static func decode(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) -> GrayImage {
    let (header, samples) = try samples(of: bytes, maxPixels: maxPixels)
    if header.channels == 3 {
      return GrayImage(ColorImage(width: header.width, height: header.height, pixels: samples))
    }
    return GrayImage(width: header.width, height: header.height, pixels: samples)
  }

  /// Decodes to red, green and blue.
  static func decodeColor(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) -> ColorImage {
    let (header, samples) = try samples(of: bytes, maxPixels: maxPixels)
    let pixels = header.channels == 3 ? samples : samples.flatMap { [$0, $0, $0] }
    return ColorImage(width: header.width, height: header.height, pixels: pixels)
  }

  /// The samples, 0…255.
  private static func samples(of bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) -> (Header, [UInt8]) {
    guard let header = Header(bytes) else { throw .unknownFormat(beginning: Array(bytes.prefix(1024))) }
    let (width, height) = (header.width, header.height)
    guard width > 0, height > 0 else { throw .undecodable(format: .netpbm, reason: "its size is \(width) × \(height)") }
    try checkSize(width: width, height: height, limit: maxPixels)
    guard 1...255 ~= header.most else {
      throw .undecodable(
        format: .netpbm,
        reason: "its samples go up to \(header.most), and the limit is 255; convert it to eight bits a sample")
    }
    let rowBytes = header.isBitmap ? (width + 7) / 8 : width * header.channels
    let rows = bytes[header.end...]
    guard rows.count >= rowBytes * height else {
      throw .undecodable(format: .netpbm, reason: "the file ends before its last row")
    }
    if !header.isBitmap {
      let whole = rows.prefix(rowBytes * height)
      return (
        header, header.most == 255 ? Array(whole) : whole.map { UInt8(min(Int($0), header.most) * 255 / header.most) }
      )
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let start = header.end + y * rowBytes
      // A set bit is black.
      for x in 0..<width { pixels.append(bytes[start + x / 8] >> UInt8(7 - x % 8) & 1 == 1 ? 0 : 255) }
    }
    return (header, pixels)
  }

  /// The numbers before the samples.
  private struct Header {
    let channels: Int
    let isBitmap: Bool
    let width: Int
    let height: Int
    /// The greatest sample; 1 for a bitmap.
    let most: Int
    /// Where the samples begin.
    let end: Int

    init?(_ bytes: [UInt8]) {
      guard bytes.count > 6, bytes[0] == UInt8(ascii: "P"), 0x34...0x36 ~= bytes[1], Self.isBlank(bytes[2]) else {
        return nil
      }
      isBitmap = bytes[1] == UInt8(ascii: "4")
      channels = bytes[1] == UInt8(ascii: "6") ? 3 : 1
      var place = 2
      func number() -> Int? {
        while place < bytes.count, Self.isBlank(bytes[place]) || bytes[place] == UInt8(ascii: "#") {
          if bytes[place] == UInt8(ascii: "#") {
            while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
          } else {
            place += 1
          }
        }
        let digits = bytes[place...].prefix { 0x30...0x39 ~= $0 }
        place += digits.count
        return Int(String(decoding: digits, as: UTF8.self))
      }
      guard let width = number(), let height = number(), let most = isBitmap ? 1 : number(), place < bytes.count,
        Self.isBlank(bytes[place])
      else { return nil }
      (self.width, self.height, self.most, end) = (width, height, most, place + 1)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
  }
}
