import CDeflate
import Imaging
import TextFormats

/// A PNG of a common kind, decoded without libpng: not interlaced, at most eight bits per sample, and with sRGB colours.
/// libdeflate inflates it. Transparent pixels may be in large pictures with an alpha channel.
///
/// Every other file, and every damaged one, is left to libpng, which also has the words for what is wrong with it. The
/// pixels are those of libpng's simplified API, bit for bit.
struct PlainPNG {
  private let header: Header
  /// The compressed rows: the data of all IDAT chunks.
  private let compressed: [UInt8]
  /// The gray of each palette entry, or of each sample of a gray picture.
  private let grays: [UInt8]

  /// More bytes of rows are left to libpng, which holds only a few of them at a time.
  static let rowLimit = 1 << 26

  /// More compressed bytes are left to libpng, for which the number of blocks is limited: libdeflate takes some time for each, even if
  /// it is empty.
  static let compressedLimit = 1 << 24

  /// - Returns: `nil` for a file that is left to libpng.
  init?(_ file: [UInt8]) {
    guard file.starts(with: FileSignature.png.bytes) else { return nil }
    var header: Header?
    var palette: ArraySlice<UInt8>?
    var data: [Range<Int>] = []
    var isComplete = false
    for chunk in PNG.chunks(of: file) {
      let content = chunk.lowerBound + 8..<chunk.upperBound - 4
      let name = String(decoding: file[chunk.lowerBound + 4..<content.lowerBound], as: UTF8.self)
      switch name {
      case "IHDR" where header == nil && chunk.lowerBound == 8: header = Header(file[content])
      case "PLTE" where palette == nil && data.isEmpty && content.count % 3 == 0: palette = file[content]
      case "IDAT" where data.last.map { $0.upperBound + 12 == content.lowerBound } ?? true: data.append(content)
      case "IEND" where !data.isEmpty && chunk.upperBound == file.count: isComplete = true
      // libpng uses no profile but that of sRGB, which changes nothing.
      case "sRGB", "iCCP": break
      case "gAMA" where file[content].elementsEqual(Self.gamma): break
      case "cHRM" where Self.isSRGB(file[content]): break
      case "tRNS", "gAMA", "cHRM": return nil
      // Bit 5 of the first letter marks a chunk that a decoder may leave out (ISO/IEC 15948, 5.4).
      default: if file[chunk.lowerBound + 4] & 0x20 == 0 { return nil } else { continue }
      }
      guard header != nil, Self.isIntact(file, chunk) else { return nil }
    }
    guard isComplete, let header, header.rowBytes < Self.rowLimit / header.height,
      data.reduce(0, { $0 + $1.count }) <= Self.compressedLimit
    else { return nil }
    self.header = header
    compressed = data.count == 1 ? Array(file[data[0]]) : data.reduce(into: []) { $0 += file[$1] }
    switch header.color {
    case .palette:
      guard let palette, !palette.isEmpty else { return nil }
      grays = stride(from: palette.startIndex, to: palette.endIndex, by: 3).map {
        SRGB.gray(palette[$0], palette[$0 + 1], palette[$0 + 2])
      }
    case .gray:
      let most = (1 << header.depth) - 1
      grays = (0...most).map { UInt8($0 * 255 / most) }
    case .red, .redWithAlpha: grays = []
    }
  }

  /// 1 ÷ 2.2 in hundred thousandths, as sRGB files have it.
  private static let gamma: [UInt8] = [0x00, 0x00, 0xB1, 0x8F]

  /// Whether the chromaticities are those of sRGB, in hundred thousandths.
  private static func isSRGB(_ chromaticities: ArraySlice<UInt8>) -> Bool {
    let sRGB = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    guard chromaticities.count == 4 * sRGB.count else { return false }
    return sRGB.enumerated().allSatisfy { index, value in
      // Some programs cut off instead of rounding.
      abs(PNG.word(chromaticities, at: 4 * index) - value) <= 1
    }
  }

  /// Whether the checksum of a chunk is that of its type and data (ISO/IEC 15948, 5.3).
  private static func isIntact(_ file: [UInt8], _ chunk: Range<Int>) -> Bool {
    let checked = chunk.lowerBound + 4..<chunk.upperBound - 4
    return Int(CRC32.checksum(file, checked)) == PNG.word(file[...], at: chunk.upperBound - 4)
  }

