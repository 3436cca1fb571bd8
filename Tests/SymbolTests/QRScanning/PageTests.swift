import Imaging
import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Pages of many symbols, side by side: finder patterns of neighbours are as near as those of one symbol, or nearer.
struct PageTests {
  /// Rows and columns of symbols of one version.
  struct Page: CustomTestStringConvertible {
    var version: Int
    /// Light modules between two symbols.
    var gap: Int
    /// Pixels per module.
    var scale: Int
    var columns: Int
    var rows: Int
    /// Symbols whose data is noise, while finder, timing and format modules are right.
    var spoilt = 0
    /// Whether their data is light instead.
    var isEmptied = false

    var testDescription: String {
      "\(columns) × \(rows) of version \(version), gap \(gap), scale \(scale), \(spoilt) spoilt"
    }

    /// The picture, and the messages of the symbols that are not spoilt.
    func drawn() throws -> (image: GrayImage, messages: Set<String>) {
      var random = SplitMix64(seed: 1)
      let version = try #require(QRSymbol.Version(version))
      let (pitch, margin) = ((version.size + gap) * scale, max(4, gap) * scale)
      let (width, height) = (columns * pitch + 2 * margin, rows * pitch + 2 * margin)
      var image = GrayImage(width: width, height: height)
      var messages: Set<String> = []
      let order = (0..<columns * rows).shuffled(using: &random)
      for (place, index) in order.enumerated() {
        let text = "symbol \(index)"
        let symbol = try QREncoder(version: version).encode(text)
        var modules = symbol.modules
        if index < spoilt {
          for row in 0..<symbol.size {
            for column in 0..<symbol.size where Self.isData(column, row, symbol.size) {
              modules[row * symbol.size + column] = !isEmptied && random.next() & 1 == 0
            }
          }
        } else {
          messages.insert(text)
        }
        let (left, top) = (margin + place % columns * pitch, margin + place / columns * pitch)
        image.draw(GrayImage(try QRSymbol(modules: modules), scale: scale, quietZone: 0), x: left, y: top)
      }
      return (image, messages)
    }

    private static func isData(_ column: Int, _ row: Int, _ size: Int) -> Bool {
      if column == 6 || row == 6 || (column < 9 && row < 9) { return false }
      return !(column < 9 && row >= size - 8) && !(row < 9 && column >= size - 8)
    }
  }

  static let fast = QRScanner(engine: .modules, effort: .fast)

  /// Reads a picture, and expects these messages and no others.
  static func expect(
    _ messages: some Collection<String>, in image: GrayImage, by scanner: QRScanner = QRScanner(engine: .modules),
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let found = try scanner.scan(image).compactMap(\.text)
    #expect(found.sorted() == messages.sorted(), "\(found.count) of \(messages.count)", sourceLocation: place)
  }

  /// Pages of nine symbols, or four, of every version that lists hold.
  static let clean = [
    Page(version: 1, gap: 4, scale: 4, columns: 3, rows: 3), Page(version: 1, gap: 5, scale: 2, columns: 3, rows: 3),
    Page(version: 1, gap: 6, scale: 3, columns: 3, rows: 3), Page(version: 1, gap: 12, scale: 6, columns: 2, rows: 2),
    Page(version: 2, gap: 8, scale: 3, columns: 3, rows: 3), Page(version: 2, gap: 10, scale: 2, columns: 3, rows: 3),
    Page(version: 3, gap: 4, scale: 3, columns: 2, rows: 2), Page(version: 3, gap: 12, scale: 3, columns: 3, rows: 2),
    Page(version: 4, gap: 8, scale: 4, columns: 2, rows: 3), Page(version: 5, gap: 4, scale: 2, columns: 3, rows: 2),
    Page(version: 5, gap: 9, scale: 3, columns: 2, rows: 2), Page(version: 6, gap: 7, scale: 3, columns: 2, rows: 2),
  ]

  @Test(arguments: clean, [QRScanner.Effort.fast, .normal])
  func `a clean page needs no failure`(page: Page, effort: QRScanner.Effort) throws {
    let (image, messages) = try page.drawn()
    let scanner = QRScanner(engine: .modules, effort: effort).tuned { $0.budget.failures = 1 }
    try Self.expect(messages, in: image, by: scanner)
  }

