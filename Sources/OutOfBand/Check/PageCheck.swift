import TextFormats
import WebPages

/// The findings about a web page that opens the app (AA-2.4 and AA-2.8, on pages and banners).
struct PageCheck {
  let page: HTMLPage
  /// The page's links that open the app, each with what it was recognised as.
  private let anchors: [(anchor: HTMLPage.Anchor, message: RecognizedMessage)]
  let options: MessageCheck.Options
  private(set) var diagnostics: [Diagnostic] = []
  /// How every payload in base64url begins: `{"nma_`.
  private static let payloadStart = "eyJubWFf"
  /// The JSON of the payloads in the page's links: their tokens are secret.
  private(set) var carried: [JSONValue] = []
  /// The texts of these payloads.
  private var payloads: [String] = []

  init(_ page: HTMLPage, _ options: MessageCheck.Options) {
    (self.page, self.options) = (page, options)
    anchors = page.anchors.map { ($0, RecognizedMessage(Array($0.link.utf8))) }.filter(\.message.isLink)
    checkAnchors()
    checkScripts()
    checkBanner()
    checkLeaks()
  }

  private mutating func find(
    _ rule: Diagnostic.Rule, _ message: String, _ name: String, _ offset: Int, remedy: String? = nil
  ) {
    diagnostics.append(Diagnostic(rule, message, at: .component(name, offset: offset), remedy: remedy))
  }

  private mutating func checkAnchors() {
    if anchors.isEmpty, !page.isPartOfHead {
      diagnostics.append(
        Diagnostic(.pageWithoutLink, "no a element has a link with a payload", at: .message))
    }
    let ownHost = (options.pageURL ?? page.address).flatMap { URLText($0).host }
    var seen: Set<String> = []
    for (anchor, message) in anchors {
      if let target = anchor.target {
        find(.linkInNewWindow, "the link opens in \(PrintableText.quoted(target))", "target", anchor.offset)
      }
      let host = URLText(anchor.link).host
      if let host, host == ownHost, URLText(anchor.link).scheme == "https" {
        find(
          .linkToOwnDomain, "page and link are both on \(PrintableText.quoted(host))", "a href", anchor.offset)
      }
      guard seen.insert(anchor.link).inserted, seen.count <= 16 else { continue }
      checkLink(message, anchor)
    }
  }

  /// The link's own findings, at its place in the page.
  private mutating func checkLink(_ message: RecognizedMessage, _ anchor: HTMLPage.Anchor) {
    var options = options
    options.channel = .link
    let check = MessageCheck(message, options: options)
    if let json = check.carried { carried.append(json) }
    if case .link(let anatomy) = check.message, let payload = anatomy.payload {
      payloads += [payload.value, payload.rawValue].filter { $0.count > 8 }
    }
    for finding in check.diagnostics {
      diagnostics.append(
        Diagnostic(
          finding.rule, finding.message,
          at: .component("a href, \(Self.name(of: finding.place))", offset: anchor.offset),
          remedy: finding.remedy, severity: finding.severity))
    }
  }

  private static func name(of place: Diagnostic.Place) -> String {
    switch place {
    case .message: "link"
    case .pointer(let pointer): pointer.isEmpty ? "payload" : pointer
    case .component(let name, _): name
    }
  }

  private mutating func checkScripts() {
    // A link that opens the app, or a part of one.
    let opening = page.scripts.filter {
      $0.text.contains(DispatchLink.payloadParameter) || $0.text.contains("x-callback-url")
    }
    for script in opening.prefix(20) {
      find(.linkByScript, "a script or a refresh has the link", "script", script.offset)
    }
    for load in page.loads where ["iframe", "frame", "embed", "object"].contains(load.element) {
      if RecognizedMessage(Array(load.url.utf8)).isLink {
        find(.linkInFrame, "\(load.element) has the link as its source", load.element, load.offset)
      }
    }
    let ownHost = (options.pageURL ?? page.address).flatMap { URLText($0).host }
    for load in page.loads where load.element == "script" {
      guard let host = URLText(load.url).host ?? Self.hostWithoutScheme(load.url), host != ownHost else { continue }
      find(.foreignScript, "a script is loaded from \(PrintableText.quoted(host))", "script src", load.offset)
    }
  }

  /// The host of `//host/path`.
  private static func hostWithoutScheme(_ url: String) -> String? {
    url.hasPrefix("//") ? URLText("https:" + url).host : nil
  }

  private mutating func checkBanner() {
    guard let banner = page.banner else { return }
    if banner.appID.map({ $0.isEmpty || !$0.allSatisfy(\.isNumber) }) ?? true {
      find(.bannerApp, "the banner names no app by its number", "meta apple-itunes-app", banner.offset)
    }
    guard let argument = banner.argument else {
      find(.bannerArgument, "the banner has no app-argument", "meta apple-itunes-app", banner.offset)
      return
    }
    if !anchors.isEmpty, !anchors.contains(where: { $0.anchor.link == argument }) {
      find(
        .bannerArgument, "app-argument is not the link of the page", "meta apple-itunes-app", banner.offset,
        remedy: "write the same link in app-argument and in the a element")
    }
  }

  private mutating func checkLeaks() {
    let secrets = Set(payloads + carried.flatMap(Self.tokens))
    func holdsSecret(_ text: String) -> Bool {
      text.contains(Self.payloadStart) || secrets.contains { text.contains($0) }
    }
    if let title = page.title, holdsSecret(title.text) {
      find(.tokenInTitle, "the title has the payload or its token", "title", title.offset)
    }
    for load in page.loads
    where holdsSecret(load.url) && !["iframe", "frame", "embed", "object"].contains(load.element) {
      find(.tokenLoaded, "the URL of \(load.element) has the payload or its token", load.element, load.offset)
    }
    guard !anchors.isEmpty else { return }
    switch page.referrerPolicy {
    case nil: diagnostics.append(Diagnostic(.referrer, "the page sets no referrer policy", at: .message))
    case "unsafe-url", "no-referrer-when-downgrade", "always":
      diagnostics.append(
        Diagnostic(
          .leakingReferrer, "the referrer policy is \(PrintableText.quoted(page.referrerPolicy ?? ""))", at: .message))
    default: break
    }
  }

  private static func tokens(in value: JSONValue) -> [String] {
    (value["nma_data"]?["token"]?.text).map { [$0] } ?? []
  }
}
