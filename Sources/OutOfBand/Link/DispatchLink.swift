public import TextFormats

/// A link that carries a payload to the app: an app link (https) or a custom URI with x-callback-url (AA-2.4, AA-2.8).
///
/// ```swift
/// let link = try DispatchLink(payload, base: "https://access.example.com/open")
/// link.description  // https://access.example.com/open?dispatchTokenResponse=eyJ…
/// ```
/// What is built is percent-encoded, with the payload last, and reads the same in every app. What is parsed may be
/// worse: ``init(parsing:)-(String)`` recovers what was meant, and a check says what others would read.
public struct DispatchLink: Hashable, Sendable, CustomStringConvertible {
  public let target: Target
  public let callbacks: [CallbackURL]
  /// Further parameters, decoded, in order.
  public let parameters: [Parameter]
  /// The payload as the link carries it: base64url.
  public let payloadText: String
  /// The payload, or `nil` when the parameter holds none.
  public let payload: OutOfBandPayload?

  /// The parameter that carries the payload (AA-2.4, AA-2.8).
  public static let payloadParameter = "dispatchTokenResponse"

  /// What a link opens.
  public enum Target: Hashable, Sendable {
    /// An app link or universal link: everything before the `?`.
    case appLink(base: String)
    /// A custom URI: its scheme, in lower case, and what follows `x-callback-url/`.
    case customURI(scheme: String, action: String)

    /// A custom URI with the action that AA-2.8 calls fixed.
    public static func authentication(scheme: String) -> Target {
      .customURI(scheme: scheme.lowercased(), action: Action.authenticate.rawValue)
    }
  }

  /// A parameter of the query, decoded.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String
    /// Whether each `+` is written as it is: some readers take it for a space, others for a plus.
    let keepsPlus: Bool

    public init(_ name: String, _ value: String) { self.init(name, value, keepsPlus: false) }

    init(_ name: String, _ value: String, keepsPlus: Bool) {
      (self.name, self.value, self.keepsPlus) = (name, value, keepsPlus)
    }

