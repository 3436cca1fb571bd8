import PictureDamage
import SymbolFixtures
import Testing

struct FixtureSelectionTests {
  static let pictures: [(message: String, damages: String)] = [
    ("app-link", ""), ("app-link", "glare:0.2"), ("json", "glare:0.5"), ("app-link", "mirror"),
    ("custom-uri", "noise:20+glare:0.1"), ("app-link-callbacks", "noise:20"),
  ]

  static let selections: [(text: String, chosen: [Int])] = [
    ("kind=glare", [1, 2, 4]), ("kind!=glare", [0, 3, 5]), ("kind=clean", [0]), ("kind!=clean", [1, 2, 3, 4, 5]),
    ("strength>=0.2", [1, 2, 4, 5]), ("kind=glare,strength>=0.2", [1, 2]), ("kind=glare,strength<0.2", [4]),
    ("kind=glare,strength<=0.2", [1, 4]), ("kind=glare,strength=0.2", [1]), ("kind=glare,strength!=0.2", [2, 4]),
    ("kind=glare,strength>0.1,strength<0.5", [1]), ("kind!=noise,strength>0", [1, 2]), ("kind=mirror,strength>0", []),
    ("message=app-*", [0, 1, 3, 5]), ("message=*-*-*", [5]), ("message!=app*", [2, 4]),
    ("message=app-link", [0, 1, 3]),
    ("message=*i*k", [0, 1, 3]), ("message=app-link*link", []), ("kind=*r*r,message=a*", [3]),
    ("kind=gl*,kind=*re", [1, 2, 4]), ("kind=glare,kind=noise", []),
  ]

  @Test(arguments: selections)
  func `terms choose pictures by kind, strength and message`(selection: (text: String, chosen: [Int])) throws {
    let parsed = try FixtureSelection(parsing: selection.text)
    let chosen = try Self.pictures.indices.filter { index in
      let (name, damages) = Self.pictures[index]
      let message = FixtureMessage(name: name, bytes: [1])
      return parsed.contains(Fixture(message, damages: damages.isEmpty ? [] : try Damage.list(parsing: damages)))
    }
    #expect(chosen == selection.chosen, "\(selection.text)")
  }

  static let wrong: [(text: String, error: String)] = [
    ("", "'' is not a term"), ("glare", "'glare' is not a term"), ("kind=", "'kind=' is not a term"),
    ("kind>3", "'kind>3' is not a term"), ("kind=glare,", "'' is not a term"),
    ("damage=glare", "'damage=glare' is not a term"),
    ("strength~3", "'strength~3' is not a term; write kind=glare, strength>=0.5 or message=app-*, joined by commas"),
    ("strength>much", "'strength>much' compares with something that is not a number; write strength>=0.5"),
    ("strength>=inf", "'strength>=inf' compares with something that is not a number"),
    ("kind=glair", "no kind of damage is called 'glair'; the kinds are clean, scene, negative, defocus, "),
    ("kind=x*", "no kind of damage is called 'x*'"),
  ]

  @Test(arguments: wrong)
  func `an invalid selection is refused with its remedy`(wrong: (text: String, error: String)) {
    let error = #expect(throws: FixtureFault.self) { try FixtureSelection(parsing: wrong.text) }
    #expect(error?.description.hasPrefix(wrong.error) == true, "\(error?.description ?? "")")
  }

  @Test func `a message is selected with all its frames and levels`() throws {
    let messages = ["a", "ab"].map { FixtureMessage(name: $0, bytes: Array($0.utf8)) }
    let frames = FixtureSet(of: messages, damages: [[]], frames: 3)
    #expect(frames.selecting([try FixtureSelection(parsing: "message=a")]).count == 3)
    #expect(frames.selecting([try FixtureSelection(parsing: "message!=a")]).count == 3)
    #expect(frames.selecting([try FixtureSelection(parsing: "message=*-frame-02")]).count == 2)
    let suite = FixtureSuite.standard.fixtures(carriers: messages)
    let clean = suite.selecting([try FixtureSelection(parsing: "kind=clean,message=a")])
    #expect(
      clean.map(\.path) == ["clean/a.png", "clean/a-level-l.png", "clean/a-level-q.png", "clean/a-level-h.png"])
    #expect(suite.selecting([try FixtureSelection(parsing: "message=a-level-q")]).map(\.name) == ["a-level-q"])
    // The same in a list of pictures.
    let selection = try FixtureSelection(parsing: "message=a")
    for fixture in [frames[0], frames[2], clean[1], clean[3]] {
      #expect(selection.contains(Manifest.Entry(fixture, try fixture.render())), "\(fixture.path)")
    }
    #expect(!selection.contains(Manifest.Entry(frames[3], try frames[3].render())))
    // A name of one's own is not a level.
    let own = Fixture(FixtureMessage(name: "a-level-q", bytes: [1]))
    let entry = Manifest.Entry(own, try own.render())
    #expect(!selection.contains(own) && !selection.contains(entry))
  }

  @Test func `a part of a set keeps its paths and pixels`() throws {
    let set = FixtureSuite.standard.fixtures()
    let part = set.selecting([
      try FixtureSelection(parsing: "kind=glare,strength>=0.2,message=app-*"),
      try FixtureSelection(parsing: "message=wrong-*"),
    ])
    #expect(part.filter { !$0.damages.isEmpty }.map(\.path).first == "glare-0.2/app-link.png")
    #expect(part.count { !$0.damages.isEmpty } == 8 && part.contains { $0.name.hasPrefix("wrong-") })
    #expect(Set(part).isSubset(of: set))
    #expect(set.selecting([]) == set)
    let again = part.selecting([try FixtureSelection(parsing: "kind=glare,strength=0.3")])
    #expect(again.map(\.path) == ["glare-0.3/app-link.png", "glare-0.3/app-link-callbacks.png"])
    let many = (0...6000).map { FixtureMessage(name: "m\($0)", bytes: [1]) }
    let few = FixtureSet(of: many, damages: [[]]).selecting([try FixtureSelection(parsing: "message=m5999")])
    #expect(few.count == 1 && few[0].path == "clean/005/m5999.png" && !few.isLarge)
  }
}
