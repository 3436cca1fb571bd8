public import OutOfBand
public import QRSymbology

/// A message with what was found in it, and the symbols that hold it.
public struct MadeMessage: Sendable {
  public let message: RecognizedMessage
  /// What the check found; empty for a text that may be for any reader.
  public let findings: [Diagnostic]
  /// The payload that the message carries; `nil` when it carries none, one that is not sound, or was not checked.
  public let payload: OutOfBandPayload?
  /// One, or several of a set.
  public let symbols: [Part]

  /// A symbol with what it holds.
  public struct Part: Sendable {
    /// A `QRSymbol`, or a `MicroQRSymbol`.
    public let symbol: any SquareSymbol
    /// The message, or the part of it that is in this symbol of a set.
    public let message: [UInt8]

    /// `nil` for Micro QR.
    public var qr: QRSymbol? { symbol as? QRSymbol }

    /// The light modules that the standard requires on each side.
    public var standardQuietZone: Int { type(of: symbol).standardQuietZone }
  }

  /// What there is to say about a dense symbol, whatever it holds.
  public var density: [Diagnostic] {
    symbols.compactMap { $0.qr?.version.number }.max().map { MessageCheck.densityFindings(symbolVersion: $0) } ?? []
  }

  /// The symbol of a maker that makes one QR symbol.
  package var single: QRSymbol {
    guard symbols.count == 1, let symbol = symbols[0].qr else { preconditionFailure("the maker makes one QR symbol") }
    return symbol
  }
}
