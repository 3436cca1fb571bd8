import TextFormats

/// The page that a link opens where the app does not: links to the stores, and one to the app, for the user to tap (AA-2.4,
/// AA-2.8). It works without scripts.
///
/// ```swift
/// var page = FallbackPage(language: .english)
/// page.link = "https://access.example.com/open?dispatchTokenResponse=eyJ…"
/// page.playStore = "https://play.google.com/store/apps/details?id=com.example"
/// for file in page.files { print(file.name, file.bytes.count) }  // page.html, page.css
/// ```
/// The payload is in the link and in the banner, and nowhere else: anyone who has the page can redeem the token.
public struct FallbackPage: Hashable, Sendable {
  public var language: Language
  /// What the one link to the app opens; `nil` leaves it out.
  public var link: String?
  /// The app in Apple's store, an https URL; `nil` leaves it out.
  public var appStore: String?
  /// The app in Google's store, an https URL; `nil` leaves it out.
  public var playStore: String?
  /// The number of the app in Apple's store, for Safari's banner; `nil`, or a page without a link, has none.
  public var appStoreID: String?

  public init(language: Language) { self.language = language }

  /// Whether a text can be the address of an app in a store: an https URL without user.
  public static func isStore(_ text: String) -> Bool {
    let url = URLText(text)
    return url.scheme == "https" && !(url.host ?? "").isEmpty && url.userinfo == nil
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// A file of a page that needs no other file.
  public struct File: Hashable, Sendable {
    public let name: String
    public let bytes: [UInt8]
  }

  /// `page.html` and `page.css`, for one folder of any web server.
  ///
  /// What a browser may load is in the page itself, since the server's headers are not ours: its own style sheet, and nothing
  /// else.
  public var files: [File] {
    let policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
    let head = ["<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"]
    return [
      File(name: "page.html", bytes: Array(html(style: "page.css", head: head).utf8)),
      File(name: "page.css", bytes: Self.style),
    ]
  }

  /// The style sheet.
  public static var style: [UInt8] { PackageResources.page_css }

  /// The page.
  ///
  /// - Parameters:
  ///   - style: The URL of ``style``.
  ///   - head: Further elements for its head.
  public func html(style: String, head: [String] = []) -> String {
    let texts = language.texts
    var content: [String] = []
    if let link {
      content.append("<p>\(MarkupText.escaped(texts["installed"]))</p>")
      content.append(
        "<p><a class=\"app\" href=\"\(MarkupText.escaped(link))\">\(MarkupText.escaped(texts["open"]))</a></p>"
      )
    }
    content.append("<p>\(MarkupText.escaped(texts["missing"]))</p>")
    let stores = [("App Store", appStore), ("Google Play", playStore)].compactMap { name, url in
      url.map { "<li><a href=\"\(MarkupText.escaped($0))\">\(name)</a></li>" }
    }
    if !stores.isEmpty { content.append("<ul>\n\(stores.joined(separator: "\n"))\n</ul>") }
    var head = head
    if let link, let appStoreID { head.append(HTMLPage.Banner.element(appID: appStoreID, argument: link)) }
    // The template's places are filled in one pass, so that nothing that is filled in can name another.
    let places = [
      "lang": language.rawValue, "dir": language.isRightToLeft ? "rtl" : "ltr", "style": MarkupText.escaped(style),
      "title": MarkupText.escaped(texts["title"]), "head": head.joined(separator: "\n"),
      "content": content.joined(separator: "\n"),
    ]
    let pieces = String(decoding: PackageResources.page_html, as: UTF8.self).split(separator: "{{")
    return pieces.dropFirst().reduce(into: String(pieces[0])) { page, piece in
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let text = places[String(parts[0])] else {
        preconditionFailure("the page has a place without a text")
      }
      // An empty place takes its line with it.
      page += text.isEmpty ? String(parts[1].trimmingPrefix("\n")) : text + parts[1]
    }
  }
}
