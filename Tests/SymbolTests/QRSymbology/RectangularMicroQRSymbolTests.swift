import Testing

@testable import QRSymbology

/// Symbols of all versions and levels, made by another encoder, are read in `RectangularReaderTests`.
struct RectangularMicroQRSymbolTests {
  typealias Version = RectangularMicroQRSymbol.Version

  /// ISO/IEC 23941:2022, table 1.
  static let codewords = [
    13, 21, 32, 44, 68, 21, 33, 49, 66, 99, 15, 31, 47, 67, 89, 132, 21, 41, 60, 85, 113, 166, 51, 74, 103, 136, 199,
    61, 88, 122, 160, 232,
  ]

  @Test func `32 versions have the codewords of the standard`() {
    #expect(Version.all.map(\.codewords) == Self.codewords)
    for (number, version) in Version.all.enumerated() {
      #expect(version.number == number)
      for level in RectangularMicroQRSymbol.levels {
        let (count, corrections) = version.blocks(at: level)
        let blocks = CodewordBlocks.interleaved(codewords: version.codewords, count: count, corrections: corrections)
        #expect(blocks.flatMap(\.self).sorted() == Array(0..<version.codewords))
      }
    }
    #expect(Version.all.map(\.description).first == "R7x43" && Version.all.map(\.description).last == "R17x139")
  }

  /// `#` dark, a space light, `f` format information, `.` codewords and remainder bits.
  static let drawings = [
    "R7x43": [
      "####### # # # # # # ### # # # # # # # # ###",
      "#     # ffff........# #............ffffff #",
      "# ### # ffff........###............fff#####",
      "# ### # ffff......... .............fff#   #",
      "# ### # fff.........###............fff# # #",
      "#     # fff.........# #............fff#   #",
      "####### # # # # # # ### # # # # # # # #####",
    ],
    "R11x27": [
      "####### # # # # # # # # ###",
      "#     # ffff............. #",
      "# ### # ffff..............#",
      "# ### # ffff.............. ",
      "# ### # fff...............#",
      "#     # fff........ffffff. ",
      "####### ...........fff#####",
      "        ...........fff#   #",
      "#..................fff# # #",
      "# .................fff#   #",
      "### # # # # # # # # # #####",
    ],
  ]

  @Test func `function patterns are where the standard draws them`() throws {
    for name in ["R7x43", "R11x27"] {
      let version = try #require(Version.all.first { $0.description == name })
      let patterns = version.functionPatterns
      let drawn = (0..<version.rows).map { row in
        (0..<version.columns).map { column in
          patterns[row * version.columns + column].map { $0.isDark.map { $0 ? "#" : " " } ?? "f" } ?? "."
        }.joined()
      }
      #expect(drawn == Self.drawings[name])
    }
  }

  @Test func `format information has two masks and corrects three bits in either copy`() throws {
    #expect(RectangularMicroQRSymbol.formatBits(Version.all[0], .medium) == (0x1FAB2, 0x20A7B))
    let all = Version.all.flatMap { version in
      RectangularMicroQRSymbol.levels.map { RectangularMicroQRSymbol.formatBits(version, $0).first }
    }
    for (index, one) in all.enumerated() {
      for other in all[(index + 1)...] { #expect((one ^ other).nonzeroBitCount >= 8) }
    }
    for version in Version.all {
      for level in RectangularMicroQRSymbol.levels {
        let code = RectangularMicroQRSymbol.formatBits(version, level)
        var modules = [Bool](repeating: false, count: version.rows * version.columns)
        func toggle(_ bits: Int, at places: [(row: Int, column: Int)]) {
          for (bit, place) in places.enumerated() where bits >> bit & 1 == 1 {
            modules[place.row * version.columns + place.column].toggle()
          }
        }
        toggle(code.first, at: Version.firstFormatPlaces)
        toggle(code.second, at: version.secondFormatPlaces)
        #expect(try RectangularMicroQRSymbol(modules: modules, version: version).level == level)
        // The second copy is gone, and the first has three wrong bits.
        toggle(code.second, at: version.secondFormatPlaces)
        toggle(0b10_0000_0000_0100_0001, at: Version.firstFormatPlaces)
        let symbol = try RectangularMicroQRSymbol(modules: modules, version: version)
        #expect(symbol.level == level && symbol.formatErrors >= 3)
        toggle(0b10, at: Version.firstFormatPlaces)
        #expect(throws: SymbolFault.unreadableFormatInformation) {
          try RectangularMicroQRSymbol(modules: modules, version: version)
        }
      }
    }
    #expect(throws: SymbolFault.sizeOutOfRange(modules: 300)) {
      try RectangularMicroQRSymbol(modules: [Bool](repeating: true, count: 300), version: Version.all[0])
    }
  }

  /// Three bits of mode, and the widths of R7x59: 5, 5, 4 and 3 bits of count.
  @Test func `modes are numbered from the terminator to ECI`() throws {
    let version = Version.all[1]
    func reading(_ bits: String) throws -> SymbolReading {
      let digits = bits.filter { $0 != " " }
      let padded = Array(digits + String(repeating: "0", count: (8 - digits.count % 8) % 8))
      let bytes = stride(from: 0, to: padded.count, by: 8).map { UInt8(String(padded[$0..<$0 + 8]), radix: 2) ?? 0 }
      return try SegmentReader(bytes, .rectangular(version)).reading()
    }
    let numeric = try reading("001 00011 0001111011 000 11111")
    #expect(numeric.message == Array("123".utf8) && numeric.segments.map(\.mode) == [.numeric])
    let mixed = try reading("101 010 00010 00111001101 111 00011010 011 0001 11100100 100 001 0000000000000")
    #expect(mixed.isGS1 && mixed.segments.map(\.mode) == [.alphanumeric, .byte, .kanji])
    #expect(mixed.message == Array("AB".utf8) + [0xE4, 0x81, 0x40])
    #expect(mixed.segments.map(\.eci) == [nil, 26, 26])
    #expect(try reading("110 00000000 011 0001 01000001").message == [0x41])
    // No terminator where fewer than three bits are left.
    #expect(try reading("011 0001 01000001 0").message == [0x41])
    #expect(throws: SymbolFault.self) { try reading("011 0010 01000001") }
  }
}
