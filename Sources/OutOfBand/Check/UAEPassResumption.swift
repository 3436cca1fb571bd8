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
    let parameter = UAEPassURI.resumeParameter
    var found: [Diagnostic] = []
    found.addSyntax(of: resume, app: app)
    if found.isEmpty, let nested = resume.original {
      found.addOriginal(
        nested, named: parameter, hosts: hosts, at: .component(parameter, offset: resume.valueOffset))
      if nested.encoding == .none {
        found.add(
          nested.text.utf8.contains { "&#".utf8.contains($0) } ? .uaePassBreakingCallback : .uaePassPlainCallback,
          "the original is not percent-encoded; it was taken to the end of the URL", parameter, resume.valueOffset,
          severity: .warning)
      }
    }
    diagnostics = found
    original = found.contains { $0.severity == .error } ? nil : resume.original?.text
  }
}

extension [Diagnostic] {
  /// Checks the URL around the original.
  ///
  /// - Parameter outer: The place of the URL, if it is inside a larger text.
  mutating func addSyntax(of resume: ResumeURL, app: String, at outer: Diagnostic.Place? = nil) {
    let (url, app) = (resume.url, app.lowercased())
    func wrong(_ message: String, _ component: String, _ offset: Int) {
      add(
        .uaePassResumeSyntax, message, at: outer ?? .component(component, offset: offset),
        remedy: "write \(app)://\(UAEPassURI.resumePath)?url=<original, percent-encoded>")
    }
    if url.scheme != app {
      wrong("the scheme is \(PrintableText.quoted(url.scheme ?? "")), not '\(app)'", "scheme", 0)
    } else if url.authority != "" {
      wrong(
        url.authority == nil ? "'//' is missing after the scheme" : "there is a host between '//' and the path", "host",
        url.authorityRange?.lowerBound ?? url.pathRange.lowerBound)
    } else if url.path != UAEPassURI.resumePath {
      wrong(
        "the path is \(PrintableText.quoted(url.path)), not '\(UAEPassURI.resumePath)'", "path",
        url.pathRange.lowerBound)
    } else if resume.count != 1 {
      wrong(
        resume.count == 0 ? "there is no parameter 'url'" : "'url' appears \(resume.count) times", "query",
        url.queryRange?.lowerBound ?? url.bytes.count)
    }
  }
}
