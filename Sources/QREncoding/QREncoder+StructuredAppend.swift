public import QRSymbology

extension QREncoder {
  /// Divides a message among symbols that readers join again (structured append; ISO/IEC 18004:2015, clause 8).
  ///
  /// All symbols have the same version, ``version`` or the smallest that holds every part, and nearly the
  /// same number of bytes.
  ///
  /// - Parameters:
  ///   - message: At least one byte for each symbol.
  ///   - count: 2…16.
  /// - Throws: As ``encode(_:)-([UInt8])``, and ``QREncodingError/tooFewBytes(bytes:symbols:)``.
  public func encode(_ message: [UInt8], symbols count: Int) throws(QREncodingError) -> [QRSymbol] {
    precondition(2...16 ~= count, "a set has 2 to 16 symbols")
    guard message.count >= count else { throw .tooFewBytes(bytes: message.count, symbols: count) }
    let parity = message.reduce(0, ^)
    let parts = self.parts(of: message, symbols: count).enumerated().map { index, bytes in
      let place = SymbolReading.StructuredAppend(index: index, count: count, parity: parity)
      return (bytes: bytes, header: SymbolHeader(eci: eci, isGS1: isGS1, structuredAppend: place))
    }
    var encoder = self
    if encoder.version == nil {
      for part in parts {
        let fit = try fit(part.bytes, header: part.header)
        encoder.version = max(encoder.version ?? fit.version, fit.version)
      }
    }
    var symbols: [QRSymbol] = []
    for part in parts { symbols.append(try encoder.encode(part.bytes, header: part.header)) }
    return symbols
  }

  /// Divides a message into parts of nearly the same length, each of at least one byte. Characters of UTF-8, and of Shift JIS
  /// in kanji mode, are not cut, if there are enough of them.
  package func parts(of message: [UInt8], symbols count: Int) -> [[UInt8]] {
    var borders = characterBorders(of: message)
    if borders.count <= count { borders = Array(0...message.count) }
    let ends = (1...count).map { borders[$0 * (borders.count - 1) / count] }
    return ends.enumerated().map { index, end in Array(message[(index == 0 ? 0 : ends[index - 1])..<end]) }
  }

  /// The places at which a message may be cut, from 0 to its length.
  private func characterBorders(of message: [UInt8]) -> [Int] {
    if segmentation == .kanji {
      var borders = [0]
      while let last = borders.last, last < message.count {
        borders.append(last + (ShiftJIS.length(of: message[last...])?.bytes ?? 1))
      }
      return borders
    }
    guard String(validating: message, as: UTF8.self) != nil else { return Array(0...message.count) }
    return message.indices.filter { message[$0] & 0xC0 != 0x80 } + [message.count]
  }

  /// Divides a message among as few symbols as possible: one, outside a set, if it fits in ``version`` or in version 40.
  ///
  /// - Throws: ``QREncodingError/setTooLong(bytes:level:)`` if sixteen symbols are not enough; otherwise as
  ///   ``encode(_:)-([UInt8])``.
  public func encodeInFewestSymbols(_ message: [UInt8]) throws(QREncodingError) -> [QRSymbol] {
    do { return [try encode(message)] } catch {
      guard error.isTooLong else { throw error }
    }
    for count in 2...16 where message.count >= count {
      do { return try encode(message, symbols: count) } catch { if !error.isTooLong { throw error } }
    }
    throw .setTooLong(bytes: message.count, level: level)
  }
}

extension QREncodingError {
  /// Whether more symbols could hold the message.
  fileprivate var isTooLong: Bool {
    switch self {
    case .messageTooLong, .versionTooSmall: true
    default: false
    }
  }
}
