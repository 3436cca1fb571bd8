public import ArgumentParser
import QREncoding
public import QRScanning
public import QRSymbology

/// How a message becomes a symbol.
struct SymbolOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Error correction level: L, M, Q or H.")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(help: "Exact version, 1…40; the default is the smallest that holds the message.")
  var symbolVersion: QRSymbol.Version?

  @Option(name: [.customShort("m"), .long], help: "Light modules around the symbol, 0…100.")
  var quietZone = 4

  @Option(help: "What reads the symbol back before it is written: modules (our own reader) or zbar.")
  var verifyWith = Detection.Engine.modules

  @Flag(help: "Do not read the symbol back.")
  var noVerify = false

  func validate() throws {
    if !(0...100 ~= quietZone) { throw ValidationError("--quiet-zone \(quietZone) is not in 0…100.") }
  }

  /// Encodes a message and reads the symbol back.
  func symbol(holding message: [UInt8]) throws -> QRSymbol {
    if quietZone < 4 {
      Console.current.say("warning: a quiet zone of \(quietZone) is below the standard's 4; some readers will fail")
    }
    let symbol = try QREncoder(level: level, version: symbolVersion).encode(message)
    if !noVerify { try ReadBack.check(symbol, holds: message, with: verifyWith) }
    return symbol
  }
}

extension QRSymbol.ErrorCorrectionLevel: ExpressibleByArgument {
  public init?(argument: String) { self.init(letter: argument) }
  public var defaultValueDescription: String { letter }
  public static var allValueStrings: [String] { allCases.map(\.letter) }
}

extension Detection.Engine: ExpressibleByArgument {}

extension QRSymbol.Version: ExpressibleByArgument {
  public init?(argument: String) {
    guard let number = Int(argument) else { return nil }
    self.init(number)
  }
}
