import CZlib
import Glibc
import HostSystem

/// A drawing layer below the pages of a PDF that cairo writes: the modules of symbols.
///
/// cairo prints four corners with decimals for each rectangle, which takes longer than all the rest of a sheet. We
/// write rectangles ourselves and add them to cairo's file as an incremental update (ISO 32000-1, 7.5.6): one stream
/// per page, and the page's dictionary with that stream before cairo's own. Only the dictionaries are kept in memory;
/// the streams are held in a temporary file.
@safe final class PDFUnderlay {
  /// Receives the file's next bytes.
  private let write: ([UInt8]) throws -> Void
  /// The number of bytes passed through.
  private var length = 0
  /// The last of those bytes, in which a dictionary may have begun.
  private var window: [UInt8] = []
  private var pages: [(object: Int, dictionary: [UInt8])] = []
  private var streams: [Int] = []
  private let spool: PendingFile
  private var page: [UInt8] = []

  /// - Throws: ``PrintError/noTemporaryFile(_:)`` if no temporary file can be created.
  init(write: @escaping ([UInt8]) throws -> Void) throws(PrintError) {
    do throws(FileFailure) { spool = try PendingFile() } catch { throw .noTemporaryFile(error) }
    self.write = write
  }

  // MARK: Bytes from cairo

  private static let pageMark = Array("<< /Type /Page ".utf8)
  private static let endMark = Array("endobj".utf8)

  /// Passes cairo's bytes on, and keeps the dictionaries of pages.
  func pass(_ bytes: [UInt8]) throws {
    length += bytes.count
    window += bytes
    while let start = window.firstIndex(of: Self.pageMark, from: 0),
      let end = window.firstIndex(of: Self.endMark, from: start), let object = objectNumber(before: start)
    {
      pages.append((object, Array(window[start..<end])))
      window.removeFirst(end)
    }
    // A mark may be split between calls, and `finish` needs the end of the file.
    if window.firstIndex(of: Self.pageMark, from: 0) == nil, window.count > 4096 {
      window.removeFirst(window.count - 2048)
    }
    try write(bytes)
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
  func endPage() throws(PrintError) {
    var size = compressBound(UInt(page.count))
    var compressed = [UInt8](repeating: 0, count: Int(size))
    // Higher levels take twice the time and save a tenth.
    guard unsafe compress2(&compressed, &size, page, UInt(page.count), 4) == Z_OK else {
      throw .typesettingFailed(reason: "out of memory while compressing a page")
    }
    do throws(FileFailure) { try spool.append(Array(compressed[..<Int(size)])) } catch { throw .noTemporaryFile(error) }
    streams.append(Int(size))
    page.removeAll(keepingCapacity: true)
  }

  /// Writes the update, after cairo's last byte.
  func finish() throws(PrintError) {
    let end = String(decoding: window, as: UTF8.self)
    guard pages.count == streams.count, let trailer = end.range(of: "trailer"),
      let first = Self.number(after: "/Size ", in: end[trailer.lowerBound...]),
      let root = Self.number(after: "/Root ", in: end[trailer.lowerBound...]),
      let previous = Self.number(after: "startxref\n", in: end[trailer.lowerBound...])
    else { throw .typesettingFailed(reason: "the PDF structure of this version of cairo is not supported") }
    let info = Self.number(after: "/Info ", in: end[trailer.lowerBound...])
    var table = "xref\n"
    spool.rewind()
    for (index, size) in streams.enumerated() {
      table += entry(first + index)
      let stream: [UInt8]
      do throws(FileFailure) { stream = try spool.read(size) } catch { throw .noTemporaryFile(error) }
      try put(Array("\(first + index) 0 obj\n<< /Length \(size) /Filter /FlateDecode >>\nstream\n".utf8))
      try put(stream)
      try put(Array("\nendstream\nendobj\n".utf8))
    }
    for (index, page) in pages.enumerated() {
      table += entry(page.object)
      let dictionary = String(decoding: page.dictionary, as: UTF8.self)
      guard let contents = Self.number(after: "/Contents ", in: dictionary[...]) else {
        throw .typesettingFailed(reason: "the page structure of this version of cairo is not supported")
      }
      let both = dictionary.replacing(
        "/Contents \(contents) 0 R", with: "/Contents [ \(first + index) 0 R \(contents) 0 R ]")
      try put(Array("\(page.object) 0 obj\n\(both)endobj\n".utf8))
    }
    let start = length
    try put(
      Array(
        (table + "trailer\n<< /Size \(first + streams.count) /Root \(root) 0 R"
          + (info.map { " /Info \($0) 0 R" } ?? "") + " /Prev \(previous) >>\nstartxref\n\(start)\n%%EOF\n").utf8))
  }

  /// Returns a section of the cross-reference table for the object that follows.
  private func entry(_ object: Int) -> String {
    let digits = String(length)
    return "\(object) 1\n" + String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
  }

  private func put(_ bytes: [UInt8]) throws(PrintError) {
    length += bytes.count
    do { try write(bytes) } catch { throw .cannotWrite(UnderlyingError(error)) }
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
