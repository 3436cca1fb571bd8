import TextFormats
public import UAEPass

/// Checks a URI for the UAE PASS app.
public enum UAEPassCheck {
  /// What the caller expects.
  public struct Expectation: Hashable, Sendable {
    /// The environment whose app is to be opened; `nil` for that of the callbacks' host.
    public var environment: UAEPassURI.Environment?
    /// The system of the phone; `nil` for any.
    public var platform: UAEPassURI.Platform?
    /// Hosts that the original callbacks may have; `*.` stands for exactly one label.
    public var hosts: [String]

    public init(
      environment: UAEPassURI.Environment? = nil, platform: UAEPassURI.Platform? = nil,
      hosts: [String] = UAEPassURI.identityHosts
    ) {
      (self.environment, self.platform, self.hosts) = (environment, platform, hosts)
    }
  }

  /// More callbacks than this add nothing to what is said about the first.
  private static let limit = 20

  /// The findings in the order of the URI's parts, tokens shortened.
  public static func diagnostics(
    _ uri: UAEPassURI, expecting expectation: Expectation = Expectation()
  ) -> [Diagnostic] {
    let callbacks = uri.callbacks
    var findings = target(uri, expectation)
    for kind in UAEPassURI.Callback.Kind.allCases {
      let named = callbacks.filter { $0.kind == kind }
      if named.allSatisfy({ $0.rawValue.isEmpty }) {
        findings.append(
          Diagnostic(
            .uaePassMissingCallback, "there is no \(kind.parameter)",
            at: .component(
              "query", offset: named.first?.offset ?? uri.url.queryRange?.lowerBound ?? uri.url.bytes.count)))
      }
      for again in named.dropFirst().prefix(limit) {
        findings.append(
          Diagnostic(
            .uaePassDuplicate, "\(PrintableText.quoted(again.name)) is the second \(kind.parameter)",
            at: .component("query", offset: again.offset)))
      }
    }
    for callback in callbacks.prefix(limit) where !callback.rawValue.isEmpty {
      findings += check(callback, expectation)
    }
    for (parameter, callback) in uri.claimed.prefix(limit) {
      findings.append(
        Diagnostic(
          .uaePassBreakingCallback,
          "\(PrintableText.quoted(parameter.name)) follows the un-encoded \(PrintableText.quoted(callback.name)), and may be part "
            + "of it; it was taken as the URI's own", at: .component("query", offset: parameter.range.lowerBound),
          severity: .warning))
    }
    findings += difference(callbacks)
    return findings
  }

