import QREncoding
import Testing

@testable import QRSymbology

struct FunctionPatternTests {
  @Test(arguments: QRSymbol.Version.all)
  func `the modules that are dark in every symbol are dark in encoded symbols`(version: QRSymbol.Version) throws {
    let symbol = try QREncoder(version: version).encode("function")
    let isFunction = version.functionModules
    var counts: [String: Int] = [:]
    for row in 0..<version.size {
      for column in 0..<version.size {
        let pattern = version.functionPattern(row: row, column: column)
        #expect(isFunction[row * version.size + column] == (pattern != nil), "\(row), \(column)")
        guard let pattern else { continue }
        counts["\(pattern)".prefix { $0 != "(" }.description, default: 0] += 1
        if let isDark = pattern.isDark { #expect(symbol[row: row, column: column] == isDark, "\(row), \(column)") }
      }
    }
    #expect(counts["finder"] == 147 && counts["separator"] == 45)
    // Two copies of fifteen bits, and the dark module.
    #expect(counts["formatInformation"] == 31)
    #expect(counts["versionInformation"] == (version.number < 7 ? nil : 36))
    #expect(counts["alignment"] ?? 0 == 25 * version.alignmentPatterns.count)
  }

  @Test func `alignment patterns are those of annex E`() throws {
    let rows: [(version: Int, centres: [Int], patterns: Int)] = [
      (1, [], 0), (2, [6, 18], 1), (7, [6, 22, 38], 6), (14, [6, 26, 46, 66], 13), (32, [6, 34, 60, 86, 112, 138], 33),
      (36, [6, 24, 50, 76, 102, 128, 154], 46), (40, [6, 30, 58, 86, 114, 142, 170], 46),
    ]
    for row in rows {
      let version = try #require(QRSymbol.Version(row.version))
      #expect(version.alignmentCentres == row.centres)
      #expect(version.alignmentPatterns.count == row.patterns)
      for pattern in version.alignmentPatterns {
        #expect(version.isAlignmentCentre(row: pattern.row, column: pattern.column))
        #expect(!version.isAlignmentCentre(row: pattern.row + 1, column: pattern.column))
      }
    }
  }

  @Test(arguments: 7...40) func `version information with up to three wrong bits is read`(number: Int) throws {
    let version = try #require(QRSymbol.Version(number))
    let information = try #require(QRSymbol.VersionInformation(version: version))
    let bits = information.bits
    #expect(bits >> 12 == number)
    for a in 0..<18 {
      for b in a..<18 {
        for c in b..<18 {
          // Equal places cancel: one to three different bits.
          let wrong = (1 << a) | (1 << b) | (1 << c)
          #expect(QRSymbol.VersionInformation(bits: bits ^ wrong)?.version == version)
        }
      }
    }
    #expect(QRSymbol.VersionInformation(bits: bits) == information)
  }

  @Test func `version information is that of annex D, in version 7 and above`() throws {
    #expect(try #require(QRSymbol.VersionInformation(bits: 0x07C94)).version.number == 7)
    #expect(try #require(QRSymbol.VersionInformation(bits: 0x28C69)).version.number == 40)
    for number in 1...6 {
      #expect(QRSymbol.VersionInformation(version: try #require(QRSymbol.Version(number))) == nil)
    }
    // Four wrong bits are never read as the version they came from.
    let bits = try #require(QRSymbol.VersionInformation(bits: 0x07C94)).bits
    #expect(QRSymbol.VersionInformation(bits: bits ^ 0b1111)?.version.number != 7)
  }
}
