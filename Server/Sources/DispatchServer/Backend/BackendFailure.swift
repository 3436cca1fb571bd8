import OutOfBand

/// The reason why a backend's answer cannot be used. Of the answer it contains only numbers and known words.
struct BackendFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let service: BackendService
  let reason: Reason

  enum Reason: Error, Hashable, Sendable {
    /// There is no connection, for this reason.
    case notReached(String)
    /// There was no complete answer in time.
    case timedOut(seconds: Double)
    /// The answer has more bytes than the limit.
    case tooLong(limit: Int)
    /// An HTTP status of 300…399.
    case redirected(Int)
    /// HTTP status 401 or 403.
    case notAuthorized(Int)
    /// Another HTTP status than 200.
    case otherStatus(Int)
    case notJSON
    /// JSON of another kind than the service's.
    case notResponse(String)
    /// `nil` for a result that is not documented.
    case notDispatched(DispatchResponse.Result?)
    case noSession
    /// The response has no message for a phone, or none that can be drawn.
    case noMessage(String)
    /// A status that is not documented.
    case otherWord
    /// The status service does not recognise the session just created.
    case unknownSession
    /// The token that was just made has expired.
    case expiredAtOnce
  }

  var description: String { "the backend's \(service) service \(clause)" }

  /// Without a fraction of zero.
  private func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }

  private var clause: String {
    switch reason {
    case .notReached(let reason): "cannot be reached: \(reason)"
    case .timedOut(let seconds): "did not answer within \(text(seconds)) s"
    case .tooLong(let limit): "answered with more than \(limit) bytes"
    case .redirected(let status): "redirects (HTTP status \(status)), which is not followed; give its final address"
    case .notAuthorized(let status): "refuses the credentials (HTTP status \(status)); see --backend-credentials"
    case .otherStatus(let status): "answered with HTTP status \(status)"
    case .notJSON: "answered with a type other than application/json"
    case .notResponse(let reason): "gave an unusable answer: \(reason)"
    case .notDispatched(let result):
      "did not dispatch: \(result.map { "\($0.rawValue), \($0.meaning)" } ?? "a dispatchResult that is not documented")"
    case .noSession: "answered without a sessionId of 1…\(StrictObject.textLimit) characters"
    case .noMessage(let reason): "answered without a message for a phone: \(reason)"
    case .otherWord: "answered with a status that is not documented"
    case .unknownSession: "does not recognise the session just created; check --status-path"
    case .expiredAtOnce: "reports that the token just created has expired"
    }
  }
}
