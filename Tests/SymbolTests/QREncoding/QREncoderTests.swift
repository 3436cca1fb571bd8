import QREncoding
import QRSymbology
import Testing

struct QREncoderTests {
  @Test func `the documented example has the documented results`() throws {
    let symbol = try QREncoder(level: .medium).encode("https://example.com")
    #expect(symbol.version.number == 2 && symbol.size == 25 && symbol.level == .medium)
    #expect(symbol[row: 0, column: 0] && !symbol[row: 1, column: 1] && symbol[row: 3, column: 3])
  }

  @Test func `an exact version larger than needed is kept`() throws {
    #expect(try QREncoder(version: QRSymbol.Version(7)).encode("a").version.number == 7)
  }

  @Test func `an empty message is refused`() {
    #expect(throws: QREncodingError.emptyMessage) { try QREncoder().encode("") }
  }

  typealias Level = QRSymbol.ErrorCorrectionLevel

  static let tooLong: [(Int, Level, Int?, Level?)] = [
    (1274, .high, nil, .quartile), (1663, .high, nil, .quartile), (1664, .high, nil, .medium),
    (2331, .high, nil, .medium),
    (2332, .high, nil, .low), (2953, .high, nil, .low), (2954, .high, nil, nil), (2953, .medium, nil, .low),
    (2954, .low, nil, nil),
    // The chosen version must hold the message, too.
    (2332, .medium, 36, .low), (2332, .medium, 35, nil),
  ]

  @Test(arguments: tooLong)
  func `the error for a long message names the highest level below that holds it`(
    bytes: Int, level: Level, version: Int?, fitting: Level?
  ) {
    let encoder = QREncoder(level: level, version: version.flatMap { QRSymbol.Version($0) })
    let error = #expect(throws: QREncodingError.self) { try encoder.encode(Array(repeating: 0, count: bytes)) }
    guard case .messageTooLong(bytes, _, level, let named)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(named == fitting)
  }

  @Test func `the error for a version that is too small names the one that would fit`() throws {
    let version5 = try #require(QRSymbol.Version(5))
    let version6 = try #require(QRSymbol.Version(6))
    let error = QREncodingError.versionTooSmall(
      bytes: 85, version: version5, limit: 84, level: .medium, fitting: version6)
    #expect(throws: error) {
      try QREncoder(level: .medium, version: version5).encode(Array(repeating: 1, count: 85))
    }
    #expect("\(error)" == "85 bytes do not fit in a version 5 symbol at level M, which holds 84; version 6 would fit")
  }

  @Test func `errors name input, limit and remedy`() {
    #expect("\(QREncodingError.emptyMessage)" == "the message is empty; a symbol holds at least 1 byte")
    #expect(
      "\(QREncodingError.messageTooLong(bytes: 2954, limit: 2953, level: .low))"
        == "2954 bytes do not fit in a version 40 symbol at level L, which holds 2953; shorten the message")
    #expect(
      "\(QREncodingError.messageTooLong(bytes: 2332, limit: 2331, level: .medium, fitting: .low))".hasSuffix(
        "which holds 2331; use level L or shorten the message"))
    #expect(
      "\(QREncodingError.messageTooLong(bytes: 3001, limit: 2331, level: .medium))".hasSuffix(
        "which holds 2331; shorten the message"))
    #expect("\(QREncodingError.outOfMemory)" == "out of memory while encoding the symbol")
  }
}
