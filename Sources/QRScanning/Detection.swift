public import Imaging
public import QRSymbology

/// A symbol that was found in a picture and read.
public struct Detection: Hashable, Sendable {
  /// The message: exactly the bytes that the symbol holds, of any value.
  public let message: [UInt8]
  /// Where the symbol is.
  public let corners: Corners
  /// What read it.
  public let engine: Engine
  /// The symbol's version, or `nil` when the engine does not tell.
  public let version: QRSymbol.Version?
  /// The version of a Micro QR symbol, or `nil` for any other.
  public let microVersion: MicroQRSymbol.Version?

  /// The symbol's place in a set of symbols that hold one message, or `nil` when it stands alone or the engine does not
  /// tell.
  public let structuredAppend: SymbolReading.StructuredAppend?
  /// Which of the reader's attempts it was, in words; empty for the first and only one.
  public let attempt: String

  public init(
    message: [UInt8], corners: Corners, engine: Engine, version: QRSymbol.Version? = nil,
    microVersion: MicroQRSymbol.Version? = nil, structuredAppend: SymbolReading.StructuredAppend? = nil,
    attempt: String = ""
  ) {
    self.message = message
    self.corners = corners
    self.engine = engine
    self.version = version
    self.microVersion = microVersion
    self.structuredAppend = structuredAppend
    self.attempt = attempt
  }

  /// The message as text, or `nil` when its bytes are not valid UTF-8.
  public var text: String? { String(validating: message, as: UTF8.self) }

  /// A reader of symbols.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    /// Our own reader of modules.
    case modules
    /// zbar, on the whole picture.
    case zbar
  }
}
