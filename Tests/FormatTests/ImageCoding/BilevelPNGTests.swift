import Foundation
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Our own writer for pictures of symbols, against zlib.
struct BilevelPNGTests {
  /// Squares of random modules with a quiet zone, which is what symbols look like to the writer.
  private func image(modules: Int, scale: Int, seed: UInt64) -> BilevelImage {
    var random = SeededGenerator(seed: seed)
    let side = (modules + 8) * scale
    let rowBytes = (side + 7) / 8
    var bytes = [UInt8](repeating: 0xFF, count: rowBytes * side)
    for row in 0..<modules {
      for column in 0..<modules where Bool.random(using: &random) {
        for y in (row + 4) * scale..<(row + 5) * scale {
          for x in (column + 4) * scale..<(column + 5) * scale { bytes[y * rowBytes + x / 8] &= ~(0x80 >> (x % 8)) }
        }
      }
    }
    return BilevelImage(width: side, height: side, bytes: bytes)
  }

  @Test(arguments: [4, 8])
  func `files at the usual scales are about as large as zlib's`(_ scale: Int) throws {
    for modules in stride(from: 21, through: 177, by: 52) {
      let image = image(modules: modules, scale: scale, seed: UInt64(modules))
      let file = try PNG.encode(image)
      #expect(try PNG.decode(file) == GrayImage(image))
      let rows = (0..<image.height).flatMap { [0] + image.bytes[$0 * image.rowBytes..<($0 + 1) * image.rowBytes] }
      let size = try Zlib.compressed(rows, level: 6).count
      // The chunks take 57 bytes; random modules may take a little more than with zlib.
      #expect(file.count <= size + 57 + size / 30, "\(modules) modules")
      // zlib does not get this far, so it was not zlib that compressed the rows.
      if scale == 4 { #expect(file.count < size * 9 / 10 + 57, "\(modules) modules") }
    }
  }

  @Test func `any picture reads back, whatever its rows`() throws {
    var random = SeededGenerator(seed: 7)
    for width in [1, 7, 8, 17, 24, 25, 33, 200, 521] {
      for _ in 0..<30 {
        let rowBytes = (width + 7) / 8
        let scale = Bool.random(using: &random) ? 4 : Int.random(in: 1...9, using: &random)
        let alphabet: [UInt8] = Bool.random(using: &random) ? [0, 255] : [0, 15, 240, 255]
        var rows: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          var row = random.bytes(rowBytes, from: alphabet)
          row[rowBytes - 1] |= width % 8 == 0 ? 0 : 0xFF >> (width % 8)
          for _ in 0..<scale * Int.random(in: 1...2, using: &random) { rows += row }
        }
        let image = BilevelImage(width: width, height: rows.count / rowBytes, bytes: rows)
        let palette = PNG.Palette(dark: (1, 2, 3), light: (200, 210, 220))
        #expect(try PNG.decode(PNG.encode(image)) == GrayImage(image))
        let inverted = PNG.Palette(dark: (255, 255, 255), light: (0, 0, 0))
        #expect(try PNG.decode(PNG.encode(image, palette: inverted)).pixels == GrayImage(image).pixels.map { 255 - $0 })
        #expect(try PNG.decode(PNG.encode(image, palette: palette, dotsPerInch: 300)).width == width)
      }
    }
  }
}
