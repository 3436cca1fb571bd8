/// Splits an HTML text into tokens, as browsers do (WHATWG HTML, 13.2.5): any bytes are an HTML text.
///
/// ```swift
/// for token in HTMLTokenizer("<a href='/x?a=1&amp;b=2'>Open</a>") {
///   if case .startTag(let tag) = token.kind { print(tag["href"] ?? "") }  // /x?a=1&b=2
/// }
/// ```
/// It is a subset of our own and not a library in C: rooms of text import none, the input comes from strangers, and a
/// command that reads forty characters should start at once. The time it takes grows with the length of the text and no
/// faster. It follows the standard but for these:
/// - No tree is built. What follows a tag of `title`, `textarea`, `style`, `script`, `xmp`, `iframe`, `noembed`,
///   `noframes` or `plaintext` is text without tags, wherever that tag is; inside SVG a browser would find tags in it.
/// - The named character references are those of HTML 4, all that stand for an ASCII character, and all that need no
///   semicolon; others stay as they are written.
/// - A CDATA section is a comment, as it is everywhere but in SVG and MathML.
public struct HTMLTokenizer: Sequence, IteratorProtocol, Sendable {
  let bytes: [UInt8]
  var position = 0
  /// The element whose start tag came last, when its content is text without tags.
  var textElement: String?

  /// - Parameter bytes: UTF-8; invalid sequences are read as U+FFFD.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { self.init(Array(text.utf8)) }

  public mutating func next() -> HTMLToken? {
    if let element = textElement {
      textElement = nil
      if let text = content(of: element) { return text }
    }
    let start = position
    var text: [UInt8] = []
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where isMarkup:
        if byte(1) == UInt8(ascii: "/"), byte(2) == UInt8(ascii: ">") {
          // `</>` is dropped.
          position += 3
          continue
        }
        return text.isEmpty ? markup() : token(.text(string(text)), from: start)
      case UInt8(ascii: "&"): appendReference(to: &text, inAttribute: false)
      default: append(to: &text, nulIsReplaced: false)
      }
    }
    return text.isEmpty ? nil : token(.text(string(text)), from: start)
  }

  /// Whether the `<` at the position is not text.
  private var isMarkup: Bool {
    switch byte(1) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): true
    case UInt8(ascii: "/"): byte(2) != nil
    case let next: next?.isLetter ?? false
    }
  }

  /// Reads what the `<` at the position begins.
  ///
  /// - Returns: `nil` for a tag that the end of the text cuts off: it is dropped.
  private mutating func markup() -> HTMLToken? {
    let start = position
    let isClosing = byte(1) == UInt8(ascii: "/")
    if byte(1) == UInt8(ascii: "!") { return declaration() }
    guard let letter = byte(isClosing ? 2 : 1), letter.isLetter else { return strayComment(from: start) }
    position += isClosing ? 2 : 1
    guard let tag = tag() else { return nil }
    if isClosing { return token(.endTag(tag), from: start) }
    if Self.textElements.contains(tag.name) { textElement = tag.name }
    return token(.startTag(tag), from: start)
  }

  // MARK: Bytes

  /// The byte at an offset from the position; `nil` behind the end.
  func byte(_ offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

  /// Whether a word in lower-case letters comes next, whatever its case.
  func comesNext(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    return word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { unsafe Self.lowercased(bytes[position + $0]) == letters[$0] }
    }
  }

  /// Takes the byte at the position; line ends become LF (WHATWG Infra, normalize newlines).
  mutating func append(to text: inout [UInt8], nulIsReplaced: Bool, lowercased: Bool = false) {
    let byte = bytes[position]
    position += 1
    switch byte {
    case 0x0D:
      if position < bytes.count, bytes[position] == 0x0A { position += 1 }
      text.append(0x0A)
    case 0 where nulIsReplaced: text += Self.replacement
    default: text.append(lowercased ? Self.lowercased(byte) : byte)
    }
  }

  func token(_ kind: HTMLToken.Kind, from start: Int) -> HTMLToken { HTMLToken(kind: kind, range: start..<position) }

  func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// U+FFFD.
  static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
