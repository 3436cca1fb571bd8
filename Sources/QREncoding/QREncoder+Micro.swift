public import QRSymbology

extension QREncoder {
  /// Encodes bytes as the smallest Micro QR symbol, M1 to M4, through libqrencode.
  ///
  /// Micro QR symbols hold 35 digits, 21 alphanumeric characters or 15 bytes at most (ISO/IEC 18004:2015, table 7). Few
  /// phones read them. ``version``, ``mask``, ``eci`` and ``isGS1`` are not used.
  ///
  /// - Throws: ``QREncodingError/emptyMessage``; ``QREncodingError/tooLongForMicro(bytes:level:fitting:)``;
  ///   ``QREncodingError/outOfMemory``.
  public func encodeMicro(_ message: [UInt8]) throws(QREncodingError) -> MicroQRSymbol {
    guard !message.isEmpty else { throw .emptyMessage }
    if let (version, level, segments) = microFit(message) {
      return try LibQREncode.symbol(segments, version: version, level: level)
    }
    let fitting = level.lower.last { at($0).microFit(message) != nil }
    throw .tooLongForMicro(bytes: message.count, level: level, fitting: fitting)
  }

  /// The smallest version that holds a message, with its level and the segments in it; `nil` for one that does not fit.
  private func microFit(
    _ message: [UInt8]
  ) -> (version: MicroQRSymbol.Version, level: QRSymbol.ErrorCorrectionLevel?, segments: [SymbolReading.Segment])? {
    let levels: [QRSymbol.ErrorCorrectionLevel?] = QRSymbol.ErrorCorrectionLevel.allCases.filter { $0.row >= level.row }
    for version in MicroQRSymbol.Version.allCases {
      let widths = SegmentWidths(.micro(version))
      let segments = segmentation.segments(of: message, widths: widths, isGS1: false)
      guard segments.allSatisfy({ widths.supports($0.mode) && $0.count(isGS1: false) < 1 << widths.count(of: $0.mode) })
      else { continue }
      let bits = Self.bits(of: segments, header: SymbolHeader(), widths: widths)
      // M1 only detects errors, and serves where level L would do.
      let asked = level == .low ? [nil] + levels : levels
      let fitting = asked.filter { MicroQRSymbol.dataBits(version, level: $0).map { $0 >= bits } ?? false }
      guard let chosen = raisesLevel ? fitting.last : fitting.first else { continue }
      return (version, chosen, segments)
    }
    return nil
  }
}
