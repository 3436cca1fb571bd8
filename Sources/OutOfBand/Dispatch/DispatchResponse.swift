public import TextFormats

/// The answer to a request to the dispatcher (nevisFIDO reference guide). Every well-formed request is answered with
/// HTTP 200, so only ``result`` says whether a message was dispatched.
///
/// ```swift
/// let response = try DispatchResponse(json: bytes)
/// response.result == .dispatched       // whether the phone can get the message
/// if case .png(let picture) = response.carried { print(picture.count) }
/// ```
public struct DispatchResponse: Hashable, Sendable {
  /// The object with all its members, known or not.
  public let json: JSONText
  /// What the phone is to get; `nil` when the response holds nothing, as after a push message.
  public let carried: Carried?

  /// The outcome of the request.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    case dispatched, dispatchError, dispatchTargetExpired, dispatchTargetNotFound, dispatcherNotFound, userNotFound,
      internalError
  }

  /// What a dispatcher gives back for the phone.
  public enum Carried: Hashable, Sendable {
    /// The bytes of a PNG picture, which was in base64, bare or in a `data:` URI.
    case png([UInt8])
    /// A link or another URI.
    case link(String)
    /// Anything else.
    case text(String)
  }

  /// Reads a response.
  ///
  /// - Throws: `Fault`.
  public init(json bytes: [UInt8]) throws(Fault) {
    self.init(try .reading(bytes, as: .dispatchResponse))
  }

  /// Takes what has been parsed.
  init(_ json: JSONText) {
    self.json = json
    carried = json["dispatcherInformation", "response"]?.text.flatMap(Carried.init)
  }

  /// The outcome of the request; `nil` when that is missing or not one of the known words.
  public var result: Result? { json["dispatchResult"]?.text.flatMap(Result.init) }

  /// The one-time token: a bearer secret.
  public var token: String? { json["token"]?.text }

  /// What a request for the status of the operation needs.
  public var sessionID: String? { json["sessionId"]?.text }

  /// The name of the dispatcher, known or not.
  public var dispatcherName: String? { json["dispatcherInformation", "name"]?.text }

  /// What the server says of a request that was not dispatched: every text that is not one of the members above; `nil` without one.
  public var errorText: String? {
    if result == .dispatched { return nil }
    var known = ["token", "sessionId", "dispatchResult", "name"]
    if case .text? = carried {} else { known.append("response") }
    let members = (json.value.members ?? []) + (json["dispatcherInformation"]?.members ?? [])
    let texts = members.filter { !known.contains($0.name) }.compactMap(\.value.text).filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// Whether the payload of a message has the token of this response; `nil` when one of them is missing or encrypted.
  public func hasToken(of payload: OutOfBandPayload?) -> Bool? {
    guard let token, let other = payload?.token else { return nil }
    return token == other.value
  }
}

extension DispatchResponse.Carried {
  /// `nil` for an empty text.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    if let picture = Self.picture(in: text) {
      self = .png(picture)
    } else if !text.contains(where: \.isWhitespace), URLText(text).scheme.map({ $0 != "data" }) ?? false {
      self = .link(text)
    } else {
      self = .text(text)
    }
  }

  /// The PNG in base64, bare or in a `data:` URI (RFC 2397): which of them the server sends is not documented.
  private static func picture(in text: String) -> [UInt8]? {
    var base64 = text
    if text.prefix(5).lowercased() == "data:" {
      guard let comma = text.firstIndex(of: ","), text[..<comma].lowercased().hasSuffix(";base64") else { return nil }
      let data = String(text[text.index(after: comma)...])
      base64 = data.contains("%") ? PercentEncoding.decode(data) ?? data : data
    }
    return Base64.bytes(base64).flatMap { FileSignature(start: $0) == .png ? $0 : nil }
  }
}

extension DispatchResponse.Result {
  /// What the word means, as a clause.
  public var meaning: String {
    switch self {
    case .dispatched: "the dispatcher took the message"
    case .dispatchError: "the dispatcher failed"
    case .dispatchTargetExpired: "the dispatch target has expired"
    case .dispatchTargetNotFound: "there is no such dispatch target"
    case .dispatcherNotFound: "there is no such dispatcher"
    case .userNotFound: "there is no such user"
    case .internalError: "the server failed"
    }
  }

  /// What to do about it; `nil` after a success.
  public var remedy: String? {
    switch self {
    case .dispatched: nil
    case .dispatchError: "look for the cause in the log of nevisFIDO, and at the configuration of the dispatcher"
    case .dispatchTargetExpired: "create a new dispatch target for the phone"
    case .dispatchTargetNotFound: "send the dispatchTargetId of a phone that has been registered"
    case .dispatcherNotFound: "name a dispatcher that the server has: \(DispatchRequest.Dispatcher.list)"
    case .userNotFound: "send the username of a user that the server has"
    case .internalError: "look for the cause in the log of nevisFIDO"
    }
  }
}

extension DispatchRequest.Dispatcher {
  /// All of them, with commas between.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}
