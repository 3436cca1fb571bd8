public import ArgumentParser
import HostSystem
package import OutOfBand
public import QREncoding
public import QRScanning
public import QRSymbology
package import SymbolMaking
import TextFormats

/// The options for encoding a message.
package struct SymbolOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Minimum error correction level")
  package var level: QRSymbol.ErrorCorrectionLevel?

  @Flag(
    inversion: .prefixedNo, help: .more("Raise the level as far as the version allows, at no cost in size."))
  var boost = true

  @Option(
    help: ArgumentHelp("Exact version, 1…40; default: the smallest that fits.", valueName: "n"),
    transform: Bounded("--symbol-version", 1...40).parse)
  package var symbolVersion: Int?

  @Option(
    help: .more("Exact mask, 0…7; the default is the one with the lowest penalty."),
    transform: Bounded("--mask", 0...7).parse)
  package var mask: Int?

  @Option(
    help: .more(
      "auto: the shortest combination of modes; byte: one segment in byte mode; kanji: like auto, but in Shift JIS"))
  package var mode = Segmentation.smallest

  @Option(
    help: .more(
      "Declare the character encoding: an ECI number, 0…999999, or utf-8, iso-8859-1, shift-jis or us-ascii."),
    transform: Self.eciNumber)
  var eci: Int?

  @Flag(
    name: .customLong("gs1"), help: .more("The message is GS1 data: FNC1 in first position, separators as byte 1D."))
  var isGS1 = false

  @Flag(help: .more("Make a Micro QR symbol, which few phones read."))
  package var micro = false

  @Option(
    help: .more("Divide the message among 2…16 symbols (structured append); auto: as few as possible."),
    transform: Self.set)
  package var append: SymbolMaker.Shape?

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp("Light modules around it, 0…100; default 4.", valueName: "n"),
    transform: Bounded("--quiet-zone", 0...100).parse)
  package var quietZone: Int?

  @Option(help: .more("The encoder: our own (modules), or libqrencode"))
  package var engine = QREncoder.Engine.modules

  @Option(
    help: .more("The reader for verification at 2 pixels per module, black on white: our own (modules), or zbar"))
  package var verifyWith: Detection.Engine?

  @Flag(help: .more("Do not verify the symbol by reading it back."))
  var noVerify = false

  package init() {}

  package func validate() throws {
    let given = [
      symbolVersion.map { _ in "--symbol-version" }, mask.map { _ in "--mask" }, eci.map { _ in "--eci" },
      isGS1 ? "--gs1" : nil, append.map { _ in "--append" },
    ].compactMap(\.self)
    for option in given { try refuse(["Micro QR symbols have no \(option): leave out --micro or \(option).": micro]) }
    for option in given where ["--mask", "--gs1", "--append"].contains(option) {
      try refuse(["--engine libqrencode does not support \(option).": engine == .libqrencode])
    }
    try refuse([
      "Give --no-verify or --verify-with, not both.": noVerify && verifyWith != nil,
      "zbar does not read Micro QR symbols: leave out --verify-with.": micro && verifyWith == .zbar,
      "zbar joins the symbols of a set: leave out --verify-with.": append != nil && verifyWith == .zbar,
      "--mode kanji writes Shift JIS: leave out --eci, or give --eci shift-jis.": mode == .kanji && eci ?? 20 != 20,
    ])
  }

  package func sayWarnings() {
    if let eci, CharacterConversion.encoding(eci: eci) == nil {
      Console.current.say("warning: ECI \(eci) names no encoding of text; readers may show other characters, or none")
    }
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

  /// The number of symbols in a set.
  private static func set(_ argument: String) throws -> SymbolMaker.Shape {
    if argument == "auto" { return .fewest }
    guard let count = Int(argument), 2...16 ~= count else {
      throw ValidationError("--append '\(argument)' is not 2…16 or auto.")
    }
    return .set(count)
  }

  /// The maker with these options.
  package func maker(of picture: SymbolPicture, check: MessageCheck.Options?) -> SymbolMaker {
    var encoder = QREncoder(
      level: level ?? (picture.logo == nil ? .medium : .high),
      version: symbolVersion.flatMap { QRSymbol.Version($0) }, mask: mask.flatMap { QRSymbol.Mask($0) },
      segmentation: mode)
    (encoder.raisesLevel, encoder.eci) = (boost, eci)
    (encoder.isGS1, encoder.engine) = (isGS1, engine)
    var maker = SymbolMaker(encoder, check: check)
    (maker.shape, maker.picture) = (micro ? .micro : append ?? .single, picture)
    maker.reader = noVerify ? nil : verifyWith ?? .modules
    return maker
  }

  /// Compares a message with what `--eci` and `--gs1` state about it.
  ///
  /// - Throws: A failure with exit code 1 for bytes that the encoding does not have, and for what is no GS1 data.
  package func checkStatements(_ message: [UInt8]) throws {
    if isGS1 {
      do {
        Console.current.say("note: the symbol holds \(PrintableText.of("\(try GS1Elements(message))")) as GS1 data")
      } catch {
        throw CommandFailure("\(PrintableText.of("\(error)")); leave out --gs1 if this is something else")
      }
    }
    guard let eci, mode != .kanji else { return }
    guard let encoding = CharacterConversion.encoding(eci: eci) else { return }
    if CharacterConversion.convert(message, from: encoding, to: "UTF-8") == nil {
      throw CommandFailure(
        "the message is not \(encoding), which --eci states; convert it (iconv), give --eci utf-8, or leave it out")
    }
    let holdsMore = message.contains { $0 >= 0x80 }
    if encoding != "UTF-8", holdsMore, String(validating: message, as: UTF8.self) != nil {
      Console.current.say(
        "warning: the message seems to be UTF-8, but --eci states \(encoding); readers will show other characters")
    }
  }

  /// What to do, besides, about a message that is too long for a symbol, if a set could hold it.
  package func remedy(for error: QREncodingError) -> String {
    guard case .messageTooLong(let bytes, let limit, _, _) = error, append == nil, engine != .libqrencode,
      symbolVersion == nil, bytes <= 16 * (limit - 3)
    else { return "" }
    return ", or divide it among several symbols with --append auto"
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
