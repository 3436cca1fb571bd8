import ImageCoding
import Imaging
import KioskPrinting
import QRScanning
import SymbolDrawing
import TestSupport
import Testing

/// Calibration pages, drawn by pdftoppm and as dots, and scanned.
struct CalibrationTests {
  private func scanned(_ image: GrayImage) throws -> Set<String> {
    Set(try QRScanner(engine: .modules).scan(image).compactMap(\.text))
  }

  @Test func `each symbol of a page names its own size`() throws {
    let resolution = try #require(PrintResolution(dotsPerInch: 150))
    let page = try CalibrationPage(width: 874, height: 1240, resolution: resolution)
    #expect(page.steps.count >= 8 && page.steps == Array(1...page.steps.count))
    var pdf: [UInt8] = []
    try page.writePDF { pdf += $0 }
    let pages = try SheetTests.pages(pdf, dpi: 150)
    #expect(pages.count == 1 && pages[0].width == 874 && pages[0].height == 1240)
    let found = try scanned(pages[0])
    // One pixel per module is too little to be read; all others are.
    let expected = Set(page.steps.dropFirst().map { CalibrationPage.message($0, resolution) })
    #expect(found.isSuperset(of: expected), "\(found.sorted())")
    #expect(found.subtracting(expected).isSubset(of: ["1 DOT 150 DPI"]))
    let text = try SheetTests.text(pdf)
    #expect(text.contains("150 dpi, a dot is 0.169 mm; print at 100 %"), "\(text)")
    #expect(text.contains("4 dots, 0.68 mm") && text.contains("100"), "\(text)")
  }

  @Test func `a label has the same, in fewer words`() throws {
    let page = try CalibrationPage(width: 456, height: 256, resolution: .thermal)
    #expect(page.steps == [1, 2, 3])
    let bitmap = try page.bitmap()
    let expected: Set = ["2 DOTS 203 DPI", "3 DOTS 203 DPI"]
    #expect(try scanned(GrayImage(bitmap)).isSuperset(of: expected))
    // In the printer's language it is the same picture.
    let labels = try ZPLInterpreter(ZPL.label(bitmap)).labels
    #expect(labels.count == 1 && labels[0].image == GrayImage(bitmap))
  }

  @Test func `the rulers have a mark at every millimetre`() throws {
    let resolution = try #require(PrintResolution(dotsPerInch: 254))
    // A dot is 0.1 mm, so that marks are ten dots apart.
    let page = try GrayImage(CalibrationPage(width: 1300, height: 1300, resolution: resolution).bitmap())
    func isDark(_ x: Int, _ y: Int) -> Bool { page.pixels[y * page.width + x] < 128 }
    func areTenApart(_ marks: [Int], _ count: Int) -> Bool {
      marks.count == count && zip(marks, marks.dropFirst()).allSatisfy { $1 - $0 == 10 }
    }
    // A row crosses all upright marks of a ruler, and a column the level ones of the other.
    #expect((0..<400).contains { y in areTenApart((300..<1100).filter { isDark($0, y) }, 80) })
    #expect((0..<400).contains { x in areTenApart((300..<1100).filter { isDark(x, $0) }, 80) })
  }

  @Test func `a page without room is refused`() {
    let fault = PrintFault(
      "a page of 12.5 × 7.5 mm has no room for rulers and symbols; use one of at least 50 × 30 mm")
    #expect(throws: fault) { try CalibrationPage(width: 100, height: 60, resolution: .thermal) }
  }
}
