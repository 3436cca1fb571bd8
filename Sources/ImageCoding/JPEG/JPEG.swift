import CTurboJPEG
public import Imaging

/// A codec for JPEG bytes ↔ pixels, through libjpeg-turbo's TurboJPEG interface.
public enum JPEG {
  /// Decodes a gray, colour or CMYK JPEG to gray.
  ///
  /// CMYK is read as Adobe stores it: 255 is no ink.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. A truncated file is refused.
  ///   - maxPixels: The most pixels (width × height); a larger picture is refused before it is decoded.
  /// - Throws: ``ImageCodingError/tooManyPixels(width:height:limit:)``, ``ImageCodingError/tooMuchWork(format:amount:work:limit:)``,
  ///   ``ImageCodingError/undecodable(format:reason:)`` with libjpeg-turbo's reason, ``ImageCodingError/outOfMemory(format:)``.
  public static func decode(_ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError)
    -> GrayImage
  {
    let decompressor = try Decompressor()
    let header = try header(of: bytes, decompressor, maxPixels: maxPixels)
    if header.isCMYK {
      return try decompressor.pixels(of: bytes, header, format: TJPF_CMYK, channels: 4).grayFromCMYK(header)
    }
    let pixels = try decompressor.pixels(of: bytes, header, format: TJPF_GRAY, channels: 1)
    return GrayImage(width: header.width, height: header.height, pixels: pixels)
  }

  /// Decodes a gray or colour JPEG to red, green and blue; CMYK to gray in all three.
  ///
  /// - Parameters: As for ``decode(_:maxPixels:)``.
  /// - Throws: As ``decode(_:maxPixels:)``.
  public static func decodeColor(
    _ bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels
  ) throws(ImageCodingError) -> ColorImage {
    let decompressor = try Decompressor()
    let header = try header(of: bytes, decompressor, maxPixels: maxPixels)
    if header.isCMYK {
      let gray = try decompressor.pixels(of: bytes, header, format: TJPF_CMYK, channels: 4).grayFromCMYK(header)
      return ColorImage(width: gray.width, height: gray.height, pixels: gray.pixels.flatMap { [$0, $0, $0] })
    }
    let pixels = try decompressor.pixels(of: bytes, header, format: TJPF_RGB, channels: 3)
    return ColorImage(width: header.width, height: header.height, pixels: pixels)
  }

  /// Bytes of arithmetic coding, or of several scans. Smaller refuses more files; larger ones take longer.
  private static let mostSlowBytes = 1 << 23
  /// Segments, each of at most 64 KiB.
  private static let mostSegments = 100_000
  /// Pixels times scans.
  private static let mostScanWork = 500_000_000
  /// Scans that any picture may have; encoders write about ten.
  private static let usualScans = 20
  /// Pixels times scans of arithmetic coding.
  private static let mostArithmeticWork = 100_000_000
  /// Arithmetic-coded coefficients that any picture may have, counted again in each scan. Progressive CMYK pictures have twelve per
  /// pixel.
  private static let mostArithmeticCoefficients = 12 * 12_000_000

  private static func header(
    of bytes: [UInt8], _ decompressor: borrowing Decompressor, maxPixels: Int
  ) throws(ImageCodingError) -> Header {
    let header = try decompressor.header(of: bytes)
    // A progressive file of a few kilobytes can take minutes to decode, in empty scans.
    var (segments, scans, coefficients) = (0, 0, 0)
    for segment in JPEGSegments(bytes) {
      segments += 1
      try checkWork(segments, "segments", limit: Self.mostSegments)
      if segment.marker == 0xDA {
        scans += 1
        coefficients += Self.coefficients(bytes[segment.content])
      }
    }
    let pixels = max(1, header.width * header.height)
    try checkWork(scans, "scans", limit: 100)
    if usesArithmeticCoding(bytes) {
      // A megabyte of it takes up to a second, because a coefficient of any size may take little more than a bit.
      let most = min(mostSlowBytes, max(1 << 20, pixels / 4))
      try checkWork(bytes.count, "bytes of arithmetic coding for a picture of this size", limit: most)
      // A scan may take as long for each pixel where its data has ended: the decoder makes up zeros.
      try checkWork(scans, "arithmetic-coded scans of so many pixels", limit: max(10, Self.mostArithmeticWork / pixels))
      try checkWork(
        coefficients * pixels / 64, "arithmetic-coded coefficients", limit: max(12 * pixels, mostArithmeticCoefficients)
      )
    }
    if scans > 1, header.width * header.height <= maxPixels {
      try checkWork(scans, "scans of so many pixels", limit: max(Self.usualScans, Self.mostScanWork / pixels))
      // Corrections of coefficients, a bit each, take as long as arithmetic coding.
      try checkWork(bytes.count, "bytes in several scans of so many pixels", limit: max(mostSlowBytes, 2 * pixels))
    }
    try checkSize(width: header.width, height: header.height, limit: maxPixels)
    return header
  }

