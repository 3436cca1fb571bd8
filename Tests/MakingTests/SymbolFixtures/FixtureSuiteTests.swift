import Foundation
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
  @TemporaryFolder var folder

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
    let damage = try Damage(kind, kind.ladder.first ?? 0)
    let style = Fixture.Style(scale: kind.suiteScale ?? 4)
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
    func fault(_ message: FixtureMessage, _ size: (Int, Int)? = nil) throws -> String {
      let style = Fixture.Style(sceneSize: size.map { .init(width: $0.0, height: $0.1) })
      let fixture = Fixture(message, level: size == nil ? .high : .medium, style: style)
      let fault = try #require(throws: FixtureFault.self) { try fixture.render() }
      #expect(throws: fault) { try fixture.validate() }
      return fault.description
    }
    #expect(try fault(long).hasPrefix("message 'long': 2953 bytes do not fit"))
    #expect(
      try fault(DamageTests.message, (50, 50))
        == "a scene of 50 × 50 pixels has no room for the symbol of 'carrier', which needs 132 × 132; "
        + "use a larger scene or a smaller scale")
    #expect(
      try fault(DamageTests.message, (4001, 3000))
        == "a scene of 4001 × 3000 pixels is above the limit of 12000000 pixels")
    let broad = Fixture(DamageTests.message, damages: [try Damage(.resolution, 32)])
    #expect(try broad.render().scene.picture.width == 33 * 32)
  }

  @Test func `a manifest is read as it was written`() throws {
    let fixtures = FixtureSet(of: FixtureMessage.carriers, damages: [[], [try Damage(.mirror)]])
    let manifest = try manifest(of: fixtures)
    let entries = try fixtures.map { Manifest.Entry($0, try $0.render()) }
    #expect(manifest.plan == ["seed": "1"] && manifest.entries == entries)
  }

  /// Makes a set and reads its list, which is changed before.
  private func manifest(
    of fixtures: FixtureSet, _ edited: (String) -> String = { $0 }
  ) throws -> (plan: JSONValue, entries: [Manifest.Entry]) {
    #expect(try FixtureDirectory(path: folder.path, plan: ["seed": "1"], fixtures: fixtures).fill(jobs: 2))
    let list = folder.appending(path: Manifest.fileName)
    let text = try String(contentsOf: list, encoding: .utf8)
    try Data(edited(text).utf8).write(to: list)
    let reader = try ManifestReader(ofDirectory: folder.path)
    var entries: [Manifest.Entry] = []
    while let next = try reader.next() { entries.append(next.entry) }
    return (reader.plan, entries)
  }

  static let broken: [(old: String, new: String, error: String)] = [
    ("{\"format\"", "{\"form\"", "not a fixture manifest, which begins with {\"format\":\"oobqr-fixtures-2\""),
    ("\"fixtures\"", "\"fixture\"", "not a fixture manifest"),
    ("\"version\":2", "\"version\":3", "its list of fixtures has been edited; make the set again"),
    ("clean/", "../", "its list of fixtures has been edited"),
  ]

  @Test(arguments: broken)
  func `an edited manifest is refused with the place`(broken: (old: String, new: String, error: String)) throws {
    let error = #expect(throws: FixtureFault.self) {
      try manifest(of: FixtureSet(of: [DamageTests.message], damages: [[]])) { text in
        let edited = text.replacing(broken.old, with: broken.new, maxReplacements: 1)
        #expect(edited != text)
        return edited
      }
    }
    #expect(error?.description.contains("manifest.jsonl': \(broken.error)") == true, "\(error?.description ?? "")")
  }

  static let members = [
    ("clean/", "../"), ("\"messages_base64\":[\"", "\"messages_base64\":[\"!"),
    ("\"expect\":\"read", "\"expect\":\"red"), ("\"symbols\":[", "\"symbols\":7,\"x\":["),
    ("\"file_sha256\":\"", "\"file_sha256\":\"0"), ("\"damages\":[]", "\"damages\":[{\"kind\":\"smudge\"}]"),
    ("\"damages\":[]", "\"damages\":[{\"kind\":\"noise\",\"strength\":900}]"), ("\"damages\":[]", "\"damage\":[]"),
  ]

  @Test(arguments: members)
  func `an entry with a wrong member is not one`(old: String, new: String) throws {
    let fixture = Fixture(DamageTests.message)
    let text = Manifest.Entry(fixture, try fixture.render()).json.description
    func entry(_ text: String) throws -> Manifest.Entry? {
      Manifest.Entry(try JSONDocument(parsing: Array(text.utf8)).value)
    }
    #expect(try entry(text) != nil)
    #expect(try entry(text.replacing(old, with: new, maxReplacements: 1)) == nil)
  }
}
