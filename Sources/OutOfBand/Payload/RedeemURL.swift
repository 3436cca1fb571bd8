import TextFormats

/// Where a token is redeemed.
public struct RedeemURL: Hashable, Sendable, CustomStringConvertible {
  public let text: String
  /// In lower case.
  public let host: String

  /// - Throws: ``Fault`` when it is not an absolute https URL, or names a user.
  public init(parsing text: String) throws(Fault) {
    let url = URLText(text)
    guard let host = url.host, !host.isEmpty, url.scheme != nil, url.firstControl == nil else { throw .notAbsolute }
    guard url.scheme == "https" else { throw .notHTTPS(scheme: url.scheme ?? "") }
    if url.userinfo != nil { throw .userinfo }
    self.text = text
    self.host = host
  }

  /// What the last path segment says that the token is for. Every sample follows it; no document requires it.
  public var operation: OutOfBandOperation? {
    URLText(text).path.pieces(at: "/").last.flatMap { OutOfBandOperation(rawValue: $0) }
  }

  public var description: String { text }

  /// The reason why a text is not a redeem URL.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// No scheme or host, or a space or a control character.
    case notAbsolute
    /// Another scheme than https, in lower case.
    case notHTTPS(scheme: String)
    /// A user before `@`.
    case userinfo

    public var description: String {
      switch self {
      case .notAbsolute: "a redeem URL is an absolute https URL"
      case .notHTTPS(let scheme): "a redeem URL is https, not \(scheme)"
      case .userinfo: "a redeem URL names no user before '@'"
      }
    }
  }
}
