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

  @Test func `chunks that do not change pixels are not decoded`() throws {
    // libpng would inflate each of a thousand texts to 8 MB. This stream is not one at all: libpng would warn.
    let file = HandmadePNG.gray(width: 3, depth: 8, row: [1, 2, 3])
    let texts = (0..<1000).map { (name: "zTXt", data: Array("k\($0)".utf8) + [0, 0, 0x78, 0x9C, 1, 2, 3]) }
    #expect(try PNG.decode(HandmadePNG.adding(texts, to: file)).pixels == [1, 2, 3])
    // Even one whose checksum is wrong.
    var wrong = HandmadePNG.adding([("tEXt", Array("a".utf8) + [0, 98])], to: file)
    wrong[33 + 8 + 2] = 99
    #expect(try PNG.decode(wrong).pixels == [1, 2, 3])
    // Transparency changes pixels: 2 is transparent here, and white below it.
    let transparent = HandmadePNG.adding([("tRNS", [0, 2])], to: file)
    #expect(try PNG.decode(transparent).pixels == [1, 255, 3])
    // A gamma of 1: the middle of a linear scale is lighter.
    let middle = HandmadePNG.gray(width: 1, depth: 8, row: [128])
    #expect(try PNG.decode(HandmadePNG.adding([("gAMA", [0, 1, 0x86, 0xA0])], to: middle)).pixels[0] > 180)
  }

  @Test func `a file of very many chunks is refused`() throws {
    let file = try PNG.encode(GrayImage(width: 1, height: 1, filledWith: 0))
    // Empty texts behind the header, whose checksum nobody looks at.
    let text = [0, 0, 0, 0] + Array("teXt".utf8) + [0, 0, 0, 0]
    let many = Array(file[..<33]) + (0..<100_000).flatMap { _ in text } + file[33...]
    let refusal = ImageCodingError.tooMuchWork(format: .png, amount: 100_001, work: "chunks", limit: 100_000)
    #expect(throws: refusal) { try PNG.decode(many) }
    #expect(throws: refusal) { try PNG.decodeColor(many) }
    let fewer = Array(file[..<33]) + (0..<99_000).flatMap { _ in text } + file[33...]
    #expect(try PNG.decode(fewer).pixels == [0])
  }

  @Test func `a file with much more compressed data than its pixels need is refused`() throws {
    // For two bytes in a row.
    let limit = (1 << 20) + 2 + 32
    let refusal = ImageCodingError.tooMuchWork(
      format: .png, amount: limit + 1, work: "bytes of compressed pixels", limit: limit)
    let data = [UInt8](repeating: 0, count: limit + 1 - 6 - 5 * 16)
    let small = HandmadePNG.file(width: 1, height: 1, depth: 8, color: 0, data: data)
    #expect(throws: refusal) { try PNG.decode(small) }
    #expect(throws: refusal) { try PNG.decodeColor(small) }
    // Without IEND and the checksum of IDAT.
    #expect {
      try PNG.decode(Array(small.dropLast(16)))
    } throws: { error in
      guard case ImageCodingError.tooMuchWork = error else { return false }
      return true
    }
    // Data behind the picture, as programs leave it that shorten a file in place.
    let followed = HandmadePNG.gray(width: 1, depth: 8, row: [7]) + small[33...]
    #expect(try PNG.decode(followed).pixels == [7])
    // An ordinary uncompressed picture has as much data.
    let width = 1024
    let row = [0] + [UInt8](repeating: 7, count: 8 * width)
    let rows = (0..<256).flatMap { _ in row }
    let large = HandmadePNG.file(width: width, height: 256, depth: 16, color: 6, data: rows)
    #expect(large.count > 2 * limit)
    #expect(try PNG.decode(large).pixels.count == 256 * width)
  }

  @Test func `every truncation of a file is refused`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "rgb8-interlaced.png"))
    for length in stride(from: file.count - 1, through: 0, by: -13) {
      #expect(throws: ImageCodingError.self) { try PNG.decode(Array(file[..<length])) }
    }
  }
}
