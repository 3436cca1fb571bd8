/// Rules on web pages that open the app.
extension Diagnostic.Rule {
  private static let pages = ["AA-2.4", "AA-2.8"]
  private static let link = "https://access.example.com/open?dispatchTokenResponse=\(payloadText)"

  private static func page(_ body: String, head: String = "") -> Diagnostic.Example {
    Diagnostic.Example("<!doctype html><html><head>\(head)<title>Log in</title></head><body>\(body)</body></html>")
  }

  public static let pageWithoutLink = Self(
    "OOB971", .error, "no link to tap",
    "A page opens the app with a link in a plain <a> element, which the user taps. This page has none.",
    fix: "add <a href=\"…dispatchTokenResponse=…\">Open the app</a>", sources: pages, example: page("<p>Log in</p>"))
  public static let linkByScript = Self(
    "OOB972", .error, "opened by a script",
    "Browsers block apps from being opened by JavaScript; Chrome requires a tap shortly before.",
    fix: "put the link into the href of a plain <a>, and let the user tap it",
    sources: ["AA-2.4", "chromium external_intents README"],
    example: page("<a href=\"\(link)\">Open</a><script>location.href = '\(link)'</script>"))
  public static let linkInFrame = Self(
    "OOB973", .error, "link in a frame", "A link that opens an app cannot be the source of a frame.",
    fix: "put the link into the href of a plain <a> on the page itself", sources: ["AA-2.4"],
    example: page("<a href=\"\(link)\">Open</a><iframe src=\"\(link)\"></iframe>"))
  public static let linkInNewWindow = Self(
    "OOB974", .error, "link for another window", "A link that opens an app cannot target another frame or window.",
    fix: "remove target from <a> and from <base>", sources: ["AA-2.4"],
    example: page("<a href=\"\(link)\" target=\"_blank\">Open</a>"))
  public static let linkToOwnDomain = Self(
    "OOB975", .error, "link to the page's own domain",
    "A link to the domain of the page that it is on stays in the browser.",
    fix: "serve the page from a domain other than the link's", sources: pages,
    example: page(
      "<a href=\"\(link)\">Open</a>", head: "<link rel=\"canonical\" href=\"https://access.example.com/login\">"))
  public static let bannerArgument = Self(
    "OOB976", .error, "banner without the link",
    "Safari's banner hands its app-argument to the app. Without the full link the app has nothing to redeem.",
    fix: "write app-argument=<the full link>, a new one for each token",
    sources: ["AA-2.8", "developer.apple.com Smart App Banners"],
    example: page("<a href=\"\(link)\">Open</a>", head: "<meta name=\"apple-itunes-app\" content=\"app-id=123456789\">")
  )
  public static let bannerApp = Self(
    "OOB977", .error, "banner without app-id", "Safari shows no banner without the number of the app in the App Store.",
    fix: "write app-id=<digits>", sources: ["developer.apple.com Smart App Banners"],
    example: page(
      "<a href=\"\(link)\">Open</a>", head: "<meta name=\"apple-itunes-app\" content=\"app-argument=\(link)\">"))
  public static let tokenInTitle = Self(
    "OOB978", .error, "payload in the title", "Titles are kept in the browser's history and shown in lists of windows.",
    fix: "leave the payload and the token out of the title", sources: ["RFC 6750, section 5.3"],
    example: "<!doctype html><title>\(payloadText)</title><a href=\"\(link)\">Open</a>")
  public static let tokenLoaded = Self(
    "OOB979", .error, "payload sent to a server",
    "Any server from which the page loads something can log the URL. Anyone who reads the log can redeem the token.",
    fix: "leave the payload out of the URLs of images, scripts, frames and forms", sources: ["RFC 6750, section 5.3"],
    example: page("<a href=\"\(link)\">Open</a><img src=\"https://stats.example.com/?u=\(payloadText)\">"))
  public static let referrer = Self(
    "OOB980", .note, "no referrer policy",
    "The page at an app link's address has the payload in its own URL. A referrer policy keeps it from other servers, even "
      + "in old browsers.",
    fix: "add <meta name=\"referrer\" content=\"no-referrer\">",
    sources: ["W3C Referrer Policy", "RFC 6750, section 5.3"], example: page("<a href=\"\(link)\">Open</a>"))
  public static let leakingReferrer = Self(
    "OOB981", .error, "referrer policy that leaks",
    "With this policy the whole URL of the page, payload included, is sent to other servers.",
    fix: "write content=\"no-referrer\"", sources: ["W3C Referrer Policy"],
    example: page("<a href=\"\(link)\">Open</a>", head: "<meta name=\"referrer\" content=\"unsafe-url\">"))
  public static let foreignScript = Self(
    "OOB982", .warning, "script of another host", "A script can read the token of the page that it runs in.",
    fix: "serve scripts from the page's own host, or leave them out",
    sources: ["OWASP Third Party JavaScript Management"],
    example: page("<a href=\"\(link)\">Open</a><script src=\"https://cdn.example.net/a.js\"></script>"))

  static let pageRules = [
    pageWithoutLink, linkByScript, linkInFrame, linkInNewWindow, linkToOwnDomain, bannerArgument, bannerApp,
    tokenInTitle, tokenLoaded, referrer, leakingReferrer, foreignScript,
  ]
}
