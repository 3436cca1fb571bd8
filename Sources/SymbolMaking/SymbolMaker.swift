import HostSystem
public import OutOfBand
public import QREncoding
public import QRScanning
import QRSymbology
import SymbolDrawing

/// Makes symbols: a message is checked and encoded, and its symbols are read back and drawn.
///
/// ```swift
/// let maker = SymbolMaker(QREncoder(level: .medium), check: MessageCheck.Options(channel: .qr))
/// let made = try maker.encode(RecognizedMessage(Array("https://example.com".utf8)), isAnyText: true)
/// made.symbols[0].qr?.version.number             // 2
/// let png = try maker.file(of: made.symbols[0])  // was read back as exactly this message
/// ```
public struct SymbolMaker: Sendable {
  public var encoder: QREncoder
  public var shape = Shape.single
  /// The circumstances under which messages are checked; `nil` checks none.
  public var check: MessageCheck.Options?
  public var picture = SymbolPicture()
  /// What reads symbols back before they are drawn; `nil` for nothing.
  public var reader: Detection.Engine? = .modules

  /// The symbols that hold a message.
  public enum Shape: Hashable, Sendable {
    /// One QR symbol, with room for the logo of the picture.
    case single
    /// One Micro QR symbol.
    case micro
    /// A set of this many QR symbols, 2…16.
    case set(Int)
    /// One QR symbol, or the smallest set that holds the message.
    case fewest
  }

  public init(_ encoder: QREncoder, check: MessageCheck.Options? = nil) {
    (self.encoder, self.check) = (encoder, check)
  }

  /// Checks a message, and encodes it.
  ///
  /// - Parameters:
  ///   - message: Is converted to Shift JIS for kanji mode.
  ///   - isAnyText: Whether the message may be for any reader, and is then not judged as an out-of-band message.
  ///   - judge: Gets the findings before the message is encoded; an error that it throws is passed on.
  /// - Throws: `QREncodingError`; ``SymbolMakingError/notShiftJIS(_:)``; errors of `judge`.
  public func encode(
    _ message: RecognizedMessage, isAnyText: Bool = false, judge: ([Diagnostic]) throws -> Void = { _ in }
  ) throws -> MadeMessage {
    let checked = check.map { MessageCheck(message, options: $0) }
    let findings = isAnyText && !message.content.isOutOfBand ? [] : checked?.diagnostics ?? []
    try judge(findings)
    return MadeMessage(
      message: message, findings: findings, payload: checked?.payload, symbols: try symbols(holding: message.bytes))
  }

  /// Reads a symbol back, and draws it.
  ///
  /// - Throws: ``SymbolMakingError``; `Fault` of the logo; `QRScanningError`; `ImageCodingError`; errors of the frame.
  public func file(of made: MadeMessage.Part) throws -> [UInt8] {
    let quietZone = picture.quietZone ?? made.standardQuietZone
    guard let reader else {
      return try picture.file(of: made.symbol, quietZone, try picture.artwork(of: made, quietZone))
    }
    // The quiet zone of the picture may be too narrow for a reader.
    let artwork = try picture.artwork(of: made, made.standardQuietZone)
    try readBack(made, artwork, by: reader)
    return try picture.file(
      of: made.symbol, quietZone,
      quietZone == made.standardQuietZone ? artwork : try picture.artwork(of: made, quietZone))
  }

  private func symbols(holding message: [UInt8]) throws -> [MadeMessage.Part] {
    let message = encoder.segmentation == .kanji ? try Self.shiftJIS(message) : message
    let symbols: [any SquareSymbol] =
      switch shape {
      case .single: [try single(message)]
      case .micro: [try encoder.encodeMicro(message)]
      case .set(let count): try encoder.encode(message, symbols: count)
      case .fewest: try encoder.encodeInFewestSymbols(message)
      }
    let parts = symbols.count == 1 ? [message] : encoder.parts(of: message, symbols: symbols.count)
    return zip(symbols, parts).map { MadeMessage.Part(symbol: $0, message: $1) }
  }

  /// Encodes a message in the smallest version that also has room for a logo, unless the version is given.
  private func single(_ message: [UInt8]) throws(QREncodingError) -> QRSymbol {
    var symbol = try encoder.encode(message)
    var encoder = encoder
    while picture.logo != nil, self.encoder.version == nil, Logo.side(in: symbol) == nil,
      let next = QRSymbol.Version(symbol.version.number + 1)
    {
      encoder.version = next
      symbol = try encoder.encode(message)
    }
    return symbol
  }

  /// Converts UTF-8; other bytes are taken as Shift JIS.
  private static func shiftJIS(_ message: [UInt8]) throws(SymbolMakingError) -> [UInt8] {
    guard let text = String(validating: message, as: UTF8.self) else { return message }
    // Both become ASCII characters of another meaning.
    if let sign = text.first(where: { "¥‾".contains($0) }) { throw .notShiftJIS(sign) }
    guard let converted = CharacterConversion.convert(message, from: "UTF-8", to: "SHIFT_JIS") else {
      throw .notShiftJIS(nil)
    }
    return converted
  }
}
