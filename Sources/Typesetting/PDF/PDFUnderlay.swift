import Glibc
import HostSystem
import ImageCoding
import SymbolDrawing

/// A drawing layer below the pages of a PDF that cairo writes: the modules of symbols.
///
/// cairo prints four corners with decimals for each rectangle, which takes longer than all the rest of a sheet. We
/// write rectangles ourselves and add them to cairo's file as an incremental update (ISO 32000-1, 7.5.6): one stream
/// per page, and the page's dictionary with that stream before cairo's own. Only the dictionaries are kept in memory;
/// the streams are held in a temporary file. The update also has what cairo leaves out of a PDF/A, ``PDFArchive``.
@safe final class PDFUnderlay {
  /// Receives the file's next bytes.
  private let write: ([UInt8]) throws -> Void
  /// The number of bytes passed through.
  private var length = 0
  /// The last of those bytes, in which a dictionary may have begun.
  private var window: [UInt8] = []
  private typealias Dictionary = (object: Int, bytes: [UInt8])
  private var pages: [Dictionary] = []
  /// The CID fonts of TrueType glyphs.
  private var fonts: [Dictionary] = []
  private var catalog: Dictionary?
  /// A checksum of all bytes passed through, for the file's identifier.
  private var checksum = UInt32(0)
  private var streams: [Int] = []
  private let spool: PendingFile
  private var page: [UInt8] = []

  /// - Throws: `FileFailure` if no temporary file can be created.
  init(write: @escaping ([UInt8]) throws -> Void) throws(FileFailure) {
    spool = try PendingFile()
    self.write = write
  }

  // MARK: Bytes from cairo

  private static let pageMark = Array("<< /Type /Page ".utf8)
  private static let fontMark = Array("<< /Type /Font\n   /Subtype /CIDFontType2".utf8)
  private static let catalogMark = Array("<< /Type /Catalog".utf8)
  private static let endMark = Array("endobj".utf8)

  /// Passes cairo's bytes on, and keeps the dictionaries that the update changes.
  func pass(_ bytes: [UInt8]) throws {
    length += bytes.count
    checksum = Zlib.crc32(bytes[...], after: checksum)
    window += bytes
    while let start = firstDictionary, let end = window.firstIndex(of: Self.endMark, from: start),
      let object = objectNumber(before: start)
    {
      let dictionary = Array(window[start..<end])
      if dictionary.starts(with: Self.pageMark) {
        pages.append((object, dictionary))
      } else if dictionary.starts(with: Self.fontMark) {
        fonts.append((object, dictionary))
      } else {
        catalog = (object, dictionary)
      }
      window.removeFirst(end)
    }
    // A mark may be split between calls, and `finish` needs the end of the file.
    if window.count > 4096, firstDictionary == nil { window.removeFirst(window.count - 2048) }
    try write(bytes)
  }

  /// Where the first dictionary begins that the update changes.
  private var firstDictionary: Int? {
    [Self.pageMark, Self.fontMark, Self.catalogMark].compactMap { window.firstIndex(of: $0, from: 0) }.min()
  }

  /// Reads the number in `12 0 obj`, which ends before an index.
  private func objectNumber(before end: Int) -> Int? {
    let line = window[..<end].dropLast().reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed()
    let words = String(decoding: Array(line), as: UTF8.self).split(separator: " ")
    return words.count == 3 && words[2] == "obj" ? Int(words[0]) : nil
  }

  // MARK: The layer below

  /// Adds operators to the current page.
  func draw(_ operators: [UInt8]) { page += operators }

  /// Ends the page.
  func endPage() throws {
    let stream = try Self.compressed(page)
    try spool.append(stream)
    streams.append(stream.count)
    page.removeAll(keepingCapacity: true)
  }

