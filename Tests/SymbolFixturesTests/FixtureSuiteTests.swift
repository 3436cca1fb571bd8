import ImageCoding
import Imaging
import OutOfBand
import PictureDamage
import QRSymbology
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

struct FixtureSuiteTests {
  @Test(arguments: FixtureSuite.allCases)
  func `no two fixtures of a suite have the same path or the same seed`(suite: FixtureSuite) {
    let fixtures = suite.fixtures(seed: 5)
    #expect(Set(fixtures.map(\.path)).count == fixtures.count)
    #expect(Set(fixtures.map(\.seed)).count == fixtures.count)
  }

  @Test func `a fixture of a set is found by its index, and a part of a set has the same fixtures`() throws {
    let harsh = FixtureSuite.harsh.fixtures()
    let (all, messages) = (Array(harsh), FixtureMessage.carriers)
    #expect(all.count == harsh.count && Set(all).count == all.count)
    let noise = FixtureSet(of: Array(messages.suffix(2)), damages: [try Damage.list(parsing: "noise:40")])
    #expect(noise.map(\.path) == ["noise-40/app-link-callbacks.png", "noise-40/fido-hybrid.png"])
    #expect(Set(noise).isSubset(of: all))
    #expect(FixtureSet(Array(all[100..<200])).elementsEqual(all[100..<200]))
    #expect(FixtureSet(of: [], damages: [[]]).isEmpty)
  }

  @Test func `folders of a large set hold 1,000 pictures, those of damages with fewer are not divided`() throws {
    let many = (0...2500).map { FixtureMessage(name: "m\($0)", bytes: [1]) }
    let mirror = try Damage(.mirror)
    let large = FixtureSet(of: many, damages: [[], [mirror]])
    #expect(large.isLarge && large[0].path == "clean/000/m0.png" && large[999].path == "clean/000/m999.png")
    #expect(large[1000].path == "clean/001/m1000.png" && large[2501].path == "mirror/000/m0.png")
    #expect(large.last?.path == "mirror/002/m2500.png")
    let small = FixtureSet(of: Array(many.dropLast()), damages: [[], [mirror]])
    #expect(!small.isLarge && small.last?.path == "mirror/m2499.png" && small.last?.part == nil)
    let few = FixtureSuite.standard.fixtures(carriers: Array(many.prefix(100)))
    #expect(few.isLarge && few.last?.part == nil)
    // The folder does not change the picture.
    #expect(large.last?.seed == FixtureSet(of: [many[2500]], damages: [[mirror]])[0].seed)
  }