  /// Scheme and host.
  private static func target(_ uri: UAEPassURI, _ expectation: Expectation) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let url = uri.url
    let scheme = url.scheme ?? ""
    if scheme == UAEPassURI.genericScheme {
      findings.append(
        Diagnostic(.uaePassGenericScheme, "the scheme is mobileid", at: .component("scheme", offset: 0)))
    } else if let wanted = expectation.environment ?? uri.serverEnvironment, wanted.scheme != scheme {
      let why =
        expectation.environment == nil
        ? "the callbacks lead to \(wanted.identityHost)" : "the environment is \(wanted.rawValue)"
      findings.append(
        Diagnostic(
          .uaePassEnvironment, "the scheme is \(scheme), but \(why)", at: .component("scheme", offset: 0),
          remedy: "open \(wanted.scheme)://…"))
    }
    if url.isOpaque || url.authority == nil {
      findings.append(URLCheck.missingSlashes(after: scheme))
    } else if let host = url.host {
      let known = expectation.platform.map { [$0.uriHost] } ?? UAEPassURI.Platform.allCases.map(\.uriHost)
      if !known.contains(host) {
        findings.append(
          Diagnostic(
            .uaePassURIHost, "the host is \(PrintableText.quoted(host)), not \(known.joined(separator: " or "))",
            at: .component("host", offset: url.authorityRange?.lowerBound ?? 0)))
      }
    }
    return findings + URLCheck.form(url, named: .uri)
  }

  private static func check(_ callback: UAEPassURI.Callback, _ expectation: Expectation) -> [Diagnostic] {
    let name = callback.kind.parameter
    let place = Diagnostic.Place.component(name, offset: callback.valueOffset)
    var findings: [Diagnostic] = []
    if callback.name != name {
      let isWire = callback.name == name.lowercased()
      findings.append(
        Diagnostic(
          .uaePassCase, "\(PrintableText.quoted(callback.name)) is not '\(name)'",
          at: .component("query", offset: callback.offset), severity: isWire ? nil : .warning))
    }
    findings += encoding(callback.url, callback.rawValue, name, at: place)
    if let resume = ResumeURL(callback), let nested = resume.original {
      // Rewritten before: the original is inside.
      return findings + UAEPassResumption.syntax(resume, app: resume.url.scheme ?? "").map { $0.moved(to: place) }
        + original(nested, named: name, hosts: expectation.hosts, at: place)
    }
    return findings + original(callback.url, named: name, hosts: expectation.hosts, at: place, isCallback: true)
  }

  private static func encoding(
    _ url: NestedURL, _ raw: String, _ name: String, at place: Diagnostic.Place
  ) -> [Diagnostic] {
    switch url.encoding {
    case .once where url.isUnclear: return [unclear(name, at: place, isDecoded: true)]
    case .once, .times, .malformed: return []
    case .none:
      let isWrapped = URLText(raw).scheme.map { !["https", "http"].contains($0) } ?? false
      let unclear = url.isUnclear && !isWrapped ? [unclear(name, at: place, isDecoded: false)] : []
      // A '?' is not a delimiter inside a query (RFC 3986, 3.4).
      guard let breaking = raw.unicodeScalars.first(where: { $0 == "&" || $0 == "#" }) else {
        return unclear + [Diagnostic(.uaePassPlainCallback, "the value of \(name) is not percent-encoded", at: place)]
      }
      return unclear + [
        Diagnostic(.uaePassBreakingCallback, "the value of \(name) has an un-encoded '\(breaking)'", at: place)
      ]
    }
  }

  private static func unclear(_ name: String, at place: Diagnostic.Place, isDecoded: Bool) -> Diagnostic {
    Diagnostic(
      .uaePassUnclearEncoding,
      "the value of \(name) has '://' and a '%'; it was read \(isDecoded ? "as encoded" : "as it is written")",
      at: place)
  }

  /// What is wrong with a callback of the identity server, wherever it was found.
  static func original(
    _ nested: NestedURL, named name: String, hosts: [String], at place: Diagnostic.Place, isCallback: Bool = false
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    switch nested.encoding {
    case .times(let times):
      findings.append(
        Diagnostic(.uaePassDoubleEncoding, "the value of \(name) is percent-encoded \(times) times", at: place))
    case .malformed:
      findings.append(
        Diagnostic(.malformedEncoding, "the value of \(name) cannot be percent-decoded", at: place))
      return findings
    case .none, .once: break
    }
    let url = URLText(nested.text)
    guard let scheme = url.scheme, scheme == "https" else {
      let shown = PrintableText.quoted(url.scheme ?? "")
      if isCallback, let scheme = url.scheme, UAEPassURI.isAppScheme(scheme), url.authority != nil {
        findings.append(
          Diagnostic(.uaePassReplacedCallback, "\(name) is a URL of the app \(shown) without the original", at: place))
      } else {
        let found = url.scheme == nil ? "\(name) is not a URL" : "\(name) has the scheme \(shown)"
        findings.append(Diagnostic(.uaePassNotHTTPS, found, at: place))
      }
      return findings
    }
    // Path and query hold a key of the session: only the authority is shown.
    findings += HostCheck.diagnostics(URLText("https://" + (url.authority ?? "")), at: place, user: .callbackUser)
    if url.firstControl != nil, !findings.contains(where: { $0.rule == .controlCharacter }) {
      findings.append(
        Diagnostic(.controlCharacter, "\(name) contains a space, or a control or invisible character", at: place))
    }
    let host = url.host ?? ""
    if !hosts.contains(where: { TrustPolicy.allows(host, by: [$0.lowercased()]) }) {
      findings.append(
        Diagnostic(
          .uaePassCallbackHost, "\(name) leads to \(PrintableText.quoted(host))", at: place,
          remedy: "open only \(hosts.prefix(8).joined(separator: ", ")) in the WebView"))
    }
    return findings
  }

  /// Success on one server and failure on another.
  private static func difference(_ callbacks: [UAEPassURI.Callback]) -> [Diagnostic] {
    let hosts = callbacks.filter { URLText($0.url.text).scheme == "https" }.map { URLText($0.url.text).host ?? "" }
    guard let first = hosts.first, let other = hosts.first(where: { $0 != first }),
      let last = callbacks.last
    else { return [] }
    return [
      Diagnostic(
        .uaePassHostsDiffer,
        "the callbacks lead to \(PrintableText.quoted(first)) and \(PrintableText.quoted(other))",
        at: .component("query", offset: last.offset))
    ]
  }
}

extension Diagnostic {
  /// The same finding about something that is inside a larger text.
  func moved(to place: Place) -> Diagnostic {
    Diagnostic(rule, message, at: place, remedy: remedy, severity: severity)
  }
}
