import Foundation
import Imaging
import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Bent surfaces, blurred pictures, flat angles.
struct DistortionTests {
  @Test(
    arguments: [
      (8, "cylinder:0.7"), (14, "cylinder:0.7"), (14, "rotation:30+cylinder:0.8"), (30, "cylinder:0.6"),
      (27, "crumple:1,wavelength=30"), (20, "perspective:25+cylinder:0.8+noise:20"),
    ])
  func `98 % of the modules of a bent surface are right`(version: Int, damage: String) throws {
    let (scene, symbol) = try StageTests.scene(damage, version: version)
    let pyramid = Pyramid(scene.picture.gray)
    let image = pyramid.levels[pyramid.level(where: 6, isAtLeast: 2.6)]
    let patterns = FinderSearch.measured(image).filter { $0.quality > 0.6 }
    let triple = try #require(FinderTriple.all(of: patterns).max { $0.quality < $1.quality })
    let fit = GridFit(image, version: symbol.version)
    let plane = fit.improved(try #require(triple.map(size: symbol.size)))
    let flat = ModuleGrays(image, plane).decided()
    let bent = ModuleGrays(image, try #require(fit.tracked(triple, soft: image.softened()))).decided()
    func wrong(_ modules: [Bool]) -> Int { zip(modules, symbol.modules).count { $0 != $1 } }
    #expect(wrong(flat.modules) > symbol.modules.count / 20, "flat is enough: \(wrong(flat.modules))")
    #expect(wrong(bent.modules) <= symbol.modules.count / 50, "\(wrong(bent.modules)) of \(symbol.modules.count)")
  }

  @Test func `a timing pattern is walked from either end`() throws {
    // A wave of a module and a half, and steps that grow by a half along the path.
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
            let left = (centre.x - (next - centre).length / 2).rounded()
            image.pixels[(Int(centre.y) + y) * 340 + Int(left) + x] = 0
          }
        }
      }
      func end(_ index: Int, _ sign: Double) -> TimingPath.End {
        let along = (truth(index + 1) - truth(index - 1)) / 2 * sign
        return .init(centre: truth(index) - Vector(0, 12), along: along, across: Vector(0, 4))
      }
      let path = TimingPath(
        image.softened(), from: end(3, 1), to: end(size - 4, -1), size: size, contrast: 255,
        Tuning.normal.fit)
      for index in 0..<size {
        let miss = (path.place(Double(index) + 0.5) - truth(index)).length
        #expect(miss < (damaged.isEmpty ? 1.8 : 3), "\(index) of \(damaged): \(miss) pixels")
      }
    }
  }

  @Test(
    arguments: [
      (1, [0.0, 0.1, 0, 0.1, 0.6, 0.1, 0, 0.1, 0]), (1, [0.06, 0.14, 0.06, 0.14, 0.2, 0.14, 0.06, 0.14, 0.06]),
      (1, [0, 0, 0, 0.36, 0.28, 0.36, 0, 0, 0]), (1, [0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.3]),
      (2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ])
  func `blurred modules are restored`(radius: Int, kernel: [Double]) throws {
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
    if kernel[kernel.count / 2] <= 0.4 { #expect(wrong(grays.decided()) > symbol.modules.count / 20) }
  }

  @Test func `without blur, or without a symbol, nothing is deblurred`() throws {
    let (scene, symbol) = try StageTests.scene("")
    var map = GridMap<LevelPixels>(scene.symbols[0])
    let fit = GridFit(scene.picture.gray, version: symbol.version)
    #expect(ModuleGrays(scene.picture.gray, map).deblurred(known: fit.known, radius: 1) == nil)
    map.corners.0 += Vector(40, 70)
    map.corners.2 -= Vector(60, 30)
    for radius in 1...2 {
      #expect(ModuleGrays(scene.picture.gray, map).deblurred(known: fit.known, radius: radius) == nil)
    }
  }

  @Test func `finder patterns with rings thinned by blur are detected by a narrow threshold`() throws {
    let (scene, _) = try StageTests.scene("defocus:4", scale: 4, version: 8)
    let image = scene.picture.gray
    func found(_ threshold: Bitmap.Threshold) -> Int {
      let patterns = FinderSearch.measured(image, threshold)
      return StageTests.centres(scene).count { centre in
        patterns.contains { ($0.centre - centre).length < 1 && $0.quality > 0.7 }
      }
    }
    #expect(found(.narrow) == 3)
    #expect(found(.local) < 3)
  }

  @Test(arguments: [(12, 12), (40, 30), (13, 50)])
  func `a narrow threshold is the mean of eleven by eleven pixels`(width: Int, height: Int) {
    var generator = SplitMix64(seed: 7)
    let image = GrayImage(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let (narrow, local) = (Bitmap(image, .narrow).pixels, Bitmap(image, .local).pixels)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        guard 5..<width - 5 ~= x, 5..<height - 5 ~= y else {
          #expect(narrow[at] == local[at])
          continue
        }
        var sum = 0
        for dy in -5...5 { for dx in -5...5 { sum += Int(image.pixels[at + dy * width + dx]) } }
        let difference = Double(image.pixels[at]) - Double(sum) / 121
        #expect(narrow[at] == (abs(difference) > 3 ? (difference < 0 ? 1 : 0) : local[at]), "\(x), \(y): \(difference)")
      }
    }
  }

  @Test(arguments: [false, true]) func `a symbol at a flat angle is read`(isTurned: Bool) throws {
    let (scene, _) = try StageTests.scene("perspective:70", scale: 4, version: 5)
    var image = scene.picture.gray
    var corners = scene.symbols[0].corners
    if isTurned {
      func turned(_ point: ImagePoint) -> ImagePoint { ImagePoint(x: Double(image.height) - point.y, y: point.x) }
      corners = Corners(
        topLeft: turned(corners.topLeft), topRight: turned(corners.topRight), bottomRight: turned(corners.bottomRight),
        bottomLeft: turned(corners.bottomLeft))
      image = image.turned
    }
    let detection = try #require(QRScanner(engine: .modules).scan(image).first)
    #expect(detection.message == StageTests.message.bytes)
    for (found, truth) in zip(detection.corners.points, corners.points) {
      #expect((Vector(found) - Vector(truth)).length < 4, "\(found), \(truth)")
    }
  }

  @Test(arguments: ["cylinder:0.8", "rotation:20+cylinder:0.9", "perspective:20+cylinder:0.9"], [false, true])
  func `the corners of a bent symbol are right`(damage: String, isMirrored: Bool) throws {
    let (scene, symbol) = try StageTests.scene(damage + (isMirrored ? "+mirror" : ""), version: 20)
    let detection = try #require(try QRScanner(engine: .modules).scan(scene.picture.gray).first)
    guard case .grid(.tracked, _, isModelOne: false) = detection.attempt else {
      Issue.record("read by \(String(describing: detection.attempt))")
      return
    }
    let corners = scene.symbols[0].corners
    let module = (Vector(corners.topRight) - Vector(corners.topLeft)).length / Double(symbol.size)
    for (found, truth) in zip(detection.corners.points, corners.points) {
      #expect((Vector(found) - Vector(truth)).length < 1.5 * module, "\(found), \(truth)")
    }
  }

  @Test(arguments: [1, 3, 9]) func `a bent symbol of any size, mirrored or not, is tracked`(version: Int) throws {
    let message: [UInt8] = Array("bent".utf8)
    for damage in ["cylinder:0.9", "cylinder:0.9+mirror"] {
      let fixture = Fixture(
        FixtureMessage(name: "m", bytes: message), version: QRSymbol.Version(version), style: .init(scale: 4),
        damages: try Damage.list(parsing: damage), seed: 5)
      let (image, symbol) = try (fixture.render().scene.picture.gray, fixture.render().symbols[0])
      let patterns = FinderSearch.measured(image).filter { $0.quality > 0.6 }
      let triple = try #require(FinderTriple.all(of: patterns).max { $0.quality < $1.quality })
      let fit = GridFit(image, version: symbol.version)
      let map = try #require(fit.tracked(triple, soft: image.softened()))
      let decision = ModuleGrays(image, map).decided()
      let turned = damage.hasSuffix("mirror") ? decision.transposed(size: symbol.size) : decision
      #expect(zip(turned.modules, symbol.modules).count { $0 != $1 } <= symbol.modules.count / 50, "\(damage)")
    }
  }

  @Test func `tiny pictures are enlarged and scanned`() throws {
    for (width, height) in [(1, 1), (1, 90), (90, 1), (2, 3)] {
      let image = GrayImage(width: width, height: height, filledWith: 99)
      #expect(try QRScanner(effort: .hard).scan(image).isEmpty)
      #expect(image.doubled(vertically: false) == GrayImage(width: 2 * width, height: height, filledWith: 99))
      #expect(image.doubled(horizontally: false) == GrayImage(width: width, height: 2 * height, filledWith: 99))
      #expect(image.softened() == image)
    }
  }
}
