import KioskPrinting
import QREncoding
import QRSymbology
import Testing
import Typesetting

/// The examples of KioskPrinting's documentation.
struct PrintingExamplesTests {
  @Test func `the overview's example`() throws {
    let thermal = PrintResolution.thermal
    let conditions = PrintConditions(resolution: thermal, distance: 100)
    let plan = try PrintPlan(bytes: 202, conditions: conditions)
    let size = plan.levels[1].printedSize
    #expect((size * 10).rounded() == 325)

    let message = Array("https://example.com/login".utf8)
    let symbol = try QREncoder(level: .medium).encode(message)
    let layout = LabelLayout(
      width: 456, height: 256, modules: conditions.modules(symbol.version), resolution: thermal, caption: nil)
    let printed = try PrintedSymbol(symbol, dots: layout.dots)
    let passes = Preflight(conditions).examine(printed, holds: message).passes
    #expect(passes)

    let image = try LabelImage(
      printed, caption: nil, style: .init(), layout: layout, width: 456, height: 256, resolution: thermal)
    #expect(try ZPL.label(image.bitmap).starts(with: Array("^XA".utf8)))
    #expect(ESCPOS.receipt(image.bitmap).starts(with: [0x1B, 0x40]))
  }

  @Test func `a sheet is written as its documentation says`() throws {
    let stock = try LabelStock(parsing: "l7160")
    let symbol = try QREncoder().encode("https://example.com/login")
    final class File { var bytes: [UInt8] = [] }
    let file = File()
    let options = SheetWriter.Options(stock: stock, resolution: .laser)
    let sheet = try SheetWriter(options) { bytes in
      file.bytes += bytes
    }
    let layout = LabelLayout(
      on: stock.label, modules: symbol.size + 8, resolution: .laser, caption: options.caption)
    let printed = try PrintedSymbol(symbol, dots: layout.dots)
    let place = try sheet.add(printed, caption: "Room 12", layout)
    try sheet.finish()
    #expect((place.page, place.label) == (1, 1))
    #expect(file.bytes.starts(with: Array("%PDF".utf8)))
  }

  @Test func `the examples of the types`() throws {
    let thermal = PrintResolution.thermal
    #expect((thermal.dotSize * 1000).rounded() == 125)
    #expect(thermal.wholeDots(in: 38.1) == 304)
    let conditions = PrintConditions(resolution: thermal, distance: 100)
    #expect(conditions.leastDots == 4)
    #expect(Int(conditions.furthestDistance(4)) == 125)
    let stock = try LabelStock(parsing: "l7160")
    #expect(stock.labelsPerPage == 21)
    #expect(stock.origin(of: 4).y > 50)
    #expect(try LabelStock(parsing: "62x29").labelsPerPage == 1)
    #expect(try LabelStock(parsing: "50x30,4x9,page=a4,top=10").labelsPerPage == 36)
    let template = try CaptionTemplate(parsing: "{name}, room {room}")
    #expect(template.columns == ["name", "room"])
    #expect(template.filled { ["name": "Ada", "room": "3"][$0] } == "Ada, room 3")
  }
}
