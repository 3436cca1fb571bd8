import QREncoding
import QRSymbology
import TestSupport
import Testing

struct SymbolAnatomyTests {
  @Test func `what a symbol should look like is what the encoder drew`() throws {
    for version in QRSymbol.Version.all {
      for level in QRSymbol.ErrorCorrectionLevel.allCases {
        let symbol = try QREncoder(level: level, version: version).encode("abc")
        let anatomy = try symbol.anatomy()
        #expect(symbol.version == version && anatomy.isDark == symbol.modules, "\(version)-\(level)")
      }
    }
    for length in 1...15 {
      let symbol = try QREncoder(level: .low).encodeMicro(Array("0123456789ABCDE".utf8.prefix(length)))
      let anatomy = try symbol.anatomy()
      #expect(anatomy.isDark == symbol.modules, "\(symbol.version)")
    }
  }

  @Test func `damage of any part is corrected in what it should look like`() throws {
    let symbol = try QREncoder(level: .high).encode("https://example.com/damage/of/any/part/is/corrected")
    let anatomy = try symbol.anatomy()
    for part in [
      anatomy.finders[0], anatomy.timing[1], anatomy.alignment, Array(anatomy.format[0].prefix(3)),
      anatomy.codewords[3],
    ] {
      var modules = symbol.modules
      for module in part { modules[module].toggle() }
      #expect(try QRSymbol(modules: modules).anatomy().isDark == symbol.modules)
    }
    let micro = try QREncoder(level: .medium).encodeMicro(Array("12345678".utf8))
    let parts = try micro.anatomy()
    for part in [parts.finders[0], parts.timing[0], [parts.format[0][2]], parts.codewords[1]] {
      var modules = micro.modules
      for module in part { modules[module].toggle() }
      #expect(try MicroQRSymbol(modules: modules).anatomy().isDark == micro.modules)
    }
  }

  /// ISO/IEC 18004:2015, table 9: the number of errors that can be corrected is half of what may be spent.
  @Test(arguments: [
    (1, QRSymbol.ErrorCorrectionLevel.low, 2), (1, .medium, 4), (1, .quartile, 6), (1, .high, 8), (2, .low, 4),
    (2, .medium, 8), (2, .quartile, 11), (3, .low, 7), (3, .medium, 13), (4, .low, 10), (5, .quartile, 9),
  ])
  func `capacity leaves what the standard reserves`(
    number: Int, level: QRSymbol.ErrorCorrectionLevel, correctable: Int
  ) throws {
    let version = try #require(QRSymbol.Version(number))
    let anatomy = try QREncoder(level: level, version: version).encode("1").anatomy()
    #expect(anatomy.blocks.allSatisfy { $0.capacity == 2 * correctable })
    #expect(anatomy.blocks.flatMap(\.codewords).sorted() == Array(0..<version.codewords))
  }
}
