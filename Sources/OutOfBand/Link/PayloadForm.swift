import TextFormats

/// What a payload becomes on its way to the phone.
///
/// ```swift
/// let form = PayloadForm.appLink(base: "https://access.example.com/open")
/// form.message(carrying: json)  // https://access.example.com/open?dispatchTokenResponse=eyJ…
/// ```
public enum PayloadForm: Hashable, Sendable {
  /// The JSON as it is.
  case json
  /// base64url of the JSON, unpadded, as the dispatcher `png-qr-code` puts it into a symbol (nevisFIDO reference guide).
  case base64URL
  /// An https link (AA-2.8); the base is what precedes `?`.
  case appLink(base: String, callbacks: [CallbackURL] = [])
  /// A custom URI with x-callback-url (AA-2.4).
  case customURI(scheme: String, action: DispatchLink.Action = .authenticate, callbacks: [CallbackURL] = [])

  /// The message that carries a payload, whether that is sound or not: ``MessageCheck`` decides.
  public func message(carrying json: [UInt8]) -> [UInt8] {
    let text = Base64.encodeURL(json)
    return switch self {
    case .json: json
    case .base64URL: Array(text.utf8)
    case .appLink(let base, let callbacks):
      Array(DispatchLink.text(payload: text, base: base, callbacks: callbacks).utf8)
    case .customURI(let scheme, let action, let callbacks):
      Array(
        DispatchLink.text(.customURI(scheme: scheme, action: action.rawValue), payload: text, callbacks: callbacks).utf8
      )
    }
  }

  /// The message that carries a payload, recognised without parsing the payload again.
  package func message(carrying json: PayloadJSON) -> RecognizedMessage {
    RecognizedMessage(message(carrying: json.bytes), carrying: json)
  }
}