  @Test func `every damage of every suite changes its picture visibly`() async throws {
    let damaged = Set(FixtureSuite.allCases.flatMap { $0.fixtures() }.filter { !$0.damages.isEmpty })
    #expect(damaged.count > 1000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for fixture in damaged {
        group.addTask {
          let change = try Self.change(fixture)
          #expect(change >= 8, "\(fixture.path), seed \(fixture.seed)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Damage.Kind.allCases)
  func `the weakest step of every damage is visible with every seed`(kind: Damage.Kind) throws {
    let message = FixtureMessage(name: "small", bytes: Array("m1".utf8))
    let damage = try Damage(kind, kind.model.ladder.first ?? 0)
    let style = Fixture.Style(scale: kind.model.suiteScale ?? 4)
    for seed in UInt64(1)...16 {
      #expect(try Self.change(Fixture(message, style: style, damages: [damage], seed: seed)) >= 8, "seed \(seed)")
    }
  }

  /// Returns the largest difference of a pixel from the clean picture, in gray levels; 255 if the size differs.
  private static func change(_ fixture: Fixture) throws -> Int {
    let clean = try ColorImage(
      imageFile: Fixture(fixture.content, level: fixture.level, style: fixture.style).render().file)
    // The pixels of a JPEG come from its file.
    let damaged = try ColorImage(imageFile: fixture.render().file)
    guard clean.width == damaged.width, clean.height == damaged.height else { return 255 }
    return zip(clean.pixels, damaged.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test func `the standard suite has every version, level and kind of damage, and the deliberately wrong messages`() {
    let fixtures = FixtureSuite.standard.fixtures()
    #expect(fixtures.count >= 600)
    #expect(Set(fixtures.compactMap(\.version)).count == 40)
    #expect(Set(fixtures.map(\.level)).count == 4)
    #expect(Set(fixtures.flatMap(\.damages).map(\.kind)).count == Damage.Kind.allCases.count)
    let wrong = fixtures.filter { $0.name.hasPrefix("wrong-") }
    #expect(wrong.count >= 60)
    #expect(FixtureSuite.harsh.fixtures().count > fixtures.count)
  }

  @Test func `every built-in message can be drawn and has its kind`() throws {
    for message in FixtureMessage.builtIn {
      try Fixture(message).validate()
      let rendering = try Fixture(message).render()
      #expect(rendering.messages == [message.bytes])
      #expect(try rendering.symbols[0].reading().message == message.bytes, "\(message.name)")
    }
  }

  @Test func `a scene holds the symbol where the fixture says`() throws {
    let style = Fixture.Style(scale: 2, sceneSize: .init(width: 400, height: 300))
    for seed in UInt64(1)...20 {
      let rendering = try Fixture(DamageTests.message, style: style, seed: seed).render()
      let corner = try #require(rendering.scene.symbols.first).corners.topLeft
      let gray = rendering.scene.picture.gray
      #expect(gray.width == 400 && gray.height == 300)
      #expect(gray[x: Int(corner.x), y: Int(corner.y)] == 0)
      #expect(gray[x: Int(corner.x) - 1, y: Int(corner.y)] == 255)
    }
  }

  @Test func `a fixture that cannot be drawn is refused with the reason`() throws {
    let long = FixtureMessage(name: "long", bytes: Array(repeating: 65, count: 2953))
    #expect(throws: FixtureError.self) { try Fixture(long, level: .high).render() }
    let small = Fixture.Style(sceneSize: .init(width: 50, height: 50))
    #expect(throws: FixtureError.sceneTooSmall(message: "carrier", width: 50, height: 50, needed: 132)) {
      try Fixture(DamageTests.message, style: small).render()
    }
    let large = Fixture.Style(sceneSize: .init(width: 4001, height: 3000))
    #expect(throws: FixtureError.sceneTooLarge(width: 4001, height: 3000, limit: 12_000_000)) {
      try Fixture(DamageTests.message, style: large).render()
    }
    let broad = Fixture(DamageTests.message, damages: [try Damage(.resolution, 32)])
    #expect(try broad.render().scene.picture.width == 33 * 32)
  }

  @Test func `a manifest is read as it was written`() throws {
    let fixtures = FixtureSuite.smoke.fixtures().prefix(12)
    let entries = try fixtures.map { Manifest.Entry($0, try $0.render()) }
    let manifest = Manifest(plan: ["seed": "1"], entries: entries)
    #expect(try Manifest(json: manifest.json) == manifest)
  }

  static let broken: [(old: String, new: String, error: String)] = [
    ("{\"format\"", "{\"form\"", "not a fixture manifest"),
    ("\"fixtures\"", "\"fixture\"", "not a fixture manifest"),
    ("]}", "]", "not JSON: "),
    ("clean/", "../", "fixture 0: 'path' is missing or wrong"),
    ("\"message_base64\":\"", "\"message_base64\":\"!", "fixture 0: 'message_base64' is missing or wrong"),
    ("\"symbols\":[", "\"symbols\":7,\"x\":[", "fixture 0: 'symbols' is missing or wrong"),
    ("\"file_sha256\":\"", "\"file_sha256\":\"0", "fixture 0: 'file_sha256' is missing or wrong"),
    ("\"damages\":[]", "\"damages\":[{\"kind\":\"smudge\"}]", "fixture 0: 'damages/kind' is missing or wrong"),
    ("\"damages\":[]", "\"damages\":[{\"kind\":\"noise\",\"strength\":\"x\"}]", "fixture 0: 'damages/strength'"),
    ("\"damages\":[]", "\"damages\":[{\"kind\":\"noise\",\"strength\":900}]", "fixture 0: 'damages: noise:900 is not"),
    ("\"damages\":[]", "\"damage\":[]", "fixture 0: 'damages' is missing or wrong"),
    ("\"version\":2", "\"version\":3", "its list of fixtures has been edited"),
  ]

  @Test(arguments: broken)
  func `an edited manifest is refused with the place`(
    broken: (old: String, new: String, error: String)
  ) throws {
    let fixture = Fixture(DamageTests.message)
    let manifest = Manifest(plan: ["seed": "1"], entries: [Manifest.Entry(fixture, try fixture.render())])
    let text = String(decoding: manifest.json, as: UTF8.self)
    let edited = text.replacing(broken.old, with: broken.new, maxReplacements: 1)
    #expect(edited != text)
    let error = #expect(throws: ManifestError.self) { try Manifest(json: Array(edited.utf8)) }
    #expect(try #require(error).description.hasPrefix(broken.error))
  }
}
