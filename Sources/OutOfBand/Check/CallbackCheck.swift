import TextFormats

/// Checks of a link's x-callback parameters.
extension [Diagnostic] {
  mutating func addCallbacks(
    of anatomy: LinkAnatomy, _ payload: OutOfBandPayload?, _ options: MessageCheck.Options
  ) {
    let callbacks = anatomy.callbacks
    for (callback, parameter) in callbacks {
      addCallback(
        callback, parameter, at: .component(callback.kind.parameter, offset: parameter.valueOffset), payload, options)
    }
    if options.documents == .access24, let first = callbacks.first, anatomy.url.scheme == "https" {
      add(.callbackInAppLink, "the app link carries \(first.callback.kind.parameter)", "query", first.parameter.offset)
    }
    if let source = anatomy.parameters.first(where: { $0.known == "x-source" }) {
      add(.ignoredSource, "x-source has no effect", "query", source.offset)
    }
    if options.channel == .qr, let first = callbacks.first {
      let names = callbacks.map(\.callback.kind.parameter).joined(separator: ", ")
      add(.callbackInSymbol, "the symbol carries \(names)", "query", first.parameter.offset)
    }
  }

  private mutating func addCallback(
    _ callback: CallbackURL, _ parameter: LinkAnatomy.RawParameter, at place: Diagnostic.Place,
    _ payload: OutOfBandPayload?, _ options: MessageCheck.Options
  ) {
    let (name, shown) = (callback.kind.parameter, PrintableText.quoted(callback.text))
    let url = URLText(callback.text)
    addEncoding(of: parameter, name, at: place)
    if callback.decodedAgain != nil {
      return add(
        .malformedCallback, "the value of \(name) is percent-encoded twice", at: place, remedy: "percent-encode it once"
      )
    }
    if parameter.rawValue.contains("+") { add(.plusInCallback, "the value of \(name) has a '+'", at: place) }
    guard let scheme = url.scheme else { return add(.malformedCallback, "\(shown) has no scheme", at: place) }
    if URLText.systemSchemes.contains(scheme) {
      return add(.forbiddenScheme, "\(name) has the scheme \(scheme)", at: place)
    }
    if url.isWeb, (url.host ?? "").isEmpty { add(.malformedCallback, "\(shown) has no host", at: place) }
    addHost(of: url, at: place, user: .callbackUser)
    if scheme == "http" { add(.insecureCallback, "\(name) is http", at: place) }
    if let policy = options.policy, !policy.allows(callback: url) {
      add(.callbackDenied, "\(shown) is not among the callback_targets", at: place)
    }
    if let query = url.query, let nested = Self.redirect(in: query) {
      add(.nestedRedirect, "\(name) carries a URL in its parameter \(PrintableText.quoted(nested))", at: place)
    }
    if scheme == "https", let host = url.host, host == payload?.redeemURL?.host {
      add(.callbackOnBackend, "\(name) goes to \(PrintableText.quoted(host)), which redeems the token", at: place)
    }
  }

  /// A value with `://` in it was not percent-encoded; one with `?`, `&` or `#` breaks the link.
  private mutating func addEncoding(
    of parameter: LinkAnatomy.RawParameter, _ name: String, at place: Diagnostic.Place
  ) {
    let breaking = parameter.rawValue.first { "?&#".contains($0) }
    if breaking == nil && !parameter.rawValue.contains("://") { return }
    add(
      breaking == nil ? .unencodedCallback : .breakingCallback,
      "the value of \(name) " + (breaking.map { "has an un-encoded '\($0)'" } ?? "is not percent-encoded"), at: place,
      remedy: "percent-encode the value of \(name): `\(PercentEncoding.encode(parameter.value))`")
  }

  /// The name of the first parameter whose value is itself a URL.
  private static func redirect(in query: String) -> String? {
    query.queryPairs.first { pair in
      guard let value = PercentEncoding.decode(pair.value), let scheme = URLText(value).scheme else { return false }
      return !pair.name.isEmpty && value.dropFirst(scheme.count).hasPrefix("://")
    }?.name
  }
}
