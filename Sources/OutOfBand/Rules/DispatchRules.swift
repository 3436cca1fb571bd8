import TextFormats

/// Rules on requests to the dispatcher and on the transactions in them.
extension Diagnostic.Rule {
  public static let transactionEncoding = Self(
    "OOB307", .error, "transaction content is not base64url",
    "transaction.content is base64url; standard base64 with padding was seen in the field.",
    fix: "encode it as base64url without padding", sources: ["AA-3.x", "field observation"],
    example: dispatch(#"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"U2Vl/w==\"}]}"#))
  public static let transactionMarkup = Self(
    "OOB308", .warning, "unsupported tag in a transaction",
    "Inside <html></html>, the tags b, br, em, i, strong and u are supported. The Access App drops other tags; Authentication Cloud refuses them.",
    fix: "use only these tags", sources: ["AA-3.x", "Nevis Authentication Cloud"],
    example: dispatch(
      #"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\#(Base64.encodeURL(Array("<html><h1>Pay</h1></html>".utf8)))\"}]}"#
    ))
  public static let sensitiveTitle = Self(
    "OOB309", .warning, "digits in a notification",
    "Title and body are not encrypted and show on the lock screen: no amounts, account numbers or personal data.",
    fix: "name the business only, and put the details into the transaction", sources: ["AA-3.x"],
    example: #"{"dispatcher":"firebase-cloud-messaging","dispatchInformation":{"notification":{"title":"Order 4711"}}}"#
  )
  public static let contextNotString = Self(
    "OOB310", .error, "context is not JSON text", "getUafRequest.context is a JSON object written as a string.",
    fix: "stringify the object", sources: ["AA-3.x"],
    example: #"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":{"username":"jeff"}}}"#)
  public static let transactionType = Self(
    "OOB311", .error, "transaction content type", "Only text/plain transactions are supported.", fix: "send text/plain",
    sources: ["AA-3.x"], example: dispatch(#"{\"transaction\":[{\"contentType\":\"image/png\",\"content\":\"QQ\"}]}"#))
  public static let pushRegistration = Self(
    "OOB312", .error, "registration by push",
    "Push cannot be used for a registration: the push identifier is not known until the phone is registered.",
    fix: "dispatch registrations as a symbol or a link: link-png-qr-code or link", sources: ["AA-2.4"],
    example:
      #"{"dispatcher":"firebase-cloud-messaging","dispatchTargetId":"a","getUafRequest":{"op":"Reg","context":"{}"}}"#)
  public static let unknownOperation = Self(
    "OOB313", .error, "unknown op", "The operation is Reg, Auth or Dereg.", fix: "write Reg, Auth or Dereg",
    sources: ["nevisFIDO reference guide", "AA-3.x"],
    example: #"{"dispatcher":"link","getUafRequest":{"op":"Login","context":"{}"}}"#)
  public static let unknownDispatcher = Self(
    "OOB314", .warning, "unknown dispatcher",
    "nevisFIDO has the dispatchers link-png-qr-code, png-qr-code, link and firebase-cloud-messaging.",
    fix: "name one of these dispatchers", sources: ["nevisFIDO reference guide"],
    example: #"{"dispatcher":"carrier-pigeon","getUafRequest":{"op":"Auth","context":"{}"}}"#)
  public static let missingUafRequest = Self(
    "OOB315", .error, "getUafRequest missing", "getUafRequest names the operation and its context.",
    fix: "add getUafRequest with context and op", sources: ["nevisFIDO reference guide", "AA-3.x"],
    example: #"{"dispatcher":"link"}"#)
  public static let transactionShape = Self(
    "OOB316", .error, "transaction is not an array of objects",
    "The transaction is an array of objects with contentType and content.",
    fix: "write \"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"<base64url>\"}]", sources: ["AA-3.x"],
    example: dispatch(#"{\"transaction\":{\"contentType\":\"text/plain\",\"content\":\"QQ\"}}"#))
  public static let transactionText = Self(
    "OOB317", .error, "transaction without text", "The content is text in UTF-8 that the user reads and confirms.",
    fix: "put the text to confirm into content, as base64url of UTF-8", sources: ["AA-3.x"],
    example: dispatch(#"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\"}]}"#))
  public static let transactionAttribute = Self(
    "OOB318", .warning, "attribute in a transaction's markup",
    "Tags have no attributes. The Access App drops the attributes and keeps the tag; Authentication Cloud refuses them.",
    fix: "remove the attributes", sources: ["AA-3.x", "Nevis Authentication Cloud"],
    example: markup("<html><b class='x'>Pay</b></html>"))
  public static let markupOutside = Self(
    "OOB319", .warning, "tag outside <html></html>", "Formatting works only in text that is enclosed in <html></html>.",
    fix: "enclose the whole text in <html></html>", sources: ["AA-3.x"], example: markup("Pay <b>200 CHF</b>"))
  public static let unclosedTag = Self(
    "OOB320", .warning, "unbalanced tags", "Every tag except br needs a closing tag.",
    fix: "close each tag inside the tag in which it was opened", sources: ["AA-3.x"],
    example: markup("<html><b>Pay</html>"))
  public static let missingTarget = Self(
    "OOB321", .error, "dispatchTargetId missing", "A push message needs the dispatch target that it is sent to.",
    fix: "add the dispatchTargetId of the user's phone", sources: ["nevisFIDO reference guide"],
    example: #"{"dispatcher":"firebase-cloud-messaging","getUafRequest":{"op":"Auth","context":"{}"}}"#)
  public static let rawDispatcher = Self(
    "OOB328", .note, "symbol without a link",
    "The symbols of png-qr-code hold the payload alone, which only the scanner inside the app reads.",
    fix: "dispatch with link-png-qr-code, whose symbols the camera opens", sources: ["nevisFIDO reference guide"],
    example: #"{"dispatcher":"png-qr-code","getUafRequest":{"op":"Auth","context":"{}"}}"#)

  public static let hiddenDirection = Self(
    "OOB339", .error, "text in another order",
    "A control of direction shows characters in another order than they are written: the user signs another text than the one "
      + "that they read. An embedding or isolate may be meant, an override is not.",
    fix: "remove the control; texts from right to left need none", sources: ["Unicode UAX #9", "AA-3.x"],
    example: markup("Pay \u{202E}001\u{202C} CHF"))
  public static let hiddenCharacter = Self(
    "OOB340", .warning, "invisible character in a transaction",
    "The user cannot see the character, and the text that is signed has it.", fix: "remove the character",
    sources: ["Unicode UTS #39", "AA-3.x"], example: markup("Pay 1\u{200B}00 CHF"))
  public static let textOutside = Self(
    "OOB341", .warning, "text outside <html></html>",
    "Whether the app shows text before <html> or behind </html> is not documented: the user may sign what they have not read.",
    fix: "enclose the whole text in <html></html>", sources: ["AA-3.x"],
    example: markup("<html>Pay <b>200 CHF</b></html> and 900 CHF"))

  private static func dispatch(_ context: String) -> Diagnostic.Example {
    Diagnostic.Example(#"{"dispatcher":"link","getUafRequest":{"op":"Auth","context":"\#(context)"}}"#)
  }

  private static func markup(_ text: String) -> Diagnostic.Example {
    dispatch(
      #"{\"transaction\":[{\"contentType\":\"text/plain\",\"content\":\"\#(Base64.encodeURL(Array(text.utf8)))\"}]}"#)
  }

  static let dispatchRules = [
    transactionEncoding, transactionMarkup, sensitiveTitle, contextNotString, transactionType, pushRegistration,
    unknownOperation, unknownDispatcher, missingUafRequest, transactionShape, transactionText, transactionAttribute,
    markupOutside, unclosedTag, missingTarget, rawDispatcher, hiddenDirection, hiddenCharacter,
    textOutside,
  ]
}
