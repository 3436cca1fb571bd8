public import Imaging
import TextFormats

extension PNG {
  /// The two colours of a bilevel picture, as red, green and blue, 0…255 each.
  public struct Palette: Hashable, Sendable {
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
  /// - Returns: The file, without filters. If its rows repeat as those of a symbol at scale 4 or 8 do, it is the same everywhere;
  ///   otherwise its bytes depend on the version of zlib.
  /// - Throws: ``ImageCodingError/outOfMemory``.
  public static func encode(
    _ image: BilevelImage, palette: Palette = .blackAndWhite, dotsPerInch: Double? = nil
  ) throws(ImageCodingError) -> [UInt8] {
    // A gray PNG holds black and white either way round.
    let isInverted = palette == Palette(dark: (255, 255, 255), light: (0, 0, 0))
    let isGray = isInverted || palette == .blackAndWhite
    let rows = isInverted ? image.bytes.map { ~$0 } : image.bytes
    let compressed =
      if let symbol = SymbolStream(rows, rowBytes: image.rowBytes) { symbol.bytes } else {
        try compressed(rows, rowBytes: image.rowBytes, level: 6)
      }
    return file(
      width: image.width, height: image.height, depth: 1, isGray ? .gray : .palette,
      palette: isGray ? [] : palette.components, dotsPerInch: dotsPerInch, compressed: compressed)
  }

  /// Encodes at eight bits of gray per pixel.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/outOfMemory``.
  public static func encode(_ image: GrayImage, compressionLevel: Int = 6) throws(ImageCodingError) -> [UInt8] {
    file(
      width: image.width, height: image.height, .gray,
      compressed: try compressed(image.pixels, rowBytes: image.width, level: compressionLevel))
  }

  /// Encodes a picture whose pixels are entries of a palette.
  ///
  /// - Parameters:
  ///   - image: The entries.
  ///   - palette: Red, green and blue of 256 entries.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/outOfMemory``.
  package static func encode(
    _ image: GrayImage, palette: [UInt8], compressionLevel: Int
  ) throws(ImageCodingError) -> [UInt8] {
    precondition(palette.count == 3 * 256, "every pixel has its entry")
    return file(
      width: image.width, height: image.height, .palette, palette: palette,
      compressed: try compressed(image.pixels, rowBytes: image.width, level: compressionLevel))
  }

  /// Encodes at eight bits each of red, green and blue per pixel.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - dotsPerInch: Written as pHYs (whole pixels per metre), 1 or more; `nil` writes none.
  ///   - compressionLevel: zlib's, 0…9.
  /// - Throws: ``ImageCodingError/outOfMemory``.
  public static func encode(
    _ image: ColorImage, dotsPerInch: Double? = nil, compressionLevel: Int = 6
  ) throws(ImageCodingError) -> [UInt8] {
    file(
      width: image.width, height: image.height, .red, dotsPerInch: dotsPerInch,
      compressed: try compressed(image.pixels, rowBytes: 3 * image.width, level: compressionLevel))
  }

  /// A file of a picture that is not interlaced.
  ///
  /// - Parameter compressed: The rows, each behind the number of its filter, as a zlib stream.
  static func file(
    width: Int, height: Int, depth: UInt8 = 8, _ color: Header.Color, palette: [UInt8] = [], dotsPerInch: Double? = nil,
    compressed: [UInt8]
  ) -> [UInt8] {
    precondition(dotsPerInch.map { 1...100_000 ~= $0 } ?? true, "dots per inch are 1…100000")
    var file = FileSignature.png.bytes
    func add(_ type: StaticString, _ data: [UInt8]) { file += chunk(type, data) }
    let size = BigEndian.bytes(UInt32(width)) + BigEndian.bytes(UInt32(height))
    add("IHDR", size + [depth, color.rawValue, 0, 0, 0])
    if !palette.isEmpty { add("PLTE", palette) }
    if let dotsPerInch {
      // An inch is 0.0254 m.
      let pixelsPerMetre = BigEndian.bytes(UInt32((dotsPerInch / 0.0254).rounded()))
      add("pHYs", pixelsPerMetre + pixelsPerMetre + [1])
    }
    add("IDAT", compressed)
    add("IEND", [])
    return file
  }

  /// A chunk with its length and checksum (ISO/IEC 15948, 5.3).
  static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
    let content = Array("\(type)".utf8) + data
    return BigEndian.bytes(UInt32(data.count)) + content + BigEndian.bytes(Zlib.crc32(content[...]))
  }

  /// The rows, without filters, as a zlib stream.
  static func compressed(_ rows: [UInt8], rowBytes: Int, level: Int) throws(ImageCodingError) -> [UInt8] {
    var filtered: [UInt8] = []
    filtered.reserveCapacity(rows.count + rows.count / rowBytes)
    for start in stride(from: 0, to: rows.count, by: rowBytes) {
      filtered.append(PNGFilter.none.rawValue)
      filtered += rows[start..<start + rowBytes]
    }
    return try Zlib.compressed(filtered, level: level)
  }
}
