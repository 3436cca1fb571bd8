extension ByteStream {
  /// The same text in UTF-8. UTF-16 is recognised by its byte order mark, or by the zero bytes of its ASCII; Windows-1252, by a first
  /// character beyond ASCII that is not UTF-8. Bytes that have no character in it stay as they are, and are not UTF-8.
  ///
  /// - Parameter found: Gets the name of the encoding, once, if it is not UTF-8.
  package func inUTF8(_ found: @escaping (String) -> Void) -> ByteStream {
    let decoder = TextDecoder(self, found)
    return ByteStream { try decoder.next() }
  }
}

/// Converts a stream piece by piece.
private final class TextDecoder {
  private var stream: ByteStream
  private let found: (String) -> Void
  private var encoding: Encoding?
  /// Bytes of a character whose others are in the next piece.
  private var rest: [UInt8] = []

  private enum Encoding {
    /// So far.
    case ascii
    case utf8, windows1252
    case utf16(isBigEndian: Bool)
  }

  init(_ stream: ByteStream, _ found: @escaping (String) -> Void) { (self.stream, self.found) = (stream, found) }

  func next() throws -> [UInt8] {
    if encoding == nil { encoding = try start() }
    let piece = try stream.take(stream.firstPiece().count)
    switch encoding {
    case .ascii, nil:
      guard let first = piece.firstIndex(where: { $0 >= 0x80 }) else { return piece }
      let character = try piece[first...].prefix(4) + stream.prefix(max(0, 4 - (piece.count - first)))
      encoding = Self.isCharacter(character) ? .utf8 : .windows1252
      if case .utf8 = encoding { return piece }
      found("windows-1252")
      return Windows1252.definedUTF8(piece)
    case .utf8: return piece
    case .windows1252: return Windows1252.definedUTF8(piece)
    case .utf16(let isBigEndian):
      let text = utf16(rest + piece, isBigEndian, isLast: piece.isEmpty)
      // No text for some bytes is not the end.
      return text.isEmpty && !piece.isEmpty ? try next() : text
    }
  }

  /// Looks at the first bytes; a mark of UTF-16 is left out.
  private func start() throws -> Encoding {
    let first = try Array(stream.start(4))
    guard first.count >= 2, !ByteOrderMark.utf32.contains(where: first.starts) else { return .ascii }
    let isMarked = ByteOrderMark.utf16.contains(where: first.starts)
    guard isMarked || (first[0] == 0) != (first[1] == 0) else { return .ascii }
    let isBigEndian = isMarked ? first.starts(with: ByteOrderMark.utf16[1]) : first[0] == 0
    if isMarked { _ = try stream.take(2) }
    found("UTF-16")
    return .utf16(isBigEndian: isBigEndian)
  }

  /// Whether bytes begin with a character in UTF-8.
  private static func isCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    (2...4).contains { count in count <= bytes.count && String(utf8: bytes.prefix(count)) != nil }
  }

  private func utf16(_ bytes: [UInt8], _ isBigEndian: Bool, isLast: Bool) -> [UInt8] {
    let (first, second) = isBigEndian ? (0, 1) : (1, 0)
    var units: [UInt16] = []
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + first]) << 8 | UInt16(bytes[index + second]))
    }
    // The second half of a pair may be in the next piece.
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest = Array(bytes[(2 * units.count)...])
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
