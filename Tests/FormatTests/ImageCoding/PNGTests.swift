import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QRSymbology
import SymbolFixtures
import TestSupport
import Testing

struct PNGTests {
  @Test func `the documented example has the documented result`() throws {
    #expect(try PNG.decode(PNG.encode(GrayImage(width: 1, height: 1, filledWith: 0))).pixels == [0])
  }

  @Test func `gray pixels survive encoding and decoding`() throws {
    var random = SplitMix64(seed: 1)
    for (width, height) in [(1, 1), (7, 3), (64, 64), (255, 2)] {
      let image = GrayImage(width: width, height: height, pixels: random.bytes(width * height))
      #expect(try PNG.decode(PNG.encode(image)) == image)
    }
  }

  @Test func `bilevel pictures are one bit per pixel, gray for black and white`() throws {
    let image = BilevelImage(width: 9, height: 2, bytes: [0xAA, 0x80, 0x55, 0x00])
    let file = try PNG.encode(image)
    // IHDR: bit depth and colour type follow width and height.
    #expect(file[24] == 1 && file[25] == 0)
    #expect(try PNG.decode(file) == GrayImage(image))
  }

  @Test func `white on black is also gray`() throws {
    let image = BilevelImage(width: 9, height: 1, bytes: [0xAA, 0x80])
    let file = try PNG.encode(image, palette: PNG.Palette(dark: (255, 255, 255), light: (0, 0, 0)))
    #expect(file[25] == 0)
    #expect(try PNG.decode(file).pixels == GrayImage(image).pixels.map { ~$0 })
  }

  @Test func `other colours are a palette of two`() throws {
    let palette = PNG.Palette(dark: (0, 0, 128), light: (255, 255, 200))
    let file = try PNG.encode(BilevelImage(width: 8, height: 1, bytes: [0x0F]), palette: palette)
    #expect(file[24] == 1 && file[25] == 3)
    let start = try #require(file.firstRange(of: Array("PLTE".utf8))).upperBound
    #expect(Array(file[start..<start + 6]) == [0, 0, 128, 255, 255, 200])
  }

  @Test func `dots per inch are written as pixels per metre`() throws {
    let file = try PNG.encode(BilevelImage(width: 8, height: 1, bytes: [0]), dotsPerInch: 300)
    let start = try #require(file.firstRange(of: Array("pHYs".utf8))).upperBound
    // 300 / 0.0254 = 11811, and the unit is the metre.
    #expect(Array(file[start..<start + 9]) == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
    #expect(try PNG.encode(BilevelImage(width: 8, height: 1, bytes: [0])).firstRange(of: Array("pHYs".utf8)) == nil)
  }

