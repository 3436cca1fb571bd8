/// A QR symbol: its square of dark and light modules, without a quiet zone.
///
/// ```swift
/// let symbol = try QRSymbol(modules: modules)  // 21 × 21 booleans, true = dark
/// symbol.version.number                        // 1
/// symbol.level                                 // .medium, read from the format information
/// symbol[row: 0, column: 0]                    // true: a corner of the first finder pattern
/// ```
public struct QRSymbol: Hashable, Sendable {
  /// The version, which determines the size.
  public let version: Version
  /// The error correction level, from the format information.
  public let level: ErrorCorrectionLevel
  /// The data mask, from the format information.
  public let mask: Mask
  /// The modules row by row from the upper left; `true` is dark.
  public let modules: [Bool]

  /// The number of modules on each side: 21, 25, … 177.
  public var size: Int { version.size }

  /// Wraps modules and reads version, level and mask from them.
  ///
  /// - Parameter modules: The modules row by row; their number is the square of 21, 25, … 177.
  /// - Throws: ``SymbolFault/sizeOutOfRange(modules:)`` for any other number of modules,
  ///   ``SymbolFault/unreadableFormatInformation`` when both copies of the format information
  ///   are damaged beyond correction (ISO/IEC 18004:2015, 7.9).
  public init(modules: [Bool]) throws(SymbolFault) {
    let size = (21...177).first { $0 * $0 == modules.count }
    guard let size, let version = Version(size: size) else {
      throw .sizeOutOfRange(modules: modules.count)
    }
    guard let format = FormatInformation(modules: modules, size: size) else {
      throw .unreadableFormatInformation
    }
    self.init(version: version, level: format.level, mask: format.mask, modules: modules)
  }

  /// Wraps the modules of an encoder, whose format information is that of `level` and `mask`.
  package init(version: Version, level: ErrorCorrectionLevel, mask: Mask, modules: [Bool]) {
    precondition(modules.count == version.size * version.size, "a symbol has size² modules")
    (self.version, self.level, self.mask, self.modules) = (version, level, mask, modules)
  }

  /// Whether the module at a position is dark.
  ///
  /// - Precondition: `row` and `column` are in `0..<size`.
  public subscript(row row: Int, column column: Int) -> Bool {
    precondition(0..<size ~= row && 0..<size ~= column, "row and column are inside the symbol")
    return modules[row * size + column]
  }
}
