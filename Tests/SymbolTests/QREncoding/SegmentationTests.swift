import QREncoding
import QRSymbology
import TestSupport
import Testing

struct SegmentationTests {
  /// The bits of segments, by the lengths of the standard (ISO/IEC 18004:2015, 7.4 and table 3).
  private func bits(_ segments: [(mode: SymbolReading.Mode, count: Int)], range: Int) -> Int {
    segments.reduce(0) { sum, segment in
      let n = segment.count
      return switch segment.mode {
      case .numeric: sum + 4 + [10, 12, 14][range] + n / 3 * 10 + [0, 4, 7][n % 3]
      case .alphanumeric: sum + 4 + [9, 11, 13][range] + n / 2 * 11 + n % 2 * 6
      default: sum + 4 + [8, 16, 16][range] + 8 * n
      }
    }
  }

  /// Tries every division of a message into modes.
  private func fewestBits(_ message: [UInt8], range: Int) -> Int {
    let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    var best = Int.max
    var modes: [SymbolReading.Mode] = []
    func extend() {
      guard modes.count < message.count else {
        var segments: [(mode: SymbolReading.Mode, count: Int)] = []
        for mode in modes {
          if segments.last?.mode == mode { segments[segments.count - 1].count += 1 } else { segments.append((mode, 1)) }
        }
        best = min(best, bits(segments, range: range))
        return
      }
      let byte = message[modes.count]
      var possible: [SymbolReading.Mode] = [.byte]
      if alphanumerics.contains(byte) { possible.append(.alphanumeric) }
      if 0x30...0x39 ~= byte { possible.append(.numeric) }
      for mode in possible {
        modes.append(mode)
        extend()
        modes.removeLast()
      }
    }
    extend()
    return best
  }

  @Test(arguments: [1, 10, 27])
  func `no division of a short message has fewer bits`(_ number: Int) throws {
    let version = try #require(QRSymbol.Version(number))
    var random = SeededGenerator(seed: UInt64(number))
    for alphabet in ["0123456789", "01A", "0Aa", "0123456789a", "ABCDEFGHIJ1a"] {
      for _ in 0..<40 {
        let message = random.bytes(Int.random(in: 1...9, using: &random), from: Array(alphabet.utf8))
        let segments = Segmentation.smallest.segments(of: message, version: version)
        #expect(segments.flatMap(\.bytes) == message)
        let range = number / 10
        let count = bits(segments.map { ($0.mode, $0.bytes.count) }, range: range)
        #expect(count == fewestBits(message, range: range), "\(String(decoding: message, as: UTF8.self))")
      }
    }
  }

  @Test func `modes change where that is shorter`() throws {
    let version = try #require(QRSymbol.Version(3))
    func modes(_ text: String) -> [SymbolReading.Mode] {
      Segmentation.smallest.segments(of: Array(text.utf8), version: version).map(\.mode)
    }
    #expect(modes("0123456789") == [.numeric])
    #expect(modes("HTTPS://EXAMPLE.COM") == [.alphanumeric])
    #expect(modes("https://example.com") == [.byte])
    #expect(modes("HTTPS://EXAMPLE.COM/open?id=0123456789012") == [.alphanumeric, .byte, .numeric])
    #expect(modes("ORDER 0123456789012345") == [.alphanumeric, .numeric])
    // Leaving byte mode for three digits would be longer.
    #expect(modes("abc123def") == [.byte])
    #expect(Segmentation.byte.segments(of: Array("123".utf8), version: version).map(\.mode) == [.byte])
  }

