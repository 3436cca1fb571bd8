import Foundation
import Imaging
@testable import PictureDamage
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

/// Pictures that must be the same on every machine and in every release: users keep their hashes.
struct ReproducibilityTests {
  /// The first 16 digits of each picture's digest: the third step of the ladder, seed 42.
  static let pinned = [
    "cast-shadow": "44e94077ecf6bb9e",
    "clutter": "487d9c236e58c0c6",
    "contrast": "b7adc27f06886ba8",
    "crumple": "a3874b93e007c6b2",
    "cylinder": "232aee0a9cdc0c6a",
    "defocus": "44645e4eb56c2417",
    "dirt": "d9529f0a9f8297b0",
    "dot-gain": "fa233bbe55991c82",
    "finger": "1d36adc52e4c7fb3",
    "fold": "a5d145fb70bfc878",
    "glare": "df25dd3675976b04",
    "inversion": "f408b477d38991af",
    "jpeg": "e56ef340d2711ad7",
    "lens": "8e9a9fa5c75ad134",
    "mirror": "0523fdbd9ee7529e",
    "moire": "bd0294a1e823ea18",
    "motion": "8fdb01214ce14232",
    "noise": "46f97592fa46b890",
    "occlusion": "2d8ec2cfe933ab82",
    "overexposure": "4e4af062dc3a5c1e",
    "page": "46bb4258a29f1440",
    "perspective": "a85a9a5786a6daf5",
    "pixel-grid": "fc28d9271039c6d5",
    "quiet-zone": "d9f8fccc5d1245a0",
    "resolution": "3b2d69626df948d9",
    "rotation": "25e58de1434cc53d",
    "salt-pepper": "3441aa97f794070a",
    "scene": "a3f93fde6ce8d9d6",
    "scratches": "7d266a9829c7a9b0",
    "shadow": "34d2eae5a766a7ed",
    "stain": "f80d8a0dc2ffc22d",
    "sticker": "573b4d0b7472ba67",
    "streaks": "0c26de249bc98cd6",
    "torn-corner": "3a264648f16598a4",
    "torn-edge": "567dd6dc6686cb2c",
    "underexposure": "abdaf76247e67844",
    "vignetting": "2bb6b3cc0083235b",
    "white-balance": "79d19ae440985c8d",
  ]

  @Test(arguments: Damage.Kind.allCases)
  func `the pixels of each damage are pinned`(kind: Damage.Kind) throws {
    let strength = kind.range == nil ? 0 : kind.ladder[2]
    let rendering = try Fixture(DamageTests.message, damages: [Damage(kind, strength)], seed: 42).render()
    #expect(rendering.scene.picture.pixelDigest.prefix(16) == Self.pinned[kind.rawValue] ?? "", "\(kind.rawValue)")
  }

  @Test func `the pixels of a colour scene with several damages are pinned`() throws {
    let style = Fixture.Style(
      scale: 3,
      colors: SymbolColors(
        dark: RGBColor(red: 20, green: 20, blue: 90), light: RGBColor(red: 250, green: 240, blue: 200)),
      sceneSize: .init(width: 300, height: 200))
    let damages = try Damage.list(parsing: "perspective:20+shadow:2+noise:5+jpeg:50")
    let rendering = try Fixture(DamageTests.message, style: style, damages: damages, seed: 42).render()
    #expect(rendering.scene.picture.isColor)
    #expect(rendering.scene.picture.pixelDigest.prefix(16) == Self.pinned["scene"] ?? "")
    #expect(rendering.file.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test func `elementary functions agree with the C library's to 1e-12`() {
    for step in -720...720 {
      let degrees = Double(step) * 1.37
      #expect(abs(ExactMath.sine(degrees: degrees) - sin(degrees * .pi / 180)) < 1e-12)
      #expect(abs(ExactMath.cosine(degrees: degrees) - cos(degrees * .pi / 180)) < 1e-12)
      let value = Double(step) / 720
      #expect(abs(ExactMath.arcsine(value) - asin(value) * 180 / .pi) < 1e-9)
      #expect(abs(ExactMath.powerOfTwo(value * 20) / exp2(value * 20) - 1) < 1e-12)
      #expect(abs(ExactMath.logarithm2(exp2(value * 20)) - value * 20) < 1e-11)
    }
  }

  @Test func `normal numbers have mean 0 and deviation 1`() {
    var random = SplitMix64(seed: 1)
    let values = (0..<100_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / 100_000
    let deviation = (values.reduce(0) { $0 + $1 * $1 } / 100_000).squareRoot()
    #expect(abs(mean) < 0.01)
    #expect(abs(deviation - 1) < 0.01)
  }
}