  @Test func `a picture above the limit is refused before it is decoded`() throws {
    let file = try PNG.encode(GrayImage(width: 20, height: 10))
    #expect(try PNG.decode(file, maxPixels: 200).width == 20)
    #expect(throws: ImageCodingError.tooManyPixels(width: 20, height: 10, limit: 199)) {
      try PNG.decode(file, maxPixels: 199)
    }
  }

  @Test func `16 bits of gray decode to the same levels as 8`() throws {
    // The sample pictures have only the extremes; this is one row of 0x40, 0x80 and 0xC0, made by hand with stored
    // zlib blocks: chunk by chunk, checksums included.
    for (depth, row) in [(8, [0x40, 0x80, 0xC0]), (16, [0x40, 0x40, 0x80, 0x80, 0xC0, 0xC0])] {
      let file = HandmadePNG.gray(width: 3, depth: depth, row: row.map { UInt8($0) })
      #expect(try PNG.decode(file).pixels == [0x40, 0x80, 0xC0])
    }
  }

  @Test func `white on a transparent ground is seen on black, everything else on white`() throws {
    let (white, black): ([UInt8], [UInt8]) = ([255, 255], [0, 255])
    let clear: [UInt8] = [255, 0]
    for (pixels, grays) in [
      (white + clear, [255, 0] as [UInt8]), (black + clear, [0, 255]), (clear + clear, [0, 0]),
    ] {
      let file = HandmadePNG.file(width: 2, height: 1, depth: 8, color: 4, data: [0] + pixels)
      #expect(try PNG.decode(file).pixels == grays)
    }
    let opaque = HandmadePNG.file(width: 2, height: 1, depth: 8, color: 0, data: [0, 255, 255])
    #expect(try PNG.decode(opaque).pixels == [255, 255])
  }

  @Test(arguments: [8, 16])
  func `chunks that do not change pixels do not matter`(depth: Int) throws {
    let row: [UInt8] = depth == 8 ? [1, 2, 3] : [1, 1, 2, 2, 3, 3]
    let file = HandmadePNG.gray(width: 3, depth: depth, row: row)
    // A stream that is not one, and a wrong checksum.
    let texts = (0..<1000).map { (name: "zTXt", data: Array("k\($0)".utf8) + [0, 0, 0x78, 0x9C, 1, 2, 3]) }
    #expect(try PNG.decode(HandmadePNG.adding(texts, to: file)).pixels == [1, 2, 3])
    var wrong = HandmadePNG.adding([("tEXt", Array("a".utf8) + [0, 98])], to: file)
    wrong[33 + 8 + 2] = 99
    #expect(try PNG.decode(wrong).pixels == [1, 2, 3])
    #expect(try PNG.decodeColor(wrong).pixels == [1, 1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test func `chunks that change pixels are used`() throws {
    let file = HandmadePNG.gray(width: 3, depth: 8, row: [1, 2, 3])
    // Transparency changes pixels: 2 is transparent here, and white below it.
    let transparent = HandmadePNG.adding([("tRNS", [0, 2])], to: file)
    #expect(try PNG.decode(transparent).pixels == [1, 255, 3])
    // A gamma of 1: the middle of a linear scale is lighter.
    let middle = HandmadePNG.gray(width: 1, depth: 8, row: [128])
    #expect(try PNG.decode(HandmadePNG.adding([("gAMA", [0, 1, 0x86, 0xA0])], to: middle)).pixels[0] > 180)
  }

  @Test func `every truncation of a file is refused`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "rgb8-interlaced.png"))
    for length in stride(from: file.count - 1, through: 0, by: -13) {
      #expect(throws: ImageCodingError.self) { try PNG.decode(Array(file[..<length])) }
    }
  }

  /// Columns and rows of the passes: the first, and the distance to the next (ISO/IEC 15948, 8.2).
  private static let passes = [
    (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2),
  ]

  @Test(arguments: [(0, 1), (2, 3), (4, 2), (6, 4)] as [(color: UInt8, channels: Int)])
  func `interlaced pictures with 16 bits are decoded as others`(kind: (color: UInt8, channels: Int)) throws {
    for (width, height) in (1...9).flatMap({ width in (1...9).map { (width, $0) } }) + [(150, 120)] {
      var source = SplitMix64(seed: 7)
      let pixelBytes = 2 * kind.channels
      let pixels = (0..<width * height).map { _ in
        (0..<pixelBytes).map { _ in UInt8.random(in: 0...255, using: &source) }
      }
      let rows = (0..<height).flatMap { y in [0] + pixels[y * width..<(y + 1) * width].joined() }
      var passes: [UInt8] = []
      for pass in Self.passes where pass.0 < width {
        for y in stride(from: pass.2, to: height, by: pass.3) {
          passes += [0] + stride(from: pass.0, to: width, by: pass.1).flatMap { pixels[y * width + $0] }
        }
      }
      func image(_ data: [UInt8], isInterlaced: Bool) throws -> (gray: [UInt8], color: [UInt8]) {
        let file = HandmadePNG.file(
          width: width, height: height, depth: 16, color: kind.color, isInterlaced: isInterlaced, data: data)
        return (try PNG.decode(file).pixels, try PNG.decodeColor(file).pixels)
      }
      let (plain, interlaced) = (try image(rows, isInterlaced: false), try image(passes, isInterlaced: true))
      // libpng takes linear light of eight bits, of which dark grays have few levels, for the gray of colours.
      func isNear(_ a: UInt8, _ b: UInt8) -> Bool { abs(Int(a) - Int(b)) <= (a < 80 && kind.channels == 3 ? 12 : 2) }
      #expect(zip(plain.gray, interlaced.gray).allSatisfy(isNear), "\(width) × \(height)")
      #expect(zip(plain.color, interlaced.color).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(width) × \(height)")
      #expect(plain.gray.count == interlaced.gray.count && plain.color.count == interlaced.color.count)
    }
  }
}
