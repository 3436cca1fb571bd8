import Imaging

extension PNG {
  /// The gray of a transparent pixel on white, at index 256 × the gray of its colour + its alpha; `nil` if memory runs
  /// out.
  static let graysOnWhite = grays(on: 255)

  /// As ``graysOnWhite``, on black.
  private static let graysOnBlack = grays(on: 0)

  /// libpng composites in linear light, with tables that approximate it. To get the same values, it is asked once for all of
  /// them.
  private static func grays(on background: UInt8) -> [UInt8]? {
    let levels = (0...255).map { UInt8($0) }
    let rows = levels.flatMap { gray in levels.flatMap { alpha in [gray, gray, gray, alpha] } }
    let file = try? write(
      rows: rows, width: 256, height: 256, rowBytes: 4 * 256, bitDepth: 8, channels: 4, compressionLevel: 0)
    return file.flatMap { try? decodeWithLibpng($0, maxPixels: 1 << 16, background: background) }?.pixels
  }

  /// Pictures with fewer pixels are decoded twice if need be, which takes less time than making ``graysOnWhite``.
  static let leastTransparent = 1 << 16

  /// Pictures with more pixels are decoded twice if need be, which takes less memory.
  private static let mostTransparent = 1 << 24

  /// Decodes a large picture of red, green, blue and alpha once for both backgrounds, white and black. Samples of 16 bits are rounded to
  /// eight before they are composited.
  ///
  /// - Returns: `nil` for smaller or larger pictures, for other colour types, and if there is no memory for the tables.
  static func decodeLargeTransparent(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) -> GrayImage? {
    guard let size = headerSize(bytes), leastTransparent...mostTransparent ~= size.width * size.height, bytes[25] == 6,
      let graysOnWhite, let graysOnBlack
    else { return nil }
    var (width, height, pixels) = try decodeGrayAlpha(bytes, maxPixels: maxPixels)
    let count = width * height
    // In place: two values for each pixel become one.
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe graysOnWhite.withUnsafeBufferPointer { onWhite in
        unsafe graysOnBlack.withUnsafeBufferPointer { onBlack in
          let isWhite = (0..<count).allSatisfy {
            unsafe onWhite[Int(pixels[2 * $0]) << 8 | Int(pixels[2 * $0 + 1])] == 255
          }
          let grays = unsafe isWhite ? onBlack : onWhite
          for index in 0..<count {
            unsafe pixels[index] = grays[Int(pixels[2 * index]) << 8 | Int(pixels[2 * index + 1])]
          }
        }
      }
    }
    return GrayImage(width: width, height: height, pixels: Array(pixels[..<count]))
  }
}
