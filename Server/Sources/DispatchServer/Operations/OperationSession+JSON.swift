import FoundationEssentials
import OutOfBand
import TextFormats

/// What a state file has of an operation.
extension OperationSession {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("token", .string(token)), .init("serverData", .string(serverData)),
      .init("operation", .string(operation.rawValue)), .init("transactions", .array(transactions)),
      .init("dispatcher", .string(dispatcher.rawValue)), .init("expires", Self.json(expires)),
      .init("status", .string(status.rawValue)), .init("changed", Self.json(changed)),
    ]
    if let username { members.append(.init("username", .string(username))) }
    if let targetID { members.append(.init("targetId", .string(targetID))) }
    if let tokenResult { members.append(.init("tokenResult", .string(tokenResult.rawValue))) }
    if let uafStatusCode { members.append(.init("uafStatusCode", .number(uafStatusCode))) }
    if let asmStatusCode { members.append(.init("asmStatusCode", .number(asmStatusCode))) }
    if let deadline { members.append(.init("deadline", Self.json(deadline))) }
    return .object(members)
  }

  /// Reads what ``json`` has written; `nil` for anything else.
  init?(json: JSONValue) {
    func text(_ name: String) -> String? { json[name]?.text }
    guard let id = text("id"), let token = text("token"), let serverData = text("serverData"),
      let operation = text("operation").flatMap(GetUAFRequest.Operation.init),
      let dispatcher = text("dispatcher").flatMap(DispatchRequest.Dispatcher.init),
      let status = text("status").flatMap(StatusResponse.Status.init),
      let expires = Self.date(json["expires"]), let changed = Self.date(json["changed"])
    else { return nil }
    self.init(
      id: id, token: token, serverData: serverData, operation: operation, username: text("username"),
      transactions: json["transactions"]?.elements ?? [], dispatcher: dispatcher, targetID: text("targetId"),
      expires: expires, status: status, tokenResult: text("tokenResult").flatMap(StatusResponse.TokenResult.init),
      uafStatusCode: json["uafStatusCode"]?.integer, asmStatusCode: json["asmStatusCode"]?.integer, changed: changed,
      deadline: Self.date(json["deadline"]))
  }

  /// A time in milliseconds since 1970.
  static func json(_ date: Date) -> JSONValue { .number(Int((date.timeIntervalSince1970 * 1000).rounded())) }

  static func date(_ json: JSONValue?) -> Date? {
    json?.integer.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }
}

extension DispatchTarget {
  var json: JSONValue {
    ["id": .string(id), "username": .string(username), "name": .string(name), "messages": .array(messages)]
  }

  init?(json: JSONValue) {
    guard let id = json["id"]?.text, let username = json["username"]?.text, let name = json["name"]?.text,
      let messages = json["messages"]?.elements
    else { return nil }
    self.init(id: id, username: username, name: name, messages: messages)
  }
}
