#if TLS
import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Asks a backend's two services, and nothing else: redirects are not followed, no proxy is used, and answers are bounded in size
/// and time.
struct BackendClient: Sendable {
  private let client: HTTPClient
  private let backend: ServerSettings.Backend
  private let headers: HTTPHeaders

  /// A client, which is to be closed at the end.
  init(_ backend: ServerSettings.Backend, _ files: BackendFiles) {
    self.backend = backend
    var headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
    if let credentials = files.credentials { headers.add(name: credentials.name, value: credentials.value) }
    self.headers = headers
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let certificates = files.certificates { tls.trustRoots = .certificates(certificates) }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: .milliseconds(Int64(backend.answerSeconds * 1000))), decompression: .disabled)
    configuration.httpVersion = .http1Only
    // The display asks again by itself.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Cancels the requests in flight.
  func close() async { try? await client.shutdown() }

  /// Sends JSON to a service.
  ///
  /// - Returns: The body of an answer with HTTP status 200 that is called JSON.
  /// - Throws: ``BackendFailure``.
  func ask(_ service: BackendService, _ body: [UInt8]) async throws -> [UInt8] {
    do {
      do { return try await race(service, body) } catch Broken.connection where service == .status {
        // A kept-alive connection may have been closed meanwhile. Asking for a status twice does no harm.
        return try await race(service, body)
      }
    } catch let reason as BackendFailure.Reason {
      throw BackendFailure(service: service, reason: reason)
    } catch {
      throw BackendFailure(service: service, reason: .notReached("the connection broke"))
    }
  }

  private enum Broken: Error { case connection }

  private static let refused = "the host refuses the connection"

  /// Limits the time of the whole exchange, however its body trickles in.
  private func race(_ service: BackendService, _ body: [UInt8]) async throws -> [UInt8] {
    let seconds = backend.answerSeconds
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask { try await exchange(service, body) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw BackendFailure.Reason.timedOut(seconds: seconds)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private func exchange(_ service: BackendService, _ body: [UInt8]) async throws -> [UInt8] {
    var request = HTTPClientRequest(url: backend.url(of: service))
    request.method = .POST
    request.headers = headers
    request.body = .bytes(ByteBuffer(bytes: body))
    do {
      let answer = try await client.execute(request, deadline: .distantFuture)
      switch Int(answer.status.code) {
      case 200: break
      case let status where 300..<400 ~= status: throw BackendFailure.Reason.redirected(status)
      case let status where status == 401 || status == 403: throw BackendFailure.Reason.notAuthorized(status)
      case let status: throw BackendFailure.Reason.otherStatus(status)
      }
      let type = answer.headers.first(name: "Content-Type")?.split(separator: ";").first?.filter { $0 != " " }
      guard type?.lowercased() == "application/json" else { throw BackendFailure.Reason.notJSON }
      let bytes = try await answer.body.collect(upTo: backend.answerLimit)
      // A body that was broken off ends like one that is complete.
      try Task.checkCancellation()
      return Array(bytes.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw BackendFailure.Reason.tooLong(limit: backend.answerLimit)
    } catch let error as NIOConnectionError {
      throw BackendFailure.Reason.notReached(
        error.connectionErrors.isEmpty ? "the host's name cannot be resolved" : Self.refused)
    } catch let error as IOError where error.errnoCode == ECONNREFUSED {
      throw BackendFailure.Reason.notReached(Self.refused)
    } catch let error as HTTPClientError where error == .connectTimeout {
      throw BackendFailure.Reason.timedOut(seconds: backend.answerSeconds)
    } catch let error where error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError {
      throw BackendFailure.Reason.notReached(
        "the TLS handshake failed, or its certificate is not trusted (--backend-ca)")
    } catch is HTTPParserError {
      throw BackendFailure.Reason.notReached("the answer is not HTTP")
    } catch let error where error is IOError || error is ChannelError {
      throw Broken.connection
    } catch let error as HTTPClientError where error == .remoteConnectionClosed {
      throw Broken.connection
    }
  }
}
#endif