  /// How many coefficients per block a scan holds, summed over its components (ITU-T T.81, B.2.3).
  ///
  /// - Parameter parameters: The parameters of SOS.
  private static func coefficients(_ parameters: ArraySlice<UInt8>) -> Int {
    guard let components = parameters.first, parameters.count >= 4 else { return 0 }
    let band = parameters.suffix(3).prefix(2).map(Int.init)
    return Int(components) * (band[0] <= band[1] && band[1] < 64 ? band[1] - band[0] + 1 : 64)
  }

  private static func checkWork(_ amount: Int, _ work: String, limit: Int) throws(ImageCodingError) {
    if amount > limit { throw .tooMuchWork(format: .jpeg, amount: amount, work: work, limit: limit) }
  }

  /// Whether the first frame is arithmetic-coded: SOF9 to SOF11 and SOF13 to SOF15 (ITU-T T.81, table B.1).
  private static func usesArithmeticCoding(_ bytes: [UInt8]) -> Bool {
    for segment in JPEGSegments(bytes) {
      switch segment.marker {
      case 0xC9...0xCB, 0xCD...0xCF: return true
      case 0xC0...0xC3, 0xC5...0xC7, 0xDA: return false
      default: continue
      }
    }
    return false
  }

  fileprivate struct Header {
    var width: Int, height: Int, isCMYK: Bool
  }

  /// Owns a TurboJPEG decompressor.
  @safe private struct Decompressor: ~Copyable {
    private let handle: tjhandle

    init() throws(ImageCodingError) {
      guard let handle = unsafe tjInitDecompress() else {
        throw .outOfMemory(format: .jpeg)
      }
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
      return Header(width: Int(width), height: Int(height), isCMYK: isCMYK)
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
      if status != 0, !bytes.suffix(1024).containsMarker(0xD9) {
        throw .undecodable(format: .jpeg, reason: "the file ends before its end marker")
      }
      return pixels
    }

    /// Stray bytes between two segments and a later version of JFIF are harmless; any other warning means that pixels are missing.
    private func check(_ status: Int32) throws(ImageCodingError) {
      let isWarning = unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
      let isHarmless = ["extraneous bytes", "JFIF revision"].contains { reason.contains($0) }
      if status != 0, !(isWarning && isHarmless) { throw failure }
    }

    private var reason: String { unsafe String(cString: tjGetErrorStr2(handle)) }

    private var failure: ImageCodingError { .undecoded(.jpeg, reason) }
  }
}

extension Collection<UInt8> {
  /// Whether a marker appears; in coded data, FF is followed by 00.
  fileprivate func containsMarker(_ marker: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == 0xFF && $1 == marker }
  }
}

extension [UInt8] {
  /// Multiplies each ink by black and weights the three as red, green and blue (ITU-R BT.601).
  fileprivate func grayFromCMYK(_ header: JPEG.Header) -> GrayImage {
    let pixels = stride(from: 0, to: count, by: 4).map { i in
      let ink = 299 * Int(self[i]) + 587 * Int(self[i + 1]) + 114 * Int(self[i + 2])
      return UInt8(ink * Int(self[i + 3]) / 255_000)
    }
    return GrayImage(width: header.width, height: header.height, pixels: pixels)
  }
}
