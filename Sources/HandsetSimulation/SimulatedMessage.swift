public import OutOfBand
import TextFormats

/// A message as a phone sees it.
public struct SimulatedMessage: Hashable, Sendable {
  /// `payload`, `json`, `link`, `uri`, `opaque`, `web` or `other`: the values of the catalogue's attribute `message`.
  public let kind: String
  let hasUserinfo: Bool
  /// Whether it is an out-of-band message at all.
  let isOutOfBand: Bool
  /// Whether its redeem URL looks like that of a registration.
  let isRegistration: Bool
  let callbacks: [CallbackURL]
  let refusal: Refusal?

  /// Why the app would refuse the operation.
  struct Refusal: Hashable, Sendable {
    var step: String
    var remedy: String
    var sources: [String]
  }

  /// - Parameter policy: What the app allows; `nil` when that is not known.
  public init(_ message: [UInt8], policy: TrustPolicy? = nil) {
    let check = MessageCheck(message, options: MessageCheck.Options(policy: policy))
    var url: URLText?
    switch check.message {
    case .payload(_, .json): kind = "json"
    case .payload: kind = "payload"
    case .link(let anatomy):
      let link = anatomy.url
      // App links are https; an http link is a web address.
      kind = link.scheme == "https" ? "link" : link.scheme == "http" ? "web" : link.isOpaque ? "opaque" : "uri"
      url = link
    case .web(let address):
      kind = "web"
      url = address
    case .uri(let address):
      kind = address.isOpaque ? "opaque" : "uri"
      url = address
    case .foreign(let foreign):
      // Only those whose handling rests on their scheme; cameras have ways of their own for Wi-Fi, contacts and such.
      switch foreign {
      case .walletConnect: kind = "opaque"
      case .otpauth, .openID4VP, .openIDCredentialOffer, .bankID, .uaePass: kind = "uri"
      default: kind = "other"
      }
    case .dispatchRequest, .text, .binary: kind = "other"
    }
    isOutOfBand = check.message.isOutOfBand
    isRegistration = check.payload?.redeemURL?.operation == .registration
    hasUserinfo = url?.userinfo != nil
    callbacks = check.link?.callbacks ?? []
    refusal = Self.refusal(check)
  }

  /// A payload that the app cannot read, or a server that it does not know.
  private static func refusal(_ check: MessageCheck) -> Refusal? {
    guard check.message.isOutOfBand else { return nil }
    if let denied = check.diagnostics.first(where: { $0.rule == .redeemHostDenied }) {
      return Refusal(
        step: "The app does not know the server (\(denied.message)) and refuses the operation.", remedy: denied.remedy,
        sources: ["nevissecurity/nevis-access-app-localizations"])
    }
    // A reader on the phone's system gets nothing, or what it gets is no payload.
    let getsPayload = check.readings.isEmpty ? check.payload != nil : check.readings.contains { $0.isPayload }
    if check.payload != nil && getsPayload { return nil }
    let error = check.diagnostics.first { $0.severity == .error }
    return Refusal(
      step: "The app finds no payload that it can decode, and refuses the operation.",
      remedy: error.map { "\($0.rule.code): \($0.remedy)" } ?? "carry a sound payload", sources: ["SDK-3.1"])
  }
}
