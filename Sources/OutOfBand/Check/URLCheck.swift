import TextFormats

/// What is wrong with a URL, whatever it is for.
extension [Diagnostic] {
  /// Adds what no URL may contain: half an escape, a space or a control character.
  ///
  /// - Parameter start: Where the URL begins.
  mutating func addForm(of url: URLText, named name: String, from start: Int = 0) {
    if let percent = PercentEncoding.firstFault(in: url.bytes) {
      add(.malformedEncoding, "'%' without two hexadecimal digits", "link", percent)
    }
    if let control = url.firstControl, control >= start {
      let scalar = String(decoding: url.bytes[control...].prefix(4), as: UTF8.self).unicodeScalars.first
      let shown = scalar.map(PrintableText.name) ?? "a character that cannot be seen"
      let isLineBreak = scalar == "\n" || scalar == "\r"
      add(
        .controlCharacter, isLineBreak ? "a line break divides the \(name)" : "the \(name) contains \(shown)", "link",
        control,
        remedy: isLineBreak ? "remove it; send mail as HTML or quoted-printable, so that no line is broken" : nil)
    }
  }

  /// Adds that `//` should follow a scheme.
  mutating func addMissingSlashes(after scheme: String) {
    add(.opaqueURI, "'//' is missing after '\(scheme):'", "scheme", scheme.utf8.count + 1)
  }

  /// Adds what is suspicious about the authority.
  ///
  /// - Parameter unreachable: How severe it is that no phone reaches the host.
  mutating func addHost(
    of url: URLText, at place: Diagnostic.Place, user: Diagnostic.Rule = .userinfo,
    unreachable: Diagnostic.Severity = .warning
  ) {
    // Clients go to what percent-encoding stands for.
    let meant = url.host.map { PercentEncoding.decode($0)?.lowercased() ?? $0 }
    let whole = PrintableText.quoted(url.text)
    if url.firstControl != nil || meant.map(URLText.init)?.firstControl != nil {
      add(.controlCharacter, "\(whole) contains a space, or a control or invisible character", at: place)
    }
    let quoted = PrintableText.quoted(url.host ?? "")
    if url.userinfo != nil { add(user, "the host is \(quoted), not what precedes '@'", at: place) }
    guard url.isWeb, let host = url.host, !host.isEmpty else { return }
    if !url.hasSoundAuthority { add(.malformedAuthority, "\(whole) has a malformed host or port", at: place) }
    let name = HostName(meant ?? host)
    if let elsewhere = name.elsewhere {
      add(.privateHost, "\(quoted) \(elsewhere): phones do not reach the server", at: place, severity: unreachable)
    } else if name.isPrivate {
      add(.privateHost, "\(quoted) can be reached from a private network only", at: place)
    } else if name.isIPAddress {
      add(.addressHost, "\(quoted) is an address", at: place)
    }
    if name.hasMixedScripts {
      add(.mixedScriptHost, "\(quoted) mixes letters of several scripts", at: place)
    } else if !name.isASCII {
      add(.unicodeHost, "\(quoted) is not ASCII", at: place)
    }
    if name.hasPunycode { add(.punycodeHost, "\(quoted) has a label that begins with xn--", at: place) }
  }
}
