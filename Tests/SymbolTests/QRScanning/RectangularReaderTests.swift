import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QRSymbology
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// rMQR symbols of another encoder, clean, damaged and spoilt.
struct RectangularReaderTests {
  /// What another encoder put on the sheets of all versions, by rows.
  static let sheets: [Int: [Detection]] = {
    var sheets: [Int: [Detection]] = [:]
    for rows in [7, 9, 11, 13, 15, 17] {
      let picture = Files.pictures.appending(path: "rmqr-\(rows)-rows.png")
      sheets[rows] = try? QRScanner().scan(GrayImage(imageFile: Files.bytes(picture)))
    }
    return sheets
  }()

  /// One symbol of a sheet.
  static func sample(
    _ name: String, _ level: QRSymbol.ErrorCorrectionLevel
  ) throws -> (RectangularMicroQRSymbol, [UInt8]) {
    let version = try #require(RectangularMicroQRSymbol.Version.all.first { $0.description == name })
    for detection in try #require(sheets[version.rows]) where detection.version == .rectangular(version) {
      let symbol = try RectangularMicroQRSymbol(modules: #require(detection.grid).modules, version: version)
      if symbol.level == level { return (symbol, detection.message) }
    }
    throw Missing()
  }

  struct Missing: Error {}

  /// A drawing with a quiet zone, in gray levels that no clean drawing needs.
  static func drawing(
    _ modules: [Bool], _ version: RectangularMicroQRSymbol.Version, scale: Int, quietZone: Int = 2
  ) -> GrayImage {
    let (rows, columns) = (version.rows + 2 * quietZone, version.columns + 2 * quietZone)
    var image = GrayImage(width: columns * scale, height: rows * scale)
    for y in 0..<rows * scale {
      for x in 0..<columns * scale {
        let (row, column) = (y / scale - quietZone, x / scale - quietZone)
        let isInside = 0..<version.rows ~= row && 0..<version.columns ~= column
        let isDark = isInside && modules[row * version.columns + column]
        image.pixels[y * image.width + x] = isDark ? 40 : 225
      }
    }
    return image
  }

  @Test func `all versions at both levels are read with their function patterns in place`() throws {
    var kinds: Set<String> = []
    for (rows, detections) in Self.sheets {
      for detection in detections {
        guard case .rectangular(let version) = detection.version else { throw Missing() }
        let grid = try #require(detection.grid)
        #expect(version.rows == rows && grid.rows == rows && grid.columns == version.columns && !grid.isMirrored)
        #expect(detection.attempt == .rectangular)
        // Three pixels per module.
        let corners = detection.corners
        #expect(abs(corners.topRight.x - corners.topLeft.x - Double(3 * version.columns)) < 1)
        #expect(abs(corners.bottomLeft.y - corners.topLeft.y - Double(3 * rows)) < 1)
        let symbol = try RectangularMicroQRSymbol(modules: grid.modules, version: version)
        for (module, pattern) in version.functionPatterns.enumerated() {
          guard let isDark = pattern?.isDark else { continue }
          #expect(symbol.modules[module] == isDark, "\(version), \(module)")
        }
        let reading = try symbol.reading()
        #expect(reading.message == detection.message && reading.correctedCodewords == 0)
        kinds.insert("\(version)-\(symbol.level)")
      }
    }
    #expect(kinds.count == 64)
  }

  static let versions: [(String, QRSymbol.ErrorCorrectionLevel)] = [
    ("R7x43", .high), ("R11x27", .medium), ("R13x77", .medium), ("R17x43", .high),
  ]

  @Test(arguments: versions)
  func `turned, mirrored and light symbols are read, and cut ones without a quiet zone`(
    version: String, level: QRSymbol.ErrorCorrectionLevel
  ) throws {
    let (symbol, message) = try Self.sample(version, level)
    var image = Self.drawing(symbol.modules, symbol.version, scale: 3)
    for _ in 0..<4 {
      for variant in [image, image.mirrored, image.negative] {
        let found = try QRScanner(engine: .modules).scan(variant)
        #expect(found.map(\.message) == [message])
        guard let grid = found.first?.grid else { continue }
        #expect(grid.modules == symbol.modules && grid.columns == symbol.version.columns)
        #expect(grid.isMirrored == (variant.pixels == image.mirrored.pixels))
        let corner = try #require(found.first?.corners.topRight)
        let upper = grid.place(column: Double(grid.columns), row: 0)
        #expect(abs(corner.x - upper.x) < 0.01 && abs(corner.y - upper.y) < 0.01)
      }
      image = image.turned
    }
    for isLight in [false, true] {
      let cut = Self.drawing(symbol.modules, symbol.version, scale: 4, quietZone: 0)
      #expect(try QRScanner().scan(isLight ? cut.negative : cut).map(\.message) == [message])
    }
  }

