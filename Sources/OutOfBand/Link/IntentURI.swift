public import TextFormats

/// A link as an intent URI, with which a page starts an app in Chrome and some other browsers on Android, also in web views that
/// open no app links.
///
/// ```swift
/// let link = try DispatchLink(payload, base: "https://access.example.com/open")
/// let uri = try IntentURI(link.description, package: "com.example.access", fallback: "https://www.example.com/get-the-app")
/// uri.description  // intent://access.example.com/open?dispatchTokenResponse=eyJ…#Intent;scheme=https;…;end
/// ```
/// Scanners do not open it. The source is developer.chrome.com, Android Intents with Chrome.
public struct IntentURI: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// - Parameters:
  ///   - link: What the app gets: an app link or a custom URI, without a fragment.
  ///   - package: The app's package, so that no other app is asked; `nil` for any app that takes the link.
  ///   - fallback: An http or https URL that the browser loads where no app takes the link; `nil` for none.
  /// - Throws: `Fault` when the package or the fallback is malformed.
  public init(_ link: String, package: String? = nil, fallback: String? = nil) throws(Fault) {
    if let package, !AssetLinks.isPackage(package) {
      throw Fault("\(PrintableText.quoted(package)) is not a package, as in com.example.access")
    }
    if let fallback, !["https", "http"].contains(URLText(fallback).scheme) || URLText(fallback).host?.isEmpty != false {
      throw Fault("\(PrintableText.quoted(fallback)) is not a URL that a browser loads, as in https://example.com/app")
    }
    guard let scheme = URLText(link).scheme, !link.contains("#") else {
      throw Fault("\(PrintableText.quoted(link)) is not a link without a fragment")
    }
    let parts = [
      "scheme=\(scheme)", package.map { "package=\($0)" },
      fallback.map { "S.browser_fallback_url=\(PercentEncoding.encode($0))" }, "end",
    ]
    description =
      "intent:" + link.dropFirst(scheme.count + 1) + "#Intent;" + parts.compactMap { $0 }.joined(separator: ";")
  }
}
