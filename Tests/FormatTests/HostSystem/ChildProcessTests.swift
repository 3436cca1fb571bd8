import HostSystem
import Testing

struct ChildProcessTests {
  static let endings: [(command: String, output: String, ending: ChildProcess.Ending)] = [
    ("echo hello", "hello\n", .exited(0)), ("echo no; exit 7", "no\n", .exited(7)),
    ("kill -TERM $$", "", .crashed(15)), ("cat", "", .exited(0)),
    ("echo unheard >&2; echo heard", "heard\n", .exited(0)),
    // It closes its output before it ends.
    ("echo early; exec >&-; sleep 0.1; exit 2", "early\n", .exited(2)),
  ]

  @Test(arguments: endings)
  func `a shell command returns its output and how it ended`(
    row: (command: String, output: String, ending: ChildProcess.Ending)
  ) throws {
    let run = try ChildProcess.shell(row.command, seconds: 20)
    #expect(String(decoding: run.output, as: UTF8.self) == row.output)
    #expect(run.ending == row.ending)
  }

  @Test func `a command that takes too long is killed with its children`() throws {
    let start = ContinuousClock.now
    #expect(try ChildProcess.shell("sleep 100 & sleep 100", seconds: 0.3).ending == .timedOut)
    #expect(try ChildProcess.shell("exec >&-; sleep 100", seconds: 0.3).ending == .timedOut)
    #expect(start.duration(to: .now) < .seconds(20))
  }

  @Test func `output beyond the limit is refused`() throws {
    #expect(try ChildProcess.shell("printf 12345", seconds: 20, limit: 5).ending == .exited(0))
    #expect(try ChildProcess.shell("printf 123456", seconds: 20, limit: 5).ending == .wroteTooMuch)
  }
}
