public import ArgumentParser
import QREncoding
public import QRScanning
public import QRSymbology

/// The options for encoding a message.
struct SymbolOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Error correction level: L, M, Q or H.")
  var level: QRSymbol.ErrorCorrectionLevel = .medium

  @Option(
    help: "Exact version, 1…40; the default is the smallest that holds the message.",
    transform: { argument in
      guard let number = Int(argument), let version = QRSymbol.Version(number) else {
        throw ValidationError("versions are in 1…40.")
      }
      return version
    })
  var symbolVersion: QRSymbol.Version?

  @Option(name: [.customShort("m"), .long], help: "Light modules around the symbol, 0…100.")
  var quietZone = 4

  @Option(
    help: "Reader for verification at 2 pixels per module, black on white: modules (our own reader) or zbar.")
  var verifyWith: Detection.Engine?

  @Flag(help: "Do not verify the symbol by reading it back.")
  var noVerify = false

  func validate() throws {
    if noVerify && verifyWith != nil { throw ValidationError("Give --no-verify or --verify-with, not both.") }
    if !(0...100 ~= quietZone) { throw ValidationError("--quiet-zone \(quietZone) is not in 0…100.") }
  }

  func sayWarnings() {
    if quietZone < 4 {
      Console.current.say("warning: a quiet zone of \(quietZone) is below the standard's 4; some readers will fail")
    }
  }

  /// Encodes a message and verifies the symbol.
  func symbol(holding message: [UInt8]) throws -> QRSymbol {
    let symbol = try QREncoder(level: level, version: symbolVersion).encode(message)
    if !noVerify { try ReadBack.check(symbol, holds: message, with: verifyWith ?? .modules) }
    return symbol
  }
}

extension QRSymbol.ErrorCorrectionLevel: ExpressibleByArgument {
  public init?(argument: String) { self.init(letter: argument) }
  public var defaultValueDescription: String { letter }
  public static var allValueStrings: [String] { allCases.map(\.letter) }
}

extension Detection.Engine: ExpressibleByArgument {}
