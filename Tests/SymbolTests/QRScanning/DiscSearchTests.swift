import Imaging
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import Testing

/// Symbols whose finder patterns have no rings.
struct DiscSearchTests {
  /// The drawing of a symbol with only the inner squares of its finder patterns.
  private func ornamental(_ text: String, scale: Int, level: QRSymbol.ErrorCorrectionLevel = .high) throws -> GrayImage
  {
    let symbol = try QREncoder(level: level).encode(text)
    var image = GrayImage(symbol, scale: scale)
    for (left, top) in [(0, 0), (symbol.size - 7, 0), (0, symbol.size - 7)] {
      for row in 0..<7 {
        for column in 0..<7 where max(abs(row - 3), abs(column - 3)) == 3 {
          for y in 0..<scale {
            let start = ((top + row + 4) * scale + y) * image.width + (left + column + 4) * scale
            for x in start..<start + scale { image.pixels[x] = 255 }
          }
        }
      }
    }
    return image
  }

  @Test(arguments: ["ornamental", String(repeating: "a longer one ", count: 12)], [4, 7])
  func `symbols with discs are read upright and rotated`(text: String, scale: Int) throws {
    let image = try ornamental(text, scale: scale)
    let found = try QRScanner(engine: .modules).scan(image)
    #expect(found.map(\.text) == [text])
    #expect(found.first?.attempt == .discs)
    var scene = Scene(Picture(image), symbols: [])
    try Damage(parsing: "rotation:25").apply(to: &scene, seed: 1)
    #expect(try QRScanner(engine: .modules).scan(scene.picture.gray).map(\.text) == [text])
    // Not at `fast`, which reads only symbols of the standard.
    #expect(try QRScanner(engine: .modules, effort: .fast).scan(image).isEmpty)
  }

  @Test func `dark squares around noise are not a symbol`() throws {
    var image = try ornamental("ornamental", scale: 6)
    var random = SplitMix64(seed: 3)
    let side = image.width
    for y in stride(from: 72, to: side - 72, by: 6) {
      for x in stride(from: 72, to: side - 72, by: 6) {
        let value: UInt8 = random.next() & 1 == 0 ? 0 : 255
        for dy in 0..<6 { for dx in 0..<6 { image.pixels[(y + dy) * side + x + dx] = value } }
      }
    }
    #expect(try QRScanner(engine: .modules).scan(image).isEmpty)
  }
}
