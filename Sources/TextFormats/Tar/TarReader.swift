/// A reader of the files in a tar archive, one after another.
///
/// Nothing is extracted, so names are only labels. Folders are skipped; links and devices have a reason in place of
/// content. Long names in PAX and GNU headers are used.
package struct TarReader {
  private var stream: ByteStream
  private let limit: Int
  private var isAtEnd = false
  private var isEmpty = true

  package struct Member {
    package var name: String
    /// The content, or the reason why it was not read.
    package var content: Result<[UInt8], Fault>
  }

  /// - Parameter limit: The most bytes in a file; a longer file is skipped, and the reason is returned.
  package init(_ stream: ByteStream, limit: Int) { (self.stream, self.limit) = (stream, limit) }

  /// Whether bytes begin like an archive: with a header that names the format; in the oldest format, with a name and a
  /// correct checksum; or with zeros, as an archive without files does.
  package static func isArchive(_ bytes: ArraySlice<UInt8>) -> Bool {
    let header = Array(bytes.prefix(TarWriter.block))
    if hasFormatName(header) { return true }
    guard header.count == TarWriter.block else { return false }
    return header.allSatisfy { $0 == 0 } || (header[0] != 0 && isChecksumRight(header))
  }

  private static func hasFormatName(_ header: [UInt8]) -> Bool {
    header.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Returns the next file; `nil` at the end.
  ///
  /// - Throws: ``Fault`` for an archive that is truncated or damaged.
  package mutating func next() throws -> Member? {
    if isAtEnd { return nil }
    var longName: String?
    while let header = try block() {
      if header.allSatisfy({ $0 == 0 }) {
        isAtEnd = true
        // An archive without files is two blocks of zeros, or more; other zeros are something that was damaged.
        if isEmpty, try block()?.allSatisfy({ $0 == 0 }) != true {
          throw Fault("the archive is damaged: it begins with zeros, and its end is missing")
        }
        return nil
      }
      isEmpty = false
      guard Self.isChecksumRight(header), let size = Self.number(header[124..<136]) else {
        throw Fault("the archive is damaged: a header has a wrong checksum or size")
      }
      let name = longName ?? Self.name(header)
      switch header[156] {
      case UInt8(ascii: "0"), 0:
        if size > limit {
          try skip(size)
          return Member(name: name, content: .failure(Fault("the file exceeds \(limit) bytes")))
        }
        return Member(name: name, content: .success(try content(size)))
      case UInt8(ascii: "x"): longName = Self.paxPath(try headerContent(size)) ?? longName
      case UInt8(ascii: "L"):
        longName = String(decoding: try headerContent(size).prefix { $0 != 0 }, as: UTF8.self)
      case UInt8(ascii: "5"), UInt8(ascii: "g"):
        try skip(size)
        longName = nil
      default:
        try skip(size)
        return Member(name: name, content: .failure(Fault("is a link or a special file in the archive")))
      }
    }
    throw Fault("the archive is truncated: its end is missing")
  }

  private mutating func block() throws -> [UInt8]? {
    guard try stream.peek() != nil else { return nil }
    return try read(TarWriter.block)
  }

  private static let mostHeaderBytes = 1 << 20

  /// Reads a long name, or extended attributes.
  private mutating func headerContent(_ size: Int) throws -> [UInt8] {
    guard size <= Self.mostHeaderBytes else {
      throw Fault("the archive is damaged: a header is longer than \(Self.mostHeaderBytes) bytes")
    }
    return try content(size)
  }

  private mutating func content(_ size: Int) throws -> [UInt8] {
    let bytes = try read(size)
    _ = try read((TarWriter.block - size % TarWriter.block) % TarWriter.block)
    return bytes
  }

  private mutating func skip(_ size: Int) throws {
    var left = (size + TarWriter.block - 1) / TarWriter.block * TarWriter.block
    while left > 0 {
      left -= try read(min(left, 1 << 16)).count
    }
  }

  private mutating func read(_ count: Int) throws -> [UInt8] {
    let bytes = try stream.take(count)
    guard bytes.count == count else { throw Fault("the archive is truncated") }
    return bytes
  }

  /// Octal digits, or base 256 with the highest bit set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      let bytes = [first & 0x7F] + field.dropFirst()
      guard bytes.dropLast(7).allSatisfy({ $0 == 0 }) else { return nil }
      return bytes.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { 0x30...0x37 ~= $0 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  private static func isChecksumRight(_ header: [UInt8]) -> Bool {
    let sum = header.enumerated().reduce(0) { $0 + (148..<156 ~= $1.offset ? 32 : Int($1.element)) }
    return number(header[148..<156]) == sum
  }

  private static func name(_ header: [UInt8]) -> String {
    func text(_ range: Range<Int>) -> String { String(decoding: header[range].prefix { $0 != 0 }, as: UTF8.self) }
    // GNU archives have times there.
    let prefix = hasFormatName(header) && header[262] == 0 ? text(345..<500) : ""
    return (prefix.isEmpty ? "" : prefix + "/") + text(0..<100)
  }

  /// The `path` of a PAX header, whose records are `LENGTH KEY=VALUE` lines.
  private static func paxPath(_ bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.lazy.compactMap { line in
      line.split(separator: " ", maxSplits: 1).last.flatMap { $0.hasPrefix("path=") ? String($0.dropFirst(5)) : nil }
    }.first
  }
}
