import TextFormats

/// What is wrong with the form of a URL, whatever it is for.
enum URLCheck {
  /// What a finding calls a URL.
  enum Name: String {
    case link
    case uri = "URI"
  }

  /// Finds what no URL may contain: half an escape, a space or a control character.
  static func form(_ url: URLText, named name: Name) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let percent = PercentEncoding.firstFault(in: url.bytes) {
      findings.append(
        Diagnostic(.malformedEncoding, "'%' without two hexadecimal digits", at: .component("link", offset: percent)))
    }
    if let control = url.firstControl {
      findings.append(
        Diagnostic(
          .controlCharacter, "the \(name.rawValue) contains a space, or a control or invisible character",
          at: .component("link", offset: control)))
    }
    return findings
  }

  /// The finding about a scheme that `//` should follow.
  static func missingSlashes(after scheme: String) -> Diagnostic {
    Diagnostic(
      .opaqueURI, "'//' is missing after '\(scheme):'", at: .component("scheme", offset: scheme.utf8.count + 1))
  }
}
