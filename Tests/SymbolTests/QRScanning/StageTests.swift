import Imaging
import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// The stages of the search, each on rendered pictures.
struct StageTests {
  static let message = FixtureMessage(name: "m", bytes: Array("https://example.com/login?session=12345".utf8))

  static func scene(_ damages: String, scale: Int = 6, version: Int? = nil) throws -> (Scene, QRSymbol) {
    let fixture = Fixture(
      message, version: version.flatMap { QRSymbol.Version($0) }, style: .init(scale: scale),
      damages: damages.isEmpty ? [] : try Damage.list(parsing: damages), seed: 5)
    let rendering = try fixture.render()
    return (rendering.scene, rendering.symbols[0])
  }

  /// The places of the three finder patterns' centres.
  static func centres(_ scene: Scene) -> [Vector] {
    let symbol = scene.symbols[0]
    let map = Homography(
      unitSquareTo: (
        Vector(symbol.corners.topLeft), Vector(symbol.corners.topRight), Vector(symbol.corners.bottomRight),
        Vector(symbol.corners.bottomLeft)
      ))
    let (near, far) = (3.5 / Double(symbol.size), 1 - 3.5 / Double(symbol.size))
    return [map.apply(near, near), map.apply(far, near), map.apply(near, far)]
  }

  @Test func `a level is the mean of four pixels of the one below`() {
    let image = GrayImage(width: 5, height: 2, pixels: [0, 100, 10, 20, 9, 200, 100, 30, 40, 9])
    let half = image.halved()
    #expect(half.width == 2 && half.height == 1 && half.pixels == [100, 25])
    #expect(Pyramid(GrayImage(width: 1000, height: 300)).levels.map(\.width) == [1000, 500, 250, 125])
    #expect(Pyramid(GrayImage(width: 1, height: 1)).levels.count == 1)
    let pyramid = Pyramid(GrayImage(width: 1000, height: 1000))
    #expect(pyramid.level(where: 10, isAtLeast: 2.6) == 1 && pyramid.level(where: 3, isAtLeast: 2.6) == 0)
    let step = GrayImage(width: 2, height: 1, pixels: [0, 100])
    #expect(step.doubled(vertically: false).pixels == [0, 25, 75, 100])
    #expect(GrayImage(width: 1, height: 2, pixels: [0, 100]).doubled(horizontally: false).pixels == [0, 25, 75, 100])
    let dot = GrayImage(width: 4, height: 3, pixels: [0, 0, 0, 0, 0, 90, 0, 0, 0, 0, 0, 9])
    #expect(dot.softened().pixels == [0, 0, 0, 0, 0, 10, 11, 0, 0, 0, 0, 9])
    #expect(GrayImage(width: 2, height: 2, filledWith: 7).doubled() == GrayImage(width: 4, height: 4, filledWith: 7))
  }

  @Test(arguments: QRScanner.Effort.allCases)
  func `the cheap test of runs rejects none that are within the limits`(effort: QRScanner.Effort) {
    let search = Tuning(effort).search
    let limits = [search.runs, 0.8].map { RunLimits(share: $0, search) }
    #expect(limits[0].haveCore((2, 2, 6, 2, 2)) && limits[0].contain((2, 2, 6, 2, 2)))
    #expect(!limits[0].haveCore((1, 1, 1, 1, 1)) && !limits[0].haveCore((4, 1, 2, 1, 1)))
    var accepted = 0
    // At least twice the core on one side, and anything on the other.
    for core in 2...10 {
      for (left, right) in (1..<core).flatMap({ left in (1..<core).map { (left, $0) } }) {
        for (outer, other) in (2 * core...30).flatMap({ outer in (1...30).map { (outer, $0) } }) {
          let (runs, mirrored) = ((outer, left, core, right, other), (other, right, core, left, outer))
          accepted += limits.count { $0.contain(runs) || $0.contain(mirrored) }
        }
      }
    }
    #expect(accepted == 0)
  }

  @Test(arguments: ["", "shadow:6,angle=30", "contrast:80", "underexposure:4", "cast-shadow:4"])
  func `the local threshold separates modules in any light`(damage: String) throws {
    let (scene, symbol) = try Self.scene(damage)
    let bitmap = Bitmap(scene.picture.gray.stretched())
    let corner = scene.symbols[0].corners.topLeft
    var wrong = 0
    for row in 0..<symbol.size {
      for column in 0..<symbol.size {
        let (x, y) = (Int(corner.x) + column * 6 + 3, Int(corner.y) + row * 6 + 3)
        if (bitmap.pixels[y * bitmap.width + x] == 1) != symbol[row: row, column: column] { wrong += 1 }
      }
    }
    #expect(wrong <= symbol.size * symbol.size / 20, "\(damage): \(wrong)")
  }

  @Test func `faint pictures are stretched to the whole range, others are unchanged`() {
    let faint = GrayImage(width: 4, height: 1, pixels: [100, 110, 120, 130])
    #expect(faint.stretched().pixels == [0, 85, 170, 255])
    let full = GrayImage(width: 2, height: 1, pixels: [0, 255])
    #expect(full.stretched() == full)
  }

