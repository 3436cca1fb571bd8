import Imaging
import KioskPrinting
import QREncoding
import QRScanning
import QRSymbology
import Testing
import Typesetting

/// ZPL and ESC/POS, read back by independent interpreters.
struct PrinterLanguageTests {
  static let resolution = PrintResolution(dotsPerInch: 203)!
  static let messages: [[UInt8]] = [
    Array("https://example.com/ä?a=^~_\\,:".utf8), Array(0...255), [0], Array(repeating: 0x5E, count: 300),
  ]

  private func label(
    _ message: [UInt8], caption: String?, width: Int = 500, height: Int = 400
  ) throws -> (printed: PrintedSymbol, layout: LabelLayout, image: LabelImage) {
    let symbol = try QREncoder().encode(message)
    let layout = LabelLayout(
      width: width, height: height, modules: symbol.size + 8, resolution: Self.resolution,
      caption: caption == nil ? nil : .init(), mostDots: 10)
    let printed = try PrintedSymbol(symbol, dots: layout.dots)
    let image = try LabelImage(
      printed, caption: caption, style: .init(), layout: layout, width: width, height: height,
      resolution: Self.resolution)
    return (printed, layout, image)
  }

  @Test(arguments: messages) func `a ZPL graphic is the label dot for dot`(message: [UInt8]) throws {
    let image = try label(message, caption: "Room 12").image.bitmap
    let labels = try ZPLInterpreter(ZPL.label(image, copies: 3)).labels
    #expect(labels.count == 1)
    #expect(labels[0].copies == 3)
    #expect(labels[0].image == GrayImage(image))
    #expect(try QRScanner().scan(labels[0].image).map(\.message) == [message])
  }

  @Test(arguments: messages) func `a symbol drawn by a ZPL printer gets every byte`(message: [UInt8]) throws {
    let (printed, layout, _) = try label(message, caption: "a_b^c")
    let zpl = try ZPL.nativeLabel(
      message, level: .medium, mask: printed.symbol.mask, layout: layout, quietZone: 4, caption: "a_b^c \\ é\n~",
      style: .init(), size: (500, 400), resolution: Self.resolution, copies: 2)
    let labels = try ZPLInterpreter(zpl).labels
    #expect(
      labels[0].symbols == [
        ZPLInterpreter.NativeSymbol(
          x: layout.symbol.x + 4 * layout.dots, y: layout.symbol.y + 4 * layout.dots, magnification: layout.dots,
          level: "M", mask: printed.symbol.mask.reference, message: message)
      ])
    #expect(labels[0].texts == ["a_b^c \\ é", "~"])
    #expect(labels[0].copies == 2)
  }

  @Test(arguments: messages) func `an ESC/POS raster is the label dot for dot`(message: [UInt8]) throws {
    // Taller than a band.
    let image = try label(message, caption: nil, width: 504, height: 600).image.bitmap
    let receipts = try ESCPOSInterpreter(ESCPOS.receipt(image, cut: .partial)).receipts
    #expect(receipts.count == 1)
    #expect(receipts[0].picture == GrayImage(image))
    #expect(receipts[0].last == .cut(66))
    #expect(try QRScanner().scan(#require(receipts[0].picture)).map(\.message) == [message])
  }

  @Test func `a symbol drawn by an ESC/POS printer gets every ASCII byte`() throws {
    let message = Array(UInt8(0)...127)
    // Four modules of five dots, above and below.
    let quiet = ESCPOSInterpreter.Event.raster(width: 8, rows: Array(repeating: [0], count: 20))
    let receipts = try ESCPOSInterpreter(
      ESCPOS.nativeReceipt(message, level: .high, dots: 5, quietZone: 4, caption: "Room 12\nAda", cut: .full)
    ).receipts
    #expect(
      receipts == [
        [
          quiet, .symbol(dots: 5, level: 51, message: message), quiet, .text("Room 12"), .text("Ada"), .cut(65),
        ]
      ])
  }

  @Test func `a label of 4 × 6 inches takes several graphic fields, and one that is too long is refused`() throws {
    let image = try label(Array("hello".utf8), caption: "Room 12", width: 812, height: 1218).image.bitmap
    let zpl = try ZPL.label(image)
    let labels = try ZPLInterpreter(zpl).labels
    #expect(labels[0].image == GrayImage(image))
    #expect(String(decoding: zpl, as: UTF8.self).ranges(of: "^GFA").count == 2)
    let long = BilevelImage(width: 8, height: 32_001, bytes: [UInt8](repeating: 255, count: 32_001))
    #expect(throws: PrintFault("a label of 8 × 32001 dots has a side above 32000 dots, the limit of ZPL")) {
      try ZPL.label(long)
    }
  }

  @Test func `symbols that a printer cannot draw are refused`() throws {
    let (printed, _, _) = try label([1], caption: nil)
    func zpl(_ message: [UInt8], dots: Int) throws -> [UInt8] {
      let layout = LabelLayout(
        width: 5000, height: 5000, modules: 29, resolution: Self.resolution, caption: nil, mostDots: dots)
      return try ZPL.nativeLabel(
        message, level: .low, mask: printed.symbol.mask, layout: layout, quietZone: 4, caption: nil, style: .init(),
        size: (5000, 5000), resolution: Self.resolution)
    }
    func escpos(_ message: [UInt8], dots: Int = 4, caption: String? = nil) throws -> [UInt8] {
      try ESCPOS.nativeReceipt(message, level: .low, dots: dots, quietZone: 4, caption: caption)
    }
    func expect(_ says: String, _ body: () throws -> [UInt8]) throws {
      let fault = try #require(throws: PrintFault.self) { try body() }
      #expect("\(fault)".contains(says), "\(fault)")
    }
    try expect("modules of 1…10 dots, not 11") { try zpl([1], dots: 11) }
    // Each of these takes three characters.
    try expect("3080 bytes with escapes are more than 3072") { try zpl(Array(repeating: 0, count: 1024), dots: 5) }
    #expect(try zpl(Array(repeating: 0, count: 1021), dots: 5).count > 3000)
    try expect("modules of 1…16 dots, not 17") { try escpos([1], dots: 17) }
    try expect("may read bytes above 127 as Shift JIS") { try escpos([0x80]) }
    try expect("the caption is not ASCII") { try escpos([1], caption: "é") }
  }

  @Test func `captions in any script become dots outside the quiet zone`() throws {
    for caption in ["Room 12", "مرحبا بالعالم", "房间 12", "कक्ष बारह"] {
      let (printed, layout, image) = try label(Array("hello".utf8), caption: caption)
      #expect(image.caption.unknownCharacters.isEmpty, "\(caption)")
      var dark = 0
      let dots = GrayImage(image.bitmap)
      for y in 0..<dots.height {
        for x in 0..<dots.width where dots[x: x, y: y] == 0 {
          let isSymbol = layout.symbol.contains(x, y)
          if !isSymbol { dark += 1 }
        }
      }
      #expect(dark > 100, "\(caption)")
      let place = try #require(layout.caption)
      #expect(!place.contains(layout.symbol.x + layout.symbol.width / 2, layout.symbol.y + printed.side - 1))
      #expect(try QRScanner().scan(GrayImage(image.bitmap)).map(\.text) == ["hello"])
    }
  }
}

extension LabelLayout.Rectangle {
  func contains(_ x: Int, _ y: Int) -> Bool { self.x..<self.x + width ~= x && self.y..<self.y + height ~= y }
}
