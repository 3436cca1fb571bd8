import TextFormats

/// A web page, as far as it opens an app: its links, frames, banner, title and what it loads.
///
/// ```swift
/// let page = HTMLPage(bytes)
/// page.anchors.first?.link     // https://access.example.com/open?dispatchTokenResponse=…
/// page.banner?.argument        // what Safari's Smart App Banner hands to the app
/// ```
public struct HTMLPage: Hashable, Sendable {
  /// The links of `a` and `area` elements, in order.
  public private(set) var anchors: [Anchor] = []
  /// The URLs of frames, images, scripts, linked files and other things that a browser loads by itself, or sends forms to:
  /// those of `src`, `srcset`, `href` of `link`, `data`, `poster`, `ping`, `action` and `formaction`, and style sheets.
  public private(set) var loads: [Piece] = []
  public private(set) var banner: Banner?
  /// The text of the `title` element.
  public private(set) var title: Piece?
  /// The value of `<meta name="referrer">`, in lower case.
  public private(set) var referrerPolicy: String?
  /// The frame or window that links open in if they do not say; from `<base target>`.
  private var baseTarget: String?
  /// The page's own URL, if it names one (`<link rel="canonical">` or `<meta property="og:url">`).
  public private(set) var address: String?
  /// Scripts, event attributes and refreshes.
  public private(set) var scripts: [Piece] = []
  /// Whether it is only a part for the head of a page: no elements but `meta`, `link`, `base` and `title`.
  public private(set) var isPartOfHead = true

  /// Text or a URL in the page.
  public struct Piece: Hashable, Sendable {
    /// The element, such as `img`.
    public let element: String
    public let text: String
    /// The bytes before the text.
    public let offset: Int
  }

  /// A link that a user can tap.
  public struct Anchor: Hashable, Sendable {
    /// As the browser reads it: character references decoded.
    public let link: String
    /// Where the value of `href` begins, in bytes.
    public let offset: Int
    /// `_blank` or the name of a frame; `nil` if the link opens where the page is.
    public let target: String?
  }

  /// The Smart App Banner of Safari: `<meta name="apple-itunes-app" content="app-id=…, app-argument=…">`.
  public struct Banner: Hashable, Sendable {
    /// The number of the app in the App Store.
    public let appID: String?
    /// What the app receives.
    public let argument: String?
    public let offset: Int
  }

  /// Whether bytes are the beginning of a page, and not markup in a transaction text.
  package static func isPage(_ text: String) -> Bool {
    var start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(4096).lowercased()
    // XHTML may begin with an XML declaration.
    if start.hasPrefix("<?xml"), let end = start.firstIndex(of: ">") {
      start = String(start[end...].dropFirst().drop(while: \.isWhitespace))
    }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<meta ") { return true }
    guard start.hasPrefix("<html") || start.hasPrefix("<head") || start.hasPrefix("<!--") else { return false }
    return ["<head", "<body", "<meta", "<title", "<script", "<a "].contains { start.contains($0) }
  }

  /// Reads a page: any bytes are one.
  public init(_ bytes: [UInt8]) {
    var textElement: String?
    // Elements whose content a browser with scripts does not show.
    var hidden: [String] = []
    for token in HTMLTokenizer(bytes) {
      switch token.kind {
      case .startTag(let tag) where ["template", "noscript"].contains(tag.name): hidden.append(tag.name)
      case .endTag(let tag) where tag.name == hidden.last: hidden.removeLast()
      case .startTag(let tag):
        if !["meta", "link", "base", "title"].contains(tag.name) { isPartOfHead = false }
        textElement = Self.isRead(tag) ? tag.name : nil
        if hidden.isEmpty { read(tag, at: token.range.lowerBound) }
      case .text(let text):
        if textElement != "title", text.contains(where: { !$0.isWhitespace }) { isPartOfHead = false }
        if textElement == "title", title == nil {
          title = Piece(element: "title", text: text, offset: token.range.lowerBound)
        }
        if textElement == "script" { addScript(text, at: token.range.lowerBound) }
        if textElement == "style" { addStyle(text, at: token.range.lowerBound) }
        textElement = nil
      case .doctype: (textElement, isPartOfHead) = (nil, false)
      case .endTag, .comment: textElement = nil
      }
    }
  }

