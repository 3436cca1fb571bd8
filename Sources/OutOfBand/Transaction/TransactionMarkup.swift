import TextFormats

/// Reads the markup of a transaction's text (AA-3.x): formatting inside `<html></html>`, by a few tags without attributes.
struct TransactionMarkup {
  private(set) var runs: [TransactionText.Run] = []
  private(set) var sanitised = ""
  private(set) var faults: [TransactionText.Fault] = []
  private var faultCounts: [TransactionText.Fault.Kind: Int] = [:]

  /// The supported tags, and what each does to the text inside.
  static let tags: [String: TransactionText.Style] = [
    "b": .bold, "br": [], "em": .italic, "i": .italic, "strong": .bold, "u": .underline,
  ]

  /// The tags that are open; the first, if any, is `html`.
  private var open: [(name: String, offset: Int)] = []
  /// How many of each name are open, so that a tag that closes nothing is not looked for.
  private var counts: [String: Int] = [:]
  /// The same by opening and closing tags alone, however they are nested: what the text is shown with.
  private var styles: [String: Int] = [:]
  /// The names of unsupported tags that were met.
  private var unsupported: Set<String> = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    // What is outside is shown as it is written, up to this byte.
    var shownUpTo = 0
    func showPlain(_ markup: inout TransactionMarkup, upTo end: Int, besideMarkup: Bool = true) {
      let plain = String(decoding: bytes[shownUpTo..<end], as: UTF8.self)
      if besideMarkup, let start = bytes[shownUpTo..<end].firstIndex(where: { $0 > 0x20 }) {
        markup.add(.outsideText, "", start)
      }
      markup.show(plain)
      markup.sanitised += plain
    }
    for token in HTMLTokenizer(bytes) {
      let wasInside = !open.isEmpty
      read(token)
      if !wasInside, !open.isEmpty {
        showPlain(&self, upTo: token.range.lowerBound)
        sanitised += "<html>"
      } else if wasInside, open.isEmpty {
        sanitised += "</html>"
        shownUpTo = token.range.upperBound
      }
    }
    if open.isEmpty {
      showPlain(&self, upTo: bytes.count, besideMarkup: shownUpTo > 0)
    } else {
      sanitised += "</html>"
      for (name, offset) in open { add(.unclosed, name, offset) }
    }
  }

  private mutating func read(_ token: HTMLToken) {
    let isInside = !open.isEmpty
    switch token.kind {
    case .text(let text) where isInside:
      show(text)
      sanitised += MarkupText.content(text)
    case .comment where isInside, .doctype where isInside: add(.comment, "!", token.range.lowerBound)
    case .startTag(let tag): read(tag, isClosing: false, at: token.range.lowerBound)
    case .endTag(let tag): read(tag, isClosing: true, at: token.range.lowerBound)
    case .text, .comment, .doctype: break
    }
  }

  private mutating func read(_ tag: HTMLToken.Tag, isClosing: Bool, at offset: Int) {
    let name = tag.name
    guard name == "html" || !open.isEmpty else {
      // Outside, an unsupported tag is text like any other.
      if Self.tags[name] != nil { add(.outside, name, offset) }
      return
    }
    guard name == "html" || Self.tags[name] != nil else {
      // The closing tag of what has been reported is part of it.
      if unsupported.insert(name).inserted || !isClosing { add(.unsupported, name, offset) }
      return
    }
    if !tag.attributes.isEmpty { add(.attribute, name, offset) }
    if name == "br" {
      show("\n")
      sanitised += "<br>"
    } else {
      if name != "html" {
        sanitised += isClosing ? "</\(name)>" : "<\(name)>"
        styles[name] = max(0, styles[name, default: 0] + (isClosing ? -1 : 1))
      }
      if isClosing {
        close(name, at: offset)
      } else {
        open.append((name, offset))
        counts[name, default: 0] += 1
      }
    }
  }

  private mutating func close(_ name: String, at offset: Int) {
    guard counts[name, default: 0] > 0 else { return add(.unopened, name, offset) }
    while let last = open.popLast() {
      counts[last.name, default: 0] -= 1
      if last.name == name { break }
      add(.unclosed, last.name, last.offset)
    }
    if open.isEmpty { styles = [:] }
  }

  private var style: TransactionText.Style {
    TransactionText.Style(Self.tags.filter { styles[$0.key, default: 0] > 0 }.map(\.value))
  }

  private mutating func show(_ text: String) {
    if text.isEmpty { return }
    let style = style
    if runs.last?.style == style {
      runs[runs.count - 1].text += text
    } else {
      runs.append(TransactionText.Run(text: text, style: style))
    }
  }

  private mutating func add(_ kind: TransactionText.Fault.Kind, _ name: String, _ offset: Int) {
    faultCounts[kind, default: 0] += 1
    if faultCounts[kind, default: 0] > 20 { return }
    faults.append(TransactionText.Fault(kind: kind, name: name, offset: offset))
  }
}
