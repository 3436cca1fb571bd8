public import TextFormats

/// A request of the FIDO UAF protocol, as far as a person reads it (FIDO UAF Protocol Specification 1.0, 3.4–3.6).
///
/// The server's answer to a redemption carries a text with an array of them, one for each protocol version.
public struct UAFRequest: Hashable, Sendable {
  /// Major and minor version, such as `1.0`; `nil` if it is missing.
  public let version: String?
  /// `Reg`, `Auth` or `Dereg`; `nil` if it is missing.
  public let operation: String?
  /// The application that the request is for; empty or `nil` lets the phone decide.
  public let appID: String?
  /// Base64url; of 8 to 64 bytes in requests that are well formed.
  public let challenge: String?
  /// The user that a registration is for.
  public let username: String?
  /// The number of sets of authenticators that the policy accepts, and of criteria that it disallows.
  public let accepted: Int, disallowed: Int
  /// What the user confirms.
  public let transactions: [Transaction]

  /// A text or picture that the user confirms.
  public struct Transaction: Hashable, Sendable {
    public let contentType: String
    /// As it was sent: base64url.
    public let content: String
    /// The text, if it is one.
    public let text: String?
  }

  /// Reads the requests of a redemption's answer.
  public static func all(in text: String) throws(Fault) -> [UAFRequest] {
    let value: JSONValue
    do throws(SyntaxError) { value = try JSONDocument(parsing: Array(text.utf8)).value } catch {
      throw Fault("the UAF request is not JSON: \(error)")
    }
    guard let elements = value.elements, !elements.isEmpty, elements.allSatisfy({ $0["header"]?.members != nil }) else {
      throw Fault("the UAF request is not an array of objects with a header")
    }
    return elements.map(UAFRequest.init)
  }

  private init(_ value: JSONValue) {
    let header = value["header"]
    let numbers = ["major", "minor"].compactMap { header?["upv"]?[$0]?.integer }
    version = numbers.count == 2 ? "\(numbers[0]).\(numbers[1])" : nil
    operation = header?["op"]?.text
    appID = header?["appID"]?.text
    challenge = value["challenge"]?.text
    username = value["username"]?.text
    accepted = value["policy"]?["accepted"]?.elements?.count ?? 0
    disallowed = value["policy"]?["disallowed"]?.elements?.count ?? 0
    transactions = (value["transaction"]?.elements ?? []).map { element in
      let (type, content) = (element["contentType"]?.text ?? "", element["content"]?.text ?? "")
      let text = type == "text/plain" ? Base64.bytes(content).flatMap { String(utf8: $0) } : nil
      return Transaction(contentType: type, content: content, text: text)
    }
  }
}
