public import Imaging

/// A picture with one gray plane, or with red, green and blue planes.
public struct Picture: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// One plane (gray) or three (red, green, blue) of `width × height` values, row by row.
  public internal(set) var planes: [[UInt8]]

  /// The most pixels in a damaged picture.
  public static let pixelLimit = 48_000_000

  /// Refuses a size before memory is allocated.
  static func check(width: Int, height: Int, _ kind: Damage.Kind) throws(DamageFault) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard overflow || pixels > pixelLimit else { return }
    throw DamageFault(
      "\(kind.rawValue) would make a picture of \(width) × \(height) pixels, above the limit of \(pixelLimit)")
  }

  package init(width: Int, height: Int, planes: [[UInt8]]) {
    precondition(planes.count == 1 || planes.count == 3, "a picture is gray or red, green and blue")
    precondition(planes.allSatisfy { $0.count == width * height }, "a plane has width × height values")
    (self.width, self.height, self.planes) = (width, height, planes)
  }

  public init(_ image: GrayImage) {
    self.init(width: image.width, height: image.height, planes: [image.pixels])
  }

  public init(_ image: ColorImage) {
    self.init(width: image.width, height: image.height, planes: image.planes)
  }

  /// Makes a gray picture if red, green and blue are equal everywhere, otherwise a colour picture.
  public init(withoutNeedlessColor image: ColorImage) {
    self.init(image)
    if planes[0] == planes[1] && planes[1] == planes[2] { planes.removeLast(2) }
  }

  public var isColor: Bool { planes.count == 3 }

  /// The picture in gray, with the weights of ITU-R BT.601, as scanners convert colours.
  public var gray: GrayImage {
    if planes.count == 1 { return GrayImage(width: width, height: height, pixels: planes[0]) }
    return GrayImage(ColorImage(width: width, height: height, planes: planes))
  }

  /// The picture with red, green and blue.
  public var image: ColorImage {
    ColorImage(width: width, height: height, planes: colored.planes)
  }

  /// The pixels row by row, as in a file: one value per pixel, or red, green and blue.
  package var interleaved: [UInt8] {
    planes.count == 1 ? planes[0] : ColorImage(width: width, height: height, planes: planes).pixels
  }
}
