import Foundation
import HostSystem
import TestSupport
import Testing

/// The jail, from inside a worker that tries to get out.
@Suite(.disabled(if: Jail.isSanitised, "the address sanitiser needs what the jail denies"))
struct JailTests {
  private struct Text: WorkerMessage {
    var text: String

    init(_ text: String) { self.text = text }

    init?(workerBytes bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    var workerBytes: [UInt8] { Array(text.utf8) }
  }

  private static let probe = Shell.products.appending(path: "JailProbe").path

  private static func pool(_ arguments: [String] = []) -> WorkerPool<Text, Text> {
    WorkerPool(executable: probe, arguments: arguments, seconds: 20)
  }

  private static func reply(_ outcome: WorkerOutcome<Text>) -> String? {
    if case .reply(let reply) = outcome { reply.text } else { nil }
  }

  @Test func `a worker in the jail reads, writes and calculates`() {
    let pool = Self.pool()
    for (request, reply) in [("jail", "closed"), ("work", "done"), ("work", "done")] {
      #expect(Self.reply(pool.ask(Text(request))) == reply)
    }
  }

  @Test(arguments: ["open", "socket", "execve", "ptrace", "clone", "kill", "code", "code later"])
  func `a forbidden call ends the process, and the next request gets a new one`(call: String) {
    let pool = Self.pool()
    #expect(Self.reply(pool.ask(Text("work"))) == "done")
    guard case .died(signal: Jail.forbidden) = pool.ask(Text(call)) else {
      Issue.record("\(call) is forbidden")
      return
    }
    #expect(Self.reply(pool.ask(Text("work"))) == "done")
  }

  @Test func `what the parent has open is closed`() {
    // fcntl is no allowed call, so this worker has no filter.
    // A number that no other test uses meanwhile.
    let descriptor = unsafe open("/etc/passwd", O_RDONLY)
    defer { close(descriptor) }
    dup2(descriptor, 900)
    defer { close(900) }
    #expect(Self.reply(Self.pool(["refuse", Self.probe]).ask(Text("inherited"))) == "refused")
  }

  @Test func `a process in the jail has no capabilities, not even those of root`() {
    // capget is no allowed call, so this worker has no filter.
    #expect(Self.reply(Self.pool(["refuse", Self.probe]).ask(Text("capabilities"))) == "refused")
  }

  @Test func `memory beyond the limit is an outcome of its own, and so is a crash`() {
    let pool = Self.pool()
    guard case .outOfMemory = pool.ask(Text("memory")) else {
      Issue.record("the limit is 256 MiB")
      return
    }
    guard case .died(let signal) = pool.ask(Text("trap")) else {
      Issue.record("an index out of range is a crash")
      return
    }
    #expect([4, 5].contains(signal))
    #expect(Self.reply(pool.ask(Text("work"))) == "done")
  }

  @Test func `where the kernel refuses the filter, the worker says so and works`() {
    let pool = Self.pool(["refuse", Self.probe])
    #expect(
      Self.reply(pool.ask(Text("jail")))
        == "the kernel refuses a filter of system calls: Operation not permitted")
    #expect(Self.reply(pool.ask(Text("work"))) == "done")
  }

  @Test func `without the filter, other walls keep files and processes out`() {
    let pool = Self.pool(["refuse", Self.probe])
    // Descriptors are limited where Landlock is missing.
    #expect(Self.reply(pool.ask(Text("open"))) == "refused")
    #expect(Self.reply(pool.ask(Text("socket"))) == "refused")
    #expect(Self.reply(pool.ask(Text("execve"))) == "refused")
  }
}
