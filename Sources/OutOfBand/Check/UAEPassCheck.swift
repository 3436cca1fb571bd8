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

  /// The findings in the order of the URI's parts.
  public static func diagnostics(
    _ uri: UAEPassURI, expecting expectation: Expectation = Expectation()
  ) -> [Diagnostic] {
    let callbacks = uri.callbacks
    var found: [Diagnostic] = []
    found.addTarget(of: uri, expectation)
    for kind in UAEPassURI.Callback.Kind.allCases {
      let named = callbacks.filter { $0.kind == kind }
      if named.allSatisfy({ $0.rawValue.isEmpty }) {
        found.add(
          .uaePassMissingCallback, "there is no \(kind.parameter)", "query",
          named.first?.offset ?? uri.url.queryRange?.lowerBound ?? uri.url.bytes.count)
      }
      for again in named.dropFirst() {
        found.add(
          .uaePassDuplicate, "\(PrintableText.quoted(again.name)) is the second \(kind.parameter)", "query",
          again.offset)
      }
    }
    for callback in callbacks where !callback.rawValue.isEmpty { found.addCallback(callback, expectation) }
    for (parameter, callback) in uri.claimed {
      let names = [parameter.name, callback.name].map { PrintableText.quoted($0) }
      found.add(
        .uaePassBreakingCallback,
        "\(names[0]) follows the un-encoded \(names[1]), and may be part of it; it was taken as the URI's own", "query",
        parameter.range.lowerBound, severity: .warning)
    }
    // Success on one server and failure on another.
    let hosts = callbacks.map { URLText($0.url.text) }.filter { $0.scheme == "https" }.map { $0.host ?? "" }
    if let first = hosts.first, let other = hosts.first(where: { $0 != first }), let last = callbacks.last {
      found.add(
        .uaePassHostsDiffer, "the callbacks lead to \(PrintableText.quoted(first)) and \(PrintableText.quoted(other))",
        "query", last.offset)
    }
    return found
  }
}

extension [Diagnostic] {
  /// Checks scheme and host.
  fileprivate mutating func addTarget(of uri: UAEPassURI, _ expectation: UAEPassCheck.Expectation) {
    let url = uri.url
    let scheme = url.scheme ?? ""
    if scheme == UAEPassURI.genericScheme {
      add(.uaePassGenericScheme, "the scheme is mobileid", "scheme", 0)
    } else if let wanted = expectation.environment ?? uri.serverEnvironment, wanted.scheme != scheme {
      let why =
        expectation.environment == nil
        ? "the callbacks lead to \(wanted.identityHost)" : "the environment is \(wanted.rawValue)"
      add(.uaePassEnvironment, "the scheme is \(scheme), but \(why)", "scheme", 0, remedy: "open \(wanted.scheme)://…")
    }
    let known = expectation.platform.map { [$0.uriHost] } ?? UAEPassURI.Platform.allCases.map(\.uriHost)
    if url.isOpaque || url.authority == nil {
      addMissingSlashes(after: scheme)
    } else if let host = url.host, !known.contains(host) {
      add(
        .uaePassURIHost, "the host is \(PrintableText.quoted(host)), not \(known.joined(separator: " or "))", "host",
        url.authorityRange?.lowerBound ?? 0)
    }
    addForm(of: url, named: "URI")
  }

  fileprivate mutating func addCallback(_ callback: UAEPassURI.Callback, _ expectation: UAEPassCheck.Expectation) {
    let name = callback.kind.parameter
    let place = Diagnostic.Place.component(name, offset: callback.valueOffset)
    if callback.name != name {
      add(
        .uaePassCase, "\(PrintableText.quoted(callback.name)) is not '\(name)'", "query", callback.offset,
        severity: callback.name == name.lowercased() ? nil : .warning)
    }
    let (url, raw) = (callback.url, callback.rawValue)
    let isWrapped = URLText(raw).scheme != nil && !URLText(raw).isWeb
    if url.isUnclear, url.encoding == .once || !isWrapped {
      let reading = url.encoding == .once ? "as encoded" : "as it is written"
      add(.uaePassUnclearEncoding, "the value of \(name) has '://' and a '%'; it was read \(reading)", at: place)
    }
    if url.encoding == .none {
      // A '?' is not a delimiter inside a query (RFC 3986, 3.4).
      let breaking = raw.unicodeScalars.first { $0 == "&" || $0 == "#" }
      add(
        breaking == nil ? .uaePassPlainCallback : .uaePassBreakingCallback,
        "the value of \(name) " + (breaking.map { "has an un-encoded '\($0)'" } ?? "is not percent-encoded"), at: place)
    }
    if let scheme = URLText(url.text).scheme, scheme.hasPrefix("uaepassdemoapp") {
      add(.uaePassDemoScheme, "\(name) has the scheme \(PrintableText.quoted(scheme))", at: place)
    }
    if let resume = ResumeURL(callback), let nested = resume.original {
      // Rewritten before: the original is inside.
      addSyntax(of: resume, app: resume.url.scheme ?? "", at: place)
      addOriginal(nested, named: name, hosts: expectation.hosts, at: place)
    } else {
      addOriginal(url, named: name, hosts: expectation.hosts, at: place, isCallback: true)
    }
  }

  /// Checks a callback of the identity server, wherever it was found.
  mutating func addOriginal(
    _ nested: NestedURL, named name: String, hosts: [String], at place: Diagnostic.Place, isCallback: Bool = false
  ) {
    switch nested.encoding {
    case .times(let times):
      add(.uaePassDoubleEncoding, "the value of \(name) is percent-encoded \(times) times", at: place)
    case .malformed: return add(.malformedEncoding, "the value of \(name) cannot be percent-decoded", at: place)
    case .none, .once: break
    }
    let url = URLText(nested.text)
    guard let scheme = url.scheme else { return add(.uaePassNotHTTPS, "\(name) is not a URL", at: place) }
    if scheme != "https" {
      let shown = PrintableText.quoted(scheme)
      return isCallback && UAEPassURI.isAppScheme(scheme) && url.authority != nil
        ? add(.uaePassReplacedCallback, "\(name) is a URL of the app \(shown) without the original", at: place)
        : add(.uaePassNotHTTPS, "\(name) has the scheme \(shown)", at: place)
    }
    // Path and query hold a key of the session: only the authority is shown.
    let start = count
    addHost(of: URLText("https://" + (url.authority ?? "")), at: place, user: .callbackUser)
    if url.firstControl != nil, !self[start...].contains(where: { $0.rule == .controlCharacter }) {
      add(.controlCharacter, "\(name) contains a space, or a control or invisible character", at: place)
    }
    let host = url.host ?? ""
    if !hosts.contains(where: { TrustPolicy.allows(host, by: [$0.lowercased()]) }) {
      add(
        .uaePassCallbackHost, "\(name) leads to \(PrintableText.quoted(host))", at: place,
        remedy: "open only \(hosts.prefix(8).joined(separator: ", ")) in the WebView")
    }
  }
}
