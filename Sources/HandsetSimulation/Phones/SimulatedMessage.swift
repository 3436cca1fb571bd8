public import OutOfBand
import TextFormats
import UAEPass

/// A message as a phone sees it.
public struct SimulatedMessage: Hashable, Sendable {
  public let kind: Kind
  let hasUserinfo: Bool
  let scheme: SchemeForm
  /// What is in its link that no source on phones speaks of, as a clause.
  let oddity: String?
  /// Whether it is an out-of-band message at all.
  let isOutOfBand: Bool
  /// Whether its redeem URL looks like that of a registration.
  let isRegistration: Bool
  let isEncrypted: Bool
  let callbacks: [Callback]
  /// Why an app refuses it on any phone.
  private let refusal: Refusal?
  /// Why an app refuses it on the phones of a system: the vendor's example app for it gets no payload.
  private let losses: [Handset.OperatingSystem: Refusal]
  /// The example apps that do not get the payload of a link that others get.
  public let losing: [LinkReader]
  /// The errors that a check finds in a message that is not refused everywhere, but those about its symbol, and capitals.
  public let flaws: [Diagnostic]
  /// Why the link is not the app's, by the policy.
  let denial: Handset.LinkAnswer?
  /// Why phones may not read its symbol.
  public let symbolFault: Diagnostic?