  @Test(arguments: [(3.1, 3.1), (3.14, 3.5), (3.25, 3.25)], [false, true])
  func `a level whose modules are too small leaves the work limit to a larger one`(
    scale: (across: Double, down: Double), isLight: Bool
  ) throws {
    let (across, down) = scale
    let (drawing, messages) = try Page(version: 14, gap: 8, scale: 1, columns: 3, rows: 3).drawn()
    let (width, height) = (Int(Double(drawing.width) * across), Int(Double(drawing.height) * down))
    let pixels = (0..<height).flatMap { y in
      (0..<width).map { drawing.pixels[Int(Double(y) / down) * drawing.width + Int(Double($0) / across)] }
    }
    let image = GrayImage(width: width, height: height, pixels: pixels)
    try Self.expect(messages, in: isLight ? image.negative : image)
  }

  @Test func `a page of a hundred symbols is read whose neighbours are nearer than their own patterns`() throws {
    let (image, messages) = try Page(version: 1, gap: 6, scale: 3, columns: 13, rows: 8).drawn()
    try Self.expect(messages, in: image, by: Self.fast)
  }

  @Test func `a page of more symbols than are looked for at once is read`() throws {
    // Three patterns of each: `PatternPool.capacity` and `FinderSearch.capacity` are fewer.
    let (image, messages) = try Page(version: 1, gap: 6, scale: 2, columns: 41, rows: 41).drawn()
    try Self.expect(messages, in: image, by: Self.fast)
    let (larger, others) = try Page(version: 1, gap: 6, scale: 3, columns: 38, rows: 38).drawn()
    try Self.expect(others, in: larger.negative)
  }

  @Test func `the clearest patterns of such a page are seldom those of one symbol`() throws {
    let page = Page(version: 1, gap: 4, scale: 3, columns: 31, rows: 30, spoilt: 280)
    let (clean, messages) = try page.drawn()
    var random = SplitMix64(seed: 2)
    let pixels = clean.pixels.map { UInt8(clamping: Int($0) + Int.random(in: -12...12, using: &random)) }
    let image = GrayImage(width: clean.width, height: clean.height, pixels: pixels)
    try Self.expect(messages, in: image, by: Self.fast)
  }

