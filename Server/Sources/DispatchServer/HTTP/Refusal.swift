import HTTPTypes
import OutOfBand
import TextFormats

/// A request that is not answered as it was meant: the HTTP status, what is wrong, and what to do about it.
struct Refusal: Error, Hashable, Sendable {
  var status: HTTPResponse.Status
  /// A clause that names the input and the limit, without tokens.
  var reason: String
  var remedy: String
  /// What a check of the body found.
  var findings: [Diagnostic] = []
  /// The methods that are allowed, for status 405.
  var allow: String?
  /// Whether the connection is closed, because what is left of the request is not to be read.
  var closesConnection = false

  init(
    _ status: HTTPResponse.Status, _ reason: String, _ remedy: String, findings: [Diagnostic] = [],
    allow: String? = nil, closesConnection: Bool = false
  ) {
    (self.status, self.reason, self.remedy, self.findings) = (status, reason, remedy, findings)
    (self.allow, self.closesConnection) = (allow, closesConnection)
  }

  /// `error`, `remedy` and, after a check, `findings`, as `oobqr check --json` has them.
  var reply: Reply {
    var members: [JSONValue.Member] = [.init("error", .string(reason)), .init("remedy", .string(remedy))]
    if !findings.isEmpty { members.append(.init("findings", .array(findings.map(\.json)))) }
    var reply = Reply(.object(members), status: status)
    if let allow { reply.headers[.allow] = allow }
    reply.closesConnection = closesConnection
    return reply
  }
}