  @Test func `7089 digits fit in version 40, and 7090 are refused with that limit`() throws {
    let digits = [UInt8](repeating: 0x35, count: 7089)
    #expect(try QREncoder(level: .low).encode(digits).reading().message == digits)
    #expect(throws: QREncodingError.messageTooLong(bytes: 7090, limit: 7089, level: .low)) {
      try QREncoder(level: .low).encode(digits + [0x35])
    }
    #expect(throws: QREncodingError.self) { try QREncoder(level: .low).encode([UInt8](repeating: 0, count: 1 << 20)) }
  }

  @Test func `kanji mode takes pairs of Shift JIS, and only when it is asked for`() throws {
    // 点茗 (ISO/IEC 18004:2015, 7.4.6), then ASCII and a half-width katakana.
    let message: [UInt8] = [0x93, 0x5F, 0xE4, 0xAA, 0x93, 0x5F, 0x93, 0x5F, 0xE4, 0xAA, 0x93, 0x5F, 0x41, 0xB1]
    #expect(
      Segmentation.smallest.segments(of: message, version: try #require(QRSymbol.Version(1))).map(\.mode) == [.byte])
    let symbol = try QREncoder(segmentation: .kanji).encode(message)
    #expect(try symbol.reading().segments.map(\.mode) == [.kanji, .byte])
    #expect(try symbol.reading().message == message)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let pairs = (0..<Int.random(in: 1...40, using: &random)).flatMap { _ -> [UInt8] in
        Bool.random(using: &random) ? [0x93, UInt8.random(in: 0x40...0x7E, using: &random)] : [0x41]
      }
      var encoder = QREncoder(segmentation: .kanji)
      let ours = try encoder.encode(pairs)
      #expect(try ours.reading().message == pairs)
      encoder.engine = .libqrencode
      #expect(try encoder.encode(pairs) == ours)
    }
  }

  @Test func `a raised level keeps the version, and is the highest that fits`() throws {
    for length in 1...300 {
      let message = [UInt8](repeating: 0x61, count: length)
      var encoder = QREncoder(level: .low)
      let plain = try encoder.encode(message)
      encoder.raisesLevel = true
      let raised = try encoder.encode(message)
      #expect(raised.version == plain.version && raised.level.row >= plain.level.row)
      let higher = QRSymbol.ErrorCorrectionLevel.allCases.filter { $0.row > raised.level.row }
      #expect(higher.allSatisfy { raised.version.byteCapacity(at: $0) < length })
    }
  }

  @Test func `a chosen mask is used`() throws {
    for reference in 0...7 {
      let mask = try #require(QRSymbol.Mask(reference))
      let symbol = try QREncoder(mask: mask).encode("mask")
      #expect(try symbol.mask == mask && symbol.reading().message == Array("mask".utf8))
      #expect(try QRSymbol(modules: symbol.modules) == symbol)
    }
    var encoder = QREncoder(mask: QRSymbol.Mask(1))
    encoder.engine = .libqrencode
    #expect(throws: QREncodingError.unsupported(engine: .libqrencode, option: "a chosen mask")) {
      try encoder.encode("mask")
    }
  }

  @Test func `the symbols of a set join to the message`() throws {
    let message = Array("A set of symbols carries one message, ZÜRICH 0123456789, in order.".utf8)
    for count in 2...16 {
      let symbols = try QREncoder().encode(message, symbols: count)
      #expect(Set(symbols.map(\.version)).count == 1)
      let parts = try symbols.map { try $0.reading() }
      #expect(parts.flatMap(\.message) == message)
      #expect(parts.map(\.structuredAppend?.index) == Array(0..<count))
      #expect(Set(parts.map(\.structuredAppend?.parity)) == [message.reduce(0, ^)])
    }
    // Characters of several bytes stay whole.
    let characters = try QREncoder().encode(Array("äöü€日本語日本語".utf8), symbols: 3)
    #expect(try characters.allSatisfy { String(validating: try $0.reading().message, as: UTF8.self) != nil })
    #expect(
      "\(QREncodingError.setTooLong(bytes: 9, level: .low))".hasSuffix(
        "set of 16 symbols at level L; shorten the message"))
    let long = [UInt8](repeating: 7, count: 5000)
    #expect(try QREncoder().encodeInFewestSymbols(long).count == 3)
    #expect(try QREncoder().encodeInFewestSymbols([1]).count == 1)
    #expect(throws: QREncodingError.emptyMessage) { try QREncoder().encodeInFewestSymbols([]) }
    #expect(throws: QREncodingError.tooFewBytes(bytes: 2, symbols: 3)) { try QREncoder().encode([1, 2], symbols: 3) }
    #expect(throws: QREncodingError.setTooLong(bytes: 60_000, level: .medium)) {
      try QREncoder().encodeInFewestSymbols([UInt8](repeating: 7, count: 60_000))
    }
  }

  @Test func `Micro QR symbols hold what the standard says, and not one character more`() throws {
    // ISO/IEC 18004:2015, table 7: the capacity of M4 and of the smallest at level L.
    for (character, count, level) in [
      ("1", 35, QRSymbol.ErrorCorrectionLevel.low), ("A", 21, .low), ("a", 15, .low), ("a", 13, .medium),
      ("a", 9, .quartile), ("1", 5, .low), ("A", 6, .low),
    ] {
      let message = Array(String(repeating: character, count: count).utf8)
      let symbol = try QREncoder(level: level).encodeMicro(message)
      #expect(try symbol.reading().message == message)
      #expect((count <= 6) == [.m1, .m2].contains(symbol.version))
    }
    #expect(try QREncoder(level: .low).encodeMicro(Array("12345".utf8)).version == .m1)
    #expect(throws: QREncodingError.tooLongForMicro(bytes: 16, level: .low)) {
      try QREncoder(level: .low).encodeMicro([UInt8](repeating: 0x61, count: 16))
    }
    let error = #expect(throws: QREncodingError.tooLongForMicro(bytes: 1, level: .high, fitting: .quartile)) {
      try QREncoder(level: .high).encodeMicro([0x61])
    }
    #expect(error.map { "\($0)" } == "Micro QR symbols have no level H; use level Q, or make a QR symbol")
    // 35 digits fit at level L, 30 at M and 21 at Q.
    let tooLong: [(Int, QRSymbol.ErrorCorrectionLevel, QRSymbol.ErrorCorrectionLevel?)] = [
      (21, .high, .quartile), (22, .high, .medium), (31, .quartile, .low), (35, .medium, .low), (36, .medium, nil),
      (36, .high, nil),
    ]
    for (digits, level, fitting) in tooLong {
      #expect(throws: QREncodingError.tooLongForMicro(bytes: digits, level: level, fitting: fitting)) {
        try QREncoder(level: level).encodeMicro([UInt8](repeating: 0x31, count: digits))
      }
    }
    let sentence = "\(QREncodingError.tooLongForMicro(bytes: 16, level: .low))"
    #expect(
      sentence.hasPrefix("16 bytes do not fit in a Micro QR symbol at level L") && sentence.hasSuffix("QR symbol"))
  }
}

extension Segmentation {
  /// The segments in a symbol of a version.
  fileprivate func segments(of message: [UInt8], version: QRSymbol.Version) -> [SymbolReading.Segment] {
    segments(of: message, widths: SegmentWidths(version), isGS1: false)
  }
}
