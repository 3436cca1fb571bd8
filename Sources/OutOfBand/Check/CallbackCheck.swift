import TextFormats

/// Checks a link's x-callback parameters.
enum CallbackCheck {
  static func diagnostics(
    _ anatomy: LinkAnatomy, _ payload: OutOfBandPayload?, _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (callback, parameter) in anatomy.callbacks {
      findings += check(callback, parameter, payload, options)
    }
    if options.documents == .access24, let first = anatomy.callbacks.first, anatomy.url.scheme == "https" {
      findings.append(
        Diagnostic(
          .callbackInAppLink, "the app link carries \(first.callback.kind.parameter)",
          at: .component("query", offset: first.parameter.offset)))
    }
    if let source = anatomy.parameters.first(where: { $0.known == "x-source" }) {
      findings.append(
        Diagnostic(.ignoredSource, "x-source has no effect", at: .component("query", offset: source.offset)))
    }
    if options.channel == .qr, let first = anatomy.callbacks.first {
      let names = anatomy.callbacks.map(\.callback.kind.parameter).joined(separator: ", ")
      findings.append(
        Diagnostic(
          .callbackInSymbol, "the symbol carries \(names)", at: .component("query", offset: first.parameter.offset)))
    }
    return findings
  }

  private static func check(
    _ callback: CallbackURL, _ parameter: LinkAnatomy.RawParameter, _ payload: OutOfBandPayload?,
    _ options: MessageCheck.Options
  ) -> [Diagnostic] {
    let name = callback.kind.parameter
    let place = Diagnostic.Place.component(name, offset: parameter.valueOffset)
    let url = URLText(callback.text)
    var findings = encoding(parameter, name, at: place)
    if callback.decodedAgain != nil {
      return findings + [
        Diagnostic(
          .malformedCallback, "the value of \(name) is percent-encoded twice", at: place,
          remedy: "percent-encode it once")
      ]
    }
    guard let scheme = url.scheme else {
      return findings + [
        Diagnostic(.malformedCallback, "\(PrintableText.quoted(callback.text)) has no scheme", at: place)
      ]
    }
    if URLText.systemSchemes.contains(scheme) {
      findings.append(Diagnostic(.forbiddenScheme, "\(name) has the scheme \(scheme)", at: place))
      return findings
    }
    if ["https", "http"].contains(scheme), (url.host ?? "").isEmpty {
      findings.append(Diagnostic(.malformedCallback, "\(PrintableText.quoted(callback.text)) has no host", at: place))
    }
    findings += HostCheck.diagnostics(url, at: place, user: .callbackUser)
    if scheme == "http" { findings.append(Diagnostic(.insecureCallback, "\(name) is http", at: place)) }
    if let policy = options.policy, !policy.allows(callback: url) {
      findings.append(
        Diagnostic(
          .callbackDenied, "\(PrintableText.quoted(callback.text)) is not among the callbackTargets", at: place))
    }
    if let query = url.query, let nested = redirect(in: query) {
      findings.append(
        Diagnostic(.nestedRedirect, "\(name) carries a URL in its parameter \(PrintableText.quoted(nested))", at: place)
      )
    }
    if scheme == "https", let host = url.host, host == payload?.redeemURL?.host {
      findings.append(
        Diagnostic(
          .callbackOnBackend, "\(name) goes to \(PrintableText.quoted(host)), which redeems the token", at: place
        ))
    }
    return findings
  }

  /// A value with `://` in it was not percent-encoded; one with `?`, `&` or `#` breaks the link.
  private static func encoding(
    _ parameter: LinkAnatomy.RawParameter, _ name: String, at place: Diagnostic.Place
  ) -> [Diagnostic] {
    let raw = parameter.rawValue
    let breaking = raw.filter { "?&#".contains($0) }
    if breaking.isEmpty && !raw.contains("://") { return [] }
    let encoded = PercentEncoding.encode(parameter.value)
    let remedy = "percent-encode the value of \(name): `\(encoded)`"
    if let first = breaking.first {
      return [
        Diagnostic(.breakingCallback, "the value of \(name) has an un-encoded '\(first)'", at: place, remedy: remedy)
      ]
    }
    return [Diagnostic(.unencodedCallback, "the value of \(name) is not percent-encoded", at: place, remedy: remedy)]
  }

  /// The name of the first parameter whose value is itself a URL.
  private static func redirect(in query: String) -> String? {
    for pair in query.pieces(at: "&") {
      let sides = pair.pieces(at: "=", maxSplits: 1)
      guard sides.count == 2, let value = PercentEncoding.decode(sides[1]) else { continue }
      if let scheme = URLText(value).scheme, value.dropFirst(scheme.count).hasPrefix("://") { return sides[0] }
    }
    return nil
  }
}