  @Test func `a texture below the symbols of a page takes no part of the limit of work`() throws {
    let (page, messages) = try Page(version: 1, gap: 4, scale: 2, columns: 30, rows: 30).drawn()
    let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111", "0000000"].map(
      Array.init)
    let height = 400
    var pixels = page.pixels + [UInt8](repeating: 255, count: page.width * height)
    for y in 0..<height {
      for x in 0..<page.width where x % 8 < 7 && finder[y % 8][x % 8] == "1" {
        pixels[(page.height + y) * page.width + x] = 0
      }
    }
    let image = GrayImage(width: page.width, height: page.height + height, pixels: pixels)
    try Self.expect(messages, in: image, by: Self.fast)
  }

  @Test(
    arguments: [
      Page(version: 1, gap: 6, scale: 3, columns: 6, rows: 5, spoilt: 26),
      Page(version: 1, gap: 4, scale: 3, columns: 6, rows: 5, spoilt: 8),
      Page(version: 2, gap: 4, scale: 3, columns: 4, rows: 4, spoilt: 14),
    ], [QRScanner.Effort.fast, .normal])
  func `the good symbols of a page are read among spoilt ones`(page: Page, effort: QRScanner.Effort) throws {
    let (image, messages) = try page.drawn()
    // As many failures per symbol as a page of two hundred has.
    let scanner = QRScanner(engine: .modules, effort: effort).tuned { $0.budget.failures = 6 }
    try Self.expect(messages, in: image, by: scanner)
  }

  /// Dark symbols, all of them spoilt or none, above light ones.
  @Test(arguments: [(scale: 1, spoilt: 0), (scale: 4, spoilt: 10), (scale: 7, spoilt: 10)])
  func `light symbols are read below dark ones`(scale: Int, spoilt: Int) throws {
    let (dark, darkMessages) = try Page(version: 1, gap: 8, scale: scale, columns: 5, rows: 2, spoilt: spoilt).drawn()
    let (drawing, lightMessages) = try Page(version: 1, gap: 8, scale: scale, columns: 5, rows: 3).drawn()
    try Self.expect(Array(darkMessages) + Array(lightMessages), in: dark.above(drawing.negative))
  }

  @Test func `light symbols are read among dark ones without data`() throws {
    let scale = 7
    var page = Page(version: 1, gap: 8, scale: scale, columns: 5, rows: 5)
    let whole = try page.drawn().image
    page.spoilt = 10
    page.isEmptied = true
    let (drawn, messages) = try page.drawn()
    var pixels = drawn.pixels
    // Each symbol has four light modules on every side.
    let side = 29 * scale
    for place in 0..<25 {
      let (left, top) = (4 * scale + place % 5 * side, 4 * scale + place / 5 * side)
      let rows = (top..<top + side).map { $0 * whole.width + left..<$0 * whole.width + left + side }
      guard rows.allSatisfy({ whole.pixels[$0] == pixels[$0] }) else { continue }
      for index in rows.joined() { pixels[index] = 255 - pixels[index] }
    }
    try Self.expect(messages, in: GrayImage(width: drawn.width, height: drawn.height, pixels: pixels))
  }

  @Test(arguments: [2, 5, 7], [85, 100, 120] as [UInt8])
  func `light symbols on gray ground are read beside dark ones`(version: Int, ground: UInt8) throws {
    let page = Page(version: version, gap: 8, scale: 3, columns: 2, rows: 2)
    let (dark, messages) = try page.drawn()
    for light: UInt8 in [200, 215, 235] {
      try Self.expect(Array(messages) + Array(messages), in: dark.above(dark.inGrays(light, ground)))
    }
  }

  @Test(arguments: [0, 140], [QRScanner.Effort.normal, .hard])
  func `a light Micro QR symbol is read beside a dark symbol`(module: UInt8, effort: QRScanner.Effort) throws {
    let (dark, messages) = try Page(version: 2, gap: 4, scale: 4, columns: 1, rows: 1).drawn()
    let (light, ground): (UInt8, UInt8) = module == 0 ? (255, 0) : (module, 20)
    let micro = GrayImage(try QREncoder().encodeMicro(Array("12345".utf8)), scale: 4, quietZone: 0)
    var image = dark.above(GrayImage(width: dark.width, height: dark.height, filledWith: ground))
    image.draw(micro.inGrays(light, ground), x: 20, y: dark.height + 20)
    try Self.expect(messages + ["12345"], in: image, by: QRScanner(engine: .modules, effort: effort))
  }

  @Test(arguments: ["12345", "MICRO 2", "m3.ab", "M4 has most"], [4, 8])
  func `a Micro QR symbol is read in a little noise`(text: String, scale: Int) throws {
    let micro = GrayImage(try QREncoder().encodeMicro(Array(text.utf8)), scale: scale, quietZone: 0)
    var random = SplitMix64(seed: 7)
    for margin in 16..<28 {
      let side = micro.width + 2 * margin
      var image = GrayImage(width: side, height: side, filledWith: 235)
      image.draw(micro.inGrays(35, 235), x: margin, y: margin)
      image.pixels = image.pixels.map { UInt8(Int($0) + Int.random(in: -2...2, using: &random)) }
      #expect(try QRScanner(engine: .modules).scan(image).map(\.text) == [text], "\(margin)")
    }
  }

  @Test(arguments: [QRScanner.Effort.normal, .hard])
  func `a dark symbol without one of its finder patterns is read beside a light one`(effort: QRScanner.Effort) throws {
    let (whole, darkMessages) = try Page(version: 2, gap: 8, scale: 4, columns: 1, rows: 1).drawn()
    let (drawing, lightMessages) = try Page(version: 2, gap: 8, scale: 4, columns: 1, rows: 1).drawn()
    var dark = whole
    // The page has a margin of eight modules, and a symbol of version 2 has 25 on each side.
    for y in 8 * 4..<15 * 4 { for x in 26 * 4..<33 * 4 { dark.pixels[y * dark.width + x] = 255 } }
    let scanner = QRScanner(engine: .modules, effort: effort)
    try Self.expect(Array(darkMessages) + Array(lightMessages), in: dark.above(drawing.negative), by: scanner)
  }
}
