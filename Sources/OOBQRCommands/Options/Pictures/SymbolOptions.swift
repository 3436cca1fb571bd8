public import ArgumentParser
public import QREncoding
public import QRScanning
public import QRSymbology
import SymbolDrawing

/// The options for encoding a message.
struct SymbolOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Lowest error correction level: L, M, Q or H; exact with --no-boost. Default: M, or H with --logo.")
  var level: QRSymbol.ErrorCorrectionLevel?

  @Flag(inversion: .prefixedNo, help: "Raise the level as far as the version allows, at no cost in size.")
  var boost = true

  @Option(help: "Exact version, 1…40; the default is the smallest that holds the message.")
  var symbolVersion: Int?

  @Option(help: "Exact mask, 0…7; the default is the one with the lowest penalty.")
  var mask: Int?

  @Option(
    help:
      """
      auto: the shortest combination of modes; byte: one segment in byte mode; kanji: like auto, but in Shift JIS.
      """)
  var mode = Segmentation.smallest

  @Option(
    help: "Declare the character encoding: an ECI number, 0…999999, or utf-8, iso-8859-1, shift-jis or us-ascii.",
    transform: Self.eciNumber)
  var eci: Int?

  @Flag(name: .customLong("gs1"), help: "The message is GS1 data: FNC1 in first position, separators as byte 1D.")
  var isGS1 = false

  @Flag(help: "Make a Micro QR symbol, which few phones read.")
  var micro = false

  @Option(help: "Divide the message among 2…16 symbols (structured append); auto: as few as possible.")
  var append: String?

  @Option(
    name: [.customShort("m"), .long], help: "Light modules around the symbol, 0…100; default: 4, or 2 for Micro QR.")
  var quietZone: Int?

  @Option(help: "Encoder: modules (our own) or libqrencode.")
  var engine = QREncoder.Engine.modules

  @Option(
    help: "Reader for verification at 2 pixels per module, black on white: modules (our own reader) or zbar.")
  var verifyWith: Detection.Engine?

  @Flag(help: "Do not verify the symbol by reading it back.")
  var noVerify = false

  func validate() throws {
    if let symbolVersion, QRSymbol.Version(symbolVersion) == nil {
      throw ValidationError("--symbol-version \(symbolVersion) is not in 1…40.")
    }
    if let mask, QRSymbol.Mask(mask) == nil { throw ValidationError("--mask \(mask) is not in 0…7.") }
    if let append, append != "auto", !(Int(append).map { 2...16 ~= $0 } ?? false) {
      throw ValidationError("--append '\(append)' is not 2…16 or auto.")
    }
    if noVerify && verifyWith != nil { throw ValidationError("Give --no-verify or --verify-with, not both.") }
    if let quietZone, !(0...100 ~= quietZone) {
      throw ValidationError("--quiet-zone \(quietZone) is not in 0…100.")
    }
    if micro {
      for (isGiven, name) in [
        (symbolVersion != nil, "--symbol-version"), (mask != nil, "--mask"), (eci != nil, "--eci"), (isGS1, "--gs1"),
        (append != nil, "--append"),
      ] where isGiven { throw ValidationError("Micro QR symbols have no \(name): leave out --micro or \(name).") }
      if verifyWith == .zbar { throw ValidationError("zbar does not read Micro QR symbols: leave out --verify-with.") }
    }
    if append != nil, verifyWith == .zbar {
      throw ValidationError("zbar joins the symbols of a set: leave out --verify-with.")
    }
    if mode == .kanji, let eci, eci != 20 {
      throw ValidationError("--mode kanji writes Shift JIS: leave out --eci, or give --eci shift-jis.")
    }
    if engine == .libqrencode,
      let name = mask != nil ? "--mask" : append != nil ? "--append" : isGS1 ? "--gs1" : nil
    {
      throw ValidationError("--engine libqrencode does not support \(name).")
    }
  }

  func sayWarnings() {
    let standard = micro ? MicroQRSymbol.standardQuietZone : QRSymbol.standardQuietZone
    if let quietZone, quietZone < standard {
      Console.current.say(
        "warning: a quiet zone of \(quietZone) is below the standard's \(standard); some readers will fail")
    }
  }

  /// The number of a character encoding (AIM ECI).
  private static func eciNumber(_ argument: String) throws -> Int {
    let known = ["utf-8": 26, "iso-8859-1": 3, "shift-jis": 20, "us-ascii": 27]
    guard let number = known[argument.lowercased()] ?? Int(argument), 0...999_999 ~= number else {
      throw ValidationError("--eci '\(argument)' is not 0…999999, utf-8, iso-8859-1, shift-jis or us-ascii.")
    }
    return number
  }

  /// The encoder with these options.
  ///
  /// - Parameter isCovered: Whether a logo will cover a part of the symbol.
  func encoder(isCovered: Bool) -> QREncoder {
    var encoder = QREncoder(
      level: level ?? (isCovered ? .high : .medium), version: symbolVersion.flatMap { QRSymbol.Version($0) },
      mask: mask.flatMap { QRSymbol.Mask($0) },
      segmentation: mode)
    (encoder.raisesLevel, encoder.eci) = (boost, eci)
    (encoder.isGS1, encoder.engine) = (isGS1, engine)
    return encoder
  }

  /// Encodes a message and verifies each symbol.
  func symbols(holding message: [UInt8], isCovered: Bool) throws -> [MadeSymbol] {
    let encoder = encoder(isCovered: isCovered)
    let message = mode == .kanji ? try ShiftJISMessage.bytes(of: message) : message
    if let number = encoder.eci { try CharacterEncoding.check(message, eci: number) }
    let symbols: [MadeSymbol]
    if micro {
      symbols = [MadeSymbol(try encoder.encodeMicro(message), holding: message)]
    } else {
      switch (append, append.flatMap { Int($0) }) {
      case (nil, _):
        symbols = [MadeSymbol(try single(message, by: encoder, isCovered: isCovered), holding: message)]
      case (_, let count?): symbols = set(try encoder.encode(message, symbols: count), of: message, by: encoder)
      case (_, nil): symbols = set(try encoder.encodeInFewestSymbols(message), of: message, by: encoder)
      }
    }
    if !noVerify { for symbol in symbols { try ReadBack.check(symbol, with: verifyWith ?? .modules) } }
    return symbols
  }

  /// Encodes a message in one symbol; a refusal names `--append` where a set could hold it.
  private func single(_ message: [UInt8], by encoder: QREncoder, isCovered: Bool) throws -> QRSymbol {
    do throws(QREncodingError) { return try encoder.encode(message, isCovered: isCovered) } catch {
      guard case .messageTooLong = error, engine != .libqrencode, symbolVersion == nil,
        (try? encoder.encodeInFewestSymbols(message)) != nil
      else { throw error }
      throw CommandFailure("\(error), or divide it among several symbols with --append auto")
    }
  }

  /// Pairs the symbols of a set with their parts of the message.
  private func set(_ symbols: [QRSymbol], of message: [UInt8], by encoder: QREncoder) -> [MadeSymbol] {
    zip(symbols, encoder.parts(of: message, symbols: symbols.count)).map { MadeSymbol($0, holding: $1) }
  }
}

extension QREncoder {
  /// Encodes a message in the smallest version that also has room for a logo, unless the version is given.
  ///
  /// - Parameter isCovered: Whether a logo will cover a part of the symbol.
  func encode(_ message: [UInt8], isCovered: Bool) throws(QREncodingError) -> QRSymbol {
    var symbol = try encode(message)
    var encoder = self
    while isCovered, version == nil, Logo.side(in: symbol) == nil,
      let next = QRSymbol.Version(symbol.version.number + 1)
    {
      encoder.version = next
      symbol = try encoder.encode(message)
    }
    return symbol
  }
}

extension QRSymbol.ErrorCorrectionLevel: ExpressibleByArgument {
  public init?(argument: String) { self.init(letter: argument) }
  public var defaultValueDescription: String { letter }
  public static var allValueStrings: [String] { allCases.map(\.letter) }
}

extension Detection.Engine: ExpressibleByArgument {}
extension Segmentation: ExpressibleByArgument {}
extension QREncoder.Engine: ExpressibleByArgument {}
