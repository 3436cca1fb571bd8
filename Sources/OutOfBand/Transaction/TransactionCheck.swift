import TextFormats

/// Checks the content of a transaction: base64url of text, and the markup in it (AA-3.x).
struct TransactionCheck {
  private(set) var diagnostics: [Diagnostic] = []
  /// The text, when the content can be read.
  private(set) var text: TransactionText?

  /// - Parameters:
  ///   - content: The content as it is written; `nil` when it is missing or not a string.
  ///   - place: Of the content.
  ///   - profile: Whose rules for markup apply.
  init(content: String?, at place: Diagnostic.Place, _ profile: MessageCheck.Profile) {
    guard let content, case .success(let decoded) = Base64.decode(content) else {
      diagnostics = [Diagnostic(.transactionEncoding, "the content is not base64url", at: place)]
      return
    }
    if decoded.flaws != Base64.Flaws() {
      let flaws = decoded.flaws
      let found = [
        (flaws.usesStandardAlphabet, "'+' or '/'"), (flaws.hasPadding, "'='"), (flaws.hasWhitespace, "white space"),
      ].filter(\.0).map(\.1).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .transactionEncoding, "the content has characters that base64url does not have: \(found)", at: place))
    }
    guard let text = String(validating: decoded.bytes, as: UTF8.self), !text.isEmpty else {
      let found = decoded.bytes.isEmpty ? "the content is empty" : "the content is not UTF-8"
      diagnostics.append(Diagnostic(.transactionText, found, at: place))
      return
    }
    let read = TransactionText(text)
    self.text = read
    if read.shown.allSatisfy(\.isWhitespace) {
      diagnostics.append(Diagnostic(.transactionText, "the content shows no text", at: place))
    }
    diagnostics += Self.markup(read, profile) { _ in place }
  }

  /// The findings about the markup of a text.
  ///
  /// - Parameter place: Makes the place of a fault from its offset.
  static func markup(
    _ text: TransactionText, _ profile: MessageCheck.Profile, at place: (Int) -> Diagnostic.Place
  ) -> [Diagnostic] {
    let refuses = profile == .authenticationCloud
    let severity: Diagnostic.Severity = refuses ? .error : .warning
    return text.faults.map { fault in
      let name = PrintableText.start(of: fault.name)
      let place = place(fault.offset)
      switch fault.kind {
      case .unsupported:
        return Diagnostic(
          .transactionMarkup, "<\(name)> is \(refuses ? "refused with HTTP 400" : "dropped")", at: place,
          severity: severity)
      case .comment:
        return Diagnostic(
          .transactionMarkup,
          refuses
            ? "a comment or declaration is not supported; whether it is refused is not documented"
            : "a comment or declaration is dropped", at: place, severity: .warning)
      case .attribute:
        return Diagnostic(
          .transactionAttribute,
          refuses
            ? "the attributes of <\(name)> are refused with HTTP 400"
            : "the attributes of <\(name)> are dropped, and the tag stays", at: place, severity: severity)
      case .outside: return Diagnostic(.markupOutside, "<\(name)> is outside <html></html>", at: place)
      case .unclosed: return Diagnostic(.unclosedTag, "<\(name)> is not closed", at: place)
      case .unopened: return Diagnostic(.unclosedTag, "</\(name)> closes nothing", at: place)
      }
    }
  }
}

extension TransactionText {
  /// What is wrong with the text as a transaction, with the offsets of its bytes.
  ///
  /// - Parameter profile: Whose rules for markup apply: the Access App drops what it does not support, the Authentication
  ///   Cloud refuses it.
  public func diagnostics(_ profile: MessageCheck.Profile = .accessApp) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if shown.allSatisfy(\.isWhitespace) {
      findings.append(Diagnostic(.transactionText, "the text shows nothing to confirm", at: .message))
    }
    return findings + TransactionCheck.markup(self, profile) { .component("text", offset: $0) }
  }

  /// Whether the text is refused instead of shown: the Authentication Cloud answers any other tag, and any attribute, with
  /// HTTP 400.
  public func isRefused(by profile: MessageCheck.Profile) -> Bool {
    profile == .authenticationCloud && faults.contains { $0.kind == .unsupported || $0.kind == .attribute }
  }

  /// Reads a content, and says what is wrong with it.
  ///
  /// - Returns: The text, `nil` when the content is not base64 of text in UTF-8, and the findings.
  public static func reading(
    content: String, _ profile: MessageCheck.Profile = .accessApp
  ) -> (text: TransactionText?, diagnostics: [Diagnostic]) {
    let check = TransactionCheck(content: content, at: .message, profile)
    return (check.text, check.diagnostics)
  }
}
