import TextFormats

/// What the app does with the URI that its WebView receives (UAEP, step 5).
extension UAEPassURI {
  /// Why a URI cannot be rewritten.
  public enum RewritingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no callback of this kind, or it has no value.
    case missing(Callback.Kind)
    /// There are two of this kind, and apps differ on which they take.
    case duplicate(Callback.Kind)
    /// The callback is not an https URL: it was rewritten before, or is not from the identity server.
    case notHTTPS(Callback.Kind, scheme: String)
    /// The text is not the scheme of an app.
    case wrongAppScheme(String)

    public var description: String {
      switch self {
      case .missing(let kind): "there is no \(kind.parameter), so the app would not get back"
      case .duplicate(let kind): "\(kind.parameter) appears more than once; keep one"
      case .notHTTPS(let kind, let scheme):
        "\(kind.parameter) is \(scheme.isEmpty ? "not a URL" : "\(PrintableText.of(scheme))://"), not https: "
          + "give the URI as the WebView receives it"
      case .wrongAppScheme(let text):
        "\(PrintableText.quoted(text)) is not the scheme of an app: letters, digits, '+', '-' and '.', without '://'"
      }
    }
  }

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
  public func rewritten(
    app: String, environment: Environment? = nil
  ) throws(RewritingFault) -> String {
    guard UAEPassURI.isAppScheme(app) else { throw .wrongAppScheme(app) }
    let callbacks = callbacks
    for kind in Callback.Kind.allCases {
      let named = callbacks.filter { $0.kind == kind }
      guard let callback = named.first, !callback.rawValue.isEmpty else { throw .missing(kind) }
      if named.count > 1 { throw .duplicate(kind) }
      let scheme = URLText(callback.url.text).scheme ?? ""
      if scheme != "https" { throw .notHTTPS(kind, scheme: scheme) }
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
