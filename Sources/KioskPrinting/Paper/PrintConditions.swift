public import QRSymbology

/// The conditions for a printed symbol: the printer and the distance from which it is scanned.
///
/// ```swift
/// let conditions = PrintConditions(resolution: .thermal, distance: 100)
/// conditions.leastDots               // 4 dots per module
/// conditions.furthestDistance(4)     // 125 mm
/// ```
public struct PrintConditions: Hashable, Sendable {
  public var resolution: PrintResolution
  /// The distance from which the symbol is scanned, in millimetres.
  public var distance: Double
  /// Light modules on each side, at least 4 (ISO/IEC 18004:2015, 6.3.8).
  public var quietZone: Int
  /// What was measured with this printer and a camera; `nil` for the usual minimum.
  public var profile: PrinterProfile?

  /// - Parameters:
  ///   - resolution: The printer's.
  ///   - distance: Millimetres, 1 or more.
  ///   - quietZone: Light modules on each side.
  public init(
    resolution: PrintResolution, distance: Double = PrintConditions.usualDistance, quietZone: Int = 4
  ) {
    precondition(distance >= 1 && quietZone >= 4, "a distance is at least 1 mm, and a quiet zone at least 4 modules")
    (self.resolution, self.distance, self.quietZone) = (resolution, distance, quietZone)
  }

  /// The distance from which any phone focuses, in millimetres.
  ///
  /// The main cameras of large phones do not focus below 150 mm (iPhone 12 Pro Max: Apple, WWDC 2021, session 10047)
  /// or 160 to 190 mm (iPhone 13 Pro and 14 Pro: expo/expo#19472).
  public static let usualDistance = 200.0

  /// A distance at which only some phones focus, in millimetres. Its modules of 0.4 mm are just above the minimum of
  /// 0.396 mm at points of sale (GS1 General Specifications, 5.12.3.1).
  public static let nearDistance = 100.0

  /// The fewest printer dots on the side of a module for reliable printing (Denso Wave, qrcode.com, "cell size").
  public static let fewestDots = 4

  /// The greatest scanning distance, in module sizes: ten times the width of a symbol of 25 modules. This is a rule of
  /// thumb from scanning guides; cameras differ.
  public static let reach = 250.0

  /// The fewest dots per module for the printer and the distance.
  public var leastDots: Int {
    max(profile?.printedDots ?? Self.fewestDots, Int((distance / Self.reach / resolution.dotSize - 1e-6).rounded(.up)))
  }

  /// The dots per module beyond which a larger symbol only takes more paper: 0.990 mm, the maximum at points of sale
  /// (GS1 General Specifications, 5.12.3.1), unless the distance needs more.
  public var ampleDots: Int { max(leastDots, resolution.wholeDots(in: 0.990)) }

  /// The side of a module, in millimetres.
  public func moduleSize(_ dots: Int) -> Double { resolution.millimetres(dots) }

  /// The greatest distance at which modules of this many dots should scan, in millimetres.
  public func furthestDistance(_ dots: Int) -> Double { moduleSize(dots) * Self.reach }

  /// Modules on each side, with the quiet zone.
  public func modules(_ version: QRSymbol.Version) -> Int { version.size + 2 * quietZone }

  /// The printed side of a symbol with its quiet zone, in millimetres.
  public func printedSize(_ version: QRSymbol.Version, dots: Int) -> Double {
    resolution.millimetres(modules(version) * dots)
  }

  /// The most dots per module at which a symbol with its quiet zone fits in a square; 0 if not even one fits.
  ///
  /// - Parameters:
  ///   - version: The symbol's.
  ///   - side: Millimetres.
  public func dots(_ version: QRSymbol.Version, in side: Double) -> Int {
    resolution.wholeDots(in: side) / modules(version)
  }
}
