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

  /// Skips a byte order mark.
  package mutating func skipByteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while piece.count < 3 {
      let more = try next()
      if more.isEmpty { break }
      piece += more
    }
    if piece.starts(with: mark) { piece = piece.dropFirst(3) }
  }

  /// Returns the next line without its end, LF or CRLF; `nil` at the end.
  ///
  /// - Parameter limit: The most bytes; a longer line is cut to one byte more.
  package mutating func line(limit: Int) throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var line: [UInt8] = []
    while let byte = try pop(), byte != UInt8(ascii: "\n") {
      if line.count <= limit { line.append(byte) }
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}