  @Test(arguments: [
    "", "rotation:7", "rotation:45", "rotation:101", "perspective:40", "perspective:30,pan=20", "mirror", "defocus:2",
    "noise:30",
  ])
  func `finder patterns are detected in place and in shape`(damage: String) throws {
    let (scene, _) = try Self.scene(damage)
    let image = scene.picture.gray
    let patterns = FinderSearch.measured(image)
    for centre in Self.centres(scene) {
      let nearest = patterns.min { ($0.centre - centre).length < ($1.centre - centre).length }
      let pattern = try #require(nearest)
      #expect((pattern.centre - centre).length < 1.5, "\(damage)")
      #expect(pattern.quality > 0.7, "\(damage)")
      // Without perspective the module size is known.
      if !damage.contains("perspective") { #expect(abs(pattern.moduleSize - 6) < 0.7, "\(damage)") }
    }
  }

  @Test(arguments: ["", "rotation:33", "rotation:200", "perspective:35,pan=-20", "mirror"])
  func `the likeliest triple is that of the symbol, with its corner`(damage: String) throws {
    let (scene, symbol) = try Self.scene(damage)
    let image = scene.picture.gray
    let patterns = FinderSearch.measured(image)
    let triple = try #require(FinderTriple.all(of: patterns).first)
    let centres = Self.centres(scene)
    #expect((triple.corner.centre - centres[0]).length < 1.5)
    #expect(abs(triple.estimatedSize - Double(symbol.size)) < Double(symbol.size) * 0.15, "\(triple.estimatedSize)")
    #expect(TimingCount.sizes(of: triple, in: image).contains(symbol.size))
  }

  @Test(arguments: ["", "rotation:33", "perspective:40", "perspective:30,pan=25", "rotation:10+perspective:30"])
  func `a map that is off by a module is corrected`(damage: String) throws {
    let (scene, symbol) = try Self.scene(damage)
    let truth = GridMap<LevelPixels>(scene.symbols[0])
    var start = truth
    start.corners.0 += Vector(0.7, -0.6) * truth.moduleSize
    start.corners.2 += Vector(-0.8, 0.9) * truth.moduleSize
    let fit = GridFit(scene.picture.gray, version: symbol.version)
    let found = fit.improved(start)
    #expect(fit.score(found) > fit.score(start))
    let decision = ModuleGrays(scene.picture.gray, found).decided()
    #expect(decision.modules == symbol.modules, "\(damage)")
    #expect(decision.agreement(size: symbol.size) == .init(finder: 1, timing: 1))
  }

  @Test func `least squares satisfy consistent rows and average others`() throws {
    var system = LinearSystem(unknowns: 2)
    system.add([1, 1], 5)
    #expect(system.solution == nil)
    system.add([1, -1], 1)
    #expect(try #require(system.solution) == [3, 2])
    system.add([1, 1], 8, weight: 2)
    let solution = try #require(system.solution)
    #expect(abs(solution[0] + solution[1] - 7) < 1e-12)
    // One miss of 2, and one of 1 that counts twice.
    #expect(abs(system.residual(solution, squares: 25 + 1 + 2 * 64) - 6) < 1e-9)
    system.dampen(0, by: 1e9)
    #expect(abs(try #require(system.solution)[0]) < 1e-6)
  }

  @Test func `a fitted map maps its pairs`() throws {
    let truth = GridMap<LevelPixels>(
      size: 25, corners: (Vector(10, 12), Vector(210, 30), Vector(190, 240), Vector(20, 220)))
    let pairs = [(0.0, 0.0), (25, 0), (25, 25), (0, 25), (12, 7), (3, 18)].map { x, y in
      (module: Vector(x, y), place: truth.place(x, y), weight: 1.0)
    }
    let fitted = try #require(GridMap.fitted(size: 25, pairs))
    for pair in pairs { #expect((fitted.place(pair.module.x, pair.module.y) - pair.place).length < 1e-6) }
    #expect(GridMap.fitted(size: 25, Array(repeating: pairs[0], count: 6)) == nil)
    // Turned inside out.
    #expect(
      !GridMap<LevelPixels>(size: 25, corners: (Vector(0, 0), Vector(9, 9), Vector(9, 0), Vector(0, 9))).isPlausible)
  }

  @Test func `sharpening reduces a blur of neighbours`() throws {
    let (scene, symbol) = try Self.scene("")
    let map = GridMap<LevelPixels>(scene.symbols[0])
    let grays = ModuleGrays(scene.picture.gray, map)
    #expect(grays.values.allSatisfy { $0 == 0 || $0 == 255 })
    let middle = (symbol.size / 2) * symbol.size + symbol.size / 2
    let darker = grays.sharpened(0.2).values[middle] < grays.values[middle]
    let isDark = symbol.modules[middle]
    #expect(isDark == darker || grays.sharpened(0.2).values[middle] == grays.values[middle])
    #expect(grays.decided().isUncertain.count { $0 } == 0)
  }

  @Test(arguments: 7...40)
  func `version information is read beside two patterns`(version: Int) throws {
    let (scene, symbol) = try Self.scene("", scale: 3, version: version)
    let image = scene.picture.gray
    let patterns = FinderSearch.measured(image)
    let centres = Self.centres(scene)
    let own = patterns.filter { pattern in centres.contains { ($0 - pattern.centre).length < 1.5 } }
    let triple = try #require(FinderTriple.all(of: own).first)
    #expect(triple.informedVersion(in: image) == symbol.version)
  }

  @Test func `no symbol is read in noise`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let image = GrayImage(width: 120, height: 90, pixels: random.bytes(120 * 90))
      #expect(try QRScanner(engine: .modules, effort: .hard).scan(image).isEmpty)
    }
  }
}
