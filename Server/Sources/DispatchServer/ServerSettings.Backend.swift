import OutOfBand
import TextFormats

extension ServerSettings {
  /// A real backend. Only two paths at its origin are requested.
  public struct Backend: Hashable, Sendable {
    /// Scheme, host and port: https, or http on this machine.
    public let origin: String
    /// The whole path of its dispatch service, which depends on how it is set up.
    public let dispatchPath: String
    /// The whole path of its status service.
    public let statusPath: String
    /// A file with a header line `Name: value` that every request gets; `nil` for none.
    public var credentials: String?
    /// A file (PEM) with the certificates that are trusted instead of the system's; `nil` for those.
    public var certificates: String?
    /// A file with the request to the dispatcher; `nil` for a login without a username, by `link-png-qr-code`.
    public var request: String?
    /// The longest answer in bytes.
    public var answerLimit = 512 * 1024
    /// The time that an answer may take, in seconds.
    public var answerSeconds = 10.0
    /// The least time between two requests for the status of a login, in seconds.
    public var statusSeconds = 1.0

    /// Names a backend.
    public init(origin: String, dispatchPath: String, statusPath: String) {
      (self.origin, self.dispatchPath, self.statusPath) = (origin, dispatchPath, statusPath)
    }
  }
}

extension ServerSettings.Backend {
  /// The URL of a service; no other is ever requested.
  func url(of service: BackendService) -> String {
    switch service {
    case .dispatch: origin + dispatchPath
    case .status: origin + statusPath
    }
  }

  /// Finds the first setting that cannot work.
  func check() throws(InvalidSettings) {
    let url = URLText(origin)
    let port = url.authority?.dropFirst(url.host?.count ?? 0) ?? ""
    guard ServerSettings.isOrigin(origin), let host = url.host,
      port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) ?? 0 > 0
    else {
      throw InvalidSettings(name: "backend", reason: "is not https://host:port without a path")
    }
    guard url.scheme == "https" || ServerSettings.isLoopback(String(host.filter { $0 != "[" && $0 != "]" })) else {
      throw InvalidSettings(
        name: "backend", reason: "uses plain http, which exposes tokens and credentials in transit; give https")
    }
    for (name, path) in [("dispatch-path", dispatchPath), ("status-path", statusPath)] {
      // Some of the vendor's pages write paths with a slash at the end.
      guard ServerSettings.isPath(path.hasSuffix("/") ? String(path.dropLast()) : path) else {
        throw InvalidSettings(name: name, reason: "is not a path such as /nevisfido/status")
      }
    }
  }
}
