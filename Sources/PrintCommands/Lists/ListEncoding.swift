import ArgumentParser
import CommandSupport
import TextFormats

/// The encoding of a list's text.
enum ListEncoding: String, CaseIterable, ExpressibleByArgument {
  case utf8 = "utf-8"
  case latin1 = "latin-1"
  case windows1252 = "windows-1252"

  /// Returns the text in UTF-8. A byte order mark counts, whatever the encoding.
  func decoded(_ stream: ByteStream) throws -> ByteStream {
    var stream = stream
    let start = try stream.start(ByteOrderMark.utf8.count)
    if ByteOrderMark.utf16.contains(where: { start.starts(with: $0) }) { return stream.inUTF8 { _ in } }
    if self == .utf8 || start.elementsEqual(ByteOrderMark.utf8) { return stream }
    return ByteStream {
      let piece = try stream.firstPiece()
      return Windows1252.utf8(try stream.take(piece.count))
    }
  }
}
