import Foundation
import ImageCoding
import Imaging
import KioskPrinting
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing
import Typesetting

/// Sheets as other programs see them: drawn by pdftoppm and read by pdftotext.
struct SheetTests {
  /// Writes a PDF of messages with captions, starting at a label.
  static func pdf(
    _ rows: [(message: String, caption: String?)], _ options: SheetWriter.Options, logo: Logo? = nil,
    level: QRSymbol.ErrorCorrectionLevel = .medium
  ) throws -> (file: [UInt8], places: [SheetWriter.Placement]) {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    let sheet = try SheetWriter(options) { bytes in sink.bytes += bytes }
    let places = try rows.map { row in
      let symbol = try QREncoder(level: level).encode(row.message)
      let layout = LabelLayout(
        on: options.stock.label, modules: symbol.size + 8, resolution: options.resolution,
        caption: row.caption.map { _ in options.caption })
      return try sheet.add(PrintedSymbol(symbol, dots: layout.dots, logo: logo), caption: row.caption, layout)
    }
    try sheet.finish()
    return (sink.bytes, places)
  }

  /// The pages of a PDF as gray pictures.
  static func pages(_ pdf: [UInt8], dpi: Int) throws -> [GrayImage] {
    try Files.withTemporaryFolder { folder in
      try folder.write(pdf, "sheet.pdf")
      let said = Shell.run("pdftoppm -r \(dpi) -gray -png sheet.pdf page", in: folder)
      #expect(said == "")
      return try folder.names.filter { $0.hasSuffix(".png") }.sorted()
        .map { try PNG.decode(Files.bytes(folder.appending(path: $0))) }
    }
  }

  static func text(_ pdf: [UInt8]) throws -> String {
    try Files.withTemporaryFolder { folder in
      try folder.write(pdf, "sheet.pdf")
      return Shell.run("pdftotext -enc UTF-8 sheet.pdf -", in: folder)
    }
  }

  static let stocks = LabelStock.builtIn.flatMap { stock in [203, 300].map { (stock, $0) } }

