import TextFormats

/// Rules on what the server answers: to a request to the dispatcher, about a session, and to the redemption of a token.
extension Diagnostic.Rule {
  private static let guide = ["nevisFIDO reference guide"]
  private static let uaf = ["nevisFIDO reference guide", "FIDO UAF HTTP API"]

  public static let notDispatched = Self(
    "OOB329", .error, "not dispatched",
    "Every well-formed request is answered with HTTP 200; only the dispatchResult says whether a message was dispatched.",
    fix: "look at the dispatchResult, not at the HTTP status", sources: guide,
    example: dispatched("dispatchTargetNotFound"))
  public static let unknownDispatchResult = Self(
    "OOB330", .error, "unknown dispatchResult",
    "The dispatchResult is dispatched or one of the documented failures; without it nothing says that a message was dispatched.",
    fix: "treat only \"dispatched\" as success", sources: guide, example: dispatched("ok"))
  public static let incompleteDispatch = Self(
    "OOB331", .warning, "response without token or session",
    "A response holds the token, which the message carries, and the sessionId, which a request for the status needs.",
    fix: "keep both members of the server's response", sources: guide,
    example:
      #"{"dispatchResult":"dispatched","sessionId":"a","dispatcherInformation":{"name":"firebase-cloud-messaging"}}"#)
  public static let unreadableDispatch = Self(
    "OOB332", .error, "nothing for the phone in the response",
    "The dispatchers png-qr-code and link-png-qr-code answer with a PNG in base64, link with a link that carries the payload.",
    fix: "take the response as the server sent it, uncut", sources: guide,
    example: dispatched("dispatched", #""name":"link-png-qr-code","response":"iVBORw0K""#))
  public static let tokenDiffers = Self(
    "OOB333", .error, "token of another response",
    "The response and its message must have the same token; otherwise the message belongs to another request.",
    fix: "show the message of this response, and ask for the status of its session", sources: guide,
    example: dispatched("dispatched", #""name":"link","response":"\#(otherLink)""#))
  public static let unknownStatus = Self(
    "OOB334", .warning, "unknown status",
    "The status is tokenCreated, clientRegistering, clientAuthenticating, succeeded, failed or unknown, and the tokenResult tokenRedeemed or tokenTimedOut.",
    fix: "treat any other word as not succeeded", sources: guide,
    example: #"{"status":"done","tokenInformation":{"tokenResult":"tokenRedeemed"}}"#)
  public static let operationFailed = Self(
    "OOB335", .note, "operation not done",
    "The operation has failed, its token has timed out, or its session is unknown.", fix: "dispatch a new request",
    sources: guide, example: #"{"status":"failed"}"#)
  public static let unknownUAFStatus = Self(
    "OOB336", .warning, "unknown UAF status code",
    "The codes are 1200, 1202, 1400, 1401, 1403, 1404, 1408, 1480, 1481, 1490 to 1498 and 1500.",
    fix: "treat any other code as a failure", sources: uaf, example: #"{"status":"failed","uafStatusCode":200}"#)
  public static let notRedeemed = Self(
    "OOB337", .error, "token not redeemed", "A successful redemption returns the status code 1200.",
    fix: "dispatch a new request: a token can be redeemed only once, and only for a limited time", sources: uaf,
    example: #"{"statusCode":1404}"#)
  public static let incompleteRedemption = Self(
    "OOB338", .error, "incomplete redemption",
    "A successful redemption returns uafRequest, op and lifetimeMillis, which the phone needs.",
    fix: "take the response as the server sent it, uncut", sources: guide,
    example: #"{"statusCode":1200,"uafRequest":"","op":"Auth","lifetimeMillis":120000}"#)

  /// A link with another token than that of ``dispatched(_:_:)``.
  private static let otherLink: String = {
    let payload = OutOfBandPayload.json(token: "0ea3abe9-c26c-4401-b5d5-2c1f4a4fd2eb", redeemURL: redeemURL)
    return "https://access.example.com/open?dispatchTokenResponse=" + Base64.encodeURL(payload)
  }()

  private static func dispatched(
    _ result: String, _ information: String = #""name":"firebase-cloud-messaging""#
  ) -> Diagnostic.Example {
    Diagnostic.Example(
      #"{"token":"\#(token)","sessionId":"a","dispatcherInformation":{\#(information)},"dispatchResult":"\#(result)"}"#)
  }

  static let responseRules = [
    notDispatched, unknownDispatchResult, incompleteDispatch, unreadableDispatch, tokenDiffers, unknownStatus,
    operationFailed, unknownUAFStatus, notRedeemed, incompleteRedemption,
  ]
}
