import CDeflate
import Imaging
import TextFormats

/// A PNG of a common kind, decoded without libpng: not interlaced, at most eight bits per sample, and with sRGB colours.
/// libdeflate inflates it. Transparent pixels may be in large pictures with an alpha channel.
///
/// Every other file, and every damaged one, is left to libpng, which also has the words for what is wrong with it. The
/// pixels are those of libpng's simplified API, bit for bit.
struct PlainPNG {
  private let header: PNG.Header
  private let rowBytes: Int
  /// The compressed rows: the data of all IDAT chunks.
  private let compressed: ArraySlice<UInt8>
  /// The gray of each palette entry, or of each sample of a gray picture.
  private let grays: [UInt8]

  /// More bytes of rows, with the compressed ones, are left to libpng, which holds only a few of them at a time.
  private static let mostBytes = 1 << 26
  /// libpng's own limit for each side.
  static let longestSide = 1_000_000

  /// - Returns: `nil` for a file that is left to libpng.
  init?(_ file: [UInt8]) {
    guard file.starts(with: FileSignature.png.bytes), let header = PNG.Header(file),
      // Compression, filters and interlacing.
      file[26..<29].allSatisfy({ $0 == 0 }), 1...Self.longestSide ~= header.width,
      1...Self.longestSide ~= header.height
    else { return nil }
    self.header = header
    var palette: ArraySlice<UInt8> = []
    var data: [Range<Int>] = []
    var isComplete = false
    for (index, chunk) in PNG.chunks(of: file).enumerated() where !isComplete {
      switch chunk.type {
      case "IHDR" where index == 0 && chunk.content.count == 13: break
      case "PLTE" where palette.isEmpty && data.isEmpty && chunk.content.count % 3 == 0: palette = file[chunk.content]
      case "IDAT" where data.last.map({ $0.upperBound + 12 == chunk.content.lowerBound }) ?? true:
        data.append(chunk.content)
      case "IEND" where !data.isEmpty: isComplete = true
      // libpng uses no profile but that of sRGB, which changes nothing.
      case "sRGB", "iCCP": break
      case "gAMA" where file[chunk.content].elementsEqual(Self.gamma): break
      case "cHRM" where Self.isSRGB(file, chunk.content): break
      case "tRNS", "gAMA", "cHRM": return nil
      // Bit 5 of the first letter marks a chunk that a decoder may leave out (ISO/IEC 15948, 5.4).
      default: if file[chunk.content.lowerBound - 4] & 0x20 == 0 { return nil } else { continue }
      }
      guard Self.isIntact(file, chunk.content) else { return nil }
    }
    rowBytes = (header.width * header.depth * header.color.channels + 7) / 8
    guard isComplete, (rowBytes + 1) * header.height + data.reduce(0, { $0 + $1.count }) <= Self.mostBytes else {
      return nil
    }
    compressed = data.count == 1 ? file[data[0]] : data.reduce(into: []) { $0 += file[$1] }
    switch (header.color, header.depth) {
    case (.palette, 1), (.palette, 2), (.palette, 4), (.palette, 8):
      var entries = [UInt8](repeating: 0, count: palette.count / 3)
      unsafe palette.withUnsafeBytes { palette in
        unsafe entries.withUnsafeMutableBufferPointer { _ = unsafe SRGB.convert(palette, channels: 3, to: $0) }
      }
      grays = entries
    case (.gray, 1), (.gray, 2), (.gray, 4), (.gray, 8):
      let most = (1 << header.depth) - 1
      grays = (0...most).map { UInt8($0 * 255 / most) }
    case (.red, 8), (.redWithAlpha, 8): grays = []
    default: return nil
    }
  }

  /// 1 ÷ 2.2 in hundred thousandths, as sRGB files have it.
  private static let gamma: [UInt8] = [0x00, 0x00, 0xB1, 0x8F]

  /// Whether the chromaticities are those of sRGB, in hundred thousandths.
  private static func isSRGB(_ file: [UInt8], _ content: Range<Int>) -> Bool {
    let sRGB = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    // Some programs cut off instead of rounding.
    return content.count == 4 * sRGB.count
      && zip(sRGB, stride(from: content.lowerBound, to: content.upperBound, by: 4)).allSatisfy {
        abs(PNG.word(file, at: $1) - $0) <= 1
      }
  }

  /// Whether the checksum of a chunk is that of its type and data (ISO/IEC 15948, 5.3).
  private static func isIntact(_ file: [UInt8], _ content: Range<Int>) -> Bool {
    Int(Zlib.crc32(file[content.lowerBound - 4..<content.upperBound])) == PNG.word(file, at: content.upperBound)
  }

