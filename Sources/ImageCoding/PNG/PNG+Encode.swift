import CPNG
import Glibc
public import Imaging

extension PNG {
  /// The two colours of a bilevel picture, as red, green and blue, 0…255 each.
  public struct Palette: Hashable, Sendable {
    public var dark: (red: UInt8, green: UInt8, blue: UInt8) { (components[0], components[1], components[2]) }
    public var light: (red: UInt8, green: UInt8, blue: UInt8) { (components[3], components[4], components[5]) }
    let components: [UInt8]

    public init(dark: (red: UInt8, green: UInt8, blue: UInt8), light: (red: UInt8, green: UInt8, blue: UInt8)) {
      components = [dark.red, dark.green, dark.blue, light.red, light.green, light.blue]
    }

    /// Black and white, which need no palette in the file.
    public static let blackAndWhite = Palette(dark: (0, 0, 0), light: (255, 255, 255))
  }

  /// Encodes at one bit per pixel: as gray for black and white, otherwise with a palette of two colours.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - palette: The colours of dark and light pixels.
  ///   - dotsPerInch: Written as pHYs (whole pixels per metre), 1 or more; `nil` writes none.
  /// - Returns: The file, without filters. If its rows repeat as those of a symbol at scale 4 or 8 do, our own writer
  ///   makes it, with the same bytes everywhere; otherwise libpng does, with bytes that depend on the version of zlib.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` without memory.
  public static func encode(
    _ image: BilevelImage, palette: Palette = .blackAndWhite, dotsPerInch: Double? = nil
  ) throws(ImageCodingError) -> [UInt8] {
    // A gray PNG holds black and white either way round.
    let isInverted = palette == Palette(dark: (255, 255, 255), light: (0, 0, 0))
    let isGray = isInverted || palette == .blackAndWhite
    if let rows = RepeatedRows(image) {
      return BilevelPNG(
        image, rows, palette: isGray ? [] : palette.components, isInverted: isInverted,
        pixelsPerMetre: pixelsPerMetre(dotsPerInch)
      ).bytes
    }
    return try write(
      rows: isInverted ? image.bytes.map { ~$0 } : image.bytes, width: image.width, height: image.height,
      rowBytes: image.rowBytes, bitDepth: 1, palette: isGray ? [] : palette.components, dotsPerInch: dotsPerInch)
  }

  /// Encodes at eight bits of gray per pixel.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - dotsPerInch: Written as pHYs (whole pixels per metre), 1 or more; `nil` writes none.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` without memory.
  public static func encode(
    _ image: GrayImage, dotsPerInch: Double? = nil, compressionLevel: Int = 6
  ) throws(ImageCodingError) -> [UInt8] {
    try write(
      rows: image.pixels, width: image.width, height: image.height, rowBytes: image.width, bitDepth: 8,
      dotsPerInch: dotsPerInch, compressionLevel: compressionLevel)
  }

  /// Encodes at eight bits each of red, green and blue per pixel.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - dotsPerInch: Written as pHYs (whole pixels per metre), 1 or more; `nil` writes none.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` without memory.
  public static func encode(
    _ image: ColorImage, dotsPerInch: Double? = nil, compressionLevel: Int = 6
  ) throws(ImageCodingError) -> [UInt8] {
    try write(
      rows: image.pixels, width: image.width, height: image.height, rowBytes: 3 * image.width, bitDepth: 8,
      channels: 3, dotsPerInch: dotsPerInch, compressionLevel: compressionLevel)
  }

  /// Encodes a picture whose pixels are entries of a palette.
  ///
  /// - Parameters:
  ///   - image: The entries.
  ///   - palette: Red, green and blue of 256 entries.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` without memory.
  package static func encode(
    _ image: GrayImage, palette: [UInt8], compressionLevel: Int = 6
  ) throws(ImageCodingError) -> [UInt8] {
    precondition(palette.count == 3 * 256, "every pixel has its entry")
    return try write(
      rows: image.pixels, width: image.width, height: image.height, rowBytes: image.width, bitDepth: 8,
      palette: palette, compressionLevel: compressionLevel)
  }

  private static func pixelsPerMetre(_ dotsPerInch: Double?) -> UInt32? {
    precondition(dotsPerInch.map { 1...100_000 ~= $0 } ?? true, "dots per inch are 1…100000")
    // An inch is 0.0254 m.
    return dotsPerInch.map { UInt32(($0 / 0.0254).rounded()) }
  }

  static func write(
    rows: [UInt8], width: Int, height: Int, rowBytes: Int, bitDepth: Int32, channels: Int32 = 1,
    palette: [UInt8] = [], dotsPerInch: Double? = nil, compressionLevel: Int = 6
  ) throws(ImageCodingError) -> [UInt8] {
    precondition(0...9 ~= compressionLevel, "zlib's levels are 0…9")
    var picture = unsafe oobqr_png_picture()
    unsafe picture.width = UInt32(width)
    unsafe picture.height = UInt32(height)
    unsafe picture.bit_depth = bitDepth
    unsafe picture.channels = channels
    unsafe picture.palette_entries = Int32(palette.count / 3)
    unsafe withUnsafeMutableBytes(of: &picture.palette) { unsafe $0.copyBytes(from: palette) }
    unsafe picture.pixels_per_metre = pixelsPerMetre(dotsPerInch) ?? 0
    unsafe picture.compression_level = Int32(compressionLevel)
    unsafe picture.row_bytes = rowBytes

    var reason = [UInt8](repeating: 0, count: 80)
    var length = 0
    let file: [UInt8]? = unsafe rows.withUnsafeBufferPointer { rows in
      unsafe picture.rows = rows.baseAddress
      let bytes = unsafe reason.withUnsafeMutableBytes {
        unsafe oobqr_png_write(&picture, &length, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
      }
      guard let bytes = unsafe bytes else { return nil }
      defer { unsafe free(bytes) }
      return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: length))
    }
    guard let file else {
      throw .unencodable(format: .png, reason: String(decoding: reason.prefix { $0 != 0 }, as: UTF8.self))
    }
    return file
  }
}
