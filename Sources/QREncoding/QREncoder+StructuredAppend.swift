public import QRSymbology

extension QREncoder {
  /// Divides a message among symbols that readers join again (structured append; ISO/IEC 18004:2015, clause 8).
  ///
  /// All symbols have the same version, ``version`` or the smallest that is enough, and nearly the same number of bytes.
  ///
  /// - Parameters:
  ///   - message: At least one byte for each symbol.
  ///   - count: 2…16.
  /// - Throws: As ``encode(_:)-([UInt8])``, and ``QREncodingError/tooFewBytes(bytes:symbols:)``.
  public func encode(_ message: [UInt8], symbols count: Int) throws(QREncodingError) -> [QRSymbol] {
    precondition(2...16 ~= count, "a set has 2 to 16 symbols")
    guard message.count >= count else { throw .tooFewBytes(bytes: message.count, symbols: count) }
    let parity = message.reduce(0, ^)
    let ends = Self.partEnds(of: message.count, symbols: count)
    var parts: [(bytes: [UInt8], header: SymbolHeader)] = []
    for index in 0..<count {
      let place = SymbolReading.StructuredAppend(index: index, count: count, parity: parity)
      let bytes = Array(message[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
      parts.append((bytes, SymbolHeader(eci: eci, isGS1: isGS1, structuredAppend: place)))
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

  /// The ends of the parts of a message, in bytes from its start.
  package static func partEnds(of bytes: Int, symbols count: Int) -> [Int] { (1...count).map { $0 * bytes / count } }

  /// Divides a message among as few symbols as possible: one, outside a set, if it fits in ``version`` or in version 40.
  ///
  /// - Throws: As ``encode(_:)-([UInt8])``.
  public func encodeInFewestSymbols(_ message: [UInt8]) throws(QREncodingError) -> [QRSymbol] {
    do { return [try encode(message)] } catch {
      for count in 2...16 where message.count >= count {
        if let symbols = try? encode(message, symbols: count) { return symbols }
      }
      throw error
    }
  }
}
