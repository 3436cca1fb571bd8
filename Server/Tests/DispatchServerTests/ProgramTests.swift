import Foundation
import Glibc
import Testing

@testable import DispatchServer

/// The program itself: its start, its end and what it says.
@Suite struct ProgramTests {
  @Test func `it listens on this machine alone, and stops within a second when it is asked to`() async throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try Program(["--port", "0"])
      let port = try await program.port()
      #expect(program.said.contains("listening on http://127.0.0.1:\(port)\n"))
      #expect(!program.said.contains("warning"))
      // A connection that is open and silent does not hold up the end.
      let idle = Task { try await RawExchange(port: port).send("GET ") }
      try await Task.sleep(for: .milliseconds(600))
      let start = ContinuousClock.now
      #expect(await program.stop(signal) == 0)
      #expect(ContinuousClock.now - start < .seconds(3))
      // On a busy machine it may come only after the end.
      _ = try? await idle.value
    }
  }

  @Test func `an answer under way is finished before it stops`() async throws {
    let program = try Program(["--port", "0"])
    let port = try await program.port()
    func post(_ path: String, _ body: String) async throws -> RawAnswer {
      try await RawExchange(port: port).send(
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    }
    #expect(try await post("/faults", #"{"fault":"slow","on":"status","seconds":1}"#).status == 200)
    async let slow = post("/nevisfido/status", #"{"sessionId":"x"}"#)
    try await Task.sleep(for: .milliseconds(300))
    #expect(await program.stop(SIGTERM) == 0)
    #expect(try await slow.status == 200)
  }

  @Test func `under load it stops within seconds, and every answer that has begun is whole`() async throws {
    let program = try Program(["--port", "0", "--quiet"])
    let server = RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines())
    let streams = try await withThrowingTaskGroup(of: RawAnswer.self) { group in
      for _ in 0..<3 {
        let display = try await KioskTests.Display(server)
        group.addTask { try await KioskTests.get("/kiosk/events", "text/event-stream", server, cookie: display.cookie) }
      }
      let clients = (0..<4).map { _ in
        Task {
          var count = 0
          while let answer = try? await RawExchange(port: server.port).send(Self.dispatch), answer.status != 0 {
            #expect(answer.status == 200)
            #expect(answer.headers["content-length"] == "\(answer.body.count)")
            count += 1
          }
          return count
        }
      }
      try await Task.sleep(for: .milliseconds(500))
      let start = ContinuousClock.now
      #expect(await program.stop(SIGTERM) == 0)
      #expect(ContinuousClock.now - start < .seconds(8))
      for client in clients { #expect(await client.value > 0) }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for stream in streams { #expect(stream.text.contains("data: {\"state\":\"waiting\"}\n\n")) }
    #expect(program.said.split(separator: "\n").count == 1, "\(program.said)")
  }

  private static let dispatch =
    "POST \(DispatchServiceTests.path) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
    + "Content-Type: application/json\r\nContent-Length: \(DispatchServiceTests.request.utf8.count)\r\n"
    + "Connection: close\r\n\r\n" + DispatchServiceTests.request

  @Test func `a port in use is one clear line`() async throws {
    let program = try Program(["--port", "0"])
    let port = try await program.port()
    let second = try Program(["--port", "\(port)"])
    #expect(await second.ended() == 1)
    #expect(
      second.said
        == "oobqr-server: port \(port) of 127.0.0.1 is in use by another program; stop it, or choose another --port\n")
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `another address is a warning that says what is exposed`() async throws {
    let program = try Program(["--port", "0", "--listen", "0.0.0.0", "--public-origin", "http://192.0.2.1:9080"])
    _ = try await program.port()
    #expect(
      program.said.hasPrefix(
        "oobqr-server: warning: anyone who reaches 0.0.0.0 can dispatch, redeem and approve operations, fetch push messages "
          + "and cause faults, unencrypted\n"))
    #expect(await program.stop(SIGTERM) == 0)
    let foreign = try Program(["--port", "0", "--listen", "192.0.2.1"])
    #expect(await foreign.ended() == 1)
    #expect(foreign.said.hasSuffix("192.0.2.1 is not an address of this machine; give one to --listen\n"))
  }

  @Test func `an address that cannot be found is one clear line`() async throws {
    let program = try Program(["--port", "0", "--listen", "nosuchhost.invalid"])
    #expect(await program.ended() == 1)
    let lines = program.said.split(separator: "\n")
    #expect(lines.count == 2, "\(program.said)")
    #expect(
      lines.last == "oobqr-server: nosuchhost.invalid cannot be found; give an address of this machine to --listen")
  }

  @Test(arguments: [
    (["--port", "65536"], "--port is 65536, not in 0…65535"),
    (["--token-seconds", "0"], "--token-seconds is 0, not in 1…86400"),
    (["--operation-seconds", "86401"], "--operation-seconds is 86401, not in 1…86400"),
    (["--operation-limit", "0"], "--operation-limit is 0, not in 1…1000000"),
    (["--scale", "65"], "--scale is 65, not in 1…64"),
    (["--expired-status", "1200"], "--expired-status is 1200, not in 1201…1599"),
    (["--redeemed-status", "99"], "--redeemed-status is 99, not in 1201…1599"),
    (["--public-origin", "https://a.example/path"], "--public-origin is not scheme://host:port without a path"),
    (
      ["--listen", "0.0.0.0"], "--listen is every address, which no phone can be sent to; give --public-origin as well"
    ),
    (["--listen", "::"], "--listen is every address"),
    (["--host-name", "localhost:9080"], "--host-name is 'localhost:9080', not a host name without port"),
    (["--host-name", "fd00::1"], "--host-name is 'fd00::1', not a host name without port"),
    (["--host-name", ""], "--host-name is '', not a host name without port"),
    (["--dispatch-path", "/a/../b"], "--dispatch-path is not a path such as /nevisfido/token/dispatch"),
    (["--dispatch-path", "/nevisfido/token/redeem"], "--dispatch-path is the path of another service"),
    (["--app-id", "http://a.example"], "--app-id is not an https URL of up to 512 characters"),
    (["--link-base", "http://a.example/open"], "--link-base cannot be used: the base"),
    (["--link-base", "https://a.example/open?x=1"], "--link-base cannot be used: the base"),
    (["--app-scheme", "a:b"], "--app-scheme cannot be used: 'a:b' is not a scheme of an app"),
    (["--app-store", "http://a.example/"], "--app-store is not an https URL"),
    (["--play-store", "javascript:alert(1)"], "--play-store is not an https URL"),
    (["--brand", " "], "--brand is not a name of 1…60 visible characters"),
    (["--brand", String(repeating: "a", count: 61)], "--brand is not a name of 1…60 visible characters"),
    (["--brand", "a\u{202E}b"], "--brand is not a name of 1…60 visible characters"),
    (["--logo", "logo.png"], "--logo needs --brand as well: screen readers read the name instead"),
    (["--colour", "red"], "--colour is 'red', not six hexadecimal digits such as 123b5d"),
    (["--colour", "777777"], "--colour has a contrast of 4.4:1 with white, below 4.5:1"),
    (["--scheme", "https"], "--scheme cannot be used: 'https' is not a scheme of an app"),
    (["--tls-key", "a"], "Give --tls-certificate and --tls-key."),
    (["--tls-key", "a", "--tls-certificate", "a", "--tls-local", "b"], "or --tls-local, not both."),
    (["--scheme", "a", "--link-base", "https://a.example/"], "Give --link-base or --scheme, not both."),
    (["--status-path", "/s"], "Give --status-path with --backend."),
    (
      ["--backend", "https://a.example", "--status-path", "/s"], "Give --dispatch-path and --status-path with --backend"
    ),
    (behind("https://a.example") + ["--state", "a"], "Give --state or --backend, not both: it is for the stand-in."),
    (behind("http://a.example"), "--backend uses plain http, which exposes tokens and credentials in transit"),
    (behind("http://127.0.0.1.a.example"), "--backend uses plain http"),
    (behind("http://127.1"), "--backend uses plain http"),
    (behind("https://a.example/path"), "--backend is not https://host:port without a path"),
    (behind("https://user:secret@a.example"), "--backend is not https://host:port without a path"),
    (behind("https://a.example?x"), "--backend is not https://host:port without a path"),
    (behind("ftp://a.example"), "--backend is not https://host:port without a path"),
    (behind("https://a.example:99999"), "--backend is not https://host:port without a path"),
    (behind("https://a.example", "//b"), "--dispatch-path is not a path such as /nevisfido/status"),
    (behind("https://a.example", "/b?x"), "--dispatch-path is not a path such as /nevisfido/status"),
    (behind("https://a.example", "/b", "/../c"), "--status-path is not a path such as /nevisfido/status"),
    (behind("https://a.example", "/b", "@evil.example/c"), "--status-path is not a path such as /nevisfido/status"),
  ])
  func `a setting that cannot work is misuse, with its name and limits`(
    _ arguments: [String], _ reason: String
  ) async throws {
    let program = try Program(arguments)
    #expect(await program.ended() == 64)
    #expect(program.said.contains(reason), "\(program.said)")
  }
}