  /// The picture in gray.
  ///
  /// - Returns: `nil` for a file that is left to libpng.
  func gray() -> GrayImage? {
    guard var rows = inflated() else { return nil }
    let (width, length) = (header.width, header.rowBytes + 1)
    var isPlain = true
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * header.height) { pixels, count in
      unsafe rows.withUnsafeMutableBytes { rows in
        var above: UnsafeMutableRawBufferPointer?
        for y in 0..<header.height where isPlain {
          let filtered = unsafe UnsafeMutableRawBufferPointer(rebasing: rows[y * length..<(y + 1) * length])
          let row = unsafe UnsafeMutableRawBufferPointer(rebasing: filtered[1...])
          guard let filter = unsafe PNGFilter(rawValue: filtered[0]) else {
            isPlain = false
            return
          }
          unsafe filter.undo(row, above: above, distance: header.pixelBytes)
          let line = unsafe UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
          isPlain = unsafe convert(row, to: line)
          unsafe above = row
        }
      }
      count = isPlain ? width * header.height : 0
    }
    return isPlain ? GrayImage(width: width, height: header.height, pixels: pixels) : nil
  }

  /// The filtered rows; `nil` if there are fewer or more bytes, or the checksum is wrong.
  private func inflated() -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let expected = (header.rowBytes + 1) * header.height
    var isInflated = false
    let rows = unsafe [UInt8](unsafeUninitializedCapacity: expected) { rows, count in
      // Without a place for the actual length, any other length is an error.
      isInflated =
        unsafe libdeflate_zlib_decompress(
          decompressor, compressed, compressed.count, rows.baseAddress, expected, nil) == LIBDEFLATE_SUCCESS
      count = isInflated ? expected : 0
    }
    return isInflated ? rows : nil
  }

  /// - Returns: Whether all pixels are in the palette, and opaque if the picture is small.
  private func convert(
    _ row: UnsafeMutableRawBufferPointer, to line: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    switch header.color {
    case .red: return unsafe SRGB.convert(row, channels: 3, to: line)
    case .redWithAlpha:
      if unsafe SRGB.convert(row, channels: 4, to: line) { return true }
      guard header.width * header.height >= PNG.leastTransparent, let onWhite = PNG.graysOnWhite else { return false }
      unsafe onWhite.withUnsafeBufferPointer { onWhite in
        for x in line.indices { unsafe line[x] = onWhite[Int(line[x]) << 8 | Int(row[4 * x + 3])] }
      }
      return true
    case .gray where header.depth == 8:
      _ = unsafe line.update(fromContentsOf: row)
      return true
    case .gray, .palette:
      let (depth, mask) = (header.depth, (1 << header.depth) - 1)
      let perByte = 8 / depth
      return unsafe grays.withUnsafeBufferPointer { grays in
        var largest = 0
        for x in line.indices {
          // The leftmost pixel is in the highest bits (ISO/IEC 15948, 7.2).
          let sample = Int(unsafe row[x / perByte]) >> (8 - depth - depth * (x % perByte)) & mask
          largest = max(largest, sample)
          unsafe line[x] = sample < grays.count ? grays[sample] : 0
        }
        return largest < grays.count
      }
    }
  }

  /// IHDR (ISO/IEC 15948, 11.2.2).
  private struct Header {
    enum Color: UInt8 {
      case gray = 0
      case red = 2
      case palette = 3
      case redWithAlpha = 6
    }

    let width: Int
    let height: Int
    /// Bits per sample: 1, 2, 4 or 8.
    let depth: Int
    let color: Color
    /// Bytes of a pixel, 1 where it is smaller.
    let pixelBytes: Int
    let rowBytes: Int

    /// libpng's own limit for each side.
    private static let longestSide = 1_000_000

    init?(_ content: ArraySlice<UInt8>) {
      guard content.count == 13 else { return nil }
      let fields = Array(content)
      (width, height) = (PNG.word(content, at: 0), PNG.word(content, at: 4))
      depth = Int(fields[8])
      guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height, let color = Color(rawValue: fields[9]),
        fields[10...12].allSatisfy({ $0 == 0 })
      else { return nil }
      self.color = color
      switch color {
      case .gray, .palette:
        guard [1, 2, 4, 8].contains(depth) else { return nil }
        pixelBytes = 1
        rowBytes = (width * depth + 7) / 8
      case .red, .redWithAlpha:
        guard depth == 8 else { return nil }
        pixelBytes = color == .red ? 3 : 4
        rowBytes = width * pixelBytes
      }
    }
  }
}
