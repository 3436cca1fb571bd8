import Glibc
import TextFormats

extension PDFArchive {
  /// The colours of sRGB (IEC 61966-2-1) as an ICC profile, version 2.1 (ICC.1:1998-09).
  ///
  /// Primaries are adapted to D50 by Bradford's method, as the profiles of the ICC have them.
  static let profile: [UInt8] = makeProfile()

  private static func makeProfile() -> [UInt8] {
    let curve = Self.curve
    let tags: [(name: String, data: [UInt8])] = [
      ("desc", description("sRGB IEC61966-2.1")), ("cprt", Array("text\0\0\0\0No copyright, use freely\0".utf8)),
      ("wtpt", point(0.9642, 1, 0.8249)), ("rXYZ", point(0.4361, 0.2225, 0.0139)),
      ("gXYZ", point(0.3851, 0.7169, 0.0971)), ("bXYZ", point(0.1431, 0.0606, 0.7141)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    var places: [[UInt8]: Int] = [:]
    for (name, content) in tags {
      // The three curves are one.
      let place = places[content] ?? start + data.count
      if places[content] == nil {
        places[content] = place
        data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
      }
      table += Array(name.utf8) + number(place) + number(content.count)
    }
    return header(size: start + data.count) + table + data
  }

  private static func header(size: Int) -> [UInt8] {
    var header = number(size) + number(0) + number(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
    // The day of the first edition of IEC 61966-2-1: 1999-10-18.
    header += ([1999, 10, 18, 0, 0, 0] as [UInt16]).flatMap { BigEndian.bytes($0) }
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    // D50, as ICC profiles have it.
    header += number(0xF6D6) + number(0x10000) + number(0xD32D)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private static func number(_ value: Int) -> [UInt8] {
    BigEndian.bytes(UInt32(truncatingIfNeeded: value))
  }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + [x, y, z].flatMap { number(Int(($0 * 65536).rounded())) }
  }

  private static func description(_ text: String) -> [UInt8] {
    // After the text in ASCII, those in Unicode and for Macintosh are empty.
    Array("desc\0\0\0\0".utf8) + number(text.utf8.count + 1) + Array(text.utf8) + [UInt8](repeating: 0, count: 1 + 78)
  }

  /// From values of a pixel to light.
  private static var curve: [UInt8] {
    let points = 1024
    return Array("curv\0\0\0\0".utf8) + number(points)
      + (0..<points).flatMap { index -> [UInt8] in
        let value = Double(index) / Double(points - 1)
        let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return BigEndian.bytes(UInt16((light * 65535).rounded()))
      }
  }
}