  /// The picture in gray.
  ///
  /// - Returns: `nil` for a file that is left to libpng.
  func gray() -> GrayImage? {
    guard var rows = inflated() else { return nil }
    let (width, rowBytes, pixelBytes) = (header.width, rowBytes, max(1, header.depth * header.color.channels / 8))
    var isPlain = true
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * header.height) { pixels, count in
      unsafe rows.withUnsafeMutableBytes { rows in
        for y in 0..<header.height where isPlain {
          let above = unsafe UnsafeMutableRawBufferPointer(rebasing: rows[(y * (rowBytes + 1) + 1)...])
          guard let start = above.baseAddress, let filter = unsafe PNGFilter(rawValue: above[rowBytes]) else {
            isPlain = false
            return
          }
          let row = unsafe start + rowBytes + 1
          unsafe filter.undo(row, above: start, count: rowBytes, distance: pixelBytes)
          let line = unsafe UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
          isPlain = unsafe convert(UnsafeRawBufferPointer(start: row, count: rowBytes), to: line)
        }
      }
      count = isPlain ? width * header.height : 0
    }
    return isPlain ? GrayImage(width: width, height: header.height, pixels: pixels) : nil
  }

  /// A row of zeros, the filtered rows, and ``PNGFilter/slack``; `nil` if there are fewer or more rows, or the checksum is wrong.
  private func inflated() -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let (length, expected) = (rowBytes + 1, (rowBytes + 1) * header.height)
    var isInflated = false
    let rows = unsafe [UInt8](unsafeUninitializedCapacity: length + expected + PNGFilter.slack) { rows, count in
      unsafe rows[..<length].update(repeating: 0)
      unsafe rows[(length + expected)...].update(repeating: 0)
      isInflated = unsafe compressed.withUnsafeBytes {
        // Without a place for the actual length, any other length is an error.
        unsafe libdeflate_zlib_decompress(
          decompressor, $0.baseAddress, $0.count, rows.baseAddress.map { unsafe $0 + length }, expected, nil)
          == LIBDEFLATE_SUCCESS
      }
      count = isInflated ? rows.count : 0
    }
    return isInflated ? rows : nil
  }

  /// The gray of a transparent pixel on white, at index 256 × the gray of its colour + its alpha; `nil` if memory runs out.
  ///
  /// libpng composites in linear light, with tables that approximate it. To get the same values, it is asked once for all of them.
  private static let graysOnWhite: [UInt8]? = {
    let levels = (0...255).map { UInt8($0) }
    let rows = levels.flatMap { gray in levels.flatMap { alpha in [gray, gray, gray, alpha] } }
    let file = try? PNG.file(
      width: 256, height: 256, .redWithAlpha, compressed: PNG.compressed(rows, rowBytes: 4 * 256, level: 1))
    return file.flatMap { try? PNG.decodeWithLibpng($0, maxPixels: 1 << 16) }?.pixels
  }()
  /// Pictures with fewer pixels are left to libpng, which takes less time than making the table.
  private static let leastTransparent = 1 << 16

  /// - Returns: Whether all pixels are in the palette, and opaque if the picture is small.
  private func convert(_ row: UnsafeRawBufferPointer, to line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    switch header.color {
    case .red: return unsafe SRGB.convert(row, channels: 3, to: line)
    case .redWithAlpha:
      if unsafe SRGB.convert(row, channels: 4, to: line) { return true }
      guard header.width * header.height >= Self.leastTransparent, let onWhite = Self.graysOnWhite else { return false }
      unsafe onWhite.withUnsafeBufferPointer { onWhite in
        for x in line.indices { unsafe line[x] = onWhite[Int(line[x]) << 8 | Int(row[4 * x + 3])] }
      }
      return true
    case .gray where header.depth == 8:
      _ = unsafe line.update(fromContentsOf: row)
      return true
    case .gray, .grayWithAlpha, .palette:
      return unsafe grays.withUnsafeBufferPointer { grays in
        if header.depth == 1 && grays.count == 2 {
          unsafe Self.expand(row, grays[0], grays[1], to: line)
          return true
        }
        let (depth, mask) = (header.depth, (1 << header.depth) - 1)
        var (x, largest) = (0, 0)
        for index in row.indices {
          // The leftmost pixel is in the highest bits (ISO/IEC 15948, 7.2).
          var shift = 8 - depth
          while shift >= 0 && x < line.count {
            let sample = Int(unsafe row[index]) >> shift & mask
            largest = max(largest, sample)
            unsafe line[x] = sample < grays.count ? grays[sample] : 0
            (x, shift) = (x + 1, shift - depth)
          }
        }
        return largest < grays.count
      }
    }
  }

  /// Writes a byte for each bit, eight at a time: in the product, bit 7 − i of a byte is the highest of byte i.
  private static func expand(
    _ row: UnsafeRawBufferPointer, _ zero: UInt8, _ one: UInt8, to line: UnsafeMutableBufferPointer<UInt8>
  ) {
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    for (index, start) in stride(from: 0, to: line.count, by: 8).enumerated() {
      let bits = (UInt64(unsafe row[index]) &* 0x8040_2010_0804_0201) >> 7 & everyByte
      var pixels = (UInt64(zero) * everyByte ^ bits * UInt64(zero ^ one)).littleEndian
      unsafe withUnsafeBytes(of: &pixels) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(line)[start...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0.prefix(line.count - start)))
      }
    }
  }
}
