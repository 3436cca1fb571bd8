public import TextFormats

/// What the app does with the URI that its WebView receives (UAEP, step 5).
extension UAEPassURI {
  /// The URI that the app opens: both callbacks lead to the app, which finds the original in the parameter `url`.
  ///
  /// The name of each parameter, its order and all other parameters stay as they are. The original is percent-encoded
  /// in the callback, and the callback in the URI: each is one value inside another, so each is encoded once (RFC 3986,
  /// 2.1), and the UAE PASS app and the calling app each decode once.
  ///
  /// - Parameters:
  ///   - app: The scheme that the calling app has registered, without `://`.
  ///   - environment: The environment whose app is to be opened; the default is that of the callbacks' host, or of the
  ///     scheme.
  ///
  /// - Throws: `Fault` when a callback is missing, double, or not https, as of a URI that was rewritten before.
  public func rewritten(app: String, environment: Environment? = nil) throws(Fault) -> String {
    guard UAEPassURI.isAppScheme(app) else {
      throw Fault(
        "\(PrintableText.quoted(app)) is not the scheme of an app: letters, digits, '+', '-' and '.', without '://'")
    }
    let callbacks = callbacks
    for kind in Callback.Kind.allCases {
      let named = callbacks.filter { $0.kind == kind }
      guard let callback = named.first, !callback.rawValue.isEmpty else {
        throw Fault("there is no \(kind.parameter), so the app would not get back")
      }
      if named.count > 1 { throw Fault("\(kind.parameter) appears more than once; keep one") }
      let scheme = URLText(callback.url.text).scheme
      if scheme != "https" {
        let found = scheme.map { PrintableText.of($0) + "://" } ?? "not a URL"
        throw Fault("\(kind.parameter) is \(found), not https: give the URI as the WebView receives it")
      }
    }
    let target = environment ?? serverEnvironment ?? self.environment ?? .production
    var text = target.scheme
    var position = url.schemeRange?.upperBound ?? 0
    for callback in callbacks {
      text += url.string(position..<callback.valueOffset)
      text += PercentEncoding.encode(ResumeURL(app: app, original: callback.url.text).description)
      position = callback.valueOffset + callback.rawValue.utf8.count
    }
    return text + url.string(position..<url.bytes.count)
  }
}
