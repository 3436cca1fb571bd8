import TextFormats

/// Rules on how a payload is carried, and on messages that are something else.
extension Diagnostic.Rule {
  static let payloadJSON =
    "{\"nma_data\":{\"token\":\"\(token)\",\"redeem_url\":\"\(redeemURL)\"},"
    + "\"nma_data_content_type\":\"application/json\",\"nma_data_version\":\"1\"}"
  static let payloadText = Base64.encodeURL(Array(payloadJSON.utf8))

  public static let standardBase64 = Self(
    "OOB301", .error, "base64 instead of base64url",
    "'+' and '/' belong to the standard alphabet; SDKs take base64url.",
    fix: "replace '+' with '-' and '/' with '_' (RFC 4648, section 5)", sources: ["AA-2.4", "AA-2.8", "RFC 4648"],
    example: .init(
      Base64.encode(Array(payloadJSON.replacing("\"token\"", with: "\"x\":\"~~~???>>>\",\"token\"").utf8)).replacing(
        "=", with: "")))
  public static let padding = Self(
    "OOB302", .warning, "base64 padding",
    "Whether padding is allowed is unknown; a link reader that splits at '=' loses it.",
    fix: "leave out the '=' at the end, as JOSE does (RFC 7515, section 2)", sources: ["Nevis example apps"],
    example: .init(payloadText + "="))
  public static let whitespaceInBase64 = Self(
    "OOB303", .error, "whitespace in base64url", "A line break or space ends the value for most decoders.",
    fix: "write the base64url in one piece, without a newline at its end", sources: ["RFC 4648, section 3.1"],
    example: .init(payloadText + "\n"))
  public static let rawJSON = Self(
    "OOB304", .error, "raw JSON in a symbol",
    "The png-qr-code dispatcher puts base64url of the JSON into the symbol, not the JSON.",
    fix: "encode the JSON as base64url, or better, use a link: oobqr make --payload FILE --as link --base-url URL",
    sources: ["nevisFIDO reference guide"], example: .init(payloadJSON, .init(channel: .qr)))
  public static let brokenBase64 = Self(
    "OOB305", .error, "not base64url",
    "A character is not in any base64 alphabet, or the length is impossible: the text was cut or changed.",
    fix: "copy the payload again, whole", sources: ["RFC 4648"], example: .init(payloadText + "!"))
  public static let notPayload = Self(
    "OOB306", .error, "the link carries no payload", "The link's value does not decode to the JSON of a payload.",
    fix: "put base64url of the payload's JSON into dispatchTokenResponse", sources: ["AA-2.4", "AA-2.8"],
    example: "https://access.example.com/open?dispatchTokenResponse=aGVsbG8")
  public static let foreignMessage = Self(
    "OOB701", .note, "another kind of message",
    "This is not an out-of-band message of the Access App or the SDK; it is recognised and not checked further.",
    fix: "nothing, unless you expected a payload", sources: ["each kind's own specification"],
    example: "otpauth://totp/Example:jeff?issuer=Example")
  public static let noMessage = Self(
    "OOB702", .error, "no out-of-band message", "Neither a payload nor a link that carries one.",
    fix: "check which text the server gave for the symbol or link; in a list, other texts belong in a column 'text'",
    sources: ["AA-2.4", "AA-2.8"], example: "hello")
  public static let serverObject = Self(
    "OOB703", .note, "a server's object",
    "Servers exchange this JSON; phones do not accept it. In the API, DispatchTokenResponse is the dispatcher's response; the link parameter dispatchTokenResponse carries a payload instead.",
    fix: "put the payload into the symbol, link or push message, not the server's JSON",
    sources: ["nevisFIDO reference guide"],
    example: .init(
      #"{"token":"\#(token)","sessionId":"\#(token)","dispatchResult":"dispatched","dispatcherInformation":{"name":"link"}}"#,
      .init(channel: .qr)))

  public static let utf16 = Self(
    "OOB704", .error, "text in UTF-16",
    "JSON that systems exchange is in UTF-8, and links are ASCII. Windows PowerShell 5 writes UTF-16 with '>' and Out-File.",
    fix: "save the text in UTF-8: Out-File -Encoding ascii, or iconv -f UTF-16 -t UTF-8",
    sources: ["RFC 8259, section 8.1", "RFC 3986, section 2"],
    example: .init(#"{"nma_data":{}}"#.reduce(into: "") { $0 += "\($1)\0" }))

  static let encodingRules = [
    standardBase64, padding, whitespaceInBase64, rawJSON, brokenBase64, notPayload, foreignMessage, noMessage,
    serverObject, utf16,
  ]
}
