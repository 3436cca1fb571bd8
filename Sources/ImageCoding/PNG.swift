import CPNG
public import QRSymbology

/// PNG bytes ↔ pixels, through libpng.
///
/// ```swift
/// let png = try PNG.encode(GrayImage(width: 1, height: 1, filledWith: 0))
/// try PNG.decode(png).pixels  // [0]
/// ```
public enum PNG {
  /// Decodes any PNG to gray: every colour type, bit depth, interlace; transparent parts lie on white.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maxPixels: The most pixels (width × height) to decode; more are refused before any is.
  /// - Throws: ``ImageCodingError/tooManyPixels(width:height:limit:)``,
  ///   ``ImageCodingError/undecodable(format:reason:)`` with libpng's reason.
  public static func decode(_ bytes: [UInt8], maxPixels: Int = 100_000_000) throws(ImageCodingError) -> GrayImage {
    // libpng reads on to the pixels, and has a limit of its own, before it tells the size: look at the header first.
    if let size = headerSize(bytes) { try checkSize(width: size.width, height: size.height, limit: maxPixels) }
    var reader = Reader()
    return try reader.read(bytes)
  }

  /// Width and height from IHDR, which is always the first chunk (ISO/IEC 15948, 5.6).
  private static func headerSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    func word(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (word(at: 16), word(at: 20))
  }

  /// Owns libpng's reading state between its two calls.
  @safe private struct Reader: ~Copyable {
    private var image = unsafe png_image()

    init() { unsafe image.version = UInt32(PNG_IMAGE_VERSION) }

    deinit {
      var image = unsafe image
      unsafe png_image_free(&image)
    }

    mutating func read(_ bytes: [UInt8]) throws(ImageCodingError) -> GrayImage {
      // libpng keeps the address of the bytes from the first call to the second.
      let result: Result<GrayImage, ImageCodingError> = unsafe bytes.withUnsafeBytes { file in
        guard unsafe png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
          return .failure(.undecodable(format: .png, reason: reason))
        }
        let width = Int(unsafe image.width)
        let height = Int(unsafe image.height)
        unsafe image.format = UInt32(PNG_FORMAT_GRAY)
        // Transparent pixels are composited on what the buffer holds: on white.
        var pixels = [UInt8](repeating: 255, count: width * height)
        guard unsafe png_image_finish_read(&image, nil, &pixels, Int32(width), nil) != 0 else {
          return .failure(.undecodable(format: .png, reason: reason))
        }
        return .success(GrayImage(width: width, height: height, pixels: pixels))
      }
      return try result.get()
    }

    /// libpng's message, a C string in a fixed array of 64 characters.
    private var reason: String {
      unsafe withUnsafeBytes(of: image.message) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
}
