import Foundation
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

@testable import QRScanning

/// The stages of the search, each on pictures whose truth is known.
struct StageTests {
  static let message = FixtureMessage(name: "m", bytes: Array("https://example.com/login?session=12345".utf8))

  private static func scene(_ damages: String, scale: Int = 6, version: Int? = nil) throws -> (Scene, QRSymbol) {
    let fixture = Fixture(
      message, version: version.flatMap { QRSymbol.Version($0) }, style: .init(scale: scale),
      damages: damages.isEmpty ? [] : try Damage.list(parsing: damages), seed: 5)
    let rendering = try fixture.render()
    return (rendering.scene, rendering.symbol)
  }

  /// The places of the three finder patterns' centres.
  private static func centres(_ scene: Scene) -> [Vector] {
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
    #expect(GrayImage(width: 2, height: 2, filledWith: 7).doubled() == GrayImage(width: 4, height: 4, filledWith: 7))
  }

  @Test(arguments: ["", "shadow:6,angle=30", "contrast:80", "underexposure:4", "cast-shadow:4"])
  func `the local threshold parts modules in any light`(damage: String) throws {
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

  @Test func `faint pictures are stretched to the whole range, others left alone`() {
    let faint = GrayImage(width: 4, height: 1, pixels: [100, 110, 120, 130])
    #expect(faint.stretched().pixels == [0, 85, 170, 255])
    let full = GrayImage(width: 2, height: 1, pixels: [0, 255])
    #expect(full.stretched() == full)
  }

  @Test(arguments: [
    "", "rotation:7", "rotation:45", "rotation:101", "perspective:40", "perspective:30,pan=20", "mirror", "defocus:2",
    "noise:30",
  ])
  func `finder patterns are found where they are, with their shapes`(damage: String) throws {
    let (scene, _) = try Self.scene(damage)
    let image = scene.picture.gray
    let patterns = FinderSearch(Bitmap(image)).patterns.map { $0.measured(in: image) }
    for centre in Self.centres(scene) {
      let nearest = patterns.min { ($0.centre - centre).length < ($1.centre - centre).length }
      let pattern = try #require(nearest)
      #expect((pattern.centre - centre).length < 1.5, "\(damage)")
      #expect(pattern.quality > 0.7, "\(damage)")
      // Without perspective the module's size is known.
      if !damage.contains("perspective") { #expect(abs(pattern.moduleSize - 6) < 0.7, "\(damage)") }
    }
  }

  @Test(arguments: ["", "rotation:33", "rotation:200", "perspective:35,pan=-20", "mirror"])
  func `the likeliest triple is the symbol's, its corner first`(damage: String) throws {
    let (scene, symbol) = try Self.scene(damage)
    let image = scene.picture.gray
    let patterns = FinderSearch(Bitmap(image)).patterns.map { $0.measured(in: image) }
    let triple = try #require(FinderTriple.all(of: patterns).first)
    let centres = Self.centres(scene)
    #expect((triple.corner.centre - centres[0]).length < 1.5)
    #expect(abs(triple.estimatedSize - Double(symbol.size)) < Double(symbol.size) * 0.15, "\(triple.estimatedSize)")
    #expect(TimingCount.sizes(of: triple, in: image).contains(symbol.size))
  }

  @Test(arguments: ["", "rotation:33", "perspective:40", "perspective:30,pan=25", "rotation:10+perspective:30"])
  func `a map that is a module off is put right`(damage: String) throws {
    let (scene, symbol) = try Self.scene(damage)
    let corners = scene.symbols[0].corners
    let truth = GridMap(
      size: symbol.size,
      corners: (
        Vector(corners.topLeft), Vector(corners.topRight), Vector(corners.bottomRight), Vector(corners.bottomLeft)
      ))
    var start = truth
    start.corners.0 += Vector(0.7, -0.6) * truth.moduleSize
    start.corners.2 += Vector(-0.8, 0.9) * truth.moduleSize
    let fit = GridFit(scene.picture.gray, version: symbol.version)
    let found = fit.improved(start)
    #expect(fit.score(found) > fit.score(start))
    let decision = ModuleGrays(scene.picture.gray, found).decided(radius: 5)
    #expect(decision.modules == symbol.modules, "\(damage)")
    #expect(decision.agreement(size: symbol.size) == (1, 1))
  }

  @Test(
    arguments: [
      (8, "cylinder:0.7"), (14, "cylinder:0.7"), (14, "rotation:30+cylinder:0.8"), (30, "cylinder:0.6"),
      (27, "crumple:1,wavelength=30"), (20, "perspective:25+cylinder:0.8+noise:20"),
    ])
  func `every module of a bent surface is found`(version: Int, damage: String) throws {
    let (scene, symbol) = try Self.scene(damage, version: version)
    let pyramid = Pyramid(scene.picture.gray)
    let image = pyramid.levels[pyramid.level(where: 6, isAtLeast: 2.6)]
    let patterns = FinderSearch(Bitmap(image)).patterns.map { $0.measured(in: image) }.filter { $0.quality > 0.6 }
    let triple = try #require(FinderTriple.all(of: patterns).max { $0.quality < $1.quality })
    let fit = GridFit(image, version: symbol.version)
    let flat = ModuleGrays(image, fit.improved(try #require(triple.map(size: symbol.size)))).decided(radius: 5)
    let bent = ModuleGrays(image, try #require(fit.tracked(triple, soft: image.softened()))).decided(radius: 5)
    func wrong(_ modules: [Bool]) -> Int { zip(modules, symbol.modules).count { $0 != $1 } }
    #expect(wrong(flat.modules) > symbol.modules.count / 20, "flat would have done: \(wrong(flat.modules))")
    #expect(wrong(bent.modules) <= symbol.modules.count / 50, "\(wrong(bent.modules)) of \(symbol.modules.count)")
  }

  @Test func `a timing pattern is walked from either end`() throws {
    // A wave of a module and a half, and a stretch that grows by a half on the way.
    let size = 57
    func truth(_ index: Int) -> Vector {
      let x = Double(index)
      return Vector(20 + 4 * x + 0.018 * x * x, 40 + 6 * sin(x / 9))
    }
    for damaged in [20..<20, 24..<30, 9..<14, 44..<49] {
      var image = GrayImage(width: 340, height: 80)
      for index in 0..<size where index < 7 || index > size - 8 || (index % 2 == 0 && !damaged.contains(index)) {
        let (centre, next) = (truth(index), truth(index + 1))
        for y in -2...2 {
          for x in 0..<Int((next - centre).length.rounded()) {
            image.pixels[(Int(centre.y) + y) * 340 + Int((centre.x + next.x) / 2) - 2 + x - 2] = 0
          }
        }
      }
      func end(_ index: Int, _ sign: Double) -> TimingPath.End {
        let along = (truth(index + 1) - truth(index - 1)) / 2 * sign
        return .init(centre: truth(index) - Vector(0, 12), along: along, across: Vector(0, 4))
      }
      let path = TimingPath(image.softened(), from: end(3, 1), to: end(size - 4, -1), size: size, contrast: 255)
      for index in 0..<size {
        let miss = (path.place(Double(index) + 0.5) - truth(index)).length
        #expect(miss < (damaged.isEmpty ? 2 : 3), "\(index) of \(damaged): \(miss) pixels")
      }
    }
  }

  @Test(
    arguments: [
      (1, [0.0, 0.1, 0, 0.1, 0.6, 0.1, 0, 0.1, 0]), (1, [0.06, 0.14, 0.06, 0.14, 0.2, 0.14, 0.06, 0.14, 0.06]),
      (1, [0, 0, 0, 0.36, 0.28, 0.36, 0, 0, 0]), (1, [0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.3]),
      (2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ])
  func `what a blur did to the modules is taken back`(radius: Int, kernel: [Double]) throws {
    let symbol = try QREncoder().encode("https://example.com/login?session=12345")
    let (size, scale, side) = (symbol.size, 5, 2 * radius + 1)
    var image = GrayImage(width: size * scale, height: size * scale)
    for row in 0..<size {
      for column in 0..<size {
        var light = 0.0
        for (tap, share) in kernel.enumerated() {
          let (x, y) = (column + tap % side - radius, row + tap / side - radius)
          let isDark = 0..<size ~= x && 0..<size ~= y && symbol.modules[y * size + x]
          light += isDark ? 0 : share
        }
        // Less light on the right.
        let gray = UInt8(30 + light * (200 - Double(column)))
        for y in 0..<scale {
          for x in 0..<scale { image.pixels[(row * scale + y) * image.width + column * scale + x] = gray }
        }
      }
    }
    let far = Double(size * scale)
    let grays = ModuleGrays(
      image, GridMap(size: size, corners: (Vector(0, 0), Vector(far, 0), Vector(far, far), Vector(0, far))))
    let known = GridFit(image, version: symbol.version).known
    let decision = try #require(grays.deblurred(known: known, radius: radius))
    func wrong(_ decision: ModuleGrays.Decision) -> Int { zip(decision.modules, symbol.modules).count { $0 != $1 } }
    #expect(wrong(decision) <= symbol.modules.count / 100)
    #expect(decision.isUncertain.count { $0 } < symbol.modules.count / 20)
    if kernel[kernel.count / 2] < 0.4 { #expect(wrong(grays.decided(radius: 5)) > symbol.modules.count / 20) }
  }

  @Test func `no blur, and no symbol, is nothing to take back`() throws {
    let (scene, symbol) = try Self.scene("")
    let corners = scene.symbols[0].corners
    var map = GridMap(
      size: symbol.size,
      corners: (
        Vector(corners.topLeft), Vector(corners.topRight), Vector(corners.bottomRight), Vector(corners.bottomLeft)
      ))
    let fit = GridFit(scene.picture.gray, version: symbol.version)
    #expect(ModuleGrays(scene.picture.gray, map).deblurred(known: fit.known, radius: 1) == nil)
    map.corners.0 += Vector(40, 70)
    map.corners.2 -= Vector(60, 30)
    for radius in 1...2 {
      #expect(ModuleGrays(scene.picture.gray, map).deblurred(known: fit.known, radius: radius) == nil)
    }
  }

  @Test func `finder patterns that blur has thinned are found by a narrow threshold`() throws {
    let (scene, _) = try Self.scene("defocus:4", scale: 4, version: 8)
    let image = scene.picture.gray
    func found(_ threshold: Bitmap.Threshold) -> Int {
      let patterns = FinderSearch(Bitmap(image, threshold)).patterns.map { $0.measured(in: image) }
      return Self.centres(scene).count { centre in
        patterns.contains { ($0.centre - centre).length < 1 && $0.quality > 0.7 }
      }
    }
    #expect(found(.narrow) == 3)
    #expect(found(.local) < 3)
    // A picture of one gray has neither.
    #expect(Bitmap(GrayImage(width: 40, height: 30, filledWith: 90), .narrow).pixels.allSatisfy { $0 == 0 })
    #expect(Bitmap(GrayImage(width: 11, height: 5, filledWith: 90), .narrow).pixels.count == 55)
  }

  @Test(arguments: [false, true]) func `a symbol at a flat angle is read`(isTurned: Bool) throws {
    let (scene, _) = try Self.scene("perspective:70", scale: 4, version: 5)
    var image = scene.picture.gray
    var corners = scene.symbols[0].corners
    if isTurned {
      let (width, height) = (image.height, image.width)
      image = GrayImage(
        width: width, height: height,
        pixels: (0..<width * height).map { image.pixels[($0 % width) * height + height - 1 - $0 / width] })
      func turned(_ point: ImagePoint) -> ImagePoint { ImagePoint(x: point.y, y: Double(height) - point.x) }
      corners = Corners(
        topLeft: turned(corners.topLeft), topRight: turned(corners.topRight), bottomRight: turned(corners.bottomRight),
        bottomLeft: turned(corners.bottomLeft))
    }
    let detection = try #require(try QRScanner(engine: .modules).scan(image).first)
    #expect(detection.message == Self.message.bytes)
    let pairs = [
      (detection.corners.topLeft, corners.topLeft), (detection.corners.topRight, corners.topRight),
      (detection.corners.bottomRight, corners.bottomRight), (detection.corners.bottomLeft, corners.bottomLeft),
    ]
    for (found, truth) in pairs { #expect((Vector(found) - Vector(truth)).length < 4, "\(found), \(truth)") }
  }

  @Test func `least squares meet every row, or the middle`() throws {
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

  @Test func `the map of a pair list goes through the pairs`() throws {
    let truth = GridMap(
      size: 25, corners: (Vector(10, 12), Vector(210, 30), Vector(190, 240), Vector(20, 220)))
    let pairs = [(0.0, 0.0), (25, 0), (25, 25), (0, 25), (12, 7), (3, 18)].map { x, y in
      (module: Vector(x, y), place: truth.place(x, y), weight: 1.0)
    }
    let fitted = try #require(GridMap.fitted(size: 25, pairs))
    for pair in pairs { #expect((fitted.place(pair.module.x, pair.module.y) - pair.place).length < 1e-6) }
    #expect(GridMap.fitted(size: 25, Array(repeating: pairs[0], count: 6)) == nil)
    // Turned inside out.
    #expect(!GridMap(size: 25, corners: (Vector(0, 0), Vector(9, 9), Vector(9, 0), Vector(0, 9))).isPlausible)
  }

  @Test func `sharpening undoes a blur of neighbours`() throws {
    let (scene, symbol) = try Self.scene("")
    let corners = scene.symbols[0].corners
    let map = GridMap(
      size: symbol.size,
      corners: (
        Vector(corners.topLeft), Vector(corners.topRight), Vector(corners.bottomRight), Vector(corners.bottomLeft)
      ))
    let grays = ModuleGrays(scene.picture.gray, map)
    #expect(grays.values.allSatisfy { $0 == 0 || $0 == 255 })
    let middle = (symbol.size / 2) * symbol.size + symbol.size / 2
    let darker = grays.sharpened(0.2).values[middle] < grays.values[middle]
    let isDark = symbol.modules[middle]
    #expect(isDark == darker || grays.sharpened(0.2).values[middle] == grays.values[middle])
    #expect(grays.decided(radius: 5).isUncertain.count { $0 } == 0)
  }

  @Test(arguments: 7...40)
  func `version information is read beside two patterns`(version: Int) throws {
    let (scene, symbol) = try Self.scene("", scale: 3, version: version)
    let image = scene.picture.gray
    let patterns = FinderSearch(Bitmap(image)).patterns.map { $0.measured(in: image) }
    let centres = Self.centres(scene)
    let own = patterns.filter { pattern in centres.contains { ($0 - pattern.centre).length < 1.5 } }
    let triple = try #require(FinderTriple.all(of: own).first)
    #expect(VersionInformation.version(of: triple, in: image) == symbol.version)
  }

  @Test func `noise holds no symbols`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let image = GrayImage(width: 120, height: 90, pixels: random.bytes(120 * 90))
      #expect(try QRScanner(engine: .modules, effort: .hard).scan(image).isEmpty)
    }
  }
}

extension Vector {
  fileprivate init(_ point: ImagePoint) { self.init(point.x, point.y) }
}

/// Pictures that ask for too much, and accidents that must not happen.
struct BoundsTests {
  @Test func `every symbol of a large sheet is read`() throws {
    let side = 12
    var sheet: GrayImage?
    var messages: Set<String> = []
    for index in 0..<side * side {
      let text = "symbol \(index)"
      messages.insert(text)
      let tile = GrayImage(try QREncoder(version: QRSymbol.Version(1)).encode(text), scale: 3)
      var whole = sheet ?? GrayImage(width: tile.width * side, height: tile.height * side)
      for y in 0..<tile.height {
        let row = (index / side * tile.height + y) * whole.width + index % side * tile.width
        whole.pixels.replaceSubrange(
          row..<row + tile.width, with: tile.pixels[y * tile.width..<(y + 1) * tile.width])
      }
      sheet = whole
    }
    let found = try QRScanner(engine: .modules).scan(try #require(sheet)).compactMap(\.text)
    #expect(found.count == side * side && Set(found) == messages)
  }

  @Test func `stripes and tiles of finder patterns hold nothing`() throws {
    var stripes = GrayImage(width: 600, height: 600)
    for i in stripes.pixels.indices where i / 3 % 2 == 0 { stripes.pixels[i] = 0 }
    #expect(try QRScanner(engine: .modules).scan(stripes).isEmpty)
    var tiles = GrayImage(width: 320, height: 320)
    for y in 0..<320 {
      for x in 0..<320 where x / 2 % 8 < 7 && y / 2 % 8 < 7 {
        if max(abs(x / 2 % 8 - 3), abs(y / 2 % 8 - 3)) != 2 { tiles[x: x, y: y] = 0 }
      }
    }
    #expect(try QRScanner(engine: .modules, effort: .fast).scan(tiles).isEmpty)
  }

  @Test func `a field of finder patterns has a bounded number of triples`() {
    let patterns = (0..<900).map { index in
      FinderPattern(
        centre: Vector(Double(index % 30) * 40, Double(index / 30) * 40), axes: (Vector(14, 0), Vector(0, 14)),
        quality: 1)
    }
    let triples = FinderTriple.all(of: patterns)
    #expect(!triples.isEmpty && triples.count <= patterns.count * 4 * 64)
  }

  @Test func `a hidden pattern is supposed where it would be, on each corner`() throws {
    let places = [Vector(50, 50), Vector(200, 50), Vector(50, 200)]
    let patterns = places.map { FinderPattern(centre: $0, axes: (Vector(21, 0), Vector(0, 21)), quality: 1) }
    for hidden in 0..<3 {
      let known = patterns.indices.filter { $0 != hidden }.map { patterns[$0] }
      let found = FinderTriple.completed(from: known).contains { triple in
        let all = [triple.corner, triple.right, triple.below]
        return zip(all, places).allSatisfy { ($0.centre - $1).length < 1 }
      }
      #expect(found, "pattern \(hidden)")
    }
  }

  @Test(arguments: [0.0, 1, 2, 3])
  func `a symbol is read whose corner is torn off with its finder pattern`(corner: Double) throws {
    let torn = try Damage(.tornCorner, 0.3, options: ["corner": corner, "level": 200])
    let message = FixtureMessage(name: "m", bytes: Array("https://example.com/login".utf8))
    let rendering = try Fixture(message, level: .high, damages: [torn, Damage(.rotation, 20)]).render()
    #expect(try QRScanner(engine: .modules).scan(rendering.scene.picture.gray).map(\.message) == [message.bytes])
  }
}
