import TextFormats
public import UAEPass

/// What the calling app does with the URL that brings it back (UAEP, steps 8 and 9): it verifies the syntax, takes the
/// original callback out, and lets nobody else choose what its WebView opens.
///
/// ```swift
/// UAEPassResumption("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2Fs", app: "yourapp").original
/// // https://id.uaepass.ae/s
/// ```
public struct UAEPassResumption: Hashable, Sendable {
  /// The URL for the WebView; `nil` when the URL is refused.
  public let original: String?
  /// What was found; at least one error when the URL is refused.
  public let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - text: The URL that the app was opened with.
  ///   - app: The scheme that the app has registered, without `://`.
  ///   - hosts: Hosts that the original may have; `*.` stands for exactly one label.
  public init(_ text: String, app: String, hosts: [String] = UAEPassURI.identityHosts) {
    let resume = ResumeURL(text)
    var findings = Self.syntax(resume, app: app)
    if let nested = resume.original, findings.allSatisfy({ $0.severity != .error }) {
      findings += UAEPassCheck.original(
        nested, named: UAEPassURI.resumeParameter, hosts: hosts,
        at: .component(UAEPassURI.resumeParameter, offset: resume.valueOffset))
      switch nested.encoding {
      case .none:
        findings.append(
          Diagnostic(
            nested.text.unicodeScalars.contains { $0 == "&" || $0 == "#" }
              ? .uaePassBreakingCallback : .uaePassPlainCallback,
            "the original is not percent-encoded; it was taken to the end of the URL",
            at: .component(UAEPassURI.resumeParameter, offset: resume.valueOffset), severity: .warning))
      default: break
      }
    }
    diagnostics = findings
    original = diagnostics.contains { $0.severity == .error } ? nil : resume.original?.text
  }

  /// What is wrong with the URL around the original.
  static func syntax(_ resume: ResumeURL, app: String) -> [Diagnostic] {
    func wrong(_ found: String, _ component: String, _ offset: Int) -> Diagnostic {
      Diagnostic(
        .uaePassResumeSyntax, found, at: .component(component, offset: offset),
        remedy: "write \(app.lowercased())://\(UAEPassURI.resumePath)?url=<original, percent-encoded>")
    }
    let url = resume.url
    if url.scheme != app.lowercased() {
      return [wrong("the scheme is \(PrintableText.quoted(url.scheme ?? "")), not '\(app.lowercased())'", "scheme", 0)]
    }
    if url.authority != "" {
      let found =
        url.authority == nil ? "'//' is missing after the scheme" : "there is a host between '//' and the path"
      return [wrong(found, "host", url.authorityRange?.lowerBound ?? url.pathRange.lowerBound)]
    }
    if url.path != UAEPassURI.resumePath {
      return [
        wrong(
          "the path is \(PrintableText.quoted(url.path)), not '\(UAEPassURI.resumePath)'", "path",
          url.pathRange.lowerBound
        )
      ]
    }
    if resume.count != 1 {
      let found = resume.count == 0 ? "there is no parameter 'url'" : "'url' appears \(resume.count) times"
      return [wrong(found, "query", url.queryRange?.lowerBound ?? url.bytes.count)]
    }
    return []
  }
}
