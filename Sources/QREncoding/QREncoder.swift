public import QRSymbology

/// An encoder of messages as QR symbols.
///
/// ```swift
/// let symbol = try QREncoder(level: .medium).encode("https://example.com")
/// symbol.version.number  // 2
/// symbol.size            // 25
/// ```
public struct QREncoder: Hashable, Sendable {
  /// The error correction level of the symbols; the least, with ``raisesLevel``.
  public var level: QRSymbol.ErrorCorrectionLevel
  /// The version of the symbols; `nil` for the smallest that holds the message.
  public var version: QRSymbol.Version?
  /// The mask of the symbols; `nil` for the one with the lowest penalty (ISO/IEC 18004:2015, 7.8.3).
  public var mask: QRSymbol.Mask?
  /// How the message is divided into segments.
  public var segmentation: Segmentation
  /// Whether the level is raised as far as the version allows.
  public var raisesLevel = false
  /// The ECI assignment number that precedes the segments, 0…999999 (ISO/IEC 18004:2015, 7.4.2); `nil` writes none.
  /// 26 is UTF-8 in the AIM ECI register.
  public var eci: Int?
  /// Whether the message is GS1 data: FNC1 in first position, with byte 1D as the separator (7.4.8).
  public var isGS1 = false
  /// The encoder of the modules.
  public var engine = Engine.modules

