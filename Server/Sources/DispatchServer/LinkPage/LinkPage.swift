import Hummingbird
import OutOfBand
import TextFormats
import WebPages

/// The page that an app link opens where the app does not: links to the stores, and one to an app whose domain is not verified
/// (AA-2.8). It works without scripts.
struct LinkPage: Sendable {
  let settings: ServerSettings

  /// The page, in the language that the browser asks for first.
  ///
  /// - Parameter query: Of the link. Its payload goes into the one link to the app, if there is one, and nowhere else.
  func reply(query: String?, language: String) -> Reply {
    let language = PageTexts.preferred(language).language
    var page = FallbackPage(language: .init(rawValue: language) ?? .english)
    if let scheme = settings.appScheme, let payload = Self.payload(in: query ?? "") {
      let text = DispatchLink.text(.authentication(scheme: scheme), payload: payload)
      page.link = (try? DispatchLink(parsing: text))?.description
    }
    (page.appStore, page.playStore) = (settings.appStore, settings.playStore)
    let html = page.html(style: "/open/open.css", head: ["<script src=\"/open/open.js\" defer></script>"])
    var reply = Page.asset("text/html; charset=utf-8", Array(html.utf8))
    reply.headers[.contentLanguage] = language
    return reply
  }

  static var style: Reply { Page.asset("text/css; charset=utf-8", FallbackPage.style) }
  static var script: Reply { Page.asset("text/javascript; charset=utf-8", PackageResources.open_js) }

  /// The payload of a link, if it is one: base64url of JSON with `nma_data`, of up to 4000 characters.
  private static func payload(in query: String) -> String? {
    let prefix = DispatchLink.payloadParameter + "="
    let values = query.split(separator: "&").filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    guard values.count == 1, let value = values.first, 1...4000 ~= value.utf8.count,
      case .success(let decoded) = Base64.decode(String(value)), decoded.flaws == Base64.Flaws(),
      (try? JSONDocument(parsing: decoded.bytes).value["nma_data"]) != nil
    else { return nil }
    return String(value)
  }
}
