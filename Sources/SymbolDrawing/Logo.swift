public import Imaging
public import QRSymbology
package import TextFormats

/// A picture over the middle of a symbol, within the limits of error correction.
///
/// The square it covers uses at most half of the correction capacity of any block. The outermost modules of the square
/// stay light, and the rest is the picture. The other half of the capacity is left for printing and scanning.
public struct Logo: Hashable, Sendable {
  /// At most ``mostPixels`` on a side.
  public let picture: ColorImage

  /// - Parameter picture: A picture of any size; one above ``mostPixels`` is reduced by averaging.
  public init(_ picture: ColorImage) {
    let factor = (max(picture.width, picture.height) + Self.mostPixels - 1) / Self.mostPixels
    self.picture = factor > 1 ? picture.reduced(by: factor) : picture
  }

  /// The most pixels on a side: a thumbnail in print shows no more detail.
  public static let mostPixels = 600

  /// The share of the correction capacity that a logo may use.
  public static let correctionShare = 0.5
  /// The smallest useful square: three modules inside a light border.
  public static let smallestSide = 5

  /// The side, in modules, of the square for a logo in a symbol; `nil` if it is too small for one.
  public static func side(in symbol: QRSymbol) -> Int? {
    let side = symbol.largestCoverableSquare(spending: correctionShare)
    return side < smallestSide ? nil : side
  }

  /// Returns the symbol with a light square for a logo, and the square's side in modules.
  ///
  /// - Throws: `Fault` if half of the correction capacity covers no square of ``smallestSide`` modules.
  package static func clearing(_ symbol: QRSymbol) throws(Fault) -> (symbol: QRSymbol, side: Int) {
    guard let side = side(in: symbol) else {
      throw Fault(
        "a version \(symbol.version) symbol at level \(symbol.level) has no room for a logo: half of its error correction covers "
          + "fewer than \(smallestSide) × \(smallestSide) modules; "
          + (symbol.level == .high ? "leave out the logo, or use a larger version" : "use level H (--level H)"))
    }
    return (symbol.withLightSquare(side: side), side)
  }

  /// Width and height in modules when fitted into a square without its border.
  package func extent(in side: Int) -> (width: Double, height: Double) {
    let factor = Double(side - 2) / Double(max(picture.width, picture.height))
    return (Double(picture.width) * factor, Double(picture.height) * factor)
  }
}
