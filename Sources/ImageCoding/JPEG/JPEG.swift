import CTurboJPEG
public import Imaging

/// A codec for JPEG bytes ↔ pixels, through libjpeg-turbo's TurboJPEG interface.
public enum JPEG {
  /// Decodes a gray, colour or CMYK JPEG to gray.
  ///
  /// CMYK is read as Adobe stores it: 255 is no ink.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. A truncated file is refused, unless `allowsCut`.
  ///   - maxPixels: The most pixels (width × height); a larger picture is refused before it is decoded.
  ///   - allowsCut: Whether a truncated file is decoded as far as it goes; the rest is gray.
  /// - Throws: ``ImageCodingError/tooManyPixels(width:height:limit:)``, ``ImageCodingError/undecodable(format:reason:)`` with
  ///   libjpeg-turbo's reason, ``ImageCodingError/outOfMemory``.
  public static func decode(
    _ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels, allowsCut: Bool = false
  ) throws(ImageCodingError) -> GrayImage {
    let (width, height, pixels) = try decode(
      bytes, maxPixels: maxPixels, to: TJPF_GRAY, channels: 1, allowsCut: allowsCut)
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// Decodes a gray or colour JPEG to red, green and blue; CMYK to gray in all three.
  ///
  /// - Parameters: As for ``decode(_:maxPixels:allowsCut:)``.
  /// - Throws: As ``decode(_:maxPixels:allowsCut:)``.
  public static func decodeColor(
    _ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels
  ) throws(ImageCodingError) -> ColorImage {
    let (width, height, pixels) = try decode(bytes, maxPixels: maxPixels, to: TJPF_RGB, channels: 3)
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  private static func decode(
    _ bytes: [UInt8], maxPixels: Int, to format: TJPF, channels: Int, allowsCut: Bool = false
  ) throws(ImageCodingError) -> (width: Int, height: Int, pixels: [UInt8]) {
    let decompressor = try Decompressor(allowsCut: allowsCut)
    let header = try decompressor.header(of: bytes)
    try checkSize(width: header.width, height: header.height, limit: maxPixels)
    try checkScans(of: bytes, pixels: header.width * header.height)
    guard header.isCMYK else {
      return (
        header.width, header.height, try decompressor.pixels(of: bytes, header, format: format, channels: channels)
      )
    }
    // Each ink is multiplied by black; the three are weighted as red, green and blue (ITU-R BT.601).
    let inks = try decompressor.pixels(of: bytes, header, format: TJPF_CMYK, channels: 4)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(inks.count / 4 * channels)
    for i in stride(from: 0, to: inks.count, by: 4) {
      let ink = 299 * Int(inks[i]) + 587 * Int(inks[i + 1]) + 114 * Int(inks[i + 2])
      for _ in 0..<channels { pixels.append(UInt8(ink * Int(inks[i + 3]) / 255_000)) }
    }
    return (header.width, header.height, pixels)
  }

  /// The most scans; encoders write about ten.
  private static let mostScans = 100
  /// Scans that any picture may have.
  private static let usualScans = 20
  /// The most pixels times scans.
  private static let mostScanWork = 500_000_000

  /// Refuses a progressive file of a few kilobytes that takes minutes to decode, in empty scans.
  private static func checkScans(of bytes: [UInt8], pixels: Int) throws(ImageCodingError) {
    let scans = JPEGSegments(bytes).count { $0.marker == 0xDA }
    let limit = min(mostScans, max(usualScans, mostScanWork / pixels))
    if scans > limit {
      let remedy = "save it again as an ordinary JPEG picture"
      throw .undecodable(
        format: .jpeg, reason: "\(scans) scans are more than the limit of \(limit) for its size; \(remedy)")
    }
  }

  private typealias Header = (width: Int, height: Int, isCMYK: Bool)

  /// Owns a TurboJPEG decompressor.
  @safe private struct Decompressor: ~Copyable {
    private let handle: tjhandle
    private let allowsCut: Bool

    init(allowsCut: Bool) throws(ImageCodingError) {
      guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
      self.allowsCut = allowsCut
      unsafe self.handle = unsafe handle
    }

    deinit { _ = unsafe tjDestroy(handle) }

    func header(of bytes: [UInt8]) throws(ImageCodingError) -> Header {
      var width: Int32 = 0
      var height: Int32 = 0
      var subsampling: Int32 = 0
      var colourSpace: Int32 = 0
      let status = unsafe tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colourSpace)
      if status != 0, reason.contains("subsampling type") {
        // Legal, but TurboJPEG decodes only the combinations that encoders write.
        throw .undecodable(
          format: .jpeg, reason: "its chroma subsampling (sampling factors) is unusual; convert it to PNG")
      }
      try check(status)
      guard width > 0, height > 0 else { throw failure }
      let isCMYK = colourSpace == Int32(TJCS_CMYK.rawValue) || colourSpace == Int32(TJCS_YCCK.rawValue)
      return (Int(width), Int(height), isCMYK)
    }

    func pixels(
      of bytes: [UInt8], _ header: Header, format: TJPF, channels: Int
    ) throws(ImageCodingError) -> [UInt8] {
      var pixels = [UInt8](repeating: 255, count: header.width * header.height * channels)
      let status = unsafe tjDecompress2(
        handle, bytes, UInt(bytes.count), &pixels, Int32(header.width), 0, Int32(header.height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      try check(status)
      // The library reports only the first of several warnings: stray bytes could hide that the end is missing.
      // In coded data, FF is followed by 00, and not by the marker's second byte.
      let end = bytes.suffix(1024)
      if status != 0, !allowsCut, !zip(end, end.dropFirst()).contains(where: { $0 == 0xFF && $1 == 0xD9 }) {
        throw .undecodable(format: .jpeg, reason: "the file ends before its end marker")
      }
      return pixels
    }

    /// Stray bytes between two segments and a later version of JFIF are harmless; any other warning means that pixels are missing.
    private func check(_ status: Int32) throws(ImageCodingError) {
      let isWarning = unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
      let isHarmless = ["extraneous bytes", "JFIF revision"].contains { reason.contains($0) }
      if status != 0, !(isWarning && (isHarmless || allowsCut)) { throw failure }
    }

    private var reason: String { unsafe String(cString: tjGetErrorStr2(handle)) }

    private var failure: ImageCodingError { .undecoded(.jpeg, reason) }
  }
}