/// Arguments for a backend.
private func behind(_ origin: String, _ dispatchPath: String = "/a", _ statusPath: String = "/b") -> [String] {
  ["--backend", origin, "--dispatch-path", dispatchPath, "--status-path", statusPath]
}

/// A program that was built with these tests, `oobqr-server` or `oobqr-phone`, or one of the system by its path.
final class Program {
  private let process = Process()
  private let file: URL

  init(_ arguments: [String], named name: String = "oobqr-server", writesOutput: Bool = false) throws {
    file = FileManager.default.temporaryDirectory.appendingPathComponent("oobqr-server-\(UUID().uuidString)")
    try Data().write(to: file)
    // The tests are a bundle or a program in the folder of the products.
    process.executableURL = URL(
      fileURLWithPath: name.hasPrefix("/") ? name : try Self.products() + "/" + name)
    process.arguments = arguments
    process.standardError = try FileHandle(forWritingTo: file)
    process.standardOutput = writesOutput ? process.standardError : FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: file)
  }

  static func products() throws -> String {
    let folders =
      CommandLine.arguments.prefix(1) + [try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")]
    for argument in folders + CommandLine.arguments {
      let folder = URL(fileURLWithPath: argument).deletingLastPathComponent().path
      if FileManager.default.isExecutableFile(atPath: folder + "/oobqr-server") { return folder }
    }
    throw RawExchange.Failure(reason: "oobqr-server is not beside the tests")
  }

  /// What it has written to standard error, and to standard output if that was asked for.
  var said: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// Waits until it listens.
  func port() async throws -> Int {
    for _ in 0..<400 {
      if let match = said.firstMatch(of: /listening on https?:\/\/[^\n]*:(\d+)\n/), let port = Int(match.1) {
        return port
      }
      if !process.isRunning { break }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw RawExchange.Failure(reason: "it does not listen: \(said)")
  }

  /// Waits for its end, while other tasks go on: those of servers in this process among them.
  func ended() async -> Int32 {
    while process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
    return waited()
  }

  /// Waits for its end.
  func waited() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  func stop(_ signal: Int32) async -> Int32 {
    kill(process.processIdentifier, signal)
    return await ended()
  }
}
