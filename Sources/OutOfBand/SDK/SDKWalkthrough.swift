import TextFormats

/// What the vendor's SDK does with a message, phase by phase (SDK-3.1, *Out-of-band authentication*).
///
/// ```swift
/// let walkthrough = SDKWalkthrough(MessageCheck(Array(link.utf8)))
/// walkthrough.decoder                // .base64URLEncoded
/// walkthrough.steps.map(\.phase)     // [.decode, .redeem, .dispatch, .select, .verify, .finish]
/// walkthrough.redeemRequest?.url     // where the token would be sent
/// ```
/// Nothing is sent. A walk that ends in an error has no steps after it.
public struct SDKWalkthrough: Hashable, Sendable {
  /// What the app hands to the decoder; `nil` if the message carries no payload.
  public let decoder: Decoder?
  /// The error that the decoder is certain to report, or `nil`.
  public let decodeError: ErrorClass?
  /// The operation that the redeem URL names; `nil` if it names none. The server decides.
  public let operation: OutOfBandOperation?
  /// In order.
  public let steps: [Step]
  /// The request that the SDK sends for a plain, sound payload.
  public let redeemRequest: RedeemRequest?

  /// The two inputs of the payload decoder, of which it takes exactly one (SDK API reference, `OutOfBandPayloadDecode`).
  public enum Decoder: String, Hashable, Sendable, CaseIterable, Codable {
    /// The JSON itself, as a push message carries it.
    case json
    /// Base64url, as a symbol or a link carries it.
    case base64URLEncoded = "base64UrlEncoded"
  }

  /// The classes of errors that the SDK reports while decoding and redeeming (SDK API reference).
  public enum ErrorClass: String, Hashable, Sendable, CaseIterable, Codable {
    case malformedPayload = "MalformedPayload"
    case decryption = "Decryption"
    case noDeviceLock = "NoDeviceLock"
    case deviceProtection = "DeviceProtection"
    case network = "Network"
    case tokenExpired = "TokenExpired"
    case tokenAlreadyRedeemed = "TokenAlreadyRedeemed"
    case unknown = "Unknown"

    /// What leads to it, as far as a source says.
    public var cause: String {
      switch self {
      case .malformedPayload: "the input is not a payload as SDK-3.1 shows it"
      case .decryption: "this phone does not hold the key of the encrypted payload"
      case .noDeviceLock: "the phone has no screen lock"
      case .deviceProtection: "the protection of the phone or of the app is not what the SDK demands"
      case .network: "the server cannot be reached, or its certificate is refused"
      case .tokenExpired: "the one-time token is past its lifetime, which the server sets"
      case .tokenAlreadyRedeemed: "another phone, or an earlier scan, has redeemed the one-time token"
      case .unknown: "anything else"
      }
    }
  }

  /// A phase of an out-of-band operation.
  public enum Phase: String, Hashable, Sendable, CaseIterable, Codable {
    /// The payload is read, and decrypted.
    case decode
    /// The token is exchanged for the operation.
    case redeem
    /// The app's handler for the operation is called.
    case dispatch
    /// The app picks account and authenticator.
    case select
    /// The user verifies.
    case verify
    /// The app learns the result.
    case finish
  }

  /// A step: what happens, what the app must have provided, and which errors can end it.
  public struct Step: Hashable, Sendable {
    public let phase: Phase
    /// A sentence without its full stop, and without secrets.
    public let text: String
    /// The objects that the app must have provided, in the order in which they may be called; names of the SDK.
    public let asks: [String]
    /// The errors that can end this step.
    public let errors: [ErrorClass]
    /// The key of the source, as in `AA-2.8`.
    public let source: String

    init(_ phase: Phase, _ text: String, asks: [String] = [], errors: [ErrorClass] = [], _ source: String) {
      (self.phase, self.text, self.asks, self.errors, self.source) = (phase, text, asks, errors, source)
    }
  }

  /// Walks through the phases for a message that was checked.
  public init(_ check: MessageCheck) {
    switch check.message {
    case .payload(_, .json): decoder = .json
    case .payload, .link: decoder = .base64URLEncoded
    default: decoder = nil
    }
    operation = check.received?.redeemURL?.operation
    redeemRequest = check.received.flatMap(RedeemRequest.init)
    decodeError = decoder != nil && check.received == nil ? .malformedPayload : nil
    let decoding = decoder.map { [Self.decode(check, $0)] } ?? []
    steps =
      check.received == nil
      ? decoding
      : decoding + [Self.redeem(redeemRequest), Self.dispatch(operation)] + Self.interaction(operation)
        + [Step(.finish, "the app learns the result", asks: ["onSuccess", "onError"], Self.sdk)]
  }
}

extension SDKWalkthrough {
  private static let sdk = "SDK-3.1"
  private static let reference = "SDK API reference"

  private static func decode(_ check: MessageCheck, _ decoder: Decoder) -> Step {
    let input =
      if case .link = check.message {
        "the value of \(DispatchLink.payloadParameter), which the app takes out of the link"
      } else {
        "the message"
      }
    let call = "OutOfBandPayloadDecode gets \(input), as \(decoder.rawValue)"
    switch check.received?.content {
    case nil:
      let reason = check.errors.first.map { ": \($0.message) (\($0.rule.code))" } ?? ""
      return Step(.decode, "\(call), and fails\(reason)", errors: [.malformedPayload], reference)
    case .encrypted:
      return Step(
        .decode, "\(call), and decrypts the payload with a key of this phone",
        errors: [.decryption, .noDeviceLock, .deviceProtection, .unknown], reference)
    case .plain:
      return Step(
        .decode, "\(call), and returns an OutOfBandPayload", errors: [.noDeviceLock, .deviceProtection, .unknown], sdk)
    }
  }

  private static func redeem(_ request: RedeemRequest?) -> Step {
    let target = request?.url.text ?? "the redeem URL, which is encrypted in the payload"
    return Step(
      .redeem, "OutOfBandOperation.execute sends the token to \(target)",
      errors: [.network, .tokenExpired, .tokenAlreadyRedeemed, .noDeviceLock, .deviceProtection, .unknown], reference)
  }

  private static func dispatch(_ operation: OutOfBandOperation?) -> Step {
    let handler = operation.map { "on" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
    let expected = handler.map { "judging by the redeem URL, \($0) handles it" } ?? "the redeem URL does not"
    return Step(
      .dispatch, "the server's answer names the operation; \(expected)",
      asks: handler.map { [$0] } ?? ["onAuthentication", "onRegistration"],
      operation == .authentication ? sdk : reference)
  }

  /// What the app and the user are asked, in order.
  private static func interaction(_ operation: OutOfBandOperation?) -> [Step] {
    let picked = "one of these is called, depending on the authenticator that was picked"
    let verifiers = ["BiometricUserVerifier", "DevicePasscodeUserVerifier", "FingerprintUserVerifier"]
    switch operation {
    case .deregistration:
      return [Step(.select, "no source at hand says whether the app or the user is asked anything", reference)]
    case .registration:
      return [
        Step(.select, "the app picks the authenticator to register", asks: ["AuthenticatorSelector"], sdk),
        Step(.verify, picked, asks: ["PinEnroller"] + verifiers, reference),
      ]
    case .authentication, nil:
      return [
        Step(
          .select,
          "the app picks the account, if the request names no user, and then the authenticator; "
            + "the selector that is called first shows the transaction, if there is one",
          asks: ["AccountSelector", "AuthenticatorSelector"], sdk),
        Step(
          .verify, "\(picked); biometric and fingerprint only on Android", asks: ["PinUserVerifier"] + verifiers, sdk),
      ]
    }
  }
}
