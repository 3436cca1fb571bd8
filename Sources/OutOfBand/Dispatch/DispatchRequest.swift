public import TextFormats

/// A request to the dispatcher: who is asked for what, and how the phone hears of it (AA-3.x; nevisFIDO reference guide).
///
/// ```swift
/// let request = DispatchRequest(.linkSymbol, GetUAFRequest(.authentication, username: "jeff"))
/// request.json.description  // {"dispatcher":"link-png-qr-code","getUafRequest":{"context":"…","op":"Auth"}}
/// ```
public struct DispatchRequest: Hashable, Sendable {
  /// The object with all its members, known or not.
  public let json: JSONText

  /// The dispatchers of nevisFIDO.
  public enum Dispatcher: String, Hashable, Sendable, CaseIterable {
    /// A symbol with a link, which the camera opens: what the vendor recommends.
    case linkSymbol = "link-png-qr-code"
    /// A symbol with the payload in base64url, which only the scanner inside the app reads: not recommended.
    case rawSymbol = "png-qr-code"
    /// A link, for a page on the phone itself.
    case link
    /// A push message.
    case push = "firebase-cloud-messaging"

    /// Whether its response holds a symbol as PNG.
    public var makesSymbol: Bool { self == .linkSymbol || self == .rawSymbol }
  }

  /// Builds a request, with its members in the order that AA-3.x shows.
  ///
  /// - Parameters:
  ///   - dispatcher: What makes the message.
  ///   - uafRequest: What the user is asked for.
  ///   - targetID: The phone that a push message is sent to.
  ///   - title: Of the notification, which is not encrypted.
  ///   - body: Of the notification, which is not encrypted.
  ///   - data: Members that the payload's `nma_data` gets.
  public init(
    _ dispatcher: Dispatcher, _ uafRequest: GetUAFRequest, targetID: String? = nil, title: String? = nil,
    body: String? = nil, data: [JSONValue.Member] = []
  ) {
    /// The object without what is missing; `null` if nothing is left.
    func object(_ members: JSONValue) -> JSONValue {
      let rest = members.withoutNulls
      return rest == [:] ? .null : rest
    }
    let notification = object(["title": .optional(title), "body": .optional(body)])
    json = JSONText(
      object([
        "dispatchTargetId": .optional(targetID), "dispatcher": .string(dispatcher.rawValue),
        "dispatchInformation": object(["notification": notification, "data": data.isEmpty ? .null : .object(data)]),
        "getUafRequest": uafRequest.json.value,
      ]))
  }

  /// Reads a request.
  ///
  /// - Throws: `Fault`.
  public init(json bytes: [UInt8]) throws(Fault) {
    json = try .reading(bytes, as: .dispatchRequest)
  }

  /// The dispatcher; `nil` when it is missing or none of those known.
  public var dispatcher: Dispatcher? { json["dispatcher"]?.text.flatMap(Dispatcher.init) }

  public var targetID: String? { json["dispatchTargetId"]?.text }

  /// The title of the notification, which is not encrypted (AA-3.x).
  public var title: String? { json["dispatchInformation", "notification", "title"]?.text }

  /// The body of the notification, which is not encrypted (AA-3.x).
  public var body: String? { json["dispatchInformation", "notification", "body"]?.text }

  /// The members that the payload's `nma_data` gets, in order.
  public var data: [JSONValue.Member] { json["dispatchInformation", "data"]?.members ?? [] }

  /// What the user is asked for; `nil` when it is missing.
  public var uafRequest: GetUAFRequest? { json["getUafRequest"].map { GetUAFRequest(JSONText($0)) } }

  /// The command that sends the request with curl, with the headers that nevisFIDO demands, safe for a POSIX shell whatever is in the request.
  ///
  /// - Parameter url: Of the dispatch service, as in `https://host/nevisfido/token/dispatch/authentication` (nevisFIDO
  ///   reference guide, *Dispatch Token Service*).
  public func curlCommand(url: String) -> String {
    let parts = [
      "--globoff", "--fail-with-body", "--header", "Content-Type: application/json", "--header",
      "Accept: application/json", "--data-binary", json.description, "--url", url,
    ]
    return (["curl"] + parts.map(ShellText.wordIfNeeded)).joined(separator: " ")
  }
}
