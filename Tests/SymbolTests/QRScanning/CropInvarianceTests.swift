import Imaging
import PictureDamage
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// A symbol that is read in its surroundings is read in the whole picture.
struct CropInvarianceTests {
  /// A symbol of two gray levels; light modules on a dark ground where the first is greater.
  private static func part(
    _ text: String, scale: Int, x: Int, y: Int, dark: UInt8, light: UInt8
  ) -> SymbolScene.Part {
    let message = FixtureMessage(name: "part", bytes: Array(text.utf8))
    return SymbolScene.Part(
      message, scale: scale, colors: SymbolColors(dark: gray(dark), light: gray(light)), x: x, y: y)
  }

  private static func gray(_ level: UInt8) -> RGBColor { RGBColor(red: level, green: level, blue: level) }

  private static func scene(
    _ ground: UInt8, _ parts: [SymbolScene.Part], _ lights: [SymbolScene.Light] = []
  ) -> SymbolScene {
    SymbolScene(size: .init(width: 800, height: 640), ground: gray(ground), parts: parts, lights: lights)
  }

  /// Clear symbols with others in shadow, beside a lamp, and light on dark.
  static let scenes = [
    scene(
      150,
      [
        part("clear", scale: 6, x: 40, y: 40, dark: 20, light: 235),
        part("in shadow", scale: 3, x: 500, y: 60, dark: 60, light: 80),
        part("light on dark", scale: 4, x: 480, y: 330, dark: 220, light: 40),
        part("darker", scale: 8, x: 60, y: 330, dark: 25, light: 50),
      ]),
    scene(
      90,
      [
        part("beside a lamp", scale: 4, x: 80, y: 80, dark: 70, light: 95),
        part("below a lamp", scale: 3, x: 560, y: 420, dark: 40, light: 56),
        part("far from it", scale: 4, x: 60, y: 400, dark: 10, light: 240),
      ], [.lamp(x: 450, y: 160, radius: 70)]),
    scene(
      120,
      [
        part("clear as well", scale: 3, x: 60, y: 500, dark: 0, light: 255),
        part("faint, light on dark", scale: 5, x: 420, y: 80, dark: 90, light: 60),
        part("faint", scale: 12, x: 40, y: 60, dark: 100, light: 130),
      ], [.lamp(x: 700, y: 560, radius: 40)]),
    // No symbol that the first pass reads.
    scene(
      70,
      [
        part("bright on dark", scale: 6, x: 60, y: 60, dark: 240, light: 10),
        part("deep in shadow", scale: 4, x: 480, y: 300, dark: 66, light: 82),
      ], [.lamp(x: 640, y: 120, radius: 60)]),
  ]

  /// The scene, and for each symbol the part of it with a quarter of its width around it.
  static func picture(_ index: Int) throws -> (whole: GrayImage, crops: [GrayImage]) {
    let scene = scenes[index]
    let (drawn, symbols) = try scene.render(seed: 3)
    let whole = drawn.picture.gray
    return (
      whole,
      zip(scene.parts, symbols).map { part, symbol in
        let side = symbol.size * part.scale
        let start = 4 * part.scale - side / 4
        return whole.part(part.x + start, part.y + start, side: side + side / 2)
      }
    )
  }

  @Test(arguments: scenes.indices) func `what is read in a part is read in the whole`(index: Int) throws {
    let (whole, crops) = try Self.picture(index)
    let messages = Self.scenes[index].parts.map { String(decoding: $0.message.bytes, as: UTF8.self) }
    for (crop, message) in zip(crops, messages) {
      #expect(try QRScanner().scan(crop).map(\.text) == [message])
    }
    let found = try QRScanner().scan(whole)
    #expect(Set(found.compactMap(\.text)) == Set(messages) && found.count == messages.count)
    // Each is found at its place.
    for part in Self.scenes[index].parts {
      let corner = try #require(found.first { $0.message == part.message.bytes }?.corners.topLeft)
      let place = (x: Double(part.x + 4 * part.scale), y: Double(part.y + 4 * part.scale))
      #expect(abs(corner.x - place.x) < Double(part.scale) && abs(corner.y - place.y) < Double(part.scale))
    }
  }

  // In the last scene the passes for pictures without a dark symbol are enough.
  @Test(arguments: scenes.indices.dropLast()) func `without regions some are missed`(index: Int) throws {
    let scanner = QRScanner().tuned { $0.search.searchesRegions = false }
    let found = try scanner.scan(try Self.picture(index).whole)
    #expect(found.count < Self.scenes[index].parts.count)
  }
}
