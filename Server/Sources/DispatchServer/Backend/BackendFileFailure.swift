/// The reason why a file that belongs to a backend cannot be used. Nothing of a file with credentials is in it.
public enum BackendFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file cannot be read, for this reason, which names the file.
  case file(String)
  /// The file does not have one header line.
  case notHeader(path: String)
  /// The header is one that the server sets itself.
  case ownHeader(path: String)
  /// The file has no certificate in PEM.
  case notCertificates(path: String)
  /// The file has no request to the dispatcher that makes a link or a symbol, for this reason.
  case notRequest(path: String, reason: String)

  public var description: String {
    switch self {
    case .file(let reason): reason
    case .notHeader(let path):
      "'\(path)' is not one ASCII header line, such as Authorization: Bearer …; give one to --backend-credentials"
    case .ownHeader(let path):
      "'\(path)' has a header that describes the request itself; give one with credentials to --backend-credentials"
    case .notCertificates(let path): "'\(path)' has no certificate in PEM; give one to --backend-ca"
    case .notRequest(let path, let reason): "'\(path)' cannot be sent to the dispatcher: \(reason)"
    }
  }
}
