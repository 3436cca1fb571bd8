import FoundationEssentials
import OutOfBand
import TextFormats

/// An operation from its dispatch to its end.
struct OperationSession: Hashable, Sendable {
  let id: String
  /// The one-time token: a bearer secret.
  let token: String
  /// What the phone sends back unchanged (UAF Protocol Specification 1.0, 3.1.3): another bearer secret, so that only the
  /// phone that has redeemed the token can report the end of the operation.
  let serverData: String
  let operation: GetUAFRequest.Operation
  let username: String?
  /// The elements of the context's `transaction`, as they came.
  let transactions: [JSONValue]
  let dispatcher: DispatchRequest.Dispatcher
  let targetID: String?
  /// When the token expires.
  let expires: Date
  var status = StatusResponse.Status.tokenCreated
  var tokenResult: StatusResponse.TokenResult?
  /// A status code of the FIDO UAF HTTP API.
  var uafStatusCode: Int?
  /// A status code of the authenticator's module; 3 is a user's refusal (UAF Authenticator-Specific Module API).
  var asmStatusCode: Int?
  /// When the status changed.
  var changed: Date
  /// When the time for the phone ends; `nil` before redemption.
  var deadline: Date?

  /// Ends an operation that has run out of time.
  mutating func settle(now: Date) {
    if status == .tokenCreated, now >= expires {
      (status, tokenResult, changed) = (.failed, .tokenTimedOut, expires)
    } else if !status.isFinal, let deadline, now >= deadline {
      (status, uafStatusCode, changed) = (.failed, 1408, deadline)
    }
  }

  /// The answer about the status (nevisFIDO reference guide, *Status Service*).
  var statusResponse: JSONValue {
    var members: [JSONValue.Member] = [
      .init("status", .string(status.rawValue)), .init("timestamp", .string(Timestamp.text(changed))),
    ]
    if let username { members.append(.init("userId", .string(username))) }
    if let uafStatusCode { members.append(.init("uafStatusCode", .number(uafStatusCode))) }
    if let asmStatusCode { members.append(.init("asmStatusCode", .number(asmStatusCode))) }
    var token: [JSONValue.Member] = []
    if let targetID { token.append(.init("dispatchTargetExtId", .string(targetID))) }
    if let tokenResult { token.append(.init("tokenResult", .string(tokenResult.rawValue))) }
    token.append(.init("dispatcherInformation", ["name": .string(dispatcher.rawValue)]))
    return .object(members + [.init("tokenInformation", .object(token))])
  }
}

/// Times as the status has them: ISO 8601 in UTC, with milliseconds.
enum Timestamp {
  static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
  }
}
