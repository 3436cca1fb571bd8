import Imaging
import OutOfBand
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolMaking
import Testing
import TextFormats

struct SymbolMakerTests {
  private func message(_ text: String) -> RecognizedMessage { RecognizedMessage(Array(text.utf8)) }

  @Test func `a message is checked, encoded, read back and drawn`() throws {
    let maker = SymbolMaker(QREncoder(level: .medium), check: MessageCheck.Options(channel: .qr))
    let made = try maker.encode(message("https://example.com"), isAnyText: true)
    #expect(made.symbols[0].qr?.version.number == 2 && made.findings.isEmpty && made.density.isEmpty)
    let png = try maker.file(of: made.symbols[0])
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // What is not for any reader is judged as an out-of-band message.
    #expect(try maker.encode(message("https://example.com")).findings.map(\.rule) == [.noMessage])
  }

  private struct Refused: Error {}

  @Test func `the findings are judged before a message is encoded`() {
    let maker = SymbolMaker(QREncoder(), check: MessageCheck.Options(channel: .qr))
    #expect(throws: Refused.self) { try maker.encode(message("")) { _ in throw Refused() } }
    #expect(throws: QREncodingError.emptyMessage) { try maker.encode(message("")) }
  }

  @Test(arguments: [
    (SymbolMaker.Shape.single, 1, 4), (.micro, 1, 2), (.set(3), 3, 4), (.fewest, 1, 4),
  ]) func `the parts of a message are in the symbols`(shape: SymbolMaker.Shape, count: Int, quietZone: Int) throws {
    var maker = SymbolMaker(QREncoder(level: .low))
    maker.shape = shape
    let symbols = try maker.encode(message("0123456789")).symbols
    #expect(symbols.count == count && symbols.flatMap(\.message) == Array("0123456789".utf8))
    #expect(symbols.allSatisfy { $0.standardQuietZone == quietZone && ($0.qr == nil) == (shape == .micro) })
    for symbol in symbols { #expect(try !maker.file(of: symbol).isEmpty) }
  }

  @Test func `a symbol grows until it has room for the logo, unless its version is given`() throws {
    var maker = SymbolMaker(QREncoder(level: .high))
    maker.picture.logo = Logo(ColorImage(width: 1, height: 1, pixels: [0, 0, 0]))
    let made = try maker.encode(message("hello"))
    #expect(made.symbols[0].qr?.version.number == 2)
    #expect(try !maker.file(of: made.symbols[0]).isEmpty)
    maker.encoder.version = QRSymbol.Version(1)
    let small = try maker.encode(message("hello")).symbols[0]
    #expect(throws: Fault.self) { try maker.file(of: small) }
  }

  @Test func `kanji mode converts to Shift JIS, and refuses what that does not have`() throws {
    var maker = SymbolMaker(QREncoder(segmentation: .kanji))
    #expect(try maker.encode(message("日本")).symbols[0].message == [0x93, 0xFA, 0x96, 0x7B])
    for (text, sign) in [("5 ¥", "¥"), ("€", nil)] as [(String, Character?)] {
      let error = #expect(throws: SymbolMakingError.notShiftJIS(sign)) { try maker.encode(message(text)) }
      #expect("\(try #require(error))".hasSuffix("; leave out kanji mode"))
    }
    maker.encoder.segmentation = .smallest
    #expect(try maker.encode(message("日本")).symbols[0].message.count == 6)
  }

  @Test func `a picture with too many pixels is refused, a drawing that can be enlarged is not`() throws {
    var maker = SymbolMaker(QREncoder())
    maker.picture.scale = 345
    let made = try maker.encode(message("x")).symbols[0]
    #expect(throws: SymbolMakingError.tooManyPixels(modules: 29, scale: 345)) { try maker.file(of: made) }
    #expect(
      "\(SymbolMakingError.tooManyPixels(modules: 29, scale: 345))"
        == "29 modules at scale 345 are 10005 pixels on a side, above the limit of 10000; use a scale of 344 or less")
    maker.picture.format = .svg
    #expect(try !maker.file(of: made).isEmpty)
  }
}
