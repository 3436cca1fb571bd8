import Imaging
import PictureDamage
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Large pictures are searched at half their size first; the full size is for what asks for it there.
struct LargePictureTests {
  private static func part(_ text: String, scale: Int, x: Int, y: Int, isLight: Bool = false) -> SymbolScene.Part {
    let (dark, light) = (gray(40), gray(215))
    let colors = isLight ? SymbolColors(dark: light, light: dark) : SymbolColors(dark: dark, light: light)
    return SymbolScene.Part(
      FixtureMessage(name: text, bytes: Array(text.utf8)), scale: scale, colors: colors, x: x, y: y)
  }

  private static func gray(_ level: UInt8) -> RGBColor { RGBColor(red: level, green: level, blue: level) }

  private static func read(_ parts: [SymbolScene.Part], _ effort: QRScanner.Effort) throws -> Set<String> {
    let size = Fixture.SceneSize(width: 2200, height: 1500)
    let scene = SymbolScene(size: size, ground: gray(130), parts: parts, lights: [])
    let picture = try scene.render(seed: 5).scene.picture.gray
    #expect(picture.pixels.count > SymbolSearch.wholePixels)
    return Set(try QRScanner(effort: effort).scan(picture).compactMap(\.text))
  }

  @Test(arguments: QRScanner.Effort.allCases)
  func `small modules are read, alone and beside large ones`(effort: QRScanner.Effort) throws {
    let small = Self.part("small modules", scale: 3, x: 1500, y: 700)
    let large = Self.part("large modules", scale: 12, x: 200, y: 300)
    #expect(try Self.read([small], effort) == ["small modules"])
    #expect(try Self.read([large, small], effort) == ["large modules", "small modules"])
  }

  @Test(arguments: [QRScanner.Effort.normal, .hard])
  func `so are light ones`(effort: QRScanner.Effort) throws {
    let small = Self.part("small and light", scale: 3, x: 1500, y: 700, isLight: true)
    let large = Self.part("large and light", scale: 12, x: 200, y: 300, isLight: true)
    #expect(try Self.read([small], effort) == ["small and light"])
    #expect(try Self.read([large, small], effort) == ["large and light", "small and light"])
  }

  /// The time of a photograph whose symbols are all read at half its size.
  @Test(arguments: QRScanner.Effort.allCases)
  func `what nothing asks for is not searched at full size`(effort: QRScanner.Effort) throws {
    let scene = SymbolScene(
      size: .init(width: 2200, height: 1500), ground: Self.gray(130),
      parts: [Self.part("large modules", scale: 12, x: 200, y: 300)], lights: [])
    let picture = try scene.render(seed: 5).scene.picture.gray
    let result = try QRScanner(effort: effort).explain(picture)
    #expect(result.detections.map(\.text) == ["large modules"])
    for case .level(let width, _, _, _, _) in result.attempts.map(\.pass) { #expect(width < 2200) }
  }
}
