public import ArgumentParser
public import DispatchServer
import FoundationEssentials
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// `oobqr-server`: the stand-in for nevisFIDO's HTTP API.
@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oobqr-server",
    abstract: "Stand in for nevisFIDO's HTTP API: dispatch, redeem and status, for tests of front ends and apps.",
    discussion: """
      Without --state, everything is kept in memory and lost when it stops. Nobody is authenticated: anyone who \
      redeems a token may approve the operation. Never use it to protect anything.

      With --backend, it is not a stand-in: it serves only the display /kiosk, with logins from a real backend.
      This, and https, need a build with TLS: make serve TLS=1.

      Exit codes: 0 stopped by SIGTERM or SIGINT; 1 the address cannot be listened on, or a \
      certificate, key, state file, logo or file of the backend cannot be used; 64 misuse.
      """)

  @Option(help: "The port; 0 lets the system choose one.")
  var port = 9080

  @Option(
    help: ArgumentHelp("Listen on this address instead of only on this machine (127.0.0.1).", valueName: "address"))
  var listen: String?

  @Option(
    name: .customLong("host-name"),
    help: ArgumentHelp(
      "A name under which clients reach the server, as in their Host header; may be repeated.", valueName: "name"))
  var hostNames: [String] = []

  @Option(
    help: ArgumentHelp("Where phones reach the server, for redeem URLs: scheme://host:port.", valueName: "origin"))
  var publicOrigin: String?

  @Option(help: ArgumentHelp("Listen for https with this certificate (PEM).", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Listen for https with a certificate for this machine, which is made in this folder; ca.pem there is for clients.",
      valueName: "folder"))
  var tlsLocal: String?

  @Option(
    help: ArgumentHelp(
      "The path of the dispatch service, in front of the operation (default: \(ServerSettings().dispatchPath)); with "
        + "--backend, its whole path there.", valueName: "path"))
  var dispatchPath: String?

  @Option(
    help: ArgumentHelp(
      "Serve only the display /kiosk, with logins from this backend: https://host:port, or http on this machine.",
      valueName: "origin"))
  var backend: String?

  @Option(help: ArgumentHelp("The whole path of the backend's status service.", valueName: "path"))
  var statusPath: String?

  @Option(
    help: ArgumentHelp(
      "A file with the header line, 'Name: value', that authorises requests to the backend.", valueName: "file"))
  var backendCredentials: String?

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of the backend instead of the system's.", valueName: "file"))
  var backendCa: String?

  @Option(
    help: ArgumentHelp(
      "Send this request to the backend's dispatcher (JSON) instead of a login without a username.", valueName: "file"))
  var backendRequest: String?

  @Option(help: ArgumentHelp("The app link without its query: https://host/path.", valueName: "url"))
  var linkBase: String?

  @Option(help: ArgumentHelp("Dispatch custom URIs with this scheme instead of app links.", valueName: "scheme"))
  var scheme: String?

  @Option(help: ArgumentHelp("The scheme with which the link page /open opens the app.", valueName: "scheme"))
  var appScheme: String?

  @Option(help: ArgumentHelp("The app's URL in Apple's store, for the link page.", valueName: "url"))
  var appStore: String?

  @Option(help: ArgumentHelp("The app's URL in Google's store, for the link page.", valueName: "url"))
  var playStore: String?

  @Option(help: ArgumentHelp("The operator's name on the display /kiosk.", valueName: "name"))
  var brand: String?

  @Option(help: ArgumentHelp("A picture (PNG) that the display shows instead of the name.", valueName: "file"))
  var logo: String?

  @Option(
    help: ArgumentHelp("The display's accent, dark enough for white text on it.", valueName: "rrggbb"))
  var colour = ServerSettings.Brand().colour

  @Option(help: "How long a token lives, in seconds.")
  var tokenSeconds = ServerSettings().tokenSeconds

  @Option(help: "How long the phone may take after redemption, in seconds.")
  var operationSeconds = ServerSettings().operationSeconds

  @Option(help: "How many operations are kept, open and ended; more are refused.")
  var operationLimit = ServerSettings().sessionLimit

  @Option(help: ArgumentHelp("Keep operations, targets and displays in this file (SQLite).", valueName: "file"))
  var state: String?

  @Option(
    name: .customLong("user"), help: ArgumentHelp("A user; may be repeated. Without it, any user.", valueName: "name"))
  var users: [String] = []

  @Option(help: ArgumentHelp("The appID of UAF requests; without it, empty.", valueName: "url"))
  var appId = ""

  @Option(help: ArgumentHelp("The form of PNG pictures in responses: base64 or data-uri.", valueName: "form"))
  var pictures = ServerSettings.PictureForm.base64

  @Option(help: "The side of a module in pixels.")
  var scale = ServerSettings().scale

  @Option(help: "The UAF status code for an expired token.")
  var expiredStatus = ServerSettings.Refusals().expired

  @Option(help: "The UAF status code for a token that was redeemed before.")
  var redeemedStatus = ServerSettings.Refusals().alreadyRedeemed

  @Flag(help: "Log nothing but errors.")
  var quiet = false

  private var settings: ServerSettings {
    var settings = ServerSettings()
    if let listen { settings.host = listen }
    (settings.port, settings.publicOrigin) = (port, publicOrigin)
    if let backend, let dispatchPath, let statusPath {
      var real = ServerSettings.Backend(origin: backend, dispatchPath: dispatchPath, statusPath: statusPath)
      (real.credentials, real.certificates, real.request) = (backendCredentials, backendCa, backendRequest)
      settings.backend = real
    } else if let dispatchPath {
      settings.dispatchPath = dispatchPath
    }
    settings.hostNames = hostNames.map { $0.lowercased() }
    if let tlsCertificate, let tlsKey { settings.certificate = .init(certificate: tlsCertificate, key: tlsKey) }
    if let linkBase { settings.link = .appLink(base: linkBase) }
    if let scheme { settings.link = .customURI(scheme: scheme) }
    (settings.appScheme, settings.appStore, settings.playStore) = (appScheme, appStore, playStore)
    (settings.brand.name, settings.brand.logo, settings.brand.colour) = (brand, logo, colour)
    settings.stateFile = state
    (settings.tokenSeconds, settings.operationSeconds) = (tokenSeconds, operationSeconds)
    settings.sessionLimit = operationLimit
    if !users.isEmpty { settings.users = users }
    (settings.appID, settings.pictures, settings.scale) = (appId, pictures, scale)
    (settings.refusals.expired, settings.refusals.alreadyRedeemed) = (expiredStatus, redeemedStatus)
    return settings
  }

  func validate() throws {
    if (tlsCertificate == nil) != (tlsKey == nil) { throw ValidationError("Give --tls-certificate and --tls-key.") }
    if tlsCertificate != nil, tlsLocal != nil {
      throw ValidationError("Give --tls-certificate and --tls-key, or --tls-local, not both.")
    }
    if linkBase != nil, scheme != nil { throw ValidationError("Give --link-base or --scheme, not both.") }
    #if !TLS
    if tlsLocal != nil { throw ValidationError("\(InvalidSettings.needsTLS("tls-local"))") }
    #endif
    try validateBackend()
    do throws(InvalidSettings) { try settings.check() } catch { throw ValidationError("\(error)") }
  }

  private func validateBackend() throws {
    guard backend != nil else {
      let options = [
        ("status-path", statusPath), ("backend-credentials", backendCredentials), ("backend-ca", backendCa),
        ("backend-request", backendRequest),
      ]
      for (name, value) in options where value != nil { throw ValidationError("Give --\(name) with --backend.") }
      return
    }
    guard dispatchPath != nil, statusPath != nil else {
      throw ValidationError("Give --dispatch-path and --status-path with --backend: they depend on its setup.")
    }
    let options = [
      ("state", state), ("user", users.first), ("app-id", appId.isEmpty ? nil : appId),
      ("public-origin", publicOrigin), ("app-scheme", appScheme), ("app-store", appStore), ("play-store", playStore),
    ]
    for (name, value) in options where value != nil {
      throw ValidationError("Give --\(name) or --backend, not both: it is for the stand-in.")
    }
  }

  func run() async throws {
    // A full disk, or a limit on files, is a failure to write and not the end.
    signal(SIGXFSZ, SIG_IGN)
    var settings = settings
    if let tlsLocal { settings.certificate = try certificate(in: tlsLocal, names: settings.names) }
    var logger = Logger(label: "oobqr-server", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = quiet ? .error : .info
    if let backend = settings.backend {
      say("logins come from \(backend.origin)")
      if !settings.isLoopback {
        say("warning: anyone who reaches \(settings.host) can make the backend dispatch logins")
      }
    } else if !settings.isLoopback {
      say(
        "warning: anyone who reaches \(settings.host) can dispatch, redeem and approve operations, fetch push messages "
          + "and cause faults\(settings.certificate == nil ? ", unencrypted" : "")")
    }
    let listening = settings
    let server = DispatchServer(settings, logger: logger) { port in
      say("listening on \(listening.origin(port: port))")
    }
    var quietLogger = logger
    quietLogger.logLevel = .critical
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint], logger: quietLogger)
    // Answers that take longer are cut off.
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    do { try await ServiceGroup(configuration: configuration).run() } catch let failure as ListenFailure {
      throw fail(failure)
    } catch let failure as CertificateFailure {
      throw fail(failure)
    } catch let failure as BackendFileFailure {
      throw fail(failure)
    } catch let failure as StateFailure {
      throw fail(failure)
    } catch let failure as LogoFailure {
      throw fail(failure)
    }
  }

  /// A certificate for this machine, made if there is none.
  private func certificate(in folder: String, names: [String]) throws -> ServerSettings.CertificateFiles {
    #if TLS
    let authority = LocalAuthority(folder: folder, names: names)
    do throws(CertificateFailure) {
      let files = try authority.files(now: Date())
      say("clients trust '\(authority.authority)', for \(names.joined(separator: ", "))")
      return files
    } catch { throw fail(error) }
    #else
    throw fail(InvalidSettings.needsTLS("tls-local"))
    #endif
  }

  /// Says why the server cannot run.
  private func fail(_ reason: any Error) -> ExitCode {
    say("\(reason)")
    return .failure
  }
}

/// Writes a line to standard error.
private func say(_ text: String) {
  let line = Array("oobqr-server: \(text)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
}

extension ServerSettings.PictureForm: ExpressibleByArgument {}
