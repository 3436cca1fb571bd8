import TextFormats

/// How the stand-in behaves, also where nevisFIDO is configured or its behaviour is not documented.
///
/// ```swift
/// var settings = ServerSettings()
/// settings.tokenSeconds = 30
/// settings.link = .customURI(scheme: "myaccessapp")
/// ```
public struct ServerSettings: Hashable, Sendable {
  /// The address that is listened on: that of this machine alone unless something else is asked for.
  public var host = "127.0.0.1"
  /// 0…65535; 0 lets the system choose a free port.
  public var port = 9080
  /// Further names under which requests may reach the server, in lower case and without port; `localhost`, the loopback
  /// addresses, ``host`` and the host of ``publicOrigin`` are always among them. Others are refused, because a name in
  /// somebody else's domain can be made to lead here (DNS rebinding).
  public var hostNames: [String] = []
  /// Scheme, host and port of the redeem URLs, as phones reach them; `nil` for the address that is listened on, which must
  /// then be that of one machine.
  public var publicOrigin: String?
  /// The certificate and key for https; `nil` for plain http, which real apps refuse.
  public var certificate: CertificateFiles?
  /// The path of the dispatch service, in front of `/registration` and so on (nevisFIDO reference guide, *Dispatch Token
  /// Service*).
  public var dispatchPath = "/nevisfido/token/dispatch"
  /// The link that symbols and links open.
  public var link = Link.appLink(base: "https://access.example.com/open")
  /// The scheme by which the link page opens an app whose domain is not verified; `nil` leaves that link out.
  public var appScheme: String?
  /// Where the link page sends those without the app on iOS: an https URL; `nil` leaves the link out.
  public var appStore: String?
  /// The same on Android.
  public var playStore: String?
  /// The lifetime of a token in seconds, 1…86400. How long nevisFIDO's tokens live by default is not documented.
  public var tokenSeconds = 120
  /// How long the phone may take after redemption, in seconds, 1…86400: the `lifetimeMillis` of the redeem response.
  public var operationSeconds = 120
  /// A file (SQLite) in which operations, dispatch targets and displays outlive the server; `nil` for memory alone.
  public var stateFile: String?
  /// How long the status of a finished operation is kept, in seconds.
  public var retentionSeconds = 600
  /// How many operations are kept, 1…1000000; more are refused until some are forgotten.
  public var sessionLimit = 10_000
  /// How many dispatch targets are kept, 1 or more.
  public var targetLimit = 1000
  /// The users that there are; `nil` for any.
  public var users: [String]?
  /// The `appID` of UAF requests; empty lets the phone decide (UAF Protocol Specification 1.0, 3.1.3).
  public var appID = ""
  /// The form of PNG pictures in responses, which is not documented.
  public var pictures = PictureForm.base64
  /// The side of a module in pixels, 1…64.
  public var scale = 4
  /// The UAF status codes of refused redemptions.
  public var refusals = Refusals()
  /// The backend whose logins kiosk displays show; `nil` for those of the stand-in. With one, nothing of the stand-in is served.
  public var backend: Backend?
  /// How kiosk displays look.
  public var brand = Brand()
  /// The longest request body in bytes.
  public var bodyLimit = 64 * 1024
  /// The time that a request body may take, in seconds.
  public var bodySeconds = 10.0
  /// The time after which a silent connection is closed, in seconds.
  public var idleSeconds = 30.0
  /// How many connections there may be at a time; more wait.
  public var connectionLimit = 256

  /// Settings for this machine alone, kept in memory.
  public init() {}

  /// Two files in PEM.
  public struct CertificateFiles: Hashable, Sendable {
    /// The server's certificate, and those of authorities between it and one that clients trust.
    public let certificate: String
    /// Its private key, without a password.
    public let key: String

    /// Names two files, which are read when the server starts.
    public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
  }

  /// What carries the payload to the app (AA-2.8).
  public enum Link: Hashable, Sendable {
    /// An app link: everything before `?`.
    case appLink(base: String)
    /// A custom URI of an app that has registered this scheme.
    case customURI(scheme: String)
  }

  /// A PNG picture as text.
  public enum PictureForm: String, Hashable, Sendable, CaseIterable {
    /// Base64 alone.
    case base64
    /// A `data:` URI with it.
    case dataURI = "data-uri"
  }

  /// The UAF status codes of refused redemptions. The SDK distinguishes these cases (SDK API reference), but by what
  /// answers of the server is not documented.
  public struct Refusals: Hashable, Sendable {
    /// `TokenExpired`: 1408 is the time-out of the FIDO UAF HTTP API.
    public var expired = 1408
    /// `TokenAlreadyRedeemed`.
    public var alreadyRedeemed = 1403
    /// A token that the server has not made.
    public var unknown = 1404

    /// The codes that are nearest in the FIDO UAF HTTP API.
    public init() {}
  }
}

extension ServerSettings {
  /// ``host`` as URLs have it: an IPv6 address is in brackets.
  var hostInURLs: String { host.contains(":") ? "[\(host)]" : host }

  /// ``host`` and a port as URLs have them.
  public func authority(port: Int) -> String { "\(hostInURLs):\(port)" }

  /// Where the server listens: scheme, host and port.
  public func origin(port: Int) -> String { "\(certificate == nil ? "http" : "https")://\(authority(port: port))" }

  /// Every name under which clients may reach the server, without brackets and port.
  public var names: [String] {
    let own = isEveryAddress ? [] : [host.lowercased()]
    let publicHost = publicOrigin.flatMap { URLText($0).host }?.trimmingPrefix("[").prefix { $0 != "]" }
    let all = ["localhost", "127.0.0.1", "::1"] + own + hostNames + (publicHost.map { [String($0)] } ?? [])
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// Whether only programs on this machine can reach the server.
  public var isLoopback: Bool { Self.isLoopback(host) }

  /// Whether a host is this machine.
  ///
  /// - Parameter host: Without brackets and port.
  static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost" || host == "::1"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether the server listens on every address of the machine, as `0.0.0.0` and `::` mean.
  var isEveryAddress: Bool { !host.isEmpty && host.allSatisfy { "0:.".contains($0) } }
}
