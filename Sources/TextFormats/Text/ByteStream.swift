/// A stream of bytes, read in chunks, with one byte of lookahead.
package struct ByteStream {
  private var piece: ArraySlice<UInt8> = []
  private let next: () throws -> [UInt8]

  /// - Parameter next: Returns the next bytes, and none at the end.
  package init(_ next: @escaping () throws -> [UInt8]) { self.next = next }

  package init(_ bytes: [UInt8]) {
    self.init { [] }
    piece = bytes[...]
  }

  /// Returns the next byte without consuming it; `nil` at the end.
  package mutating func peek() throws -> UInt8? {
    if piece.isEmpty { piece = try next()[...] }
    return piece.first
  }

  package mutating func pop() throws -> UInt8? {
    if let byte = piece.popFirst() { return byte }
    piece = try next()[...]
    return piece.popFirst()
  }

  /// Skips the byte order mark of UTF-8.
  package mutating func skipByteOrderMark() throws {
    let mark = ByteOrderMark.utf8
    // Wait for more only if the stream begins like one.
    guard try peek() == mark.first else { return }
    if try prefix(mark.count).elementsEqual(mark) { piece = piece.dropFirst(mark.count) }
  }

  /// Returns the next bytes, fewer at the end.
  package mutating func take(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, try peek() != nil {
      let part = piece.prefix(count - bytes.count)
      bytes += part
      piece = piece.dropFirst(part.count)
    }
    return bytes
  }

  /// Returns the bytes that are there without waiting for more than one, and without consuming them.
  package mutating func firstPiece() throws -> ArraySlice<UInt8> {
    _ = try peek()
    return piece
  }

  /// Returns up to this many first bytes without consuming them. Does not wait beyond the end of the first line: the sender
  /// may be waiting for an answer to it.
  package mutating func start(_ count: Int) throws -> ArraySlice<UInt8> { try prefix(count, endsAtLine: true) }

  /// Returns the first bytes without consuming them, fewer at the end.
  package mutating func prefix(_ count: Int) throws -> ArraySlice<UInt8> { try prefix(count, endsAtLine: false) }

  private mutating func prefix(_ count: Int, endsAtLine: Bool) throws -> ArraySlice<UInt8> {
    while piece.count < count, !(endsAtLine && piece.contains(UInt8(ascii: "\n"))) {
      let more = try next()
      if more.isEmpty { break }
      piece += more
    }
    return piece.prefix(count)
  }

  /// Returns the rest of the first line that is not empty, without consuming it.
  ///
  /// - Parameter limit: No more bytes than about these are looked at.
  package mutating func firstLine(limit: Int) throws -> ArraySlice<UInt8> {
    let ends: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    while true {
      let line = piece.drop { ends.contains($0) }.prefix { !ends.contains($0) }
      // Something follows the line, or it is long enough, or nothing follows.
      if !line.isEmpty, line.endIndex < piece.endIndex { return line }
      if piece.count > limit { return line }
      let more = try next()
      if more.isEmpty { return line }
      piece += more
    }
  }

  /// Returns the next line without its end, LF or CRLF; `nil` at the end.
  ///
  /// - Parameter limit: The most bytes; a longer line is cut to one byte more, and its rest is skipped.
  /// - Throws: ``EndlessLine``; errors of the source.
  package mutating func line(limit: Int) throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try pop(), byte != UInt8(ascii: "\n") {
      if line.count <= limit {
        line.append(byte)
      } else {
        try skipRestOfLine(after: limit)
      }
    }
    if line.last == UInt8(ascii: "\r"), line.count <= limit { line.removeLast() }
    return line
  }

  /// The most bytes that are skipped while looking for the end of a line. Longer input is not a list of lines: it is a disk
  /// image, or a device without an end.
  static let mostSkipped = 64 << 20

  /// A line, or something else, that is too long.
  package struct EndlessLine: Error, CustomStringConvertible {
    /// Where it begins, from 1; `nil` for the line that is being read.
    package var line: Int?
    package var description: String

    init(line: Int? = nil, _ description: String) { (self.line, self.description) = (line, description) }

    /// - Parameter kept: Bytes of the line that were read before those that were skipped.
    init(kept: Int) { self.init("a line does not end within \((kept + mostSkipped) >> 20) MiB") }
  }

  /// Skips everything before the next LF or, on request, CR.
  ///
  /// - Parameter kept: Bytes of the line that have been read.
  /// - Throws: ``EndlessLine``; errors of the source.
  package mutating func skipRestOfLine(after kept: Int = 0, endsInCR: Bool = false) throws {
    var skipped = 0
    while let byte = try peek(), byte != UInt8(ascii: "\n"), !(endsInCR && byte == UInt8(ascii: "\r")) {
      _ = piece.popFirst()
      skipped += 1
      if skipped > Self.mostSkipped { throw EndlessLine(kept: kept) }
    }
  }
}
