import CPNG
public import Imaging

/// A codec for PNG bytes ↔ pixels: of our own for common kinds of files, and through libpng for the others.
///
/// ```swift
/// let png = try PNG.encode(GrayImage(width: 1, height: 1, filledWith: 0))
/// try PNG.decode(png).pixels  // [0]
/// ```
public enum PNG {
  /// Decodes any PNG to gray: every colour type, bit depth and interlace; transparency is composited on white, or on black where
  /// white would leave nothing to see, such as white drawings made for dark pages.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maxPixels: The most pixels (width × height); a larger picture is refused before it is decoded.
  /// - Throws: ``ImageCodingError/tooManyPixels(width:height:limit:)``, ``ImageCodingError/tooMuchWork(format:amount:work:limit:)``,
  ///   ``ImageCodingError/undecodable(format:reason:)`` with libpng's reason, ``ImageCodingError/outOfMemory(format:)``.
  public static func decode(_ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError)
    -> GrayImage
  {
    try checkHeader(bytes, maxPixels: maxPixels)
    var plain: GrayImage?
    // Without optimisation it takes many times as long as libpng, which gives the same pixels.
    #if !DEBUG
      plain = PlainPNG(bytes)?.gray()
    #endif
    let isTransparent = hasTransparency(bytes)
    if plain == nil, isTransparent, let image = try decodeLargeTransparent(bytes, maxPixels: maxPixels) { return image }
    let image = if let plain { plain } else { try decodeWithLibpng(bytes, maxPixels: maxPixels) }
    guard isTransparent, image.pixels.allSatisfy({ $0 == 255 }) else { return image }
    return try decodeWithLibpng(bytes, maxPixels: maxPixels, background: 0)
  }

