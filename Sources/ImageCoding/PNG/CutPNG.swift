import CZlib
import TextFormats

/// What is left of a PNG file that was cut off, or damaged behind its first rows.
enum CutPNG {
  /// A sound file with the rows that can be inflated; those behind them are white.
  ///
  /// - Returns: `nil` if there is no row, or the picture is interlaced.
  static func mended(_ file: [UInt8], maxPixels: Int) -> [UInt8]? {
    guard file.starts(with: FileSignature.png.bytes), let header = PNG.Header(file), !header.isInterlaced,
      1...PlainPNG.longestSide ~= header.width, 1...PlainPNG.longestSide ~= header.height,
      header.width * header.height <= maxPixels, [1, 2, 4, 8, 16].contains(header.depth)
    else { return nil }
    var (before, compressed, end) = (Array(file[..<33]), [UInt8](), 33)
    for chunk in PNG.chunks(of: file).dropFirst() {
      if chunk.type == "IDAT" { compressed += file[chunk.content] } else if !compressed.isEmpty { break }
      if ["PLTE", "tRNS"].contains(chunk.type) { before += file[end..<chunk.content.upperBound + 4] }
      end = chunk.content.upperBound + 4
    }
    // The chunk that was cut off.
    if end + 8 < file.count, file[end + 4..<end + 8].elementsEqual("IDAT".utf8) {
      compressed += file[(end + 8)...].prefix(PNG.word(file, at: end))
    }
    let rowBytes = (header.width * header.depth * header.color.channels + 7) / 8 + 1
    guard rowBytes * header.height <= Int32.max else { return nil }
    var rows = inflated(compressed, atMost: rowBytes * header.height)
    rows.removeLast(rows.count % rowBytes)
    // Behind a row with an unknown filter nothing is what it was.
    let sound = stride(from: 0, to: rows.count, by: rowBytes).first { PNGFilter(rawValue: rows[$0]) == nil }
    if let sound { rows.removeSubrange(sound...) }
    if rows.isEmpty { return nil }
    // Of a palette, the first colour.
    let white: UInt8 = header.color == .palette ? 0 : 255
    while rows.count < rowBytes * header.height { rows += [0] + [UInt8](repeating: white, count: rowBytes - 1) }
    guard let stream = try? Zlib.compressed(rows, level: 1) else { return nil }
    return before + PNG.chunk("IDAT", stream) + PNG.chunk("IEND", [])
  }

  /// As many bytes as a stream of zlib holds before it ends or is broken.
  private static func inflated(_ compressed: [UInt8], atMost limit: Int) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { unsafe inflateEnd(&stream) }
    var input = compressed
    return unsafe [UInt8](unsafeUninitializedCapacity: limit) { rows, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = rows.baseAddress
        unsafe stream.avail_out = UInt32(limit)
        _ = unsafe inflate(&stream, Z_SYNC_FLUSH)
        count = unsafe limit - Int(stream.avail_out)
      }
    }
  }
}
