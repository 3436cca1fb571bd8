import Imaging
import PictureDamage
import TestSupport
import Testing

@testable import ImageCoding

/// Our own decoder against libpng.
struct PlainPNGTests {
  /// Colour types with their depths, and the bytes of a pixel, at least 1.
  static let kinds: [(color: UInt8, depth: Int, pixelBits: Int)] = [
    (0, 1, 1), (0, 2, 2), (0, 4, 4), (0, 8, 8), (2, 8, 24), (3, 1, 1), (3, 2, 2), (3, 4, 4), (3, 8, 8), (6, 8, 32),
  ]

  /// A palette of 256 different colours, and gray ones among them.
  static let palette: [UInt8] = (0..<256).flatMap { (i: Int) -> [UInt8] in
    i % 3 == 0 ? [UInt8(i), UInt8(i), UInt8(i)] : [UInt8(i), UInt8(255 - i), UInt8(i * 7 & 0xFF)]
  }

  @Test(arguments: kinds, [1, 2, 3, 5, 8, 17, 300])
  func `pixels of every kind and filter are those of libpng`(
    _ kind: (color: UInt8, depth: Int, pixelBits: Int), width: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(width))
    let rowBytes = (width * kind.pixelBits + 7) / 8
    // Unrelated bytes are as good as differences: every filter makes a row of them.
    let rows = (0..<25).map { row in [UInt8(row % 5)] + random.bytes(rowBytes) }
    let chunks = kind.color == 3 ? [(name: "PLTE", data: Array(Self.palette.prefix(3 << kind.depth)))] : []
    var data = rows.flatMap { $0 }
    if kind.color == 6 {
      // Alpha 255 in the first pixel of each row, and the same in all others by the filters Sub and Up; not by the others.
      data = (0..<25).flatMap { row in
        let differs = row % 2 == 0
        return [differs ? 1 : 2]
          + random.bytes(rowBytes).enumerated().map { index, byte in
            index % 4 < 3 ? byte : differs && index == 3 ? 255 : 0
          }
      }
    }
    let file = HandmadePNG.file(
      width: width, height: 25, depth: kind.depth, color: kind.color, data: data, chunks: chunks)
    let image = try #require(PlainPNG(file)?.gray())
    #expect(try image == PNG.decodeWithLibpng(file, maxPixels: 10_000))
    #expect(try image == PNG.decode(file))
  }

  @Test func `transparent pixels of a large picture are those of libpng`() throws {
    var random = SplitMix64(seed: 11)
    // All grays with all alphas, and then colours at random.
    let levels = (0...255).map { UInt8($0) }
    var data: [UInt8] = []
    for gray in levels {
      data.append(0)
      for alpha in levels { data += [gray, gray, gray, alpha] }
    }
    for row in 0..<200 { data += [UInt8(row % 5)] + random.bytes(4 * 256) }
    let file = HandmadePNG.file(width: 256, height: 456, depth: 8, color: 6, data: data)
    let image = try #require(PlainPNG(file)?.gray())
    #expect(try image == PNG.decodeWithLibpng(file, maxPixels: 1_000_000))
    #expect(Set(image.pixels).count == 256)
  }

  @Test func `every colour has the gray of libpng`() throws {
    // Steps of 5 hit both ends; the rest of the byte is covered by gray.
    let values = stride(from: 0, through: 255, by: 5).map { UInt8($0) }
    let data = values.flatMap { (red: UInt8) -> [UInt8] in
      [0] + values.flatMap { green in values.flatMap { blue in [red, green, blue] } }
    }
    let file = HandmadePNG.file(width: 52 * 52, height: 52, depth: 8, color: 2, data: data)
    #expect(try PlainPNG(file)?.gray() == PNG.decodeWithLibpng(file, maxPixels: 1_000_000))
  }

  @Test(
    arguments: [
      ("sRGB", [0]), ("gAMA", [0, 0, 0xB1, 0x8F]), ("iCCP", [0x41, 0, 0, 1]),
      ("tEXt", [0x41, 0, 0x42]), ("PLTE", [1, 2, 3]),
      (
        "cHRM",
        [31269, 32899, 64000, 33000, 30000, 60000, 15000, 5999].flatMap { (value: Int) -> [UInt8] in
          [0, 0, UInt8(value >> 8), UInt8(value & 0xFF)]
        }
      ),
    ] as [(String, [UInt8])])
  func `chunks that change nothing are accepted`(name: String, content: [UInt8]) throws {
    let file = Self.colors([(name, content)])
    #expect(try #require(PlainPNG(file)?.gray()) == PNG.decodeWithLibpng(file, maxPixels: 100))
    #expect(try PNG.decodeWithLibpng(file, maxPixels: 100) == PNG.decodeWithLibpng(Self.colors([]), maxPixels: 100))
  }

  /// Four pixels of RGB.
  private static func colors(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    HandmadePNG.file(
      width: 4, height: 1, depth: 8, color: 2, data: [0, 200, 10, 30, 0, 255, 0, 7, 7, 9, 255, 0, 0], chunks: chunks)
  }

  @Test(
    arguments: [
      ("gAMA", [0, 1, 0x86, 0xA0]), ("tRNS", [0, 200, 0, 10, 0, 30]), ("cHRM", [UInt8](repeating: 1, count: 32)),
      ("cHRM", [1]), ("ABCD", [1]),
    ] as [(String, [UInt8])])
  func `chunks that may change pixels are left to libpng`(name: String, content: [UInt8]) {
    #expect(PlainPNG(Self.colors([(name, content)])) == nil)
  }

  @Test func `other kinds of pictures are left to libpng`() throws {
    let sixteen = HandmadePNG.file(width: 1, height: 1, depth: 16, color: 0, data: [0, 1, 2])
    let grayWithAlpha = HandmadePNG.file(width: 1, height: 1, depth: 8, color: 4, data: [0, 1, 255])
    #expect(PlainPNG(sixteen) == nil)
    #expect(PlainPNG(grayWithAlpha) == nil)
    let transparent = HandmadePNG.file(width: 2, height: 1, depth: 8, color: 6, data: [0, 1, 2, 3, 255, 1, 2, 3, 254])
    #expect(try #require(PlainPNG(transparent)).gray() == nil)
    let outside = HandmadePNG.file(
      width: 2, height: 1, depth: 8, color: 3, data: [0, 0, 2], chunks: [("PLTE", [1, 2, 3, 4, 5, 6])])
    #expect(try #require(PlainPNG(outside)).gray() == nil)
    for file in [sixteen, grayWithAlpha, transparent] { #expect(try PNG.decode(file).height == 1) }
  }

  @Test func `every changed byte is left to libpng, or changes nothing`() throws {
    let file = Self.colors([("sRGB", [0])])
    let pixels = try PNG.decode(file)
    for place in file.indices {
      for change in [1, 0x20, 0x80] as [UInt8] {
        var changed = file
        changed[place] ^= change
        guard let image = PlainPNG(changed)?.gray() else { continue }
        #expect(image == pixels, "byte \(place)")
      }
    }
    for length in file.indices { #expect(PlainPNG(Array(file[..<length])) == nil) }
  }

  @Test(arguments: [[0], [5, 1, 2, 3], [0, 1, 2, 3, 4], [0, 1]] as [[UInt8]])
  func `rows of a wrong length and unknown filters are left to libpng`(data: [UInt8]) throws {
    let file = HandmadePNG.file(width: 3, height: 1, depth: 8, color: 0, data: data)
    #expect(try #require(PlainPNG(file)).gray() == nil)
  }

  @Test func `a chunk before the header does not hide the size`() throws {
    var file = try PNG.encode(GrayImage(width: 200, height: 100))
    file.insert(contentsOf: HandmadePNG.chunk("tEXt", [0x41, 0, 0x42]), at: 8)
    #expect(throws: ImageCodingError.self) { try PNG.decode(file, maxPixels: 100) }
    #expect(throws: ImageCodingError.self) { try PNG.decode(file) }
    #expect(throws: ImageCodingError.self) { try PNG.decodeColor(file) }
  }
}
