public import Imaging
public import QRSymbology

/// A symbol that was found in a picture and read.
public struct Detection: Hashable, Sendable {
  /// The message: exactly the bytes that the symbol holds, of any value.
  public let message: [UInt8]
  /// The symbol's outer corners in pixels of the picture.
  public internal(set) var corners: Corners
  /// The reader that read it.
  public let engine: Engine
  /// The symbol's version, or `nil` where the engine does not report it.
  public let version: SymbolVersion?
  /// The symbol's content with its level, mask and segments, or `nil` where the engine does not report it.
  public let reading: SymbolReading?
  /// The attempt that read it, or `nil` for clean drawings and other engines than ours.
  public let attempt: Attempt?
  /// Where each module is; `nil` where the engine does not report it, and for symbols of Model 1.
  public internal(set) var grid: SymbolGrid?

  public init(
    message: [UInt8], corners: Corners, engine: Engine, version: SymbolVersion? = nil,
    reading: SymbolReading? = nil, attempt: Attempt? = nil, grid: SymbolGrid? = nil
  ) {
    (self.message, self.corners, self.engine, self.version) = (message, corners, engine, version)
    (self.reading, self.attempt, self.grid) = (reading, attempt, grid)
  }

  /// The symbol's place in a structured append set, or `nil` for a symbol outside of sets and where the engine does not
  /// report it.
  public var structuredAppend: SymbolReading.StructuredAppend? { reading?.structuredAppend }

  /// As `SymbolReading.symbologyIdentifier`, and `]Q0` for Model 1; `nil` where the engine does not report it.
  public var symbologyIdentifier: String? {
    if case .grid(_, _, isModelOne: true)? = attempt { return "]Q0" }
    return reading?.symbologyIdentifier
  }

  /// A reader of symbols.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    /// The reader of modules in this library.
    case modules
    /// zbar, on the whole picture.
    case zbar
  }
}
