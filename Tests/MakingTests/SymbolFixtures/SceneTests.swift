import Foundation
import HostSystem
import ImageCoding
import Imaging
@testable import PictureDamage
import QRSymbology
import SymbolDrawing
@testable import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// Scenes of several symbols, pictures without one, approaches, photographs as backgrounds, and random strengths.
struct SceneTests {
  @TemporaryFolder var folder
  private static func entries(_ fixtures: FixtureSet) throws -> [Manifest.Entry] {
    try fixtures.map { Manifest.Entry($0, try $0.render()) }
  }

  @Test func `made-up scenes have two to six different symbols, which are where the scene says`() throws {
    let size = Fixture.SceneSize(width: 400, height: 300)
    for seed in UInt64(1)...4 {
      let made = try SymbolScene.generated(seed: seed, size: size)
      let plan = Fixture.MadeUpScene(name: "s", seed: seed)
      let rendering = try Fixture(.scene(plan), style: .init(sceneSize: size)).render()
      #expect(2...6 ~= made.parts.count && Set(rendering.messages).count == made.parts.count)
      #expect(rendering.messages == made.parts.map(\.message.bytes))
      let drawn = try made.render(seed: seed)
      #expect(rendering.scene == drawn.scene && drawn.symbols == rendering.symbols)
      // The middle of each finder pattern has the colour of dark modules, apart from blur and noise.
      for (part, placed) in zip(made.parts, rendering.scene.symbols) where part.scale >= 4 {
        let middle = placed.point(column: 3.5, row: 3.5)
        let shown = Int(rendering.scene.picture.gray[x: Int(middle.x), y: Int(middle.y)])
        let (dark, light) = (Int(part.colors.dark.green), Int(part.colors.light.green))
        #expect(abs(shown - dark) < abs(shown - light), "seed \(seed), \(part.message.name)")
      }
    }
    let others = try (UInt64(1)...6).map { try SymbolScene.generated(seed: $0).parts.count }
    #expect(Set(others).count > 1)
  }

  /// The first 16 digits of the digests of the suite's first scenes with seed 1.
  static let pinned = [
    "832f13da326affbb", "bf5cecff9a437239", "3c69644f5397222b", "adf9c96aba51e977",
  ]

  @Test func `the pixels of scenes of the usual size are pinned`() throws {
    let set = FixtureSuite.scenes.fixtures()
    for (fixture, digest) in zip(set, Self.pinned) {
      #expect(try fixture.render().scene.picture.pixelDigest.prefix(16) == digest, "\(fixture.name)")
    }
  }

