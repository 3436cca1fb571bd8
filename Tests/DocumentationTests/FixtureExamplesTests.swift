import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import QRSymbology
import SymbolFixtures
import TestSupport
import Testing

/// The examples of SymbolFixtures' documentation page and its gallery.
struct FixtureExamplesTests {
  @TemporaryFolder var folder

  @Test func `the documented examples have the documented results`() throws {
    let message = FixtureMessage(name: "login", bytes: Array("https://example.com/login".utf8))
    let fixture = Fixture(message, damages: try Damage.list(parsing: "perspective:20+noise:12"), seed: 7)
    let rendering = try fixture.render()
    let file = rendering.file  // a PNG
    let gray = rendering.scene.picture.gray  // the same picture, as pixels
    let corner = rendering.scene.symbols[0].corners.topLeft  // where the symbol begins
    let expected = rendering.messages  // what a scanner should read
    #expect(try PNG.decode(file) == gray && corner.x > 0 && expected == [message.bytes])
  }

  @Test func `the documentation page holds no other code`() throws {
    try expectNoOtherCode(in: ["Sources/SymbolFixtures/SymbolFixtures.docc/SymbolFixtures.md"], atLeast: 7)
  }

  @Test func `the gallery shows what the damages do today`() throws {
    #expect(CommandRun(["fixtures", "kinds", "--pictures", folder.path]).exitCode == 0)
    let names = try folder.names
    #expect(names.count == Damage.Kind.allCases.count + FixtureSuite.allCases.compactMap(\.place).count + 1)
    for name in names {
      let kept = try Files.bytes(Files.samples.appending(path: "damages/\(name)"))
      let made = try Files.bytes(folder.appending(path: name))
      if name == "README.md" {
        #expect(kept == made)
      } else if name != "jpeg.png" {
        // Pixels, because another zlib may pack them otherwise. JPEG's depend on the decoder.
        #expect(try PNG.decode(kept) == PNG.decode(made), "\(name)")
      }
    }
  }
}
