public import FoundationEssentials
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import OutOfBand
public import ServiceLifecycle
import Synchronization

#if TLS
import HummingbirdTLS
#endif

/// A stand-in for nevisFIDO's HTTP API: it dispatches and redeems tokens and reports the status of operations, for tests of
/// front ends and apps. It authenticates nobody: anyone who redeems a token may approve the operation.
///
/// ```swift
/// let server = DispatchServer(ServerSettings(), logger: Logger(label: "server"))
/// try await server.run()  // until the task is cancelled or the service group is shut down
/// ```
public struct DispatchServer: Service {
  private let settings: ServerSettings
  private let random: any RandomNumberGenerator & Sendable
  private let clock: @Sendable () -> Date
  private let logger: Logger
  private let onListening: @Sendable (Int) -> Void

  /// A server that is not running yet.
  ///
  /// - Parameters:
  ///   - settings: See ``ServerSettings``.
  ///   - random: The source of tokens and challenges; for anything but tests the system's.
  ///   - clock: Returns the time.
  ///   - logger: Gets a line for each request, in which tokens are shortened.
  ///   - onListening: Called with the port as soon as requests are answered.
  public init(
    _ settings: ServerSettings, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    clock: @escaping @Sendable () -> Date = { Date() }, logger: Logger,
    onListening: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    (self.settings, self.random, self.clock) = (settings, random, clock)
    (self.logger, self.onListening) = (logger, onListening)
  }

  /// Answers requests until it is shut down; requests that are being answered then come to their end.
  ///
  /// - Throws: ``ListenFailure`` when the address cannot be listened on, ``CertificateFailure``,
  ///   ``BackendFileFailure``, ``StateFailure``, ``LogoFailure``, or ``InvalidSettings``.
  public func run() async throws {
    let (settings, onListening) = (settings, onListening)
    try settings.checkBuild()
    try settings.brand.check()
    let brand = try KioskBrand(settings.brand)
    let port = ListeningPort(settings.port)
    let file = try settings.stateFile.map { path throws(StateFailure) in try StateFile(path) }
    let store = try OperationStore(settings, random: random, file: file)
    let displays = try KioskDisplays(file: file)
    // What the web server itself says of its start and end is not news.
    var quiet = logger
    quiet.logLevel = .error
    let server = try listener()
    let logins = try logins(store)
    let responder = ServerResponder(
      settings: settings, store: store, logins: logins, displays: displays, brand: brand, gate: RequestGuard(settings),
      origin: { settings.publicOrigin ?? settings.origin(port: port.value) }, clock: clock,
      logger: logger)
    let application = Application(
      responder: responder,
      server: server,
      configuration: .init(
        address: .hostname(settings.host, port: settings.port),
        availableConnectionsDelegate: MaximumAvailableConnections(settings.connectionLimit)),
      onServerRunning: { channel in
        port.value = channel.localAddress?.port ?? settings.port
        onListening(port.value)
      },
      logger: quiet)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await application.run()) } catch { outcome = .failure(error) }
    await logins.close()
    do { try outcome.get() } catch let error as IOError {
      throw ListenFailure(host: settings.host, port: settings.port, reason: .system(error.errnoCode))
    } catch is SocketAddressError.UnknownHost {
      throw ListenFailure(host: settings.host, port: settings.port, reason: .unknownHost)
    }
  }

  private func listener() throws(CertificateFailure) -> HTTPServerBuilder {
    let plain = HTTPServerBuilder.http1(
      configuration: .init(
        idleTimeout: .milliseconds(Int64(settings.idleSeconds * 1000)),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 16 * 1024, maxHeaderFieldCount: 64)))
    #if TLS
    if let files = settings.certificate {
      let configuration = try ServerCertificate.configuration(files, now: clock())
      do { return try .tls(plain, tlsConfiguration: configuration) } catch { throw .unusable("\(error)") }
    }
    #endif
    return plain
  }

  private func logins(_ store: OperationStore) throws(BackendFileFailure) -> any KioskLogins {
    #if TLS
    if let backend = settings.backend { return try BackendLogins(backend, settings: settings, logger: logger) }
    #endif
    return StandInLogins(store: store, settings: settings)
  }

  /// The port that is listened on, once it is known.
  private final class ListeningPort: Sendable {
    private let port: Mutex<Int>

    init(_ port: Int) { self.port = Mutex(port) }

    var value: Int {
      get { port.withLock { $0 } }
      set { port.withLock { $0 = newValue } }
    }
  }
}
