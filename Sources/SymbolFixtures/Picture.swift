public import ImageCoding
public import Imaging
import QRSymbology
import TextFormats

/// A picture of one gray plane, or of a red, a green and a blue one.
public struct Picture: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public let width: Int
  /// Rows, 1 or more.
  public let height: Int
  /// One plane (gray) or three (red, green, blue) of `width × height` values, row by row.
  public internal(set) var planes: [[UInt8]]

  /// The most pixels that a damage may make of a picture.
  public static let pixelLimit = 48_000_000

  /// Refuses a size before memory is taken for it.
  static func check(width: Int, height: Int, _ kind: Damage.Kind) throws(DamageError) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > pixelLimit {
      throw .tooLarge(kind: kind, width: width, height: height, limit: pixelLimit)
    }
  }

  init(width: Int, height: Int, planes: [[UInt8]]) {
    precondition(planes.count == 1 || planes.count == 3, "a picture is gray or red, green and blue")
    precondition(planes.allSatisfy { $0.count == width * height }, "a plane has width × height values")
    (self.width, self.height, self.planes) = (width, height, planes)
  }

  public init(_ image: GrayImage) {
    self.init(width: image.width, height: image.height, planes: [image.pixels])
  }

  public init(_ image: ColorImage) {
    let planes = (0..<3).map { plane in
      stride(from: plane, to: image.pixels.count, by: 3).map { image.pixels[$0] }
    }
    self.init(width: image.width, height: image.height, planes: planes)
  }

  /// A gray picture when red, green and blue are the same everywhere, a colour picture otherwise.
  public init(withoutNeedlessColor image: ColorImage) {
    self.init(image)
    if planes[0] == planes[1] && planes[1] == planes[2] { planes.removeLast(2) }
  }

  public var isColor: Bool { planes.count == 3 }

  /// The picture in gray: colours weighed as ITU-R BT.601 does, which is what scanners see.
  public var gray: GrayImage {
    if planes.count == 1 { return GrayImage(width: width, height: height, pixels: planes[0]) }
    let pixels = (0..<width * height).map { i -> UInt8 in
      let (red, green, blue) = (Int(planes[0][i]), Int(planes[1][i]), Int(planes[2][i]))
      return UInt8((299 * red + 587 * green + 114 * blue + 500) / 1000)
    }
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// The pixels row by row, as they lie in a file: one value a pixel, or red, green and blue.
  var interleaved: [UInt8] {
    if planes.count == 1 { return planes[0] }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for i in 0..<width * height {
      for plane in 0..<3 { pixels.append(planes[plane][i]) }
    }
    return pixels
  }

  /// A PNG file. The same pixels give the same bytes with the same zlib.
  public func png() throws(ImageCodingError) -> [UInt8] {
    // Noise does not get smaller at higher levels, and clean areas hardly.
    if isColor {
      return try PNG.encode(ColorImage(width: width, height: height, pixels: interleaved), compressionLevel: 2)
    }
    return try PNG.encode(GrayImage(width: width, height: height, pixels: planes[0]), compressionLevel: 2)
  }

  /// A JPEG file.
  ///
  /// - Parameter quality: 1…100.
  public func jpeg(quality: Int) throws(ImageCodingError) -> [UInt8] {
    isColor
      ? try JPEG.encode(ColorImage(width: width, height: height, pixels: interleaved), quality: quality)
      : try JPEG.encode(GrayImage(width: width, height: height, pixels: planes[0]), quality: quality)
  }

  /// The SHA-256 of size, kind and pixels, as hexadecimal digits: what tells two pictures apart whatever file they
  /// lie in.
  public var pixelDigest: String {
    SHA256.hexDigest(of: Array("\(width) \(height) \(planes.count)\n".utf8) + interleaved)
  }
}
