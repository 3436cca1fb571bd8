import Imaging

extension PNG {
  /// The gray of a transparent pixel on white, at 256 × the gray of its colour + its alpha; `nil` without memory.
  ///
  /// libpng composites in linear light, with tables that approximate it. To have the same values, it is asked once for all of
  /// them.
  static let graysOnWhite: [UInt8]? = {
    let levels = (0...255).map { UInt8($0) }
    let rows = levels.flatMap { gray in levels.flatMap { alpha in [gray, gray, gray, alpha] } }
    let file = try? write(
      rows: rows, width: 256, height: 256, rowBytes: 4 * 256, bitDepth: 8, channels: 4, compressionLevel: 0)
    return file.flatMap { try? decodeWithLibpng($0, maxPixels: 1 << 16) }?.pixels
  }()
}
