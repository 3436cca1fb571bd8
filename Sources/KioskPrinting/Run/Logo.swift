public import Imaging
public import QRSymbology

/// A picture that is printed over the middle of a symbol, within what error correction can restore.
///
/// The square it covers spends at most half of the correction in any block, its outermost modules stay light, and the
/// rest is the picture. The other half is left for the print and the camera.
public struct Logo: Hashable, Sendable {
  /// At most ``mostPixels`` on a side.
  public let picture: ColorImage

  /// - Parameter picture: Of any size; a larger one is reduced, each pixel the mean of those it stands for.
  public init(_ picture: ColorImage) {
    let factor = (max(picture.width, picture.height) + Self.mostPixels - 1) / Self.mostPixels
    self.picture = factor > 1 ? picture.reduced(by: factor) : picture
  }

  /// What is printed in the space of a thumbnail shows no more.
  public static let mostPixels = 600

  /// The share of the correction that a logo may spend.
  public static let correctionShare = 0.5
  /// The smallest square that shows anything: three modules inside a light border.
  public static let smallestSide = 5

  /// The side, in modules, of the square that a symbol has for a logo; `nil` when it is too small to show one.
  public static func side(in symbol: QRSymbol) -> Int? {
    let side = symbol.largestCoverableSquare(spending: correctionShare)
    return side < smallestSide ? nil : side
  }

  /// Width and height in modules, when it is fitted into a square without its border.
  func extent(in side: Int) -> (width: Double, height: Double) {
    let factor = Double(side - 2) / Double(max(picture.width, picture.height))
    return (Double(picture.width) * factor, Double(picture.height) * factor)
  }

  /// The picture's gray levels at another size.
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
