import Foundation
import Imaging
import QRSymbology
import SymbolFixtures
import TestSupport
import Testing

@testable import PictureDamage

struct DamageTests {
  static let message = FixtureMessage(name: "carrier", bytes: Array("https://example.com/login".utf8))

  @Test(arguments: Damage.Kind.allCases)
  func `each step of each ladder is in range, parses from its description, and changes the picture`(
    kind: Damage.Kind
  ) throws {
    #expect((kind.range == nil) == kind.ladder.isEmpty)
    let clean = try Fixture(Self.message).render().scene.picture
    for strength in kind.range == nil ? [0] : kind.ladder {
      let damage = try Damage(kind, strength)
      #expect(try Damage(parsing: damage.description) == damage)
      let rendering = try Fixture(Self.message, damages: [damage], seed: 3).render()
      #expect(rendering.scene.picture != clean, "\(damage)")
      #expect(Set(rendering.damages[0].options.keys) == Set(kind.parameters.map(\.name)))
      // With all options explicit, as in a manifest, the damage does the same.
      let spelt = try Damage(parsing: rendering.damages[0].description)
      #expect(spelt == rendering.damages[0])
      let again = try Fixture(Self.message, damages: [spelt], seed: 3).render()
      #expect(again.scene.picture == rendering.scene.picture, "\(damage)")
    }
  }

  @Test(arguments: Damage.Kind.allCases.filter { $0.range != nil })
  func `a strength outside the range is refused`(kind: Damage.Kind) throws {
    let range = try #require(kind.range)
    for strength in [range.lowerBound - 0.01, range.upperBound + 0.01] {
      let error = #expect(throws: DamageFault.self) { try Damage(kind, strength) }
      #expect(error?.description.hasSuffix(" \(kind.unit)") == true, "\(error?.description ?? "")")
    }
    _ = try Damage(kind, range.lowerBound)
    _ = try Damage(kind, range.upperBound)
  }

  static let steps: [(text: String, damages: [String])] = [
    ("noise:5", ["noise:5"]), ("mirror", ["mirror"]), ("noise:5/10/20.5", ["noise:5", "noise:10", "noise:20.5"]),
    ("rotation:0..90/30", ["rotation:0", "rotation:30", "rotation:60", "rotation:90"]),
    ("rotation:-10..9/10", ["rotation:-10", "rotation:0"]),
    ("glare:0.1..0.3/0.1,x=0.5", ["glare:0.1,x=0.5", "glare:0.2,x=0.5", "glare:0.3,x=0.5"]),
    (
      "rotation:10/20+noise:1..2/1+mirror",
      ["rotation:10+noise:1+mirror", "rotation:10+noise:2+mirror", "rotation:20+noise:1+mirror"]
        + ["rotation:20+noise:2+mirror"]
    ),
    ("noise:3..3/1", ["noise:3"]),
  ]

  @Test(arguments: steps)
  func `ranges and lists of strengths stand for several damages`(steps: (text: String, damages: [String])) throws {
    let lists = try Damage.lists(parsing: steps.text)
    #expect(lists.map { $0.map(\.description).joined(separator: "+") } == steps.damages)
  }

  static let wrong: [(text: String, error: String)] = [
    ("smudge:3", "unknown damage 'smudge'; the kinds are defocus, motion, "), ("smudge:1/2", "unknown damage 'smudge'"),
    ("mirror:3", "mirror has no strength: write 'mirror'"), ("mirror:1/2", "mirror has no strength"),
    ("defocus", "defocus needs a strength, 0…60 pixels of disc radius: write 'defocus:STRENGTH'"),
    ("defocus:much", "'much' of defocus is not a number"), ("noise:5//6", "'' of noise is not a number"),
    ("defocus:nan", "'nan' of defocus is not a number"),
    ("motion:3,angle", "'angle' of motion is not a number; write KIND:STRENGTH,OPTION=VALUE"),
    ("motion:3,speed=4", "motion has no option 'speed'; it has angle"),
    ("defocus:3,angle=4", "defocus has no option 'angle'; it takes no options"),
    ("motion:3,angle=361", "motion's angle=361 is not in -360…360 degrees"),
    ("jpeg:1.5", "jpeg:1.5 is not a whole number of quality"), ("jpeg:1..3/0.5", "jpeg:1.5 is not a whole number"),
    ("motion:3,angle=1,angle=2", "motion's option 'angle' is given twice"),
    ("resolution:0.4", "resolution:0.4 is not in 0.5…32 pixels per module"),
    ("noise:0..90", "'0..90' of noise is not a range; write noise:FROM..TO/STEP, with FROM below TO; noise:~FROM..TO"),
    ("noise:9..1/1", "'9..1/1' of noise is not a range"), ("noise:0..9/0", "'0..9/0' of noise is not a range"),
    ("noise:0..9/1/2", "'0..9/1/2' of noise is not a range"), ("noise:0..9..10/3", "'0..9..10/3' of noise is not a"),
    ("noise:0..200/50", "noise:150 is not in 0…128"),
    ("noise:0..100/0.1", "'noise:0..100/0.1' expands to more than 1000 variants; use larger steps or several sets"),
    ("noise:0..40/1+rotation:0..40/1", "'noise:0..40/1+rotation:0..40/1' expands to more than 1000 variants"),
    ("noise:~5", "'~5' of noise is not a range"), ("noise:~9..1", "'~9..1' of noise is not a range"),
    ("noise:~1..500", "noise:500 is not in 0…128"), ("mirror:~1..2", "mirror has no strength"),
    ("jpeg:~1.5..9", "jpeg:1.5 is not a whole number"), ("noise:~0..9/3", "'~0..9/3' of noise is not a range"),
    ("jpeg:5/6+noise:3", "jpeg is the format of the file, so it comes last"),
  ]

