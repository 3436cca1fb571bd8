public import TextFormats

extension MessageCheck {
  /// What a check found, as `oobqr check --json` prints it: stable, and without tokens unless they were asked for.
  ///
  /// ```swift
  /// let report = MessageCheck(link).report()
  /// report.json  // {"kind":"link","link":"https://…","payload":{…},"diagnostics":[…],"readers":[…]}
  /// ```
  public struct Report: Hashable, Sendable {
    /// The name of the input, when it has one.
    public var path: String?
    /// Which symbol of a picture, from 0; `nil` for texts.
    public var index: Int?
    /// The line of a list, from 1; `nil` for messages of their own.
    public var line: Int?
    /// ``OutOfBandMessage/kind``.
    public let kind: String
    /// The link as it was meant; `nil` for messages that are not links.
    public let link: String?
    /// What the payload says, when it is sound.
    public let payload: Payload?
    public let diagnostics: [Diagnostic]
    /// What each reader gets; empty for messages that are not links.
    public let readers: [Reader]

    /// What a payload says.
    public enum Payload: Hashable, Sendable {
      /// A plain payload: its token, shortened unless asked for, and the members of `nma_data` as texts.
      case plain(token: String, redeemURL: String, operation: OutOfBandOperation?, data: [JSONValue.Member])
      /// An encrypted payload: the header of its JWE.
      case encrypted(header: JSONValue)
    }

    /// What an app gets from the link.
    public struct Reader: Hashable, Sendable {
      public let reader: LinkReader
      /// Whether it is the payload that the link was meant to carry.
      public let getsPayload: Bool
      /// In words: `the payload`, `nothing`, `another text: …`.
      public let gets: String
    }
  }

  /// Reports the findings with what the message says.
  ///
  /// - Parameters:
  ///   - path: The name of the input, shown as it is.
  ///   - index: Which symbol of a picture, from 0.
  ///   - line: The line of a list, from 1.
  ///   - showsTokens: Whether tokens and payloads are shown in full.
  public func report(path: String? = nil, index: Int? = nil, line: Int? = nil, showsTokens: Bool = false) -> Report {
    func shown(_ text: String) -> String { self.shown(text, showsTokens: showsTokens) }
    let payload: Report.Payload? =
      switch self.payload?.content {
      case .plain(let redemption):
        .plain(
          token: showsTokens ? redemption.token.value : "\(redemption.token)",
          redeemURL: shown(redemption.redeemURL.text), operation: redemption.redeemURL.operation,
          data: redemption.data.map { .init(shown($0.name), .string(shown($0.value.text ?? "\($0.value)"))) })
      case .encrypted(let jwe): .encrypted(header: showsTokens ? jwe.header : secrets.redacted(jwe.header))
      case nil: nil
      }
    return Report(
      path: path, index: index, line: line, kind: message.kind, link: linkAsMeant(showsTokens: showsTokens),
      payload: payload, diagnostics: diagnostics,
      readers: readings.map {
        Report.Reader(
          reader: $0.reader, getsPayload: $0.isPayload, gets: whatItGets($0, showsTokens: showsTokens))
      })
  }

  /// The link as it should be written, its payload shortened unless tokens may be seen; `nil` when there is none.
  package func linkAsMeant(showsTokens: Bool) -> String? {
    link.map {
      shown(
        showsTokens ? $0.description : $0.text(payload: Secret.shortened($0.payloadText)), showsTokens: showsTokens)
    }
  }

  /// Whether a link has fewer errors than the message that it was meant to be, or none, by the rules that need no policy.
  package static func isBetter(_ link: DispatchLink, than message: [UInt8]) -> Bool {
    let left = MessageCheck(link).errors.count
    return left == 0 || left < MessageCheck(message).errors.count
  }

  /// What an app gets, in words.
  package func whatItGets(_ reading: Reading, showsTokens: Bool) -> String {
    switch reading.result {
    case .text(let text):
      reading.isPayload
        ? "the payload" : "another text: " + shown(Secret.shortened(text), showsTokens: showsTokens)
    case .nothing: "nothing"
    case .failure(let reason): "nothing: \(reason)"
    }
  }

  /// Text without secrets and without anything that would steer a terminal.
  package func shown(_ text: String, showsTokens: Bool) -> String {
    let shown = PrintableText.of(showsTokens ? text : secrets.redacted(text))
    return shown.count <= 2000 ? shown : shown.prefix(2000) + "… (\(shown.count) characters)"
  }
}
