public import ImageCoding
import Imaging
public import PictureDamage
import TextFormats

extension Picture {
  /// Encodes a PNG file. The same pixels give the same bytes with the same zlib.
  public func png() throws(ImageCodingError) -> [UInt8] {
    // Higher levels do not shrink noise, and clean areas hardly.
    if isColor {
      return try PNG.encode(ColorImage(width: width, height: height, pixels: interleaved), compressionLevel: 2)
    }
    return try PNG.encode(GrayImage(width: width, height: height, pixels: planes[0]), compressionLevel: 2)
  }

  /// Encodes a JPEG file.
  ///
  /// - Parameter quality: 1…100.
  public func jpeg(quality: Int) throws(ImageCodingError) -> [UInt8] {
    isColor
      ? try JPEG.encode(ColorImage(width: width, height: height, pixels: interleaved), quality: quality)
      : try JPEG.encode(GrayImage(width: width, height: height, pixels: planes[0]), quality: quality)
  }

  /// The SHA-256 of size, kind and pixels in hexadecimal: it identifies a picture whatever its file format.
  public var pixelDigest: String {
    SHA256.hexDigest(of: Array("\(width) \(height) \(planes.count)\n".utf8) + interleaved)
  }

  /// The file in which a damaged picture is kept: a JPEG if that is the last kind of damage, otherwise a PNG.
  ///
  /// - Parameter damages: In the order in which they were applied.
  public func file(after damages: [Damage]) throws(ImageCodingError) -> [UInt8] {
    guard let jpeg = damages.last, jpeg.kind == .jpeg else { return try png() }
    return try self.jpeg(quality: Int(jpeg.strength.rounded()))
  }
}