  /// Whether the text in an element says something: a title, a style, or a script that is run and not data.
  private static func isRead(_ tag: HTMLToken.Tag) -> Bool {
    let type = (tag["type"] ?? "").lowercased()
    let isRun = type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript")
    return tag.name == "title" || tag.name == "style" || tag.name == "script" && isRun
  }

  private mutating func read(_ tag: HTMLToken.Tag, at offset: Int) {
    func place(_ name: String) -> Int { tag.attributes.first { $0.name == name }?.valueRange.lowerBound ?? offset }
    func load(_ name: String) {
      if let url = tag[name] { loads.append(Piece(element: tag.name, text: url, offset: place(name))) }
    }
    for attribute in tag.attributes where attribute.name.hasPrefix("on") {
      addScript(attribute.value, at: attribute.valueRange.lowerBound)
    }
    switch tag.name {
    case "a", "area":
      // With `download` or `hidden` there is nothing to tap that opens the link.
      if let href = tag["href"], tag["download"] == nil, tag["hidden"] == nil {
        addAnchor(href, at: place("href"), target: tag["target"])
      }
    case "base": baseTarget = baseTarget ?? tag["target"]
    case "link":
      if (tag["rel"] ?? "").lowercased().split(separator: " ").contains("canonical") {
        address = address ?? tag["href"]
      } else {
        load("href")
      }
    case "meta": readMeta(tag, at: place("content"))
    case "form": load("action")
    default: break
    }
    if let style = tag["style"] { addStyle(style, at: place("style")) }
    for name in ["src", "srcset", "data", "poster", "ping", "formaction"] { load(name) }
  }

  private mutating func addAnchor(_ href: String, at offset: Int, target: String?) {
    let link = href.trimmingWhitespace
    if link.lowercased().hasPrefix("javascript:") {
      addScript(link, at: offset)
    } else {
      // A page that opens an app is not framed itself.
      let frame = target ?? baseTarget ?? ""
      let isHere = ["", "_self", "_top", "_parent"].contains(frame.lowercased())
      anchors.append(Anchor(link: link, offset: offset, target: isHere ? nil : frame))
    }
  }

  /// Keeps a style sheet that loads something.
  private mutating func addStyle(_ text: String, at offset: Int) {
    if text.contains("url(") || text.contains("@import") {
      loads.append(Piece(element: "style", text: text, offset: offset))
    }
  }

  private mutating func readMeta(_ tag: HTMLToken.Tag, at offset: Int) {
    let content = tag["content"] ?? ""
    switch (tag["name"] ?? tag["property"] ?? tag["http-equiv"] ?? "").lowercased() {
    case "apple-itunes-app": banner = banner ?? Banner(content, at: offset)
    case "referrer": referrerPolicy = content.trimmingWhitespace.lowercased()
    case "og:url": address = address ?? content
    // A page that sends the browser on without a tap.
    case "refresh": addScript(content, at: offset)
    default: break
    }
  }

  private mutating func addScript(_ text: String, at offset: Int) {
    scripts.append(Piece(element: "script", text: text, offset: offset))
  }
}

extension HTMLPage.Banner {
  /// The element for the head of a page by which Safari shows its Smart App Banner.
  ///
  /// - Parameters:
  ///   - appID: The number of the app in the App Store.
  ///   - argument: The full link. A comma would end it, so it is percent-encoded.
  public static func element(appID: String, argument: String) -> String {
    #"<meta name="apple-itunes-app" content="app-id=\#(appID), app-argument=\#(MarkupText.escaped(argument.replacing(",", with: "%2C")))">"#
  }

  /// Reads `app-id=…, app-argument=…`; a comma that no known name follows belongs to the value before it.
  init(_ content: String, at offset: Int) {
    var values: [String: String] = [:]
    var current: String?
    for piece in content.split(separator: ",", omittingEmptySubsequences: false) {
      let text = piece.trimmingWhitespace
      let name = ["app-id", "app-argument", "affiliate-data", "app-clip-bundle-id"].first {
        text.lowercased().hasPrefix($0 + "=")
      }
      if let name {
        current = name
        values[name] = String(text.dropFirst(name.count + 1))
      } else if let name = current {
        values[name, default: ""] += "," + piece
      }
    }
    (appID, argument, self.offset) = (values["app-id"], values["app-argument"], offset)
  }
}
