import HTTPTypes
import TextFormats

/// The page of the kiosk display: everything in it is the server's own, and nothing in it is of an operation.
enum KioskPage {
  /// The page, with the policy that lets it load from its own origin alone.
  static func reply(_ texts: KioskTexts, _ instructions: ScanInstructions) -> Reply {
    var page = String(decoding: PackageResources.kiosk_html, as: UTF8.self)
    page = page.replacing("{{lang}}", with: texts.language)
      .replacing("{{dir}}", with: texts.isRightToLeft ? "rtl" : "ltr")
      .replacing(
        "{{instructions}}",
        with: instructions.lines(texts).map { "<li>\(escaped($0))</li>" }.joined(separator: "\n")
      )
      .replacing(
        "{{languages}}",
        with: KioskTexts.all.map { link($0, isCurrent: $0.language == texts.language) }.joined(separator: "\n"))
    for name in texts.names { page = page.replacing("{{\(name)}}", with: escaped(texts[name])) }
    var reply = asset("text/html; charset=utf-8", Array(page.utf8))
    reply.headers[.contentLanguage] = texts.language
    return reply
  }

  static var style: Reply { asset("text/css; charset=utf-8", PackageResources.kiosk_css) }
  static var script: Reply { asset("text/javascript; charset=utf-8", PackageResources.kiosk_js) }

  /// A file, with the policy that lets a page load from its own origin alone.
  static func asset(_ type: String, _ body: [UInt8]) -> Reply {
    var reply = Reply(type: type, body: body)
    reply.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    return reply
  }

  private static func link(_ texts: KioskTexts, isCurrent: Bool) -> String {
    let current = isCurrent ? " aria-current=\"page\"" : ""
    return "<a href=\"/kiosk/\(texts.language)\" lang=\"\(texts.language)\" hreflang=\"\(texts.language)\"\(current)>"
      + "\(escaped(texts["name"]))</a>"
  }

}

/// Text in HTML.
func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
}
