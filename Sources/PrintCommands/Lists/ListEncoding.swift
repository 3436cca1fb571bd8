import ArgumentParser
import CommandSupport
import TextFormats

/// The encoding of a list's text.
enum ListEncoding: String, CaseIterable, ExpressibleByArgument {
  case utf8 = "utf-8"
  case latin1 = "latin-1"
  case windows1252 = "windows-1252"

  /// Returns the text in UTF-8.
  func decoded(_ stream: ByteStream) -> ByteStream {
    if self == .utf8 { return stream }
    var stream = stream
    return ByteStream {
      let piece = try stream.firstPiece()
      return Windows1252.utf8(try stream.take(piece.count))
    }
  }
}
