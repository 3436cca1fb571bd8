import TextFormats

/// Rules on the payload's JSON.
extension Diagnostic.Rule {
  private static func example(_ data: String, type: String = "\"application/json\"", version: String = "\"1\"")
    -> Diagnostic.Example
  {
    Diagnostic.Example("{\"nma_data\":\(data),\"nma_data_content_type\":\(type),\"nma_data_version\":\(version)}")
  }

  static let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  static let redeemURL = "https://fido.example.com/nevisfido/token/redeem/authentication"
  private static let data = "{\"token\":\"\(token)\",\"redeem_url\":\"\(redeemURL)\"}"
  private static let sdk = ["SDK-3.1"]

  public static let malformedJSON = Self(
    "OOB101", .error, "malformed JSON", "The payload is not JSON, so no app can decode it.",
    fix: "make the payload one JSON object in UTF-8, without a byte order mark (RFC 8259)",
    sources: ["SDK-3.1", "RFC 8259"], example: "{\"nma_data\":")
  public static let emptyMessage = Self(
    "OOB102", .error, "empty message", "There is nothing to check.", fix: "give a payload, a link or a picture of one",
    sources: sdk, example: "")
  public static let duplicateKey = Self(
    "OOB103", .error, "duplicate key", "Parsers differ on which of two equal names counts (RFC 8259, section 4).",
    fix: "keep one of the members", sources: ["RFC 8259"],
    example: example("{\"token\":\"a\",\"token\":\"\(token)\",\"redeem_url\":\"\(redeemURL)\"}"))
  public static let notAnObject = Self(
    "OOB104", .error, "not an object",
    "A payload is a JSON object with nma_data, nma_data_content_type and nma_data_version.",
    fix: "wrap the data in such an object", sources: sdk, example: "[]")
  public static let missingData = Self(
    "OOB105", .error, "nma_data missing", "nma_data holds the token and the redeem URL, or a JWE of them.",
    fix: "add nma_data", sources: sdk,
    example: "{\"nma_data_content_type\":\"application/json\",\"nma_data_version\":\"1\"}")
  public static let missingContentType = Self(
    "OOB106", .error, "nma_data_content_type missing",
    "nma_data_content_type says whether nma_data is plain or encrypted.",
    fix: "add \"nma_data_content_type\":\"application/json\", or application/jose for a JWE", sources: sdk,
    example: "{\"nma_data\":\(data),\"nma_data_version\":\"1\"}")
  public static let wrongContentType = Self(
    "OOB107", .error, "wrong content type", "The content type is exactly application/json or application/jose.",
    fix: "use application/json for an object and application/jose for a JWE",
    sources: ["SDK-3.1", "SDK API reference ContentType"], example: example(data, type: "\"text/json\""))
  public static let missingVersion = Self(
    "OOB108", .error, "nma_data_version missing", "Every sample has the version \"1\".",
    fix: "add \"nma_data_version\":\"1\"", sources: sdk,
    example: "{\"nma_data\":\(data),\"nma_data_content_type\":\"application/json\"}")
  public static let wrongVersion = Self(
    "OOB109", .error, "wrong version", "The only version that any document shows is the string \"1\".",
    fix: "write \"nma_data_version\":\"1\", as a string", sources: sdk, example: example(data, version: "1"))
  public static let dataMismatch = Self(
    "OOB110", .error, "nma_data does not match its content type",
    "With application/json, nma_data is an object; with application/jose, it is a string, a compact JWE.",
    fix: "make content type and nma_data agree", sources: ["SDK-3.1", "SDK API reference OutOfBandPayload"],
    example: example("\"eyJ\""))
  public static let missingToken = Self(
    "OOB111", .error, "token missing", "Without a token there is nothing to redeem.",
    fix: "add the token of the dispatch response as a non-empty string",
    sources: ["SDK-3.1", "SDK API reference RedeemData"], example: example("{\"redeem_url\":\"\(redeemURL)\"}"))
  public static let tokenNotUUID = Self(
    "OOB112", .warning, "token is not a UUID", "Every sample's token is a lower-case UUID; no document requires it.",
    fix: "check that the token is the one that the server gave", sources: ["SDK-3.1 (sample)"],
    example: example("{\"token\":\"hello\",\"redeem_url\":\"\(redeemURL)\"}"))
  public static let missingRedeemURL = Self(
    "OOB113", .error, "redeem_url missing", "The app sends the token to the redeem URL.",
    fix: "add redeem_url, an absolute https URL", sources: ["SDK-3.1", "SDK API reference RedeemData"],
    example: example("{\"token\":\"\(token)\"}"))
  public static let unknownMember = Self(
    "OOB114", .warning, "unknown member",
    "Data of your own belongs in nma_data; no document describes it at the top level.",
    fix: "move it into nma_data (dispatchInformation.data of the dispatch request)",
    sources: ["SDK API reference OutOfBandPayload"],
    example:
      "{\"nma_data\":\(data),\"nma_data_content_type\":\"application/json\",\"nma_data_version\":\"1\",\"mine\":1}")
  public static let malformedJWE = Self(
    "OOB115", .error, "not a compact JWE",
    "An encrypted payload is a compact JWE: five base64url parts (RFC 7516, 7.1).",
    fix: "pass on the JWE exactly as the server made it", sources: ["SDK-3.1", "RFC 7516"],
    example: example("\"a.b.c\"", type: "\"application/jose\""))
  public static let bareJWE = Self(
    "OOB116", .error, "compact JWE without its payload",
    "Apps decode a payload's JSON; an encrypted payload is such JSON with the JWE as its nma_data.",
    fix:
      "wrap it: oobqr link --jwe-file FILE --base-url URL, or base64url of {\"nma_data\":\"<JWE>\","
      + "\"nma_data_content_type\":\"application/jose\",\"nma_data_version\":\"1\"}",
    sources: ["SDK-3.1", "SDK API reference ContentType"], example: .init(jwe))
  public static let messageTooLong = Self(
    "OOB117", .error, "message too long",
    "Messages up to 1 MiB are checked; a symbol holds at most 2953 bytes or 7089 digits.",
    fix: "check that this is the right message, or shorten it", sources: ["ISO/IEC 18004:2015, table 7"],
    example: .init("\0", filledWith: .init(character: " ", count: MessageCheck.sizeLimit + 1)))
  public static let repeatedToken = Self(
    "OOB118", .error, "one-time token twice in a list",
    "A one-time token can be redeemed only once; the second phone gets TokenAlreadyRedeemed.",
    fix: "dispatch once for each row", sources: ["SDK API reference"],
    example: .init(payloadJSON, .init(earlierLine: 1)))
  public static let plainAuthentication = Self(
    "OOB601", .note, "plain payload for an authentication",
    "Anyone who sees the symbol can redeem the token first. Encryption is recommended for QR and links, and mandatory for push.",
    fix: "dispatch with encryption when the phone is registered",
    sources: ["Nevis: QR and link encryption recommended"], example: example(data))
  public static let encryptedRegistration = Self(
    "OOB602", .warning, "encrypted registration",
    "A phone that is not registered yet has no key to decrypt with, as far as can be inferred; no document says so.",
    fix: "dispatch registrations of new phones without encryption", sources: ["inferred: a new phone has no key"],
    example: "myaccessapp://x-callback-url/register?dispatchTokenResponse=\(Base64.encodeURL(Array(encrypted.utf8)))")

  public static let plainPush = Self(
    "OOB605", .error, "plain payload in a push message",
    "Push messages have to be encrypted, and a registration cannot be pushed: its phone is not known yet.",
    fix: "dispatch with encryption, which the Firebase dispatcher does",
    sources: ["nevisFIDO reference guide", "AA-2.4"], example: .init(payloadJSON, .init(channel: .push)))

  private static let jwe = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA"
  static let encrypted =
    "{\"nma_data\":\"\(jwe)\","
    + "\"nma_data_content_type\":\"application/jose\",\"nma_data_version\":\"1\"}"

  static let payloadRules = [
    malformedJSON, emptyMessage, duplicateKey, notAnObject, missingData, missingContentType, wrongContentType,
    missingVersion,
    wrongVersion, dataMismatch, missingToken, tokenNotUUID, missingRedeemURL, unknownMember, malformedJWE,
    bareJWE,
    messageTooLong, repeatedToken,
    plainAuthentication, encryptedRegistration, plainPush,
  ]
}
