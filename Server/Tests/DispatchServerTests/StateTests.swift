import Foundation
import Glibc
import OutOfBand
import Synchronization
import Testing
import TextFormats

@testable import DispatchServer

/// What outlives the server with `--state`.
@Suite final class StateTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oobqr-state-\(UUID().uuidString)")
  private var file: String { folder.appendingPathComponent("state.sqlite").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Starts the program on the file, and returns it with a way to send requests.
  private func started() async throws -> (program: Program, server: RunningServer) {
    let program = try Program(["--port", "0", "--quiet", "--state", file])
    return (program, RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines()))
  }

  @Test func `after kill -9 every operation is where it was, and no redeemed token is redeemed again`() async throws {
    let (program, server) = try await started()
    let (fresh, open, ended) = (
      try await server.dispatch(), try await server.dispatch("link-png-qr-code"), try await server.dispatch()
    )
    let openToken = try #require(open.token)
    let openData = try server.serverData(try await server.redeem(openToken))
    let endedData = try server.serverData(try await server.redeem(try #require(ended.token)))
    #expect(try await server.conclude(endedData, "declined").status == 200)
    let display = try await KioskTests.Display(server)
    let target = try await PushTests.newTarget(server)
    let push = DispatchRequest(.push, GetUAFRequest(.authentication, username: "jeff"), targetID: target)
    #expect(try await server.post(DispatchServiceTests.path, push.json.description).status == 200)
    #expect(await program.stop(SIGKILL) == -SIGKILL)

    let (again, next) = try await started()
    for token in [openToken, try #require(ended.token)] {
      #expect(try await next.redeem(token).statusCode == 1403)
    }
    let status = try await next.status(try #require(ended.sessionID))
    #expect(status.status == .failed)
    #expect(try await next.status(try #require(open.sessionID)).status == .clientAuthenticating)
    #expect(try await next.conclude(openData, "approved").status == 200)
    #expect(try await next.redeem(try #require(fresh.token)).isSuccess)
    let state = try await KioskTests.get("/kiosk/state", "application/json", next, cookie: display.cookie)
    #expect(state.text == "{\"state\":\"waiting\"}\n")
    #expect(try await KioskTests.redeem(display.svg, next).isSuccess)
    let box = try await next.post("/phone/messages", #"{"dispatchTargetId":"\#(target)"}"#)
    #expect(try JSONDocument(parsing: box.body).value["messages"]?.elements?.count == 1)
    #expect(await again.stop(SIGTERM) == 0)
  }

  /// What clients were answered.
  private final class Tally: Sendable {
    let tokens = Mutex<[String]>([])
    let redeemed = Mutex<Set<String>>([])
    let doubled = Mutex(0)
  }

  @Test func `kill -9 in the middle of redemptions loses none and doubles none`() async throws {
    let (program, server) = try await started()
    let tally = Tally()
    // Clients that dispatch, redeem and redeem again until the server is gone.
    let clients = (0..<4).map { _ in
      Task {
        func ask(_ path: String, _ body: String, _ accept: String) async -> JSONValue? {
          guard let answer = try? await server.post(path, body, accept: accept), answer.status == 200 else {
            return nil
          }
          return try? JSONDocument(parsing: answer.body).value
        }
        let (redeem, type) = ("/nevisfido/token/redeem/authentication", "application/fido+uaf")
        while let made = await ask(DispatchServiceTests.path, DispatchServiceTests.request, "application/json"),
          let token = made["token"]?.text
        {
          tally.tokens.withLock { $0.append(token) }
          let body = #"{"token":"\#(token)"}"#
          guard let first = await ask(redeem, body, type) else { return }
          if first["statusCode"] == .number(1200) { tally.redeemed.withLock { _ = $0.insert(token) } }
          guard let second = await ask(redeem, body, type) else { return }
          if second["statusCode"] == .number(1200) { tally.doubled.withLock { $0 += 1 } }
        }
      }
    }
    while tally.redeemed.withLock({ $0.count }) < 20 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await program.stop(SIGKILL) == -SIGKILL)
    for client in clients { await client.value }
    let (again, next) = try await started()
    #expect(tally.doubled.withLock { $0 } == 0)
    let all = tally.tokens.withLock { $0 }
    #expect(all.count >= 20)
    for token in all {
      let response = try await next.redeem(token)
      let wasRedeemed = tally.redeemed.withLock { $0.contains(token) }
      // Whose answer did not arrive may have been redeemed, or not; but the server knows each.
      #expect(response.statusCode == 1403 || !wasRedeemed && response.statusCode == 1200, "\(response.statusCode ?? 0)")
    }
    #expect(await again.stop(SIGTERM) == 0)
  }

  @Test func `the files are their owner's alone`() async throws {
    umask(0)
    defer { umask(0o022) }
    let (program, server) = try await started()
    _ = try await server.dispatch()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains("state.sqlite") && names.count > 1, "\(names)")
    for name in names {
      let path = folder.appendingPathComponent(name).path
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `a file that cannot be used is one clear line`() async throws {
    let (program, _) = try await started()
    let text = folder.appendingPathComponent("text").path
    try Data(String(repeating: "hello", count: 300).utf8).write(to: URL(fileURLWithPath: text))
    let foreign = folder.appendingPathComponent("foreign.sqlite").path
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE a (b)')"
    #expect(try await Program(["-c", script, foreign], named: "/usr/bin/python3").ended() == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: foreign))
    for (path, reason) in [
      (file, "another server uses it"), (text, "it is not a file of this server"),
      (foreign, "it is not a file of this server"), (folder.path, "Is a directory"),
      (text + "/state", "Not a directory"),
    ] {
      let other = try Program(["--port", "0", "--state", path])
      #expect(await other.ended() == 1)
      #expect(other.said == "oobqr-server: cannot keep the state in '\(path)': \(reason)\n")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)).dropFirst(100) == before.dropFirst(100))
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `a limit on files is one clear line at the start`() async throws {
    // 4 KiB have no room for the first page and its log.
    let program = try Program(
      ["-c", "ulimit -f 8; exec '\(try Program.products())/oobqr-server' --port 0 --state '\(file)'"], named: "/bin/sh")
    #expect(await program.ended() == 1)
    #expect(
      program.said == "oobqr-server: cannot keep the state in '\(file)': it cannot be written: the disk fails, "
        + "or a limit on files is reached\n")
  }

  /// Whether this process may mount a file system for one program alone.
  static let canMount =
    (try? Program(["-m", "mount", "-t", "tmpfs", "none", "/mnt"], named: "/usr/bin/unshare").waited()) == 0

  @Test(.enabled(if: StateTests.canMount, "mounting needs root"))
  func `a full disk is one clear line, at the start and for each change`() async throws {
    // A file system of its own in place of the folder, which ends with the program.
    func started(_ size: String, _ script: String = ":") throws -> Program {
      let server = "'\(try Program.products())/oobqr-server' --port 0 --quiet --state '\(file)'"
      return try Program(
        [
          "-m", "/bin/sh", "-c",
          "mount -t tmpfs -o size=\(size) none '\(folder.path)' && { \(script); exec \(server); }",
        ], named: "/usr/bin/unshare")
    }
    let full = try started("16k", "head -c 16384 /dev/zero >'\(folder.path)/other'")
    #expect(await full.ended() == 1)
    #expect(full.said == "oobqr-server: cannot keep the state in '\(file)': the disk is full\n")

    let program = try started("128k")
    let server = RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines())
    var answers: [Int] = []
    while answers.count < 200, answers.suffix(2) != [503, 503] {
      answers.append(try await server.post(DispatchServiceTests.path, DispatchServiceTests.request).status)
    }
    #expect(answers.first == 200 && answers.last == 503)
    let errors = program.said.split(separator: "\n").dropFirst()
    #expect(errors.count == answers.count { $0 == 503 })
    for error in errors {
      #expect(
        error.contains(" POST dispatch authentication: 503 cannot keep the state in '\(file)': the disk is full, "),
        "\(error)")
    }
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `what cannot be saved has not happened, and is said`() async throws {
    // 512-byte blocks: the write-ahead log soon reaches them.
    let programs = try Program.products()
    let program = try Program(
      ["-c", "ulimit -f 120; exec '\(programs)/oobqr-server' --port 0 --quiet --state '\(file)'"], named: "/bin/sh")
    let server = RunningServer(port: try await program.port(), clock: TestClock(), log: LogLines())
    var sessions: [(token: String, id: String)] = []
    var refused: RawAnswer?
    for _ in 0..<60 where refused == nil {
      let answer = try await server.post(DispatchServiceTests.path, DispatchServiceTests.request)
      if answer.status != 200 {
        refused = answer
      } else {
        let response = try DispatchResponse(json: answer.body)
        sessions.append((try #require(response.token), try #require(response.sessionID)))
      }
    }
    #expect(refused?.status == 503)
    #expect(refused?.text.contains("the state cannot be saved") == true)
    // A redemption takes less room than an operation: some still fit.
    var redeemed = 0
    for session in sessions {
      let answer = try await server.post(
        "/nevisfido/token/redeem/authentication", #"{"token":"\#(session.token)"}"#, accept: "application/fido+uaf")
      if answer.status == 503 { break }
      redeemed += 1
    }
    let open = try #require(sessions.dropFirst(redeemed).first)
    #expect(try await server.status(open.id).status == .tokenCreated)
    #expect(await program.stop(SIGKILL) == -SIGKILL)
    let (again, next) = try await started()
    for (index, session) in sessions.enumerated() {
      #expect(try await next.redeem(session.token).statusCode == (index < redeemed ? 1403 : 1200))
    }
    #expect(await again.stop(SIGTERM) == 0)
  }
}
