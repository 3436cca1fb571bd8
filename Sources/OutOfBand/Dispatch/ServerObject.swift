public import TextFormats

/// JSON that servers exchange and no phone takes, recognised by its members.
public struct ServerObject: Hashable, Sendable {
  public let kind: Kind
  public let value: JSONValue
  /// JSON pointers (RFC 6901) of members that repeat a name in their object.
  let duplicates: [String]

  /// What servers exchange (nevisFIDO reference guide).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A request to the dispatcher.
    case dispatchRequest = "dispatch-request"
    /// The `getUafRequest` of a request to the dispatcher, alone, as AA-3.x shows it.
    case uafRequest = "uaf-request"
    /// The content of a transaction, which is not JSON but base64url of text; its value is that text in base64url.
    case transactionContent = "transaction-content"
    /// The answer to a request to the dispatcher.
    case dispatchResponse = "dispatch-response"
    /// The answer to the redemption of a token.
    case redeemResponse = "redeem-response"
    /// The answer about the status of a session.
    case statusResponse = "status-response"

    var isRequest: Bool { [.dispatchRequest, .uafRequest, .transactionContent].contains(self) }

    /// The kind with an article.
    public var words: String {
      switch self {
      case .dispatchRequest: "a request to the dispatcher"
      case .uafRequest: "the getUafRequest of a request to the dispatcher"
      case .transactionContent: "the content of a transaction"
      case .dispatchResponse: "a response of the dispatcher"
      case .redeemResponse: "a response to the redemption of a token"
      case .statusResponse: "a response about the status of a session"
      }
    }
  }

  /// Whether it is a request to the dispatcher, or the part of one that says what the user does.
  var isRequest: Bool { kind.isRequest }

  /// The response of the dispatcher; `nil` for another kind.
  public var dispatchResponse: DispatchResponse? {
    kind == .dispatchResponse ? DispatchResponse(JSONText(value)) : nil
  }

  /// The response about the status of a session; `nil` for another kind.
  public var statusResponse: StatusResponse? { kind == .statusResponse ? StatusResponse(JSONText(value)) : nil }

  /// The response to the redemption of a token; `nil` for another kind.
  public var redeemResponse: RedeemResponse? { kind == .redeemResponse ? RedeemResponse(JSONText(value)) : nil }

  /// Recognises an object; `nil` for a payload and for JSON of no known kind.
  init?(_ document: JSONDocument) {
    guard let kind = Self.kind(of: document.value) else { return nil }
    (self.kind, value, duplicates) = (kind, document.value, document.duplicates)
  }

  /// Names what servers exchange or publish, with an article; `nil` for a payload and for JSON of no known kind.
  static func words(for value: JSONValue) -> String? {
    AssociationFile.JSONKind(of: value)?.rawValue ?? kind(of: value)?.words
  }

  /// Recognises the content of a transaction among texts in base64: its bytes are markup in `<html>`, or text of several
  /// words without control characters, which words of a language do not decode to.
  init?(transactionContent text: String, bytes: [UInt8]) {
    guard let decoded = String(utf8: bytes) else { return nil }
    let isMarkup = decoded.prefix(16).drop { $0.isWhitespace }.lowercased().hasPrefix("<html>")
    let isProse =
      bytes.count >= 12 && bytes.contains(0x20) && !text.contains(where: \.isWhitespace)
      && decoded.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\r" }
    guard isMarkup || isProse else { return nil }
    (kind, value, duplicates) = (.transactionContent, .string(text), [])
  }

  /// The words of a server that answers with an error, as frameworks write it (RFC 9457, section 3); `nil` for other JSON.
  package static func errorText(of value: JSONValue) -> String? {
    let names = ["error", "title", "message", "detail", "errorMessage", "error_description"]
    let texts = names.compactMap { value[$0]?.text }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : PrintableText.quoted(texts.joined(separator: ": "))
  }

  /// Recognises an object; `nil` for a payload and for JSON of no known kind.
  static func kind(of value: JSONValue) -> Kind? {
    func has(_ name: String) -> Bool { value[name] != nil }
    if has("nma_data") { return nil }
    if has("dispatchResult") || (has("dispatcherInformation") && has("sessionId")) { return .dispatchResponse }
    if has("getUafRequest") || has("dispatcher") || has("dispatchTargetId") || has("dispatchInformation") {
      return .dispatchRequest
    }
    if has("uafRequest") { return .redeemResponse }
    if value["statusCode"]?.integer.map(UAFStatusCode.known.contains) ?? false { return .redeemResponse }
    if has("tokenInformation") || has("uafStatusCode") { return .statusResponse }
    if value["status"]?.text.flatMap(StatusResponse.Status.init) != nil { return .statusResponse }
    return has("context") && !has("token") ? .uafRequest : nil
  }
}

extension JSONText {
  /// Parses an object of one kind.
  static func reading(_ bytes: [UInt8], as kind: ServerObject.Kind) throws(Fault) -> JSONText {
    let json: JSONText
    do { json = try JSONText(parsing: bytes) } catch {
      // JSON never begins with '<'.
      let isPage = String(decoding: bytes.prefix(256), as: UTF8.self).first { !$0.isWhitespace } == "<"
      throw Fault(isPage ? "a web page instead of \(kind.words)" : "not JSON: \(error)")
    }
    guard ServerObject.kind(of: json.value) == kind else {
      let known = ServerObject.words(for: json.value)
      if known == nil, json["nma_data"] == nil, !kind.isRequest, let error = ServerObject.errorText(of: json.value) {
        throw Fault("an error of the server instead of \(kind.words): \(error)")
      }
      throw Fault("\(known ?? "a payload or other JSON") instead of \(kind.words)")
    }
    return json
  }
}
