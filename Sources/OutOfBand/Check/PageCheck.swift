import TextFormats
import WebPages

/// The findings about a web page that opens the app (AA-2.4 and AA-2.8, on pages and banners).
struct PageCheck {
  private let page: HTMLPage
  /// The page's links that open the app, each with what it was recognised as.
  private let anchors: [(anchor: HTMLPage.Anchor, message: RecognizedMessage)]
  private let options: MessageCheck.Options
  /// The host of the page.
  private let ownHost: String?
  private(set) var found: [Diagnostic] = []
  /// The JSON of the payloads in the page's links: their tokens are secret.
  private(set) var carried: [JSONValue] = []
  /// The texts of these payloads, and how every one begins in base64url: `{"nma_`.
  private var payloads = ["eyJubWFf"]

  init(_ page: HTMLPage, _ options: MessageCheck.Options) {
    (self.page, self.options) = (page, options)
    anchors = page.anchors.map { ($0, RecognizedMessage(Array($0.link.utf8))) }.filter(\.message.isLink)
    ownHost = (options.pageURL ?? page.address).flatMap { URLText($0).host }
    checkAnchors()
    checkScripts()
    checkBanner()
    checkLeaks()
  }

  private mutating func checkAnchors() {
    if anchors.isEmpty, !page.isPartOfHead {
      // A click tracker may have it.
      let hidden = page.anchors.lazy.map { ($0, RecognizedMessage(Array($0.link.utf8))) }.first { $0.1.hidesLink }
      if let (anchor, message) = hidden {
        checkLink(message, at: anchor.offset)
      } else {
        found.add(.pageWithoutLink, "no a element has a link with a payload", at: .message)
      }
    }
    var seen: Set<String> = []
    for (anchor, message) in anchors {
      if let target = anchor.target {
        found.add(.linkInNewWindow, "the link opens in \(PrintableText.quoted(target))", "target", anchor.offset)
      }
      let url = URLText(anchor.link)
      if let host = url.host, host == ownHost, url.scheme == "https" {
        found.add(.linkToOwnDomain, "page and link are both on \(PrintableText.quoted(host))", "a href", anchor.offset)
      }
      if seen.insert(anchor.link).inserted, seen.count <= 16 { checkLink(message, at: anchor.offset) }
    }
  }

  /// Adds the link's own findings, at its place in the page.
  private mutating func checkLink(_ message: RecognizedMessage, at offset: Int) {
    var options = options
    options.channel = .link
    let check = MessageCheck(message, options: options)
    if let json = check.carried { carried.append(json) }
    if case .link(let anatomy) = check.message, let payload = anatomy.payload {
      payloads += [payload.value, payload.rawValue].filter { $0.count > 8 }
    }
    for finding in check.diagnostics {
      let name =
        switch finding.place {
        case .message, .symbol, .association: "link"
        case .pointer(let pointer): pointer.isEmpty ? "payload" : pointer
        case .component(let name, _): name
        }
      found.add(
        finding.rule, finding.message, "a href, \(name)", offset, remedy: finding.remedy, severity: finding.severity)
    }
  }

  private static let frames: Set = ["iframe", "frame", "embed", "object"]

  private mutating func checkScripts() {
    // A link that opens the app, or a part of one.
    let opening = page.scripts.filter { script in
      [DispatchLink.payloadParameter, LinkAnatomy.callbackHost].contains { script.text.contains($0) }
    }
    for script in opening { found.add(.linkByScript, "a script or a refresh has the link", "script", script.offset) }
    for load in page.loads where Self.frames.contains(load.element) {
      if RecognizedMessage(Array(load.text.utf8)).isLink {
        found.add(.linkInFrame, "\(load.element) has the link as its source", load.element, load.offset)
      }
    }
    for load in page.loads where load.element == "script" {
      guard let host = URLText(load.text.hasPrefix("//") ? "https:" + load.text : load.text).host, host != ownHost
      else {
        continue
      }
      found.add(.foreignScript, "a script is loaded from \(PrintableText.quoted(host))", "script src", load.offset)
    }
  }

  private mutating func checkBanner() {
    guard let banner = page.banner else { return }
    let place = Diagnostic.Place.component("meta apple-itunes-app", offset: banner.offset)
    if banner.appID.map({ $0.isEmpty || !$0.allSatisfy(\.isNumber) }) ?? true {
      found.add(.bannerApp, "the banner names no app by its number", at: place)
    }
    guard let argument = banner.argument else {
      return found.add(.bannerArgument, "the banner has no app-argument", at: place)
    }
    if !anchors.isEmpty, !anchors.contains(where: { $0.anchor.link == argument }) {
      found.add(
        .bannerArgument, "app-argument is not the link of the page", at: place,
        remedy: "write the same link in app-argument and in the a element")
    }
  }

  private mutating func checkLeaks() {
    let secrets = Set(payloads + carried.compactMap { $0["nma_data"]?["token"]?.text })
    func holdsSecret(_ text: String) -> Bool { secrets.contains { text.contains($0) } }
    if let title = page.title, holdsSecret(title.text) {
      found.add(.tokenInTitle, "the title has the payload or its token", "title", title.offset)
    }
    for load in page.loads where holdsSecret(load.text) && !Self.frames.contains(load.element) {
      found.add(.tokenLoaded, "the URL of \(load.element) has the payload or its token", load.element, load.offset)
    }
    guard !anchors.isEmpty else { return }
    switch page.referrerPolicy {
    case nil: found.add(.referrer, "the page sets no referrer policy", at: .message)
    case let policy? where ["unsafe-url", "no-referrer-when-downgrade", "always"].contains(policy):
      found.add(.leakingReferrer, "the referrer policy is \(PrintableText.quoted(policy))", at: .message)
    default: break
    }
  }
}