  /// The first and the last label; `make samples` verifies whole pages, also at 600 dpi.
  @Test(arguments: stocks) func `symbols are where they were put, dot for dot`(stock: LabelStock, dpi: Int) throws {
    var options = SheetWriter.Options(
      stock: stock, resolution: try #require(PrintResolution(dotsPerInch: Double(dpi))))
    options.start = stock.labelsPerPage
    // On the smallest labels, a caption leaves no room for the symbol.
    let caption = stock.label.height < 15 ? nil : "Room 12"
    let (file, places) = try Self.pdf([("https://example.com/1", nil), ("https://example.com/2", caption)], options)
    #expect(places.map(\.page) == [1, 2])
    #expect(places.map(\.label) == [stock.labelsPerPage, 1])
    let pages = try Self.pages(file, dpi: dpi)
    #expect(pages.count == 2)
    for (index, place) in places.enumerated() {
      let millimetre = Double(dpi) / 25.4
      let page = pages[index]
      #expect(abs(Double(page.width) / millimetre - stock.page.width) < 0.1)
      // A window of the label, so that the search is quick.
      let (left, top) = (Int(place.x * millimetre) - 40, Int(place.y * millimetre) - 40)
      let window = page.part(left, top, side: Int(place.side * millimetre) + 80)
      let found = try QRScanner().scan(window)
      #expect(found.map(\.text) == ["https://example.com/\(index + 1)"])
      let corner = try #require(found.first).corners.topLeft
      let shift = [
        (corner.x + Double(max(0, left))) / millimetre - place.x,
        (corner.y + Double(max(0, top))) / millimetre - place.y,
      ]
      #expect(shift.allSatisfy { abs($0) < 0.2 }, "\(shift) mm off")
      let size = try #require(found.first).corners.topRight.x - corner.x
      #expect(abs(size / millimetre - place.side) < 0.2)
    }
    // Without a caption every pixel of the page is fully dark or fully light: dots are not blurred.
    #expect(Set(pages[0].pixels).isSubset(of: [0, 255]))
  }

  @Test func `captions in all scripts are text in the file`() throws {
    var options = SheetWriter.Options(stock: try LabelStock(parsing: "l7163"), resolution: .laser)
    options.header = "Reception, 3rd floor"
    options.hasPageNumbers = true
    options.hasCutMarks = true
    let captions = [
      "Ada Lovelace · 12", "مرحبا بالعالم", "房间十二号", "कक्ष बारह", "Donaudampfschifffahrtsgesellschaft",
    ]
    let (file, places) = try Self.pdf(captions.map { ("hello", $0) }, options)
    #expect(places.allSatisfy { $0.caption == CaptionFindings() })
    let text = try Self.text(file)
    for caption in captions + ["Reception, 3rd floor"] { #expect(text.contains(caption), "\(caption) in \(text)") }
    #expect(text.split(whereSeparator: \.isNewline).contains("1"))
  }

  @Test func `a long caption is wrapped, and ends in an ellipsis`() throws {
    var options = SheetWriter.Options(stock: try LabelStock(parsing: "l7160"), resolution: .laser)
    options.caption.lines = 2
    let long = String(repeating: "words that go on ", count: 20)
    #expect(throws: TypesettingFailure.unknownCharacters("\u{E000}")) {
      _ = try Self.pdf([("hello", "\u{E000}")], options)
    }
    options.caption.allowsUnknownCharacters = true
    let (_, places) = try Self.pdf([("hello", long), ("hello", "short"), ("hello", "\u{E000}")], options)
    #expect(places.map(\.caption.isCut) == [true, false, false])
    #expect(places.map(\.caption.unknownCharacters) == ["", "", "\u{E000}"])
  }

  @Test func `the same input gives the same bytes, except for a given date`() throws {
    var options = SheetWriter.Options(stock: try LabelStock(parsing: "3474"), resolution: .laser)
    let rows: [(message: String, caption: String?)] = [("hello", "Room 12"), ("hello again", "مرحبا")]
    let first = try Self.pdf(rows, options).file
    #expect(try Self.pdf(rows, options).file == first)
    options.date = "2026-01-31T12:00:00Z"
    let dated = try Self.pdf(rows, options).file
    #expect(dated != first)
    #expect(String(decoding: dated, as: UTF8.self).contains("20260131120000Z"))
  }

  @Test func `a logo is in the middle, once in the file, and the symbol is read`() throws {
    let options = SheetWriter.Options(stock: try LabelStock(parsing: "a4,2x3"), resolution: .laser)
    let pixels = Array(repeatElement([200, 30, 60] as [UInt8], count: 64 * 64).joined())
    let logo = Logo(ColorImage(width: 64, height: 64, pixels: pixels))
    let text = String(repeating: "https://example.com/login?", count: 6)
    let (file, places) = try Self.pdf([(text, nil), (text, nil)], options, logo: logo, level: .high)
    let pictures = String(decoding: file, as: UTF8.self).ranges(of: "/Subtype /Image")
    #expect(pictures.count == 1)
    let page = try Self.pages(file, dpi: 150)[0]
    #expect(try QRScanner().scan(page).compactMap(\.text) == [text, text])
    let centre = places.map { (Int(($0.x + $0.side / 2) / 25.4 * 150), Int(($0.y + $0.side / 2) / 25.4 * 150)) }
    // The gray of the red.
    for (x, y) in centre { #expect(60...100 ~= page.pixels[y * page.width + x]) }
  }

  private struct DiskFull: Error {}

  @Test func `a full disk is reported, and not only at the end`() throws {
    let options = SheetWriter.Options(stock: LabelStock.builtIn[0], resolution: .laser)
    let sheet = try SheetWriter(options) { _ in throw DiskFull() }
    let symbol = try QREncoder().encode("hello")
    let layout = LabelLayout(
      on: options.stock.label, modules: symbol.size + 8, resolution: options.resolution, caption: nil)
    try sheet.add(PrintedSymbol(symbol, dots: layout.dots), caption: nil, layout)
    #expect(throws: DiskFull.self) { try sheet.finish() }
  }
}
