import HTTPTypes
import TextFormats

/// The page of the kiosk display: everything in it is the server's own or its operator's, and nothing in it is of an operation.
enum KioskPage {
  /// The page, with the policy that lets it load from its own origin alone.
  static func reply(_ texts: PageTexts, _ instructions: ScanInstructions, _ brand: KioskBrand) -> Reply {
    var page = String(decoding: PackageResources.kiosk_html, as: UTF8.self)
    page = page.replacing("{{lang}}", with: texts.language)
      .replacing("{{dir}}", with: texts.isRightToLeft ? "rtl" : "ltr")
      .replacing(
        "{{instructions}}",
        with: instructions.lines(texts).map { "<li>\(MarkupText.escaped($0))</li>" }.joined(separator: "\n")
      )
      .replacing(
        "{{languages}}",
        with: PageTexts.all.map { link($0, isCurrent: $0.language == texts.language) }.joined(separator: "\n"))
    for name in texts.names { page = page.replacing("{{\(name)}}", with: MarkupText.escaped(texts[name])) }
    // The last of all, so that nothing in a name is taken for a place.
    page = page.replacing("{{brand}}", with: brand.header)
    var reply = Page.asset("text/html; charset=utf-8", Array(page.utf8))
    reply.headers[.contentLanguage] = texts.language
    return reply
  }

  /// The style, with the accent.
  static func style(_ brand: KioskBrand) -> Reply {
    let style = String(decoding: PackageResources.kiosk_css, as: UTF8.self)
    return Page.asset("text/css; charset=utf-8", Array(style.replacing("{{accent}}", with: "\(brand.accent)").utf8))
  }

  static var script: Reply { Page.asset("text/javascript; charset=utf-8", PackageResources.kiosk_js) }

  private static func link(_ texts: PageTexts, isCurrent: Bool) -> String {
    let current = isCurrent ? " aria-current=\"page\"" : ""
    return "<a href=\"/kiosk/\(texts.language)\" lang=\"\(texts.language)\" hreflang=\"\(texts.language)\"\(current)>"
      + "\(MarkupText.escaped(texts["name"]))</a>"
  }
}
