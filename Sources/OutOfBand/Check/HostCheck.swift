import TextFormats

/// What is suspicious about any URL's authority.
enum HostCheck {
  static func diagnostics(_ url: URLText, at place: Diagnostic.Place, user: Diagnostic.Rule = .userinfo) -> [Diagnostic]
  {
    var findings: [Diagnostic] = []
    // Clients go to what percent-encoding stands for.
    let meant = url.host.map { PercentEncoding.decode($0)?.lowercased() ?? $0 }
    if url.firstControl != nil || meant.map(URLText.init)?.firstControl != nil {
      findings.append(
        Diagnostic(
          .controlCharacter, "\(PrintableText.quoted(url.text)) contains a space, or a control or invisible character",
          at: place))
    }
    if url.userinfo != nil {
      findings.append(
        Diagnostic(
          user, "the host is \(PrintableText.quoted(url.host ?? "")), not what precedes '@'", at: place))
    }
    guard url.scheme == "https" || url.scheme == "http", let host = url.host, !host.isEmpty else { return findings }
    if !url.hasSoundAuthority {
      findings.append(
        Diagnostic(.malformedAuthority, "\(PrintableText.quoted(url.text)) has a malformed host or port", at: place))
    }
    let name = HostName(meant ?? host)
    let quoted = PrintableText.quoted(host)
    if name.isPrivate {
      findings.append(Diagnostic(.privateHost, "\(quoted) can be reached from a private network only", at: place))
    } else if name.isIPAddress {
      findings.append(Diagnostic(.addressHost, "\(quoted) is an address", at: place))
    }
    if name.hasMixedScripts {
      findings.append(Diagnostic(.mixedScriptHost, "\(quoted) mixes letters of several scripts", at: place))
    } else if !name.isASCII {
      findings.append(Diagnostic(.unicodeHost, "\(quoted) is not ASCII", at: place))
    }
    if name.hasPunycode {
      findings.append(Diagnostic(.punycodeHost, "\(quoted) has a label that begins with xn--", at: place))
    }
    return findings
  }
}
