/// The markup of a transaction's text (AA-3.x): formatting inside `<html></html>`, by a few tags without attributes.
struct TransactionMarkup {
  /// In the order of the text.
  private(set) var faults: [Fault] = []

  /// Names are as they are written.
  enum Fault: Hashable {
    /// Not one of the supported tags.
    case unsupported(String)
    /// A supported tag with an attribute.
    case attribute(String)
    /// A supported tag outside `<html></html>`.
    case outside(String)
    /// An opening tag that is not closed.
    case unclosed(String)
    /// A closing tag that closes nothing.
    case unopened(String)
  }

  static let tags = ["b", "br", "em", "i", "strong", "u"]

  private var open: [String] = []

  init(_ text: String) {
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...].dropFirst()
      let isClosing = rest.first == "/"
      if isClosing { rest = rest.dropFirst() }
      // A '<' that no name follows is text.
      guard let first = rest.first, first.isLetter || first == "!" || first == "?" else { continue }
      let end = rest.firstIndex(of: ">") ?? rest.endIndex
      let tag = rest[..<end]
      rest = rest[end...].dropFirst()
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
      let hasAttribute = tag.dropFirst(name.count).contains { !$0.isWhitespace && $0 != "/" }
      read(name.lowercased(), isClosing: isClosing, hasAttribute: hasAttribute)
    }
    faults += open.map { .unclosed($0) }
  }

  private mutating func read(_ name: String, isClosing: Bool, hasAttribute: Bool) {
    guard name == "html" || open.contains("html") else {
      // Outside, an unsupported tag is text like any other.
      if Self.tags.contains(name) { faults.append(.outside(name)) }
      return
    }
    guard name == "html" || Self.tags.contains(name) else { return faults.append(.unsupported(name)) }
    if hasAttribute { faults.append(.attribute(name)) }
    if name == "br" { return }
    guard isClosing else { return open.append(name) }
    guard let index = open.lastIndex(of: name) else { return faults.append(.unopened(name)) }
    faults += open[(index + 1)...].map { .unclosed($0) }
    open.removeSubrange(index...)
  }
}
