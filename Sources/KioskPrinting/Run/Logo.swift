public import Imaging
public import QRSymbology

/// A picture printed over the middle of a symbol, within the limits of error correction.
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

  /// Width and height in modules when fitted into a square without its border.
  func extent(in side: Int) -> (width: Double, height: Double) {
    let factor = Double(side - 2) / Double(max(picture.width, picture.height))
    return (Double(picture.width) * factor, Double(picture.height) * factor)
  }

  /// Returns the picture's gray levels at another size.
  func gray(width: Int, height: Int) -> GrayImage { GrayImage(picture).resized(width: width, height: height) }

  /// The pixels as 0x00RRGGBB.
  var packed: [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(picture.width * picture.height)
    for i in stride(from: 0, to: picture.pixels.count, by: 3) {
      let (red, green, blue) = (picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2])
      result.append(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return result
  }
}
