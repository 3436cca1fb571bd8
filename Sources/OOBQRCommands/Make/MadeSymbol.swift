import QREncoding
import QRSymbology
import TextFormats

/// A symbol with what it holds.
struct MadeSymbol {
  enum Symbol {
    case qr(QRSymbol)
    case micro(MicroQRSymbol)
  }

  let symbol: Symbol
  /// The message, or the part of it in this symbol.
  let message: [UInt8]

  init(_ symbol: QRSymbol, holding message: [UInt8]) { (self.symbol, self.message) = (.qr(symbol), message) }

  init(_ symbol: MicroQRSymbol, holding message: [UInt8]) { (self.symbol, self.message) = (.micro(symbol), message) }

  var square: any SquareSymbol {
    switch symbol {
    case .qr(let symbol): symbol
    case .micro(let symbol): symbol
    }
  }

  var quietZone: Int { type(of: square).standardQuietZone }

  /// 1…40; `nil` for Micro QR.
  var version: Int? { if case .qr(let symbol) = symbol { symbol.version.number } else { nil } }

  /// Version, level, mask and use of the symbol, for `--json`.
  var members: [JSONValue.Member] {
    switch symbol {
    case .qr(let symbol):
      // The reading states what the symbol really holds, with its segments.
      let reading = try? symbol.reading()
      var members: [JSONValue.Member] = [
        .init("version", .number(symbol.version.number)), .init("modules", .number(symbol.size)),
        .init("level", .string(symbol.level.letter)), .init("mask", .number(symbol.mask.reference)),
        .init(
          "segments",
          .array(
            (reading?.segments ?? []).map {
              ["mode": .string($0.mode.rawValue), "bytes": .number($0.bytes.count)]
            })),
        .init("message_bytes", .number(message.count)),
        .init("capacity_left", .number(reading.map { QREncoder.bytesLeft(in: symbol, $0) } ?? 0)),
      ]
      if let part = reading?.structuredAppend {
        members.append(.init("structured_append", ["index": .number(part.index), "count": .number(part.count)]))
      }
      return members
    case .micro(let symbol):
      return [
        .init("version", .string("\(symbol.version)")), .init("modules", .number(symbol.size)),
        .init("level", symbol.level.map { .string($0.letter) } ?? .null), .init("mask", .number(symbol.mask)),
        .init("message_bytes", .number(message.count)),
      ]
    }
  }
}
