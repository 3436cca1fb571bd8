import Foundation
import Logging
import OutOfBand
import PictureDamage
import Synchronization
import Testing
import TextFormats

@testable import DispatchServer

/// A server on a free port of this machine, with a clock that stands still until it is moved.
struct RunningServer: Sendable {
  let port: Int
  let clock: TestClock
  let log: LogLines

  /// Starts a server, and stops it at the end.
  static func with(
    _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: @Sendable @escaping (RunningServer) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.port = 0
    change(&settings)
    try settings.check()
    let (clock, log) = (TestClock(), LogLines())
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let server = DispatchServer(
      settings, random: SplitMix64(seed: 1), clock: { clock.now }, logger: log.logger,
      onListening: { continuation.yield($0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        for await port in ports { return try await body(RunningServer(port: port, clock: clock, log: log)) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Sends JSON, and returns the answer, which is as the API is described.
  func post(
    _ path: String, _ json: String, accept: String = "application/json", type: String = "application/json",
    headers: [String] = [], isMislabelled: Bool = false
  ) async throws -> RawAnswer {
    let head =
      [
        "POST \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Accept: \(accept)", "Content-Type: \(type)",
        "Content-Length: \(json.utf8.count)", "Connection: close",
      ] + headers
    let answer = try await RawExchange(port: port).send(head.joined(separator: "\r\n") + "\r\n\r\n" + json)
    if answer.status != 0 { try OpenAPI.check(answer, "POST", path, isMislabelled: isMislabelled) }
    return answer
  }

  /// Asks for a login, and returns the response.
  func dispatch(_ dispatcher: String = "link", username: String? = "jeff") async throws -> DispatchResponse {
    let request = DispatchRequest(.link, GetUAFRequest(.authentication, username: username)).json.value
    // Without a name for an unknown one.
    let known = DispatchRequest.Dispatcher(rawValue: dispatcher).map {
      JSONValue.Member("dispatcher", .string($0.rawValue))
    }
    let members = (request.members ?? []).filter { $0.name != "dispatcher" } + [known].compactMap { $0 }
    let answer = try await post("/nevisfido/token/dispatch/authentication", JSONValue.object(members).description)
    #expect(answer.status == 200)
    return try DispatchResponse(json: answer.body)
  }

  func redeem(_ token: String, _ operation: String = "authentication") async throws -> RedeemResponse {
    let answer = try await post(
      "/nevisfido/token/redeem/\(operation)", #"{"token":"\#(token)"}"#, accept: "application/fido+uaf")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "application/fido+uaf;charset=UTF-8")
    return try RedeemResponse(json: answer.body)
  }

  func status(_ session: String) async throws -> StatusResponse {
    let answer = try await post("/nevisfido/status", #"{"sessionId":"\#(session)"}"#)
    #expect(answer.status == 200)
    return try StatusResponse(json: answer.body)
  }

  /// The `serverData` of a redeem response.
  func serverData(_ response: RedeemResponse) throws -> String {
    let requests = try JSONDocument(parsing: Array(try #require(response.uafRequest).utf8)).value
    return try #require(requests.elements?.first?["header"]?["serverData"]?.text)
  }

  func conclude(_ serverData: String, _ outcome: String) async throws -> RawAnswer {
    try await post("/phone/outcome", #"{"serverData":"\#(serverData)","outcome":"\#(outcome)"}"#)
  }
}

/// A clock that is moved by hand.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(seconds: Double) { time.withLock { $0 += seconds } }
}

/// The lines of a log.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  var logger: Logger { Logger(label: "test", factory: { _ in Handler(lines: self) }) }

  fileprivate func append(_ line: String) { lines.withLock { $0.append(line) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    func log(event: LogEvent) { lines.append("\(event.message)") }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
  }
}
