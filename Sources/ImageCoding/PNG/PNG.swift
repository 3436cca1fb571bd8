import CPNG
public import Imaging

/// A codec for PNG bytes ↔ pixels.
///
/// ```swift
/// let png = try PNG.encode(GrayImage(width: 1, height: 1, filledWith: 0))
/// try PNG.decode(png).pixels  // [0]
/// ```
public enum PNG {
  /// Decodes any PNG to gray: every colour type, bit depth and interlace; transparency is composited on white, or on black where
  /// white would leave nothing to see, such as white drawings made for dark pages.
  ///
  /// Common kinds of files are decoded by our own decoder, all others by libpng.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maxPixels: The most pixels (width × height); a larger picture is refused before it is decoded.
  /// - Throws: ``ImageCodingError/tooManyPixels(width:height:limit:)``, ``ImageCodingError/undecodable(format:reason:)`` with libpng's
  ///   reason, ``ImageCodingError/outOfMemory``.
  public static func decode(_ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError)
    -> GrayImage
  {
    try checkHeader(bytes, maxPixels: maxPixels)
    let plain = PlainPNG(bytes)?.gray()
    let image = if let plain { plain } else { try decodeWithLibpng(bytes, maxPixels: maxPixels) }
    guard mayBeTransparent(bytes), image.pixels.allSatisfy({ $0 == 255 }) else { return image }
    return try decodeWithLibpng(bytes, maxPixels: maxPixels, background: 0)
  }

  /// Decodes any PNG to gray.
  ///
  /// - Parameter background: The gray behind transparent pixels.
  static func decodeWithLibpng(
    _ bytes: [UInt8], maxPixels: Int, background: UInt8 = 255
  ) throws(ImageCodingError) -> GrayImage {
    let (width, height, pixels) = try Reader().read(
      bytes, format: UInt32(PNG_FORMAT_GRAY), channels: 1, maxPixels: maxPixels, background: background)
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// Decodes any PNG to red, green and blue.
  ///
  /// - Parameters: As for ``decode(_:maxPixels:)``.
  /// - Throws: As ``decode(_:maxPixels:)``.
  public static func decodeColor(
    _ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels
  ) throws(ImageCodingError) -> ColorImage {
    try checkHeader(bytes, maxPixels: maxPixels)
    let (width, height, pixels) = try Reader().read(
      bytes, format: UInt32(PNG_FORMAT_RGB), channels: 3, maxPixels: maxPixels, background: 255)
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// Refuses a picture with too many pixels. libpng would first apply its own limit to the sides.
  private static func checkHeader(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) {
    guard let header = Header(bytes) else { return }
    try checkSize(width: header.width, height: header.height, limit: maxPixels)
  }

  /// Whether pixels may be transparent: by their colour type (ISO/IEC 15948, 11.2.2), or by a colour (11.3.2.1).
  static func mayBeTransparent(_ bytes: [UInt8]) -> Bool {
    switch Header(bytes)?.color {
    case .grayWithAlpha, .redWithAlpha: true
    default: chunks(of: bytes).contains { $0.type == "tRNS" }
    }
  }

  /// IHDR (ISO/IEC 15948, 11.2.2).
  struct Header {
    enum Color: UInt8 {
      case gray = 0
      case red = 2
      case palette = 3
      case grayWithAlpha = 4
      case redWithAlpha = 6

      /// Samples of a pixel.
      var channels: Int {
        switch self {
        case .gray, .palette: 1
        case .grayWithAlpha: 2
        case .red: 3
        case .redWithAlpha: 4
        }
      }
    }

    let width: Int
    let height: Int
    /// Bits per sample.
    let depth: Int
    let color: Color
    let isInterlaced: Bool

    /// - Returns: `nil` if the first chunk is another one, or its colour type is unknown.
    init?(_ file: [UInt8]) {
      guard file.count >= 33, file[12..<16].elementsEqual("IHDR".utf8), let color = Color(rawValue: file[25]) else {
        return nil
      }
      (width, height) = (word(file, at: 16), word(file, at: 20))
      (depth, self.color, isInterlaced) = (Int(file[24]), color, file[28] != 0)
    }
  }

  /// Four bytes, the most significant first (ISO/IEC 15948, 7.1).
  static func word(_ bytes: [UInt8], at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }

  /// A length, a type, data and a checksum (ISO/IEC 15948, 5.3).
  struct Chunk {
    let type: String
    /// Where its data is in the file.
    let content: Range<Int>
  }

  /// The chunks that are whole.
  static func chunks(of bytes: [UInt8]) -> some Sequence<Chunk> {
    sequence(state: 8) { start in
      guard start + 12 <= bytes.count else { return nil }
      let content = start + 8..<start + 8 + word(bytes, at: start)
      guard content.upperBound + 4 <= bytes.count else { return nil }
      defer { start = content.upperBound + 4 }
      return Chunk(type: String(decoding: bytes[start + 4..<start + 8], as: UTF8.self), content: content)
    }
  }
}