  /// The encoder that turns segments into modules. Both make the same symbol.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    /// Our own encoder.
    case modules
    /// libqrencode.
    case libqrencode
  }

  public init(
    level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil, mask: QRSymbol.Mask? = nil,
    segmentation: Segmentation = .smallest
  ) {
    (self.level, self.version, self.mask, self.segmentation) = (level, version, mask, segmentation)
  }

  /// Encodes a text's UTF-8 bytes.
  ///
  /// - Throws: As ``encode(_:)-([UInt8])``.
  public func encode(_ text: String) throws(QREncodingError) -> QRSymbol {
    try encode(Array(text.utf8))
  }

  /// Encodes bytes.
  ///
  /// Nothing is added, dropped or converted: NUL is a byte like any other.
  ///
  /// - Parameter message: 1…7089 bytes; how many fit depends on level, version and segments.
  /// - Returns: A symbol at ``level`` or above, without a quiet zone.
  /// - Throws: ``QREncodingError/emptyMessage``; ``QREncodingError/messageTooLong(bytes:limit:level:fitting:)`` when
  ///   version 40 is too small; ``QREncodingError/versionTooSmall(bytes:version:limit:level:fitting:)`` when
  ///   ``version`` is; ``QREncodingError/outOfMemory``.
  public func encode(_ message: [UInt8]) throws(QREncodingError) -> QRSymbol {
    try encode(message, header: SymbolHeader(eci: eci, isGS1: isGS1))
  }

  func encode(_ message: [UInt8], header: SymbolHeader) throws(QREncodingError) -> QRSymbol {
    let fit = try fit(message, header: header)
    let level = raisesLevel ? fit.highestLevel(from: level) : level
    switch engine {
    case .modules:
      var writer = SegmentWriter(capacity: fit.version.dataCodewords(at: level))
      writer.put(header)
      for segment in fit.segments { writer.put(segment, widths: SegmentWidths(fit.version), isGS1: isGS1) }
      writer.finish(codewords: fit.version.dataCodewords(at: level))
      return SymbolBuilder(
        fit.version.interleaved(writer.bytes, level: level), version: fit.version, level: level
      ).symbol(mask: mask)
    case .libqrencode:
      return try LibQREncode.symbol(fit.segments, version: fit.version, level: level, mask: mask, header: header)
    }
  }

  /// Finds the version of the symbol that ``encode(_:)-([UInt8])`` would make; `nil` for a message that does not fit.
  public func version(holding message: [UInt8]) -> QRSymbol.Version? {
    try? fit(message, header: SymbolHeader(eci: eci, isGS1: isGS1)).version
  }

  /// Returns how many more bytes of any value a symbol could hold.
  ///
  /// - Parameter reading: What was read from it.
  package static func bytesLeft(in symbol: QRSymbol, _ reading: SymbolReading) -> Int {
    let widths = SegmentWidths(symbol.version)
    let header = SymbolHeader(
      eci: reading.segments.first?.eci, isGS1: reading.isGS1, structuredAppend: reading.structuredAppend)
    let used = bits(of: reading.segments, header: header, widths: widths)
    // More bytes extend a segment in byte mode at the end, or need one of their own.
    let extra = reading.segments.last?.mode == .byte ? 0 : widths.mode + widths.byte
    return max(0, 8 * symbol.version.dataCodewords(at: symbol.level) - used - extra) / 8
  }

  /// The segments of a message and the version that holds them.
  struct Fit {
    var segments: [SymbolReading.Segment]
    var bits: Int
    var version: QRSymbol.Version

    /// The highest level at which the version still holds the segments.
    func highestLevel(from level: QRSymbol.ErrorCorrectionLevel) -> QRSymbol.ErrorCorrectionLevel {
      QRSymbol.ErrorCorrectionLevel.allCases.last { 8 * version.dataCodewords(at: $0) >= bits } ?? level
    }
  }

  /// Finds the smallest version, or takes the requested one. Segments depend on the version, as character counts grow
  /// with it.
  func fit(_ message: [UInt8], header: SymbolHeader) throws(QREncodingError) -> Fit {
    guard !message.isEmpty else { throw .emptyMessage }
    precondition(eci.map { 0...999_999 ~= $0 } ?? true, "ECI assignment numbers are in 0…999999")
    if let version, let fit = fit(message, header: header, in: [version]) { return fit }
    guard let smallest = smallestFit(message, header: header) else {
      let limit = longestPrefix(of: message, header: header, in: QRSymbol.Version.all[39])
      let fitting = level.lower.last { lower in
        let smallest = at(lower).smallestFit(message, header: header)
        return smallest.map { $0.version <= self.version ?? QRSymbol.Version.all[39] } ?? false
      }
      throw .messageTooLong(bytes: message.count, limit: limit, level: level, fitting: fitting)
    }
    guard let version else { return smallest }
    throw .versionTooSmall(
      bytes: message.count, version: version, limit: longestPrefix(of: message, header: header, in: version),
      level: level, fitting: smallest.version)
  }

  /// The same encoder at another level.
  func at(_ level: QRSymbol.ErrorCorrectionLevel) -> QREncoder {
    var encoder = self
    encoder.level = level
    return encoder
  }

  private func smallestFit(_ message: [UInt8], header: SymbolHeader) -> Fit? {
    var first = 0
    for last in SegmentWidths.lastVersions {
      if let fit = fit(message, header: header, in: QRSymbol.Version.all[first..<last]) { return fit }
      first = last
    }
    return nil
  }

  /// Finds the first version that holds a message among some with the same character counts, and so the same segments.
  private func fit(_ message: [UInt8], header: SymbolHeader, in versions: ArraySlice<QRSymbol.Version>) -> Fit? {
    // A message that is too long in any modes is not divided.
    guard let largest = versions.last, leastBits(of: message) <= 8 * largest.dataCodewords(at: level) else {
      return nil
    }
    let widths = SegmentWidths(largest)
    let segments = segmentation.segments(of: message, widths: widths, isGS1: isGS1)
    let bits = Self.bits(of: segments, header: header, widths: widths)
    return versions.first { 8 * $0.dataCodewords(at: level) >= bits }
      .map { Fit(segments: segments, bits: bits, version: $0) }
  }

  /// The bits of the characters alone, if each were in its shortest mode.
  private func leastBits(of message: [UInt8]) -> Int {
    if segmentation == .byte { return 8 * message.count }
    // Kanji take thirteen bits for two bytes.
    if segmentation == .kanji { return 10 * message.count / 3 }
    var sixths = 0
    let values = AlphanumericCharacters.values
    for byte in message {
      let value = values[Int(byte)]
      sixths += value < 10 ? 20 : value != AlphanumericCharacters.none || isGS1 && byte == 0x1D ? 33 : 48
    }
    return sixths / 6
  }

  static func bits(of segments: [SymbolReading.Segment], header: SymbolHeader, widths: SegmentWidths) -> Int {
    segments.reduce(header.bits) {
      $0 + widths.mode + widths.count(of: $1.mode) + $1.dataBits(isGS1: header.isGS1)
    }
  }

  /// The number of a message's first bytes that fit.
  private func longestPrefix(of message: [UInt8], header: SymbolHeader, in version: QRSymbol.Version) -> Int {
    let widths = SegmentWidths(version)
    var (fitting, tooLong) = (0, min(message.count, QRSymbol.Version.mostDigits + 1))
    while tooLong - fitting > 1 {
      let middle = (fitting + tooLong) / 2
      let segments = segmentation.segments(of: Array(message.prefix(middle)), widths: widths, isGS1: isGS1)
      let fits = Self.bits(of: segments, header: header, widths: widths) <= 8 * version.dataCodewords(at: level)
      if fits { fitting = middle } else { tooLong = middle }
    }
    return fitting
  }
}

extension QRSymbol.ErrorCorrectionLevel {
  /// The levels below, the lowest first.
  var lower: [Self] { Self.allCases.filter { $0.row < row } }
}
