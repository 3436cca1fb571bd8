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

  public init(
    message: [UInt8], corners: Corners, engine: Engine, version: QRSymbol.Version? = nil,
    microVersion: MicroQRSymbol.Version? = nil
  ) {
    self.message = message
    self.corners = corners
    self.engine = engine
    self.version = version
    self.microVersion = microVersion
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
