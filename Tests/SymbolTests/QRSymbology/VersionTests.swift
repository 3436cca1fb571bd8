import QRSymbology
import Testing

struct VersionTests {
  /// Rows of ISO/IEC 18004:2015, table 7: version, then the byte capacity at L, M, Q and H.
  static let capacities: [(version: Int, bytes: [Int])] = [
    (1, [17, 14, 11, 7]), (2, [32, 26, 20, 14]), (5, [106, 84, 60, 44]), (9, [230, 180, 130, 98]),
    (10, [271, 213, 151, 119]), (20, [858, 666, 482, 382]), (26, [1367, 1059, 751, 593]),
    (27, [1465, 1125, 805, 625]), (40, [2953, 2331, 1663, 1273]),
  ]

  @Test(arguments: capacities)
  func `byte capacities are those of the standard`(row: (version: Int, bytes: [Int])) throws {
    let version = try #require(QRSymbol.Version(row.version))
    #expect(QRSymbol.ErrorCorrectionLevel.allCases.map { version.byteCapacity(at: $0) } == row.bytes)
  }

  @Test func `no symbol holds more than 2953 bytes or 7089 digits`() {
    #expect(QRSymbol.Version.mostBytes == 2953 && QRSymbol.Version.mostDigits == 7089)
  }

  @Test func `versions are 1 to 40 and sizes 21 to 177`() {
    #expect(QRSymbol.Version.all.map(\.number) == Array(1...40))
    #expect(QRSymbol.Version(0) == nil && QRSymbol.Version(41) == nil)
    #expect(QRSymbol.Version(size: 21)?.number == 1 && QRSymbol.Version(size: 177)?.number == 40)
    #expect(
      QRSymbol.Version(size: 22) == nil && QRSymbol.Version(size: 17) == nil && QRSymbol.Version(size: 181) == nil)
  }

  @Test func `the smallest version is the first whose capacity is enough`() {
    #expect(QRSymbol.Version.smallest(holding: 14, at: .medium)?.number == 1)
    #expect(QRSymbol.Version.smallest(holding: 15, at: .medium)?.number == 2)
    #expect(QRSymbol.Version.smallest(holding: 2331, at: .medium)?.number == 40)
    #expect(QRSymbol.Version.smallest(holding: 2332, at: .medium) == nil)
  }
}