  /// Writes the update, after cairo's last byte.
  func finish(_ archive: PDFArchive) throws {
    let end = String(decoding: window, as: UTF8.self)
    guard pages.count == streams.count, let catalog, let trailer = end.range(of: "trailer"),
      let first = Self.number(after: "/Size ", in: end[trailer.lowerBound...]),
      let root = Self.number(after: "/Root ", in: end[trailer.lowerBound...]), root == catalog.object,
      let previous = Self.number(after: "startxref\n", in: end[trailer.lowerBound...])
    else { throw TypesettingFailure.failed(reason: "the PDF structure of this version of cairo is not supported") }
    var table = "xref\n"
    try writePages(first, &table)
    for font in fonts { try write(font.object, PDFArchive.font(font.bytes), &table) }
    let next = first + streams.count
    let profile = try Self.compressed(PDFArchive.profile)
    try write(next, PDFSyntax.stream(profile, "/N 3", "/Filter /FlateDecode"), &table)
    // Metadata are not compressed, so that programs that cannot read PDF find them.
    try write(next + 1, PDFSyntax.stream(archive.metadata, "/Type /Metadata /Subtype /XML"), &table)
    try write(next + 2, archive.information, &table)
    try write(root, archive.catalog(catalog.bytes, profile: next, metadata: next + 1), &table)
    let start = length
    let identifier = archive.identifier(checksum: Int(checksum), length: length)
    let entries =
      "/Size \(next + 3) /Root \(root) 0 R /Info \(next + 2) 0 R "
      + "/ID [<\(identifier)> <\(identifier)>] /Prev \(previous)"
    try put(Array((table + PDFSyntax.trailer(entries, table: start)).utf8))
  }

  /// Writes the pages with their streams below.
  private func writePages(_ first: Int, _ table: inout String) throws {
    spool.rewind()
    for (index, size) in streams.enumerated() {
      let stream = try spool.read(size)
      try write(first + index, PDFSyntax.stream(stream, "", "/Filter /FlateDecode"), &table)
    }
    for (index, page) in pages.enumerated() {
      let dictionary = String(decoding: page.bytes, as: UTF8.self)
      guard let contents = Self.number(after: "/Contents ", in: dictionary[...]) else {
        throw TypesettingFailure.failed(reason: "the page structure of this version of cairo is not supported")
      }
      let both = dictionary.replacing(
        "/Contents \(contents) 0 R", with: "/Contents [ \(first + index) 0 R \(contents) 0 R ]")
      try write(page.object, Array(both.utf8), &table)
    }
  }

  /// Writes an object, and a section of the cross-reference table for it.
  private func write(_ object: Int, _ content: [UInt8], _ table: inout String) throws {
    table += "\(object) 1\n" + PDFSyntax.entry(length)
    // Dictionaries that cairo wrote end in a line feed.
    let endsInLine = content.last == UInt8(ascii: "\n")
    try put(PDFSyntax.object(object, endsInLine ? Array(content.dropLast()) : content))
  }

  private static func compressed(_ bytes: [UInt8]) throws(TypesettingFailure) -> [UInt8] {
    // Higher levels take twice the time and save a tenth.
    do { return try Zlib.compressed(bytes, level: 4) } catch {
      throw .failed(reason: "out of memory while compressing a page")
    }
  }

  private func put(_ bytes: [UInt8]) throws {
    length += bytes.count
    try write(bytes)
  }

  private static func number(after mark: String, in text: Substring) -> Int? {
    guard let place = text.range(of: mark) else { return nil }
    return Int(text[place.upperBound...].prefix { $0.isNumber })
  }
}

extension [UInt8] {
  /// Returns the first index of some bytes, at or after an index.
  fileprivate func firstIndex(of bytes: [UInt8], from start: Int) -> Int? {
    unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var at = start
      while at + bytes.count <= count,
        let found = unsafe memchr(base + at, Int32(bytes[0]), count - at - bytes.count + 1)
      {
        at = unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        if unsafe memcmp(found, bytes, bytes.count) == 0 { return at }
        at += 1
      }
      return nil
    }
  }
}

extension StringProtocol {
  /// Returns the first range of a text.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
