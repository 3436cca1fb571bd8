import QREncoding
import Testing

@testable import QRSymbology

struct FunctionPatternTests {
  @Test(arguments: QRSymbol.Version.all)
  func `the modules that are dark in every symbol are dark in encoded symbols`(version: QRSymbol.Version) throws {
    let symbol = try QREncoder(version: version).encode("function")
    var counts: [String: Int] = [:]
    for (module, pattern) in version.functionPatterns.enumerated() {
      guard let pattern else { continue }
      counts["\(pattern)".prefix { $0 != "(" }.description, default: 0] += 1
      if let isDark = pattern.isDark { #expect(symbol.modules[module] == isDark, "\(module)") }
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
    }
  }

  @Test(arguments: 7...40) func `version information with up to three wrong bits is read`(number: Int) throws {
    let version = try #require(QRSymbol.Version(number))
    let bits = try #require(QRSymbol.VersionInformation.copies(of: version)).bits
    #expect(bits >> 12 == number)
    for a in 0..<18 {
      for b in a..<18 {
        for c in b..<18 {
          // Equal places cancel: one to three different bits.
          let wrong = (1 << a) | (1 << b) | (1 << c)
          #expect(QRSymbol.VersionInformation.nearest(to: bits ^ wrong) == (version, wrong.nonzeroBitCount))
        }
      }
    }
  }

  @Test func `version information is that of annex D, in version 7 and above`() {
    #expect(QRSymbol.VersionInformation.copies(of: QRSymbol.Version.all[6])?.bits == 0x07C94)
    #expect(QRSymbol.VersionInformation.copies(of: QRSymbol.Version.all[39])?.bits == 0x28C69)
    #expect(QRSymbol.Version.all.prefix(6).allSatisfy { QRSymbol.VersionInformation.copies(of: $0) == nil })
  }

  @Test func `a version is made of its description`() {
    #expect(SymbolVersion.all.count == 76 && SymbolVersion.all.allSatisfy { SymbolVersion("\($0)") == $0 })
    #expect(SymbolVersion("M2") == .micro(.m2) && SymbolVersion("41") == nil)
    #expect(SymbolVersion("R13x77").map { [$0.rows, $0.columns] } == [13, 77])
  }
}