    /// Percent-encoded.
    fileprivate var pair: String {
      let encoded = PercentEncoding.encode(value)
      return PercentEncoding.encode(name) + "=" + (keepsPlus ? encoded.replacing("%2B", with: "+") : encoded)
    }
  }

  /// The actions that samples use; AA-2.8 calls the action fixed to `authenticate`, also for registration.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case authenticate, register
  }

  /// Builds an app link.
  ///
  /// - Parameters:
  ///   - payload: What the link carries.
  ///   - base: `https://host/path`, the path that the app is associated with; a query is kept in front.
  ///   - callbacks: In the order in which they are written.
  /// - Throws: `Fault` when the base is not an absolute https URL without user and fragment.
  public init(_ payload: OutOfBandPayload, base: String, callbacks: [CallbackURL] = []) throws(Fault) {
    let url = URLText(base)
    guard url.scheme == "https", !(url.host ?? "").isEmpty, url.hasSoundAuthority, url.userinfo == nil,
      url.fragment == nil, url.firstControl == nil
    else { throw Fault("the base \(PrintableText.quoted(base)) is not https://host/path without a user and '#'") }
    let (target, parameters) = Self.parts(of: base)
    self.init(
      target: target, callbacks: callbacks, parameters: parameters, payloadText: payload.base64URL, payload: payload)
  }

  /// The text of an app link with any payload text and base, sound or not: a check finds what is wrong.
  static func text(payload: String, base: String, callbacks: [CallbackURL]) -> String {
    let (target, parameters) = parts(of: base)
    return text(target, payload: payload, parameters: parameters, callbacks: callbacks)
  }

  /// What precedes the `?` of a base, and the parameters behind it.
  private static func parts(of base: String) -> (Target, [Parameter]) {
    let url = URLText(base)
    let parameters = (url.query ?? "").queryPairs.map { name, value in
      Parameter(PercentEncoding.decode(name) ?? name, PercentEncoding.decode(value) ?? value)
    }
    return (.appLink(base: url.string(0..<url.pathRange.upperBound)), parameters)
  }

  /// Builds a custom URI.
  ///
  /// - Parameters:
  ///   - payload: What the link carries.
  ///   - scheme: A scheme that an app has registered (RFC 3986, section 3.1), without `:`.
  ///   - action: What the app is asked to do.
  ///   - callbacks: In the order in which they are written.
  /// - Throws: `Fault` when it is not a scheme, or is http or https.
  public init(
    _ payload: OutOfBandPayload, scheme: String, action: Action = .authenticate, callbacks: [CallbackURL] = []
  ) throws(Fault) {
    guard URLText.isScheme(scheme), !["http", "https"].contains(scheme.lowercased()) else {
      throw Fault(
        "\(PrintableText.quoted(scheme)) is not a scheme of an app: letters, digits, '+', '-' and '.', without ':'")
    }
    self.init(
      target: .customURI(scheme: scheme.lowercased(), action: action.rawValue), callbacks: callbacks, parameters: [],
      payloadText: payload.base64URL, payload: payload)
  }

  /// The same link without its callbacks, which are useless to a phone that scans the link in a symbol.
  public var withoutCallbacks: DispatchLink {
    DispatchLink(target: target, callbacks: [], parameters: parameters, payloadText: payloadText, payload: payload)
  }

  private init(
    target: Target, callbacks: [CallbackURL], parameters: [Parameter], payloadText: String, payload: OutOfBandPayload?
  ) {
    (self.target, self.callbacks, self.parameters) = (target, callbacks, parameters)
    (self.payloadText, self.payload) = (payloadText, payload)
  }

  /// Reads a link, and recovers what was meant where it is not well formed: also target, callbacks and payload.
  ///
  /// - Throws: `Fault` when it carries no payload, or is neither https nor a custom URI.
  public init(parsing text: String) throws(Fault) {
    let anatomy = LinkAnatomy(text)
    try self.init(anatomy, payload: anatomy.json.flatMap { PayloadInspection($0).payload })
  }

  /// Recovers a link from its parts.
  ///
  /// - Parameter payload: What the link carries, when it is sound.
  init(_ anatomy: LinkAnatomy, payload: OutOfBandPayload?) throws(Fault) {
    let written = anatomy
    let anatomy = written.asCopied
    let payload =
      anatomy.payload?.value == written.payload?.value
      ? payload : anatomy.json.flatMap { PayloadInspection($0).payload }
    guard let scheme = anatomy.url.scheme else { throw Self.notALink("it has no scheme") }
    guard let parameter = anatomy.payload else { throw Self.notALink("it has no \(Self.payloadParameter)") }
    if scheme == "http" { throw Self.notALink("it is http; app links are https") }
    let callbacks = anatomy.callbacks.map {
      CallbackURL($0.callback.kind, $0.callback.decodedAgain ?? $0.callback.text)
    }
    let recovered = PayloadMishap(parameter.value, decoded: anatomy.json)?.json
    let meant = payload ?? recovered.flatMap { PayloadInspection($0).payload }
    self.init(
      target: Self.target(of: anatomy, carrying: meant), callbacks: callbacks, parameters: anatomy.otherParameters,
      payloadText: (recovered ?? anatomy.json).map { Base64.encodeURL($0.bytes) } ?? parameter.value, payload: meant)
  }

  /// The target that was meant: an app link where `https` is misspelled or replaced, and the nearest action in the place of one that
  /// no app supports.
  private static func target(of anatomy: LinkAnatomy, carrying payload: OutOfBandPayload?) -> Target {
    guard case .customURI(let scheme, let action) = anatomy.target, Action(rawValue: action) == nil else {
      return anatomy.target
    }
    let url = anatomy.url
    // A host and port without a scheme.
    if url.isOpaque, scheme.contains("."), url.path.first?.isNumber == true {
      return .appLink(base: "https://" + url.string(0..<url.pathRange.upperBound))
    }
    if Spelling.isMeantAsHTTPS(scheme), !(url.host ?? "").isEmpty, url.host != LinkAnatomy.callbackHost {
      return .appLink(base: "https" + url.string(scheme.utf8.count..<url.pathRange.upperBound))
    }
    // `authenticate` also serves registrations (AA-2.4, AA-2.8), but `register` nothing else.
    let isRegistration = payload?.redeemURL?.operation == .registration
    let last = (action.pieces(at: "/").last ?? "").lowercased()
    let isNearRegister =
      last.hasPrefix("regist") || Spelling.nearest(to: last, among: [Action.register.rawValue]) != nil
    let meant: Action = isRegistration && isNearRegister ? .register : .authenticate
    return .customURI(scheme: scheme.lowercased(), action: meant.rawValue)
  }

  /// The link: callbacks and other parameters percent-encoded, the payload last.
  public var description: String {
    // What is not base64 may end the parameter, as '#' does.
    let isBase64 = payloadText.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || Self.base64Signs.contains($0) }
    return text(payload: isBase64 ? payloadText : PercentEncoding.encode(payloadText))
  }

  /// Those of the alphabet of base64 (RFC 4648, section 4) that are not unreserved in URLs.
  private static let base64Signs = Set("+/=".utf8)

  /// The link with a stand-in for its payload.
  public func text(payload: String) -> String {
    Self.text(target, payload: payload, parameters: parameters, callbacks: callbacks)
  }

  /// Writes a link: callbacks and other parameters percent-encoded, the payload last.
  ///
  /// - Parameters:
  ///   - target: What the link opens; a scheme is written in lower case.
  ///   - payload: Base64url, as it is.
  ///   - parameters: Decoded, in order.
  ///   - callbacks: In the order in which they are written, behind the parameters.
  public static func text(
    _ target: Target, payload: String, parameters: [Parameter] = [], callbacks: [CallbackURL] = []
  ) -> String {
    let head =
      switch target {
      case .appLink(let base): base
      case .customURI(let scheme, let action): "\(scheme.lowercased())://x-callback-url/\(action)"
      }
    let pairs = parameters + callbacks.map { Parameter($0.kind.parameter, $0.text) }
    let query = pairs.map { $0.pair + "&" }.joined()
    return "\(head)?\(query)\(payloadParameter)=\(payload)"
  }

  static func notALink(_ reason: String) -> Fault { Fault("not a link with a payload: \(reason)") }
}
