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
      diagnostics.add(.transactionEncoding, "the content is not base64url", at: place)
      return
    }
    let flaws = decoded.flaws
    if flaws != Base64.Flaws() {
      let found = [
        (flaws.usesStandardAlphabet, "'+' or '/'"), (flaws.hasPadding, "'='"), (flaws.hasWhitespace, "white space"),
      ].filter(\.0).map(\.1).joined(separator: ", ")
      diagnostics.add(
        .transactionEncoding, "the content has characters that base64url does not have: \(found)", at: place)
    }
    guard let text = String(utf8: decoded.bytes), !text.isEmpty else {
      let found = decoded.bytes.isEmpty ? "the content is empty" : "the content is not UTF-8"
      diagnostics.add(.transactionText, found, at: place)
      return
    }
    let read = TransactionText(text)
    self.text = read
    if read.shown.allSatisfy(\.isWhitespace) {
      diagnostics.add(.transactionText, "the content shows no text", at: place)
    }
    diagnostics.addMarkup(of: read, profile) { _ in place }
    diagnostics.addHidden(in: read) { _ in place }
  }
}

extension [Diagnostic] {
  /// Adds what is wrong with the markup of a text.
  ///
  /// - Parameter place: Makes the place of a fault from its offset.
  fileprivate mutating func addMarkup(
    of text: TransactionText, _ profile: MessageCheck.Profile, at place: (Int) -> Diagnostic.Place
  ) {
    let refuses = profile == .authenticationCloud
    let consequence = refuses ? "refused with HTTP 400" : "dropped"
    for fault in text.faults {
      let name = PrintableText.start(of: fault.name)
      let place = place(fault.offset)
      switch fault.kind {
      case .unsupported:
        add(.transactionMarkup, "<\(name)> is \(consequence)", at: place, severity: refuses ? .error : .warning)
      case .comment:
        add(
          .transactionMarkup,
          "a comment or declaration is "
            + (refuses ? "not supported; whether it is refused is not documented" : "dropped"), at: place)
      case .attribute:
        add(
          .transactionAttribute,
          "the attributes of <\(name)> are \(consequence)" + (refuses ? "" : ", and the tag stays"), at: place,
          severity: refuses ? .error : .warning)
      case .outside: add(.markupOutside, "<\(name)> is outside <html></html>", at: place)
      case .unclosed: add(.unclosedTag, "<\(name)> is not closed", at: place)
      case .unopened: add(.unclosedTag, "</\(name)> closes nothing", at: place)
      // A tag outside is a finding with the same remedy.
      case .outsideText where text.faults.contains { $0.kind == .outside }: break
      case .outsideText: add(.textOutside, "there is text outside <html></html>", at: place)
      }
    }
  }

  /// Adds the characters that cannot be seen, or that change the order of what is seen, each once.
  ///
  /// - Parameter place: Makes the place of a character from its offset; `nil` for one that is written as a reference.
  fileprivate mutating func addHidden(in text: TransactionText, at place: (Int?) -> Diagnostic.Place) {
    for scalar in text.hiddenScalars {
      let offset = text.text.unicodeScalars.firstIndex(of: scalar).map {
        text.text.utf8.distance(from: text.text.startIndex, to: $0)
      }
      let code = "U+" + HexadecimalText.padded(Int(scalar.value), to: 4, isUpperCase: true)
      if let name = TransactionText.directions[scalar.value] {
        let isOverride = scalar.value == 0x202D || scalar.value == 0x202E
        add(
          .hiddenDirection, "\(code) (\(name)) changes the order of the characters", at: place(offset),
          severity: isOverride ? nil : .warning)
      } else {
        add(.hiddenCharacter, "\(code) cannot be seen", at: place(offset))
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
    var found: [Diagnostic] = []
    if shown.allSatisfy(\.isWhitespace) {
      found.add(.transactionText, "the text shows nothing to confirm", at: .message)
    }
    found.addMarkup(of: self, profile) { .component("text", offset: $0) }
    found.addHidden(in: self) { offset in offset.map { .component("text", offset: $0) } ?? .message }
    return found
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
