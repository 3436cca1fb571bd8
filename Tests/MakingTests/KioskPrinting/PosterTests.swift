import KioskPrinting
import SymbolDrawing
import Testing
import TextFormats

/// The texts and colours of posters, and what is refused about them.
struct PosterTests {
  private func words(_ texts: PosterTexts, _ code: String) throws -> Poster.Words {
    try Poster.Words(
      texts, in: code, operation: "authentication", way: .camera, address: "example.com",
      answers: [
        .init(
          phones: [
            .init(system: "Android", versions: 8...12, isNewest: false),
            .init(system: "iOS", versions: 11...11, isNewest: false),
          ], outcome: "opens-app", isSure: true, helpsInApp: false),
        .init(
          phones: [.init(system: "Android", versions: 13...16, isNewest: true)], outcome: "not-forwarded",
          isSure: false,
          helpsInApp: true),
      ])
  }

  @Test func `every built-in language has every text`() throws {
    let texts = PosterTexts.builtIn
    #expect(texts.languages == ["en", "de", "fr", "ar"])
    let english = try #require(texts.json(of: ["en"])["en"])
    for code in texts.languages {
      let own = try #require(texts.json(of: [code])[code])
      #expect(own["deeds"]?.members?.map(\.name) == english["deeds"]?.members?.map(\.name), "\(code)")
      for way in PosterTexts.Way.allCases {
        for operation in ["authentication", "registration", "deregistration"] {
          let words = try Poster.Words(texts, in: code, operation: operation, way: way)
          #expect(words.steps.count == 3 && !words.headline.isEmpty)
        }
      }
      let words = try words(texts, code)
      #expect(words.isRightToLeft == (code == "ar") && words.address?.contains("example.com") == true)
      #expect(!(words.smallPrint + words.headline + words.steps.joined()).contains("{"), "\(words)")
    }
    #expect(
      try words(texts, "en").smallPrint == "With the app installed: Android 8 to 12, iOS 11: the camera opens the app. "
        + "Android 13 or newer: the camera does not open the app (presumably); scan with the app instead.")
  }

  @Test func `a file replaces the texts that it has`() throws {
    let json = #"{"en": {"headline": "Welcome", "steps": ["One.", "Two.", "Three."], "deeds": {"opens-app": "good"}}}"#
    let texts = try PosterTexts.builtIn.replacing(json: Array(json.utf8))
    let words = try words(texts, "en")
    #expect(words.headline == "Welcome" && words.steps == ["One.", "Two.", "Three."])
    #expect(words.smallPrint.contains("iOS 11: good. Android 13 or newer: the camera does not"))
    #expect(try self.words(texts, "de") == self.words(.builtIn, "de"))
  }

  @Test(arguments: [
    ("[1]", "expected an object that has one object per language"),
    ("{", "the texts cannot be used: expected a member name at byte 1"),
    (#"{"en":{"steps":["One."]}}"#, "the texts in 'en' lack steps/camera (three texts)"),
    (#"{"en":{"name":""}}"#, "the texts in 'en' lack name; 'oobqr print texts' prints complete ones"),
    (#"{"en":{"headline":"\#(String(repeating: "a ", count: 200))"}}"#, "en/headline has a text of more than 300 char"),
    (#"{"en":{"headlines":"x"}}"#, "en/headlines is not a poster text; 'oobqr print texts' prints all that are"),
    (#"{"en":{"deeds":{"opens":"x"}}}"#, "en/deeds/opens is not a poster text"),
    (#"{"en":{"name":1}}"#, "en/name is not a text"), (#"{"en":{"deeds":"x"}}"#, "en/deeds is not an object of texts"),
    (#"{"en":{"steps":["a","b",3]}}"#, "en/steps is not a list of texts"),
    (#"{"en":{"right_to_left":"no"}}"#, "en/right_to_left is not true or false"),
    (#"{"en":{"name":"a","name":"b"}}"#, "the texts cannot be used: en/name appears twice"),
    (#"{"en":{},"en":{}}"#, "the texts cannot be used: en appears twice"),
    (#"{"en":{"a/b":"x"}}"#, "en/a~1b is not a poster text"),
    (#"{"en":{"address":"No camera?"}}"#, "en/address has no {url}, where the address goes"),
  ]) func `texts that cannot be used are refused`(_ json: String, _ says: String) {
    let error = #expect(throws: PrintFault.self) {
      try words(try PosterTexts.builtIn.replacing(json: Array(json.utf8)), "en")
    }
    #expect(error?.description.contains(says) ?? false, "\(String(describing: error))")
  }

  @Test(arguments: [
    (
      "the largest letters", "Supercalifragilisticexpialidociousxsupercalifragilisticexpialidociousx",
      "does not fit: use"
    ),
    ("a font", "\u{E000}", "no installed font has '\u{E000}' (en)"),
  ]) func `a headline for which there is no room or no font is refused`(_ what: String, _ text: String, _ says: String)
    throws
  {
    var words = try words(.builtIn, "en")
    words.headline = text
    let poster = Poster(page: .a5, resolution: .laser, words: [words])
    let writer = try PosterWriter(poster) { _ in }
    let error = #expect(throws: PrintFault.self) {
      try writer.plan(modules: 33, PrintConditions(resolution: .laser))
    }
    #expect(error?.description.contains(says) ?? false, "\(String(describing: error))")
  }

  @Test func `a symbol for which the texts leave no room is refused with the remedies`() throws {
    let poster = Poster(page: .a5, resolution: .laser, words: [try words(.builtIn, "en")])
    let writer = try PosterWriter(poster) { _ in }
    let error = #expect(throws: PrintFault.self) {
      try writer.plan(modules: 77, PrintConditions(resolution: .laser, distance: 1000))
    }
    #expect(error?.description.contains("or scan from up to") ?? false, "\(String(describing: error))")
    #expect(try writer.plan(modules: 77, PrintConditions(resolution: .laser, distance: 300)).dots >= 15)
  }

  @Test(arguments: [
    (
      "#ffd400", "#ffffff", "#1c1c1c", "#000000", "#ffffff",
      "the contrast of #ffffff text on #ffd400 is 1.4:1, below 4.5:1"
    ),
    ("#123b5d", "#ffffff", "#999999", "#000000", "#ffffff", "use a darker --ink"),
    ("#123b5d", "#ffffff", "#1c1c1c", "#e0a000", "#ffffff", "scanners need 3:1 and 40 %: use a darker --dark"),
    // Enough contrast for a screen, but too dark for print.
    ("#123b5d", "#ffffff", "#1c1c1c", "#000000", "#606060", "their luminance differs by 11 %"),
    ("#123b5d", "#ffffff", "#1c1c1c", "#ffffff", "#000000", "are light on dark, which many readers cannot read"),
  ]) func `colours that are too much alike are refused`(
    _ brand: String, _ onBrand: String, _ ink: String, _ dark: String, _ light: String, _ says: String
  ) throws {
    func color(_ text: String) throws -> RGBColor { try #require(RGBColor(parsing: text)) }
    var style = Poster.Style()
    (style.brand, style.onBrand, style.ink) = (try color(brand), try color(onBrand), try color(ink))
    style.symbol = SymbolColors(dark: try color(dark), light: try color(light))
    let error = #expect(throws: PrintFault.self) { try style.check() }
    #expect(error?.description.contains(says) ?? false, "\(String(describing: error))")
    // Black or white always has enough.
    style = Poster.Style()
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        style.brand = RGBColor(red: UInt8(red), green: UInt8(green), blue: 120)
        style.onBrand = style.brand.textColor
        try style.check()
      }
    }
  }
}
