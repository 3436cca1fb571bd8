/// The content of elements in which tags are text: `title`, `style`, `script` and their like.
extension HTMLTokenizer {
  static let textElements: Set<String> = [
    "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext",
  ]

  /// Reads the content of an element up to its end tag, or to the end of the text; `nil` when it is empty.
  mutating func content(of element: String) -> HTMLToken? {
    let start = position
    let decodes = element == "title" || element == "textarea"
    var script = ScriptText()
    var text: [UInt8] = []
    while let byte = byte(0) {
      if byte == UInt8(ascii: "<"), element != "plaintext" {
        let isEnd = isTag("/" + element)
        if isEnd, element != "script" || script.endsHere { break }
        if element == "script" { script.read(self, isEnd: isEnd) }
      } else if element == "script" {
        script.read(self, isEnd: false)
      }
      if decodes, byte == UInt8(ascii: "&") {
        appendReference(to: &text, inAttribute: false)
      } else {
        append(to: &text, nulIsReplaced: true)
      }
    }
    return text.isEmpty ? nil : token(.text(string(text)), from: start)
  }

  /// Whether the `<` at the position begins a tag of this name: a blank, `/` or `>` follows it.
  fileprivate func isTag(_ name: String) -> Bool {
    let letters = name.utf8
    guard let next = byte(1 + letters.count), Self.endsName(next) else { return false }
    return zip(letters, bytes[(position + 1)...]).allSatisfy { $0 == Self.lowercased($1) }
  }
}

/// Where in a script a text is: in `<!--` a `<script>` has to be closed before the script itself can be.
private struct ScriptText {
  private enum Depth {
    case script, comment, scriptInComment
  }

  private var depth = Depth.script
  /// How many '-' came last.
  private var dashes = 0

  /// Whether an end tag ends the script.
  var endsHere: Bool { depth != .scriptInComment }

  /// Follows the byte at the tokenizer's position.
  ///
  /// - Parameter isEnd: Whether it begins an end tag of the script.
  mutating func read(_ source: HTMLTokenizer, isEnd: Bool) {
    let byte = source.byte(0)
    if byte == UInt8(ascii: "-"), depth != .script {
      dashes += 1
    } else if byte == UInt8(ascii: ">"), dashes >= 2 {
      (depth, dashes) = (.script, 0)
    } else {
      dashes = 0
      guard byte == UInt8(ascii: "<") else { return }
      switch depth {
      case .script: if source.comesNext("<!--") { depth = .comment }
      case .comment: if source.isTag("script") { depth = .scriptInComment }
      case .scriptInComment: if isEnd { depth = .comment }
      }
    }
  }
}