  /// What scanners and browsers distinguish.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A payload as base64url.
    case payload
    /// A payload as JSON.
    case json
    /// An https link with a payload.
    case link
    /// A URI of another scheme with `//`.
    case uri
    /// A URI without `//`.
    case opaque
    /// An intent URI, with which a page starts an app in Chrome and other browsers on Android.
    case intent
    /// A web address without a payload, or an http link.
    case web
    /// A message that scanners handle in ways of their own: Wi-Fi, contacts, telephone numbers, …
    case other
    /// Text or bytes that are not a URI.
    case text
  }

  /// What scanners distinguish in a scheme.
  enum SchemeForm: String, CaseIterable {
    case plain
    /// With a dot, as in `com.example.access`, which looks like a host.
    case dotted
    /// With capitals, which are other letters for Android.
    case capitals
  }

  /// A callback, with what a check found wrong with it.
  struct Callback: Hashable, Sendable {
    var url: CallbackURL
    /// Why no phone opens it as intended.
    var fault: Diagnostic?
    /// Why an app may open something else.
    var warning: Diagnostic?
  }

  /// Why the app would refuse the operation.
  struct Refusal: Hashable, Sendable {
    var step: String
    var remedy: String
    var sources: [String]
  }

  /// - Parameters:
  ///   - message: The exact bytes.
  ///   - policy: What the app allows; `nil` when that is not known.
  ///   - documents: The vendor's documents to follow where they disagree.
  public init(
    _ message: [UInt8], policy: TrustPolicy? = nil, documents: MessageCheck.Documents = .access28
  ) {
    self.init(RecognizedMessage(message), MessageCheck.Options(policy: policy, documents: documents))
  }

  /// Takes a message that has been recognised.
  ///
  /// - Parameters:
  ///   - message: The exact bytes, with what they are.
  ///   - options: Also what is known of its symbol. The channel does not count: it is simulated.
  public init(_ message: RecognizedMessage, _ options: MessageCheck.Options = MessageCheck.Options()) {
    var options = options
    options.channel = nil
    self.init(MessageCheck(message, options: options))
  }

  private init(_ check: MessageCheck) {
    var url: URLText?
    switch check.message {
    case .payload(_, .json): kind = .json
    case .payload: kind = .payload
    case .link(let anatomy):
      let link = anatomy.url
      // No app can open such a link.
      let opensNoApp = check.diagnostics.contains {
        $0.rule == .systemScheme || $0.rule == .malformedAuthority && $0.place.isHost
      }
      let isIntent = check.diagnostics.contains { $0.rule == .intentURI }
      // Words before the link look like a scheme, as in 'Login: https://…'.
      let isText = opensNoApp || link.isOpaque && link.text.contains(where: \.isWhitespace)
      kind = isIntent ? .intent : isText ? .text : Self.kind(of: link)
      url = link
    case .web(let address):
      kind = .web
      url = address
    case .uri(let address):
      kind = address.isOpaque ? .opaque : .uri
      url = address
    case .uaePass(let uri): kind = uri.url.isOpaque ? .opaque : .uri
    case .foreign(let foreign):
      // Only those that are handled by their scheme; cameras treat Wi-Fi, contacts and the like specially.
      switch foreign {
      case .walletConnect: kind = .opaque
      case .otpauth, .openID4VP, .openIDCredentialOffer, .bankID: kind = .uri
      default: kind = .other
      }
    case .server, .association, .page, .text, .utf16, .binary: kind = .text
    }
    if case .server = check.message { isOutOfBand = false } else { isOutOfBand = check.message.isOutOfBand }
    isRegistration = check.payload?.redeemURL?.operation == .registration
    isEncrypted = check.carried?["nma_data_content_type"]?.text == "application/jose"
    hasUserinfo = url?.userinfo != nil
    let written = url.flatMap { url in url.schemeRange.map { url.string($0) } } ?? ""
    scheme = written != written.lowercased() ? .capitals : written.contains(".") ? .dotted : .plain
    func has(_ rule: Diagnostic.Rule) -> Bool { check.diagnostics.contains { $0.rule == rule } }
    oddity =
      has(.capitals)
      ? "a link with capitals in its scheme or host" : has(.portInLink) ? "a link with a port" : nil
    callbacks = (check.message.isOutOfBand ? check.link?.callbacks ?? [] : []).map { Self.callback($0, check) }
    denial = check.errors.first { [.linkHostDenied, .schemeDenied].contains($0.rule) }.map {
      Handset.LinkAnswer(.isNotTaken, reason: $0.message, remedy: $0.remedy, sources: $0.rule.sources)
    }
    symbolFault = check.errors.first { Diagnostic.Rule.ofSymbols.contains($0.rule) }
    refusal = Self.refusal(check)
    losses = Self.losses(check)
    (losing, flaws) = refusal == nil ? Self.flaws(check) : ([], [])
  }

  /// Why an app refuses it on the phones of a system.
  func refusal(on system: Handset.OperatingSystem) -> Refusal? { refusal ?? losses[system] }

  /// What a link is for scanners and browsers: app links are https; an http link is a web address.
  private static func kind(of link: URLText) -> Kind {
    switch link.scheme {
    case "https": .link
    case "http": .web
    default: link.isOpaque ? .opaque : .uri
    }
  }

  private static func callback(_ url: CallbackURL, _ check: MessageCheck) -> Callback {
    let errors = check.diagnostics.filter { finding in
      guard case .component(url.kind.parameter, _) = finding.place else { return false }
      return finding.severity == .error
    }
    return Callback(
      url: url, fault: errors.first { ![.breakingCallback, .callbackDenied].contains($0.rule) },
      warning: errors.first { $0.rule == .breakingCallback })
  }

  private static func flaws(_ check: MessageCheck) -> (losing: [LinkReader], flaws: [Diagnostic]) {
    let flaws = check.diagnostics.filter { finding in
      finding.severity == .error && ![.message, .symbol, .association].contains(finding.place)
        || finding.rule == .capitals
    }
    return (check.readings.filter { !$0.isPayload }.map(\.reader), flaws)
  }

  /// A payload that the app cannot read, or a server that it does not know.
  private static func refusal(_ check: MessageCheck) -> Refusal? {
    if case .server = check.message { return nil }
    guard check.message.isOutOfBand else { return nil }
    if let denied = check.diagnostics.first(where: { $0.rule == .redeemHostDenied }) {
      return Refusal(
        step: "The app does not know the server (\(denied.message)) and refuses the operation.", remedy: denied.remedy,
        sources: denied.rule.sources)
    }
    if let elsewhere = check.errors.first(where: { $0.rule == .privateHost }) {
      return Refusal(
        step: "The app cannot redeem the token: \(elsewhere.message).",
        remedy: "\(elsewhere.rule.code): \(elsewhere.remedy)",
        sources: elsewhere.rule.sources)
    }
    // A reader on the phone's system gets nothing, or what it gets is not a payload.
    let getsPayload = check.readings.isEmpty ? check.payload != nil : check.readings.contains { $0.isPayload }
    if check.payload != nil && getsPayload { return nil }
    let error = check.errors.first { !Diagnostic.Rule.ofSymbols.contains($0.rule) }
    return Refusal(
      step: error.map { "The app refuses the operation: \($0.message)." }
        ?? "The app finds no payload that it can decode, and refuses the operation.",
      remedy: error.map { "\($0.rule.code): \($0.remedy)" } ?? "carry a valid payload", sources: ["SDK-3.1"])
  }
}

extension SimulatedMessage {
  /// The systems on which the vendor's example app for the system does not get the payload.
  private static func losses(_ check: MessageCheck) -> [Handset.OperatingSystem: Refusal] {
    var losses: [Handset.OperatingSystem: Refusal] = [:]
    for (system, reader) in [(Handset.OperatingSystem.iOS, LinkReader.iOS), (.android, .android)] {
      guard let reading = check.readings.first(where: { $0.reader == reader }), !reading.isPayload else { continue }
      // One about the link; those about the payload have another cause.
      let finding = check.errors.first { if case .component = $0.place { true } else { false } }
      losses[system] = Refusal(
        step: "The example app for \(reader.rawValue) does not get the payload, and refuses the operation.",
        remedy: finding.map { "\($0.rule.code): \($0.remedy)" } ?? Diagnostic.Rule.readersDiffer.fix,
        sources: ["Nevis example apps"])
    }
    return losses
  }
}

extension Diagnostic.Place {
  /// Whether it is the host of a link.
  fileprivate var isHost: Bool { if case .component("host", _) = self { true } else { false } }
}
