/// The reason why a server did not answer.
public struct NoAnswer: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String

  init(reason: String) { self.reason = reason }

  /// - Parameter curlExit: curl's exit code (see its manual).
  init(curlExit code: Int32) {
    switch code {
    case 1: reason = "only https is allowed"
    case 6: reason = "the host's name cannot be resolved"
    case 7: reason = "the host refuses the connection"
    case 28: reason = "no answer within 10 s"
    case 52: reason = "the server closed the connection without an answer"
    case 63: reason = "the answer is longer than 1 MiB"
    case 127: reason = "the curl program is not installed (Debian: curl)"
    default: reason = "curl failed with exit code \(code)"
    }
  }

  public var description: String { reason }
}
