public import TextFormats

/// What the user is asked for: the `getUafRequest` of a request to the dispatcher, in one or alone (AA-3.x).
///
/// ```swift
/// let request = GetUAFRequest(.authentication, username: "jeff", transactions: [TransactionText("Pay CHF 200")])
/// request.json.description  // {"context":"{\"username\":\"jeff\",\"transaction\":[…]}","op":"Auth"}
/// ```
public struct GetUAFRequest: Hashable, Sendable {
  /// The object with all its members, known or not.
  public let json: JSONText
  /// The object in the text of `context`; `nil` when there is no context or its text is not an object.
  public let context: JSONText?

  /// What the user does.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    case registration = "Reg"
    case authentication = "Auth"
    case deregistration = "Dereg"
  }

  /// Builds a request.
  ///
  /// - Parameters:
  ///   - operation: What the user does.
  ///   - username: Whom it is about; `nil` lets the user choose an account (SDK-3.1, usernameless authentication).
  ///   - transactions: What the user confirms.
  public init(_ operation: Operation, username: String? = nil, transactions: [TransactionText] = []) {
    let array = transactions.map { ["contentType": "text/plain", "content": .string($0.content)] as JSONValue }
    let members: JSONValue = [
      "username": .optional(username), "transaction": array.isEmpty ? .null : .array(array),
    ]
    let context = JSONText(members.withoutNulls)
    self.context = context
    json = JSONText(["context": .string(context.description), "op": .string(operation.rawValue)])
  }

  /// Reads a body on its own.
  ///
  /// - Throws: `Fault`.
  public init(json bytes: [UInt8]) throws(Fault) {
    self.init(try .reading(bytes, as: .uafRequest))
  }

  /// Takes what has been parsed.
  init(_ json: JSONText) {
    self.json = json
    let context = json["context"]?.text.flatMap { try? JSONText(parsing: Array($0.utf8)) }
    self.context = context?.value.members == nil ? nil : context
  }

  /// The operation; `nil` when it is missing or none of those known.
  public var operation: Operation? { json["op"]?.text.flatMap(Operation.init) }

  /// The `username` of the context.
  public var username: String? { context?["username"]?.text }

  /// The texts of the context's transactions that can be read, in order.
  public var transactions: [TransactionText] {
    (context?["transaction"]?.elements ?? []).compactMap {
      TransactionCheck(content: $0["content"]?.text, at: .message, .accessApp).text
    }
  }
}