  @Test(
    arguments: [versions[0], versions[2], ("R7x139", .medium)],
    ["perspective:20", "rotation:33+perspective:20", "rotation:200+defocus:0.5", "rotation:8+shadow:2+noise:15"])
  func `damaged symbols are read`(sample: (String, QRSymbol.ErrorCorrectionLevel), damage: String) throws {
    let (symbol, message) = try Self.sample(sample.0, sample.1)
    for isLight in [false, true] {
      let drawn = Self.drawing(symbol.modules, symbol.version, scale: 5, quietZone: 6)
      let image = isLight ? drawn.negative : drawn
      // The damage refers to a square.
      let corners = Corners(left: 0, top: 0, right: Double(image.width), bottom: Double(image.height))
      let placed = Scene.PlacedSymbol(corners: corners, size: (image.width + image.height) / 10)
      var scene = Scene(Picture(image), symbols: [placed])
      for damage in try Damage.list(parsing: damage) { _ = try damage.apply(to: &scene, seed: 5) }
      #expect(try QRScanner(engine: .modules).scan(scene.picture.gray).map(\.message) == [message], "light: \(isLight)")
    }
  }

  @Test func `as many codewords as the level allows are corrected, and not one more`() throws {
    for (name, level) in Self.versions {
      let (symbol, message) = try Self.sample(name, level)
      let order = symbol.version.codewordModules
      let (count, corrections) = symbol.version.blocks(at: level)
      for extra in [0, 1] {
        var modules = symbol.modules
        // Of the error correction codewords, those of one block are `count` apart.
        for index in 0..<corrections / 2 + extra {
          let codeword = symbol.version.codewords - count * corrections + index * count
          modules[order[8 * codeword + 3]].toggle()
        }
        let damaged = try RectangularMicroQRSymbol(modules: modules, version: symbol.version)
        if extra == 0 {
          let reading = try damaged.reading()
          #expect(reading.message == message && reading.correctedCodewords == corrections / 2)
        } else {
          #expect((try? damaged.reading().message) != message)
        }
      }
    }
  }

  @Test func `a symbol with foreign data, or without its function patterns, is not read`() throws {
    var random = SplitMix64(seed: 23941)
    for (name, level) in Self.versions.prefix(2) {
      let (symbol, _) = try Self.sample(name, level)
      let version = symbol.version
      let (data, patterns) = (Set(version.codewordModules), version.functionPatterns)
      func scan(_ change: (Int, Int, Bool) -> Bool) throws -> [Detection] {
        let modules = symbol.modules.indices.map {
          change($0 / version.columns, $0 % version.columns, symbol.modules[$0])
        }
        return try QRScanner(engine: .modules).scan(Self.drawing(modules, version, scale: 4))
      }
      #expect(try scan { _, _, isDark in isDark }.count == 1)
      let bits = symbol.modules.map { _ in Bool.random(using: &random) }
      #expect(try scan { data.contains($0 * version.columns + $1) ? bits[$0 * version.columns + $1] : $2 }.isEmpty)
      #expect(try scan { $0 >= version.rows - 5 && $1 >= version.columns - 5 ? false : $2 }.isEmpty, "sub-pattern")
      #expect(
        try scan { row, column, isDark in
          if case .timing = patterns[row * version.columns + column] { true } else { isDark }
        }.isEmpty, "timing")
      #expect(
        try scan { row, column, isDark in
          patterns[row * version.columns + column] == .formatInformation ? !isDark : isDark
        }.isEmpty, "format information")
    }
  }

  @Test(arguments: [1, 2, 100])
  func `spoilt symbols are tried up to a limit`(limit: Int) throws {
    let (symbol, _) = try Self.sample("R17x139", .medium)
    let version = symbol.version
    let patterns = version.functionPatterns
    var random = SplitMix64(seed: 5)
    var page: GrayImage?
    for _ in 0..<3 {
      var modules = symbol.modules
      for place in modules.indices where patterns[place] == nil { modules[place] = random.next() % 2 == 0 }
      let drawing = Self.drawing(modules, version, scale: 4)
      page = page?.above(drawing) ?? drawing
    }
    var tuning = Tuning(.fast)
    tuning.budget.microFailures = limit
    var search = SymbolSearch(try #require(page), tuning)
    search.run()
    #expect(search.detections.isEmpty && (limit < 100 ? search.microFailures == limit : search.microFailures > 2))
  }
}