  @Test func `the example of scenes says what is made`() throws {
    let scene = try SymbolScene.generated(seed: 7)
    #expect(
      scene.parts.map(\.message.name) == [
        "otpauth", "app-link-callbacks", "app-link", "fido-hybrid", "custom-uri", "json",
      ])
  }

  @Test(arguments: [(157, 82), (82, 157), (200, 200), (240, 160)])
  func `small scenes have two symbols, the first clear and the second in shadow`(width: Int, height: Int) throws {
    for seed in UInt64(1)...6 {
      let size = Fixture.SceneSize(width: width, height: height)
      let made = try SymbolScene.generated(seed: seed, size: size)
      #expect(made.parts.count >= 2, "seed \(seed)")
      #expect(!made.parts[0].colors.isInverted && made.parts[0].colors.light.luminance > 0.3)
      #expect(!made.parts[1].colors.isInverted && made.parts[1].colors.light.luminance < 0.15)
      let plan = Fixture.MadeUpScene(name: "s", seed: seed)
      let rendering = try Fixture(.scene(plan), style: .init(sceneSize: size)).render()
      #expect(rendering.scene.symbols.count == made.parts.count)
      for symbol in rendering.scene.symbols {
        for point in symbol.corners.points {
          #expect(0...Double(width) ~= point.x && 0...Double(height) ~= point.y, "seed \(seed)")
        }
      }
    }
  }

  @Test func `scenes that cannot be made are refused before any is drawn`() throws {
    func error(_ width: Int, _ height: Int, _ messages: [FixtureMessage] = FixtureMessage.carriers) -> String? {
      let plan = Fixture.MadeUpScene(name: "s", seed: 1, messages: messages)
      let style = Fixture.Style(sceneSize: .init(width: width, height: height))
      do { try Fixture(.scene(plan), style: style).validate() } catch { return error.description }
      return nil
    }
    #expect(
      error(153, 82)
        == "a scene of 153 × 82 pixels has no room for two symbols of these messages; use at least 154 × 82")
    #expect(error(154, 82) == nil && error(82, 154) == nil)
    #expect(error(4000, 4000) == "a scene of 4000 × 4000 pixels is above the limit of 12000000 pixels")
    let long = FixtureMessage(name: "long", bytes: [UInt8](repeating: 65, count: 2332))
    #expect(error(900, 900, FixtureMessage.carriers + [long])?.hasPrefix("message 'long': 2332 bytes") == true)
  }

  @Test func `the suite of scenes has all sizes of modules, shadows, light on dark, lamps and windows`() throws {
    let made = try (0..<14).map { index in
      try SymbolScene.generated(seed: UInt64(index), size: .init(width: 480, height: 400))
    }
    let parts = made.flatMap(\.parts)
    #expect(parts.contains { $0.scale == 2 } && parts.contains { $0.scale >= 5 })
    #expect(parts.contains { $0.colors.isInverted } && parts.contains { $0.colors.light.luminance < 0.15 })
    #expect(parts.contains { $0.damages.contains { $0.kind == .defocus } })
    #expect(made.contains { if case .lamp? = $0.lights.first { true } else { false } })
    #expect(made.contains { if case .window? = $0.lights.first { true } else { false } })
    #expect(FixtureSuite.scenes.fixtures().count == 24)
  }

  @Test func `negative pictures of every kind have no symbol, and a manifest with scenes and negatives is read`() throws
  {
    let small = Fixture.Style(sceneSize: .init(width: 300, height: 240))
    let set = FixtureSuite.scenes.fixtures(style: small, negatives: 9)
    #expect(set.count == 33 && set.suffix(9).map(\.name).first == "text-0001" && set.last?.name == "texture-0002")
    let entries =
      try Self.entries(set.selecting([try FixtureSelection(parsing: "kind=negative")])) + [
        Manifest.Entry(set[0], try set[0].render())
      ]
    #expect(entries.prefix(9).allSatisfy { $0.messages.isEmpty && $0.content == "negative" })
    #expect(entries.last?.content == "scene" && entries.last?.path == "scene/scene-1.png")
    var rates = ReadingRates()
    #expect(rates.total.rate == 1)
    for entry in entries { rates.add(.init(wrong: 1), of: entry) }
    let names = rates.steps.map(\.damage)
    #expect(names.prefix(2) == ["negative: text", "negative: texture"] && names.last == "scene")
    #expect(rates.total.wrong == 10 && rates.total.symbols == entries.last?.messages.count)
  }

  @Test func `bar codes in negative pictures are valid`() throws {
    // 4006381333931 is the example of many descriptions of EAN-13.
    for (bars, text) in [
      (Barcodes.ean13([4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3]), "4006381333931"),
      (Barcodes.interleaved([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]), "123456789012"),
    ] {
      let width = (bars.count + 20) * 3
      let row = (0..<width).map { x in
        bars.indices.contains(x / 3 - 10) && bars[x / 3 - 10] ? UInt8(0) : UInt8(255)
      }
      let image = GrayImage(width: width, height: 60, pixels: Array(repeatElement(row, count: 60).joined()))
      try Files.withTemporaryFolder { folder in
        try folder.write(PNG.encode(image), "bars.png")
        #expect(Shell.run("zbarimg -q --raw bars.png", in: folder).contains(text))
      }
    }
  }

  @Test func `an approach moves closer frame by frame, and every frame is the same in every run`() throws {
    let damages = try Damage.lists(parsing: "noise:3")
    let set = FixtureSet(of: [DamageTests.message], damages: damages, frames: 6)
    #expect(set.map(\.path) == (1...6).map { "noise-3/carrier-frame-0\($0).png" })
    let scales = try set.map { fixture in
      let rendering = try fixture.render()
      let symbol = try #require(rendering.scene.symbols.first)
      #expect(rendering.scene.picture.width == 640 && rendering.scene.picture.height == 480)
      // The camera aims at the symbol.
      for corner in symbol.corners.points { #expect(-40...680 ~= corner.x && -40...520 ~= corner.y) }
      return symbol.scale
    }
    #expect(zip(scales, scales.dropFirst()).allSatisfy { $0 < $1 } && scales[5] > 4 * scales[0])
    #expect(try set[3].render() == set[3].render())
    var rates = ReadingRates()
    for (index, entry) in try Self.entries(set).enumerated() { rates.add(.init(read: index >= 3 ? 1 : 0), of: entry) }
    #expect(rates.sequences == ["noise-3/carrier": .init(pictures: 6, firstRead: 4)])
  }

  @Test func `a random strength is drawn for each picture, from the whole range, and recorded in the manifest`() throws
  {
    let messages = (0..<40).map { FixtureMessage(name: "m\($0)", bytes: Array("m\($0)".utf8)) }
    let set = FixtureSet(of: messages, damages: try Damage.lists(parsing: "rotation:~-10..30+jpeg:~20..60"), seed: 4)
    let strengths = set.map { $0.damages[0].strength }
    #expect(strengths.allSatisfy { -10...30 ~= $0 } && Set(strengths).count > 30)
    #expect((strengths.min() ?? 0) < -5 && (strengths.max() ?? 0) > 25)
    #expect(set.allSatisfy { $0.damages[1].strength == $0.damages[1].strength.rounded() })
    #expect(set[0].path == "rotation-between--10..30+jpeg-between-20..60/m0.jpg")
    let part = FixtureSet(
      of: Array(messages.suffix(3)), damages: try Damage.lists(parsing: "rotation:~-10..30"), seed: 4)
    let whole = FixtureSet(of: messages, damages: try Damage.lists(parsing: "rotation:~-10..30"), seed: 4)
    #expect(Array(whole.suffix(3)) == Array(part))
    var rates = ReadingRates()
    for entry in try Self.entries(whole) { rates.add(.init(read: 1), of: entry) }
    #expect(rates.steps.allSatisfy { $0.damage == "rotation:~-10..30" })
    #expect(rates.steps.map(\.strength) == [-10, -2, 6, 14, 22] && rates.steps.map(\.end) == [-2, 6, 14, 22, 30])
    #expect(rates.steps.reduce(0) { $0 + $1.count.read } == 40)
  }

  @Test func `a symbol is put on a photograph, and one that is too small or missing is refused`() throws {
    let backgrounds = try makePhotograph(width: 400, height: 300)
    let path = backgrounds[0].path
    for size in [nil, Fixture.SceneSize(width: 640, height: 200)] {
      let style = Fixture.Style(scale: 2, sceneSize: size, backgrounds: backgrounds)
      let rendering = try Fixture(DamageTests.message, style: style, seed: 5).render()
      let picture = rendering.scene.picture
      #expect(picture.isColor && picture.width == size?.width ?? 400 && picture.height == size?.height ?? 300)
      let corner = try #require(rendering.scene.symbols.first).corners.topLeft
      #expect(picture.gray[x: Int(corner.x), y: Int(corner.y)] == 0)
      #expect(picture.planes.map { $0[0] } == [200, 90, 30] || picture.planes.map { $0.last } == [200, 90, 30])
    }
    func error(_ style: Fixture.Style) -> String? {
      let fault = #expect(throws: FixtureFault.self) { try Fixture(DamageTests.message, style: style).render() }
      return fault?.description
    }
    #expect(
      error(.init(scale: 20, backgrounds: backgrounds))
        == "background '\(path)': a scene of 400 × 300 pixels has no room for the symbol of 'carrier', "
        + "which needs 660 × 660; use a larger scene or a smaller scale")
    try FileManager.default.removeItem(atPath: path)
    #expect(error(.init(backgrounds: backgrounds))?.hasPrefix("background '\(path)': cannot read") == true)
    let missing = #expect(throws: FixtureFault.self) { try Background.all(inDirectory: "/no/such") }
    #expect(missing?.description == "background '/no/such': not a directory")
  }

  /// A photograph of one colour in a folder.
  private func makePhotograph(width: Int, height: Int) throws -> [Background] {
    let pixels = (0..<width * height).flatMap { _ in [200, 90, 30] as [UInt8] }
    try folder.write(PNG.encode(ColorImage(width: width, height: height, pixels: pixels)), "wall.png")
    try folder.write("notes", "notes.txt")
    let backgrounds = try Background.all(inDirectory: folder.path)
    #expect(backgrounds.count == 1)
    return backgrounds
  }

  /// The share of pixels that have the photograph's colour, apart from noise.
  private func shareOfPhotograph(_ picture: Picture) -> Double {
    guard picture.isColor else { return 0 }
    let shown = picture.planes[0].indices.count { index in
      abs(Int(picture.planes[0][index]) - 200) < 40 && abs(Int(picture.planes[1][index]) - 90) < 40
        && abs(Int(picture.planes[2][index]) - 30) < 40
    }
    return Double(shown) / Double(picture.planes[0].count)
  }

  @Test func `scenes are put on photographs, with the same symbols as on plain ground of that size`() throws {
    let backgrounds = try makePhotograph(width: 480, height: 400)
    for (size, shown) in [(nil, (480, 400)), (Fixture.SceneSize(width: 400, height: 500), (400, 500))] {
      let style = Fixture.Style(sceneSize: size, backgrounds: backgrounds)
      let set = FixtureSuite.scenes.fixtures(style: style)
      let plain = FixtureSuite.scenes.fixtures(style: .init(sceneSize: .init(width: shown.0, height: shown.1)))
      for index in [0, 5] {
        let (rendering, other) = (try set[index].render(), try plain[index].render())
        let picture = rendering.scene.picture
        #expect((picture.width, picture.height) == shown)
        #expect(rendering.messages == other.messages && rendering.scene.symbols == other.scene.symbols)
        #expect(rendering.symbols == other.symbols && !rendering.messages.isEmpty)
        #expect(shareOfPhotograph(picture) > 0.2 && shareOfPhotograph(other.scene.picture) < 0.1)
      }
    }
  }

  @Test func `negative pictures are put on photographs, and some are photographs alone`() throws {
    let backgrounds = try makePhotograph(width: 320, height: 240)
    let set = FixtureSet(of: [], damages: [], style: .init(backgrounds: backgrounds), negatives: 8)
    #expect(set.map(\.name).last == "photograph-0001")
    for fixture in set {
      let rendering = try fixture.render()
      let share = shareOfPhotograph(rendering.scene.picture)
      #expect(rendering.messages.isEmpty && rendering.scene.picture.width == 320)
      // The sheet is a quarter of the picture, or more when it is turned.
      #expect(fixture.name.hasPrefix("photograph") ? share > 0.99 : 0.4...0.9 ~= share, "\(fixture.name) \(share)")
      #expect(try fixture.render() == rendering)
    }
    // Without photographs, they are what they were.
    let plain = FixtureSet(of: [], damages: [], negatives: 8)
    #expect(plain.map(\.name).last == "text-0002")
  }
}