  @Test(arguments: wrong)
  func `an invalid damage, range or list is refused with its remedy`(wrong: (text: String, error: String)) throws {
    let error = try #require(throws: DamageFault.self) { try Damage.lists(parsing: wrong.text) }
    #expect(error.description.hasPrefix(wrong.error), "\(error)")
    #expect(throws: error) { try Damage.list(parsing: wrong.text) }
  }

  @Test(arguments: ["noise:5/9", "noise:~5..9", "noise:0..9/3+mirror"])
  func `one list of damages has one strength for each kind`(text: String) throws {
    #expect(try !Damage.lists(parsing: text).isEmpty)
    let error = #expect(throws: DamageFault.self) { try Damage.list(parsing: text) }
    #expect(error?.description == "'\(text)' has more than one strength of a kind")
    #expect(throws: DamageFault.self) { try Damage(parsing: "noise:5+mirror") }
  }

  @Test(arguments: ["rotation:33", "rotation:-90", "perspective:35,pan=20", "perspective:60", "mirror", "resolution:6"])
  func `the corners of a moved symbol agree with its modules`(text: String) throws {
    let fixture = Fixture(Self.message, style: .init(scale: 8), damages: try Damage.list(parsing: text))
    let rendering = try fixture.render()
    let placed = try #require(rendering.scene.symbols.first)
    let picture = rendering.scene.picture.gray
    var wrong = 0
    for row in 0..<placed.size {
      for column in 0..<placed.size {
        // Straight sides: a module's centre follows from the corners by a projective map.
        let at = placed.point(column: Double(column) + 0.5, row: Double(row) + 0.5)
        let isDark = picture[x: Int(at.x), y: Int(at.y)] < 128
        if isDark != rendering.symbols[0][row: row, column: column] { wrong += 1 }
      }
    }
    #expect(wrong <= placed.size * placed.size / 100, "\(text): \(wrong) modules")
  }

  @Test(arguments: [0.4, 0.45, 0.5, 0.6, 0.8])
  func `the corners on a cylinder are at the edges of the symbol's dark modules`(radius: Double) throws {
    let rendering = try Fixture(Self.message, style: .init(scale: 8), damages: [Damage(.cylinder, radius)]).render()
    let placed = try #require(rendering.scene.symbols.first)
    let picture = rendering.scene.picture.gray
    let row = Int(placed.corners.topLeft.y) + 4
    let dark = (0..<picture.width).filter { picture[x: $0, y: row] < 128 }
    #expect(abs(Double(try #require(dark.first)) - placed.corners.topLeft.x) < 2)
    #expect(abs(Double(try #require(dark.last)) + 1 - placed.corners.topRight.x) < 2)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a corner is torn off whatever the angle of view`(corner: Int) throws {
    for tilt in [-30, -10, 0, 10, 30] {
      let view = try Damage(.perspective, Double(tilt))
      let torn = try Damage(.tornCorner, 0.3, options: ["corner": Double(corner), "level": 96])
      let picture = try Fixture(Self.message, damages: [view, torn]).render().scene.picture
      #expect(picture.planes[0].count { $0 == 96 } > 300, "tilt \(tilt)")
    }
  }

  @Test func `a view from the side still shows the symbol`() throws {
    let view = try Damage(.perspective, 0, options: ["pan": 70, "focal": 0.3])
    let picture = try Fixture(Self.message, damages: [view]).render().scene.picture
    #expect(picture.planes[0].count { $0 < 64 } > 100)
  }

  @Test func `a damage that would make the picture too large is refused`() throws {
    let large = Fixture(
      Self.message, style: .init(sceneSize: .init(width: 4000, height: 3000)), damages: [try Damage(.resolution, 32)])
    let error = #expect(throws: FixtureFault.self) { try large.render() }
    #expect(try #require(error).description.hasSuffix("pixels, above the limit of 48000000"))
  }

  @Test func `a page holds the requested number of symbols, each at its place`() throws {
    let rendering = try Fixture(Self.message, damages: [Damage(.page, 7)]).render()
    #expect(rendering.scene.symbols.count == 7)
    #expect(rendering.scene.picture.width <= 640)
    #expect(Set(rendering.scene.symbols.map(\.corners.topLeft)).count == 7)
  }
}
