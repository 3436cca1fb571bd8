import Foundation
import Testing

@testable import DispatchServer

/// The commands of three pages of docs/ are run as they are printed there, in order and in one shell for each page.
@Suite struct ServerPageTests {
  /// A command, and the lines below it.
  struct Example {
    var command: String
    var output: [String] = []
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  private static let names = ["server", "kiosk", "endpoints"]

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("docs/\(name).md"), encoding: .utf8)
  }

  private static func examples(in page: String) -> [Example] {
    var examples: [Example] = []
    var isSession = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isSession = line == "```shell-session"
      } else if isSession, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2))))
      } else if isSession {
        examples[examples.count - 1].output.append(line)
      }
    }
    return examples
  }

  /// The text without what is new in each run: identifiers, secrets, times and the port.
  static func settled(_ text: String) -> String {
    text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/, with: "<UUID>")
      .replacing(/dispatchTokenResponse=eyJ[A-Za-z0-9_-]+/, with: "<payload>")
      .replacing(/(serverData|challenge)\\":\\"[A-Za-z0-9_-]{43}\\"/) { "<\($0.output.1)>" }
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "<time>")
      .replacing(/token [0-9a-f]{8}…/, with: "token <short>").replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:<port>")
  }

  @Test(arguments: zip(names, [30, 10, 5]))
  func `every command prints what the page says`(name: String, least: Int) async throws {
    let examples = Self.examples(in: try Self.page(name))
    #expect(examples.count > least)
    let program = try Program(["--port", "0"])
    let port = try await program.port()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oobqr-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = "== end of example =="
    let script = examples.map { "\($0.command)\necho '\(mark)'" }.joined(separator: "\n")
      .replacing("127.0.0.1:9080", with: "127.0.0.1:\(port)")
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = try Program.products() + ":" + (environment["PATH"] ?? "")
    shell.environment = environment
    (shell.standardOutput, shell.standardError) = (output, output)
    try shell.run()
    let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    shell.waitUntilExit()
    let parts = printed.components(separatedBy: mark + "\n").dropLast()
    #expect(parts.count == examples.count)
    for (example, part) in zip(examples, parts) {
      let expected = example.output.map { $0 + "\n" }.joined()
      #expect(Self.settled(part) == Self.settled(expected), "\(example.command)")
    }
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `every endpoint, fault and option of the pages exist`() async throws {
    let page = try Self.names.map(Self.page).joined(separator: "\n")
    for endpoint in Endpoint.allCases {
      let path = endpoint.path(ServerSettings())
        .replacing("{operation}", with: "{registration,authentication,deregistration}")
      #expect(page.range(of: path) != nil, "\(path)")
    }
    let help = try Program(["--help"], writesOutput: true)
    #expect(await help.ended() == 0)
    for option in page.matches(of: /`--([a-z-]+)/).map({ String($0.output.1) })
    where !["as", "outcome", "trust", "cacert", "watch", "count"].contains(option) {
      #expect(help.said.contains("--\(option) "), "--\(option)")
    }
  }
}
