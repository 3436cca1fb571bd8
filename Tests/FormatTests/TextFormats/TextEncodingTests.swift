import Testing
import TextFormats

/// Text of spreadsheets, however it is cut into pieces.
struct TextEncodingTests {
  private static func read(_ bytes: [UInt8], pieces size: Int) throws -> (text: String, found: [String]) {
    var rest = bytes[...]
    var found: [String] = []
    var stream = ByteStream {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }.inUTF8 { found.append($0) }
    let text = String(decoding: try stream.take(.max), as: UTF8.self)
    return (text, found)
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: 1...9) func `pieces of any length give the same text`(size: Int) throws {
    let text = "text;caption\nhello;Zürich 𝄞 €\n"
    let plain = try Self.read(Array(text.utf8), pieces: size)
    #expect(plain.text == text && plain.found == [])
    for isBigEndian in [false, true] {
      for mark in ["", "\u{FEFF}"] {
        let read = try Self.read(Self.utf16(mark + text, isBigEndian: isBigEndian), pieces: size)
        #expect(read.text == text && read.found == ["UTF-16"])
      }
    }
    let windows = try Self.read(Array("a;Z".utf8) + [0xFC] + Array("rich ".utf8) + [0x80], pieces: size)
    #expect(windows.text == "a;Zürich €" && windows.found == ["windows-1252"])
    let marked = try Self.read(ByteOrderMark.utf8 + Array("é".utf8), pieces: size)
    #expect(marked.text == "\u{FEFF}é" && marked.found == [])
  }

  @Test func `what begins as UTF-8 stays it, and a half character at the end is not lost`() throws {
    let mixed = try Self.read(Array("é".utf8) + [0xFC], pieces: 4)
    #expect(mixed.text == "é\u{FFFD}" && mixed.found == [])
    #expect(try Self.read([], pieces: 4).text == "" && Self.read([0xFF, 0xFE, 0x61], pieces: 4).text == "")
  }
}
