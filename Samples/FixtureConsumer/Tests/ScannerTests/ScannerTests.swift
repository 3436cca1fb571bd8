import PictureDamage
import Scanner
import SymbolFixtures
import Testing

struct ScannerTests {
  @Test(arguments: FixtureMessage.carriers)
  func `every form of our login message is read from a clean picture`(message: FixtureMessage) throws {
    let fixture = Fixture(message)
    #expect(try Scanner.message(inPicture: fixture.render().file) == message.bytes)
  }

  /// Typical damage in your customers' pictures, applied to every message.
  static let conditions = [
    "rotation:10", "contrast:60+noise:4", "perspective:8+defocus:1", "shadow:3,angle=90", "jpeg:40",
  ]

  @Test(arguments: conditions, FixtureMessage.carriers)
  func `it is read under the conditions we support`(condition: String, message: FixtureMessage) throws {
    let fixture = Fixture(message, damages: try Damage.list(parsing: condition), seed: 1)
    #expect(try Scanner.message(inPicture: fixture.render().file) == message.bytes)
  }

  /// Frames that are far away need not be read.
  @Test(arguments: FixtureMessage.carriers.prefix(2))
  func `it is read while the camera moves closer, and nothing else`(message: FixtureMessage) throws {
    let frames = FixtureSet(of: [message], damages: [[]], frames: 6)
    let found = try frames.compactMap { try Scanner.message(inPicture: $0.render().file) }
    #expect(Set(found) == [message.bytes])
  }

  @Test(arguments: FixtureSet(of: [], damages: [], negatives: 7))
  func `nothing is read in a picture without a symbol`(picture: Fixture) throws {
    #expect(try Scanner.message(inPicture: picture.render().file) == nil)
  }

  @Test(arguments: FixtureMessage.carriers)
  func `a symbol that is mostly covered is not read`(message: FixtureMessage) throws {
    let fixture = Fixture(message, damages: [try Damage(.occlusion, 0.6)])
    #expect(try Scanner.message(inPicture: fixture.render().file) == nil)
  }

  @Test func `a symbol that is torn in half is not read as something else`() throws {
    for seed in UInt64(1)...10 {
      let fixture = Fixture(FixtureMessage.carriers[0], damages: [try Damage(.tornCorner, 0.9)], seed: seed)
      let rendering = try fixture.render()
      let found = try Scanner.message(inPicture: rendering.file)
      #expect(found == nil || found == rendering.messages[0])
    }
  }
}
