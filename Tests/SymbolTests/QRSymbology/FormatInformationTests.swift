import QREncoding
import QRSymbology
import TestSupport
import Testing

struct FormatInformationTests {
  /// Reads the bits from both copies in a symbol of version 1.
  private static func read(_ bits: Int) -> QRSymbol.FormatInformation? {
    var modules = [Bool](repeating: false, count: 21 * 21)
    for (bit, place) in QRSymbol.FormatInformation.copies(size: 21).flatMap({ $0.enumerated() }) {
      modules[place.row * 21 + place.column] = bits >> bit & 1 != 0
    }
    return QRSymbol.FormatInformation(modules: modules, size: 21)
  }

  /// From ISO/IEC 18004:2015, annex C: level M, mask 5.
  @Test func `the standard's example has the standard's bits`() {
    let format = QRSymbol.FormatInformation(level: .medium, mask: QRSymbol.Mask.all[5])
    #expect(format.bits == 0b100_0000_1100_1110)
  }

  @Test func `up to three wrong bits are corrected for every level and mask`() throws {
    for level in QRSymbol.ErrorCorrectionLevel.allCases {
      for mask in QRSymbol.Mask.all {
        let format = QRSymbol.FormatInformation(level: level, mask: mask)
        for a in 0..<15 {
          for b in 0..<15 {
            for c in 0..<15 {
              #expect(Self.read(format.bits ^ (1 << a | 1 << b | 1 << c)) == format)
            }
          }
        }
      }
    }
  }

  @Test func `four wrong bits never give the same format`() {
    let format = QRSymbol.FormatInformation(level: .low, mask: QRSymbol.Mask.all[0])
    for wrong in 0..<1 << 15 where wrong.nonzeroBitCount == 4 {
      #expect(Self.read(format.bits ^ wrong) != format)
    }
  }

  @Test func `one copy is enough when the other is destroyed`() throws {
    let symbol = try QREncoder(level: .quartile).encode("one copy")
    var modules = symbol.modules
    for column in 0..<6 { modules[8 * symbol.size + column].toggle() }
    #expect(try QRSymbol(modules: modules).level == .quartile)
  }

  @Test func `two destroyed copies are refused`() throws {
    let hopeless = try #require((0..<1 << 15).first { Self.read($0) == nil })
    let symbol = try QREncoder().encode("two copies")
    var modules = symbol.modules
    // The places of bits 0…14 in both copies (ISO/IEC 18004:2015, figure 25), as (row, column).
    let first =
      [(0, 8), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (7, 8), (8, 8), (8, 7)] + (0...5).reversed().map { (8, $0) }
    let second = (0..<8).map { (8, symbol.size - 1 - $0) } + (0..<7).map { (symbol.size - 7 + $0, 8) }
    for places in [first, second] {
      for (bit, place) in places.enumerated() { modules[place.0 * symbol.size + place.1] = hopeless >> bit & 1 == 1 }
    }
    #expect(throws: SymbolFault.unreadableFormatInformation) { try QRSymbol(modules: modules) }
  }

  @Test(arguments: [0, 1, 440, 442, 22 * 22, 181 * 181])
  func `numbers of modules that are not the square of a version's size are refused`(count: Int) {
    #expect(throws: SymbolFault.sizeOutOfRange(modules: count)) {
      try QRSymbol(modules: Array(repeating: false, count: count))
    }
  }

  @Test func `errors say what is wrong`() {
    #expect("\(SymbolFault.sizeOutOfRange(modules: 442))" == "no version has 442 modules")
    #expect("\(SymbolFault.unreadableFormatInformation)".hasPrefix("the format information"))
    #expect("\(SymbolFault.tooDamaged)".contains("more wrong codewords"))
    #expect("\(SymbolFault.malformed)" == "the codewords do not follow ISO/IEC 18004")
  }
}
