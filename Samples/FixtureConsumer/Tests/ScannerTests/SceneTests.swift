import ImageCoding
import Imaging
import QRScanning
import SymbolFixtures
import Testing

/// Pictures of several symbols, for a scanner that returns every message.
struct SceneTests {
  @Test(arguments: FixtureSuite.scenes.fixtures().prefix(4))
  func `exactly the messages of a scene are read`(scene: Fixture) throws {
    let rendering = try scene.render()
    let found = try QRScanner().scan(GrayImage(imageFile: rendering.file)).map(\.message)
    #expect(counts(found) == counts(rendering.messages))
  }

  /// How often each message occurs.
  private func counts(_ messages: [[UInt8]]) -> [[UInt8]: Int] {
    Dictionary(messages.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