  /// Decodes any PNG to gray.
  ///
  /// - Parameter background: The gray behind transparent pixels.
  static func decodeWithLibpng(
    _ bytes: [UInt8], maxPixels: Int, background: UInt8 = 255
  ) throws(ImageCodingError) -> GrayImage {
    let (width, height, pixels) = try decode(
      bytes, maxPixels: maxPixels, format: UInt32(PNG_FORMAT_GRAY), channels: 1, background: background)
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// Whether pixels may be transparent: by their colour type (ISO/IEC 15948, 11.2.2), or by a colour (11.3.2.1).
  static func hasTransparency(_ bytes: [UInt8]) -> Bool {
    headerSize(bytes) != nil
      && (bytes[25] & 4 != 0 || chunks(of: bytes).contains { isChunk(bytes, $0, named: "tRNS") })
  }

  /// Decodes any PNG to red, green and blue.
  ///
  /// - Parameters: As for ``decode(_:maxPixels:)``.
  /// - Throws: As ``decode(_:maxPixels:)``.
  public static func decodeColor(
    _ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels
  ) throws(ImageCodingError) -> ColorImage {
    try checkHeader(bytes, maxPixels: maxPixels)
    let (width, height, pixels) = try decode(bytes, maxPixels: maxPixels, format: UInt32(PNG_FORMAT_RGB), channels: 3)
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// Decodes a picture to two values for each pixel, its gray and its alpha.
  static func decodeGrayAlpha(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) -> Pixels {
    try decode(bytes, maxPixels: maxPixels, format: UInt32(PNG_FORMAT_GA), channels: 2)
  }

  typealias Pixels = (width: Int, height: Int, pixels: [UInt8])

  private static func decode(
    _ bytes: [UInt8], maxPixels: Int, format: UInt32, channels: Int, background: UInt8 = 255
  ) throws(ImageCodingError) -> Pixels {
    let file = pictureChunks(of: bytes)
    let work = compressedBytes(file) > soonInflated ? headerSize(file).flatMap { Work(file, $0) } : nil
    let image = try Reader().read(
      file, format: format, channels: channels, maxPixels: maxPixels, background: background, within: work)
    // libpng accepts a file once the last pixel is there; without IEND the file is truncated.
    if !reachesEnd(bytes) { throw .undecodable(format: .png, reason: "the file ends before its IEND chunk") }
    return image
  }

  /// Encoders write at least 8 KiB in a chunk of pixels.
  private static let mostChunks = 100_000

  /// Refuses a picture with too many pixels or chunks, or with much more compressed data than its pixels need, before anything is
  /// decoded.
  ///
  /// libpng reports the size only after it applies its own limit and reads up to the pixels.
  private static func checkHeader(_ bytes: [UInt8], maxPixels: Int) throws(ImageCodingError) {
    // Empty chunks, of twelve bytes each, take far more time and memory than their bytes.
    if chunks(of: bytes).dropFirst(mostChunks).contains(where: { _ in true }) {
      throw .tooMuchWork(format: .png, amount: mostChunks + 1, work: "chunks", limit: mostChunks)
    }
    guard let size = headerSize(bytes) else { return }
    try checkSize(width: size.width, height: size.height, limit: maxPixels)
    try checkCompressed(bytes, size)
  }

  private static func checkCompressed(_ bytes: [UInt8], _ size: (width: Int, height: Int)) throws(ImageCodingError) {
    guard let limit = Work(bytes, size)?.compressed else { return }
    let amount = compressedBytes(bytes)
    if amount > limit {
      throw .tooMuchWork(format: .png, amount: amount, work: "bytes of compressed pixels", limit: limit)
    }
  }

  static func isChunk(_ bytes: [UInt8], _ chunk: Range<Int>, named name: String) -> Bool {
    bytes[chunk.lowerBound + 4..<chunk.lowerBound + 8].elementsEqual(name.utf8)
  }

  /// Bits of a pixel, from bit depth and colour type in IHDR (ISO/IEC 15948, 11.2.2).
  static func bitsPerPixel(_ bytes: [UInt8]) -> Int {
    let samples =
      switch bytes[25] {
      case 2: 3
      case 4: 2
      case 6: 4
      default: 1
      }
    return samples * Int(bytes[24])
  }

  /// Width and height from IHDR, which must be the first chunk (ISO/IEC 15948, 5.6); `nil` if it is not.
  static func headerSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 26, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (word(bytes[...], at: 16), word(bytes[...], at: 20))
  }

  /// Four bytes, the most significant first (ISO/IEC 15948, 7.1).
  ///
  /// - Parameter offset: From the first of the bytes.
  static func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int {
    let start = bytes.startIndex + offset
    return bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether the chain of chunks, each a length, a type, data and a checksum, reaches IEND.
  private static func reachesEnd(_ bytes: [UInt8]) -> Bool {
    chunks(of: bytes).contains { isChunk(bytes, $0, named: "IEND") }
  }

  /// The chunks that are whole.
  static func chunks(of bytes: [UInt8]) -> some Sequence<Range<Int>> {
    sequence(state: 8) { start in
      guard start + 12 <= bytes.count else { return nil }
      let end = start + 12 + word(bytes[...], at: start)
      guard end <= bytes.count else { return nil }
      defer { start = end }
      return start..<end
    }
  }

  /// The chunks besides the critical ones that change pixels.
  private static let pixelChunks = ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP"].map { Array($0.utf8) }

  /// The file without chunks that do not change pixels: libpng would inflate up to a thousand texts of 8 MB each.
  private static func pictureChunks(of bytes: [UInt8]) -> [UInt8] {
    // Bit 5 of the first letter marks a chunk that a decoder may leave out (ISO/IEC 15948, 5.4).
    func isUnused(_ chunk: Range<Int>) -> Bool {
      let type = bytes[chunk.lowerBound + 4..<chunk.lowerBound + 8]
      return type[type.startIndex] & 0x20 != 0 && !pixelChunks.contains { $0.elementsEqual(type) }
    }
    // Without a chunk before IHDR, the file would become one that libpng accepts.
    guard headerSize(bytes) != nil, chunks(of: bytes).contains(where: isUnused) else { return bytes }
    var kept = Array(bytes[..<8])
    var end = 8
    for chunk in chunks(of: bytes) {
      if !isUnused(chunk) { kept += bytes[chunk] }
      end = chunk.upperBound
    }
    // Keep the rest, so that libpng reports it.
    return kept + bytes[end...]
  }
}
