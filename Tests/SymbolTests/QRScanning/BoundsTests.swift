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

/// Limits of work, and accidents that must not be read.
struct BoundsTests {
  @Test func `a row with very many finder patterns ends the search at the limit`() {
    let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111", "0000000"]
    let rows = finder.map { Array($0.utf8.map { $0 == UInt8(ascii: "1") ? UInt8(0) : 255 } + [255]) }
    let width = 8 * 6000
    let pixels = (0..<16).flatMap { y in (0..<width).map { rows[y % 8][$0 % 8] } }
    let search = FinderSearch(
      Bitmap(GrayImage(width: width, height: 16, pixels: pixels)), isTolerant: false, .normal)
    #expect(search.patterns.count == FinderSearch.capacity)
    #expect(search.end.map { $0 < 8 } ?? false, "\(search.end ?? 0)")
  }

  // At 5 pixels per module, a smaller level has finder patterns everywhere and no readable symbol.
  @Test(arguments: [(12, 3), (8, 5)]) func `every symbol of a large sheet is read`(side: Int, scale: Int) throws {
    var sheet: GrayImage?
    var messages: Set<String> = []
    for index in 0..<side * side {
      let text = "symbol \(index)"
      messages.insert(text)
      let tile = GrayImage(try QREncoder(version: QRSymbol.Version(1)).encode(text), scale: scale)
      sheet = sheet ?? GrayImage(width: tile.width * side, height: tile.height * side)
      sheet?.draw(tile, x: index % side * tile.width, y: index / side * tile.height)
    }
    let found = try QRScanner(engine: .modules).scan(try #require(sheet)).compactMap(\.text)
    #expect(found.count == side * side && Set(found) == messages)
  }

  @Test func `no symbol is read in stripes and in tiles of finder patterns`() throws {
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

  @Test func `symbols that are read add to the limit on failures, up to a maximum`() throws {
    let picture = GrayImage(try QREncoder().encode("a"), scale: 4)
    let budget = Tuning.normal.budget
    var search = SymbolSearch(picture, .normal)
    #expect(search.mostFailedModules(among: 1) == budget.failedModules)
    search.run()
    let detection = try #require(search.detections.first)
    #expect(search.mostFailedModules(among: 1) == budget.failedModules + budget.failedModulesPerSymbol)
    search.detections = Array(repeating: detection, count: 1000)
    #expect(search.mostFailedModules(among: 1) == budget.failedModules + budget.addedModules)
    #expect(search.mostFailedModules(among: 1000) == budget.crowdedModules + budget.addedModules)
  }

  @Test(arguments: [(70.0, true), (22.0, true), (14.0, false)])
  func `rays that do not leave the core within the length of the pattern are given up`(length: Double, isFound: Bool) {
    // The core is 30 pixels wide: its sides are 15 from the centre, its corners 21.
    var picture = GrayImage(width: 110, height: 110)
    for y in 0..<70 {
      for x in 0..<70 where max(abs(x / 10 - 3), abs(y / 10 - 3)) != 2 { picture[x: x + 20, y: y + 20] = 0 }
    }
    var tuning = Tuning.normal.search
    tuning.outlineRays = 1
    let bitmap = Bitmap(picture)
    let pattern = unsafe bitmap.pixels.withUnsafeBufferPointer {
      unsafe RayOutline(from: Vector(55, 55), width: length, height: length, isLight: false, bitmap, $0, tuning).pattern
    }
    #expect((pattern != nil) == isFound)
  }

  @Test func `a field of finder patterns has a bounded number of triples`() {
    let patterns = (0..<900).map { index in
      FinderPattern<PicturePixels>(
        centre: Vector(Double(index % 30) * 40, Double(index / 30) * 40), axes: (Vector(14, 0), Vector(0, 14)),
        quality: 1)
    }
    let triples = FinderTriple.all(of: patterns)
    #expect(!triples.isEmpty && triples.count <= patterns.count * 4 * 64)
  }

  @Test(arguments: [0, 1, 7, 100, 5000])
  func `a limit keeps the first triples`(limit: Int) {
    var random = SplitMix64(seed: 3)
    let patterns = (0..<120).map { index in
      FinderPattern<PicturePixels>(
        centre: Vector(Double(index % 12) * 40 + 9 * random.uniform(), Double(index / 12) * 40 + 9 * random.uniform()),
        axes: (Vector(14, 0), Vector(0, 14)), quality: random.uniform())
    }
    func members(_ limit: Int) -> [[Int]] {
      FinderTriple.all(of: patterns, atMost: limit).map(\.members)
    }
    let all = members(.max / 2)
    #expect(all.count > 2 * 5000, "some are dropped and come after others that were kept")
    #expect(members(limit) == Array(all.prefix(limit)))
  }

  @Test func `patterns too far away to be neighbours change no triple, whatever their size`() {
    var random = SplitMix64(seed: 4)
    let patterns = (0..<600).map { _ in
      let turn = 3 * random.uniform()
      let length = 7 + 7 * random.uniform()
      return FinderPattern<PicturePixels>(
        centre: Vector(1500 * random.uniform(), 1500 * random.uniform()),
        axes: (Vector(length * cos(turn), length * sin(turn)), Vector(-length * sin(turn), length * cos(turn))),
        quality: random.uniform())
    }
    // The largest module of all decides how far from a corner neighbours are looked for.
    let far = FinderPattern<PicturePixels>(
      centre: Vector(0, 1e7), axes: (Vector(7000, 0), Vector(0, 7000)), quality: 1)
    let alone = FinderTriple.all(of: patterns).map(\.members)
    #expect(alone.count > 500 && alone == FinderTriple.all(of: patterns + [far]).map(\.members))
    // Nor does the order in which patterns of the same height are looked at.
    let turned = FinderTriple.all(of: patterns.reversed()).map { $0.members.map { patterns.count - 1 - $0 } }
    #expect(Set(alone) == Set(turned))
  }

  @Test func `three patterns that enclose a fourth do not belong to one symbol`() throws {
    // Four symbols of version 1, side by side, at 5 pixels per module.
    let symbols = [Vector(0, 0), Vector(25, 0), Vector(0, 25), Vector(25, 25)]
    let patterns = symbols.flatMap { symbol in
      [Vector(3.5, 3.5), Vector(17.5, 3.5), Vector(3.5, 17.5)].map {
        FinderPattern<PicturePixels>(
          centre: (symbol + $0) * 5, axes: (Vector(17.5, 0), Vector(0, 17.5)), quality: 1)
      }
    }
    let byHeight = PatternsByHeight(patterns.map(\.centre))
    var own = 0
    for triple in FinderTriple.all(of: patterns) where Set(triple.members.map { $0 / 3 }).count == 1 {
      #expect(!triple.encloses(patterns, byHeight, Tuning.normal.search))
      own += 1
    }
    #expect(own >= symbols.count)
    // The corner of the first, the right pattern of the second, the lower one of the third.
    let outer = try #require(FinderTriple.all(of: patterns).first { $0.members == [0, 4, 8] })
    #expect(outer.encloses(patterns, byHeight, Tuning.normal.search))
  }

  @Test func `a hidden pattern is completed on each corner`() throws {
    let places = [Vector(50, 50), Vector(200, 50), Vector(50, 200)]
    let patterns = places.map {
      FinderPattern<PicturePixels>(centre: $0, axes: (Vector(21, 0), Vector(0, 21)), quality: 1)
    }
    for hidden in 0..<3 {
      let known = patterns.indices.filter { $0 != hidden }.map { patterns[$0] }
      // In whatever order they were found, and if one of them is worn.
      for (known, least) in [(known, -1.0), (known.reversed(), -1), (known, 0.9), (known.reversed(), 0.9)] {
        var known = known
        if least > 0 { known[0].quality = 0.7 }
        let found = FinderTriple.completed(from: known, clearerThan: least).contains { triple in
          let all = [triple.corner, triple.right, triple.below]
          return zip(all, places).allSatisfy { ($0.centre - $1).length < 1 }
        }
        #expect(found, "pattern \(hidden)")
      }
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
