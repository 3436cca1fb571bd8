import Foundation
import HostSystem
import TestSupport
import Testing

/// The jail, from inside a worker that tries to get out.
@Suite(.disabled(if: Jail.isSanitised, "the address sanitiser needs what the jail denies"))
struct JailTests {
  private typealias Pool = WorkerPool<String, String>

  private static let probe = Shell.products.file("JailProbe")

  private static func pool(_ arguments: [String] = []) -> Pool {
    Pool { _ throws(ChildProcess.StartFailure) in try ChildProcess(probe, arguments) }
  }

  private static func answer(_ pool: Pool, _ request: String) -> Result<String, WorkerFailure> {
    Result { () throws(WorkerFailure) in try pool.ask(request, atMost: 1000, seconds: 20).reply }
  }

  private static func reply(_ pool: Pool, _ request: String) -> String? { try? answer(pool, request).get() }

  @Test func `a worker in the jail reads, writes and calculates`() {
    let pool = Self.pool()
    for (request, reply) in [("jail", "closed"), ("work", "done"), ("work", "done")] {
      #expect(Self.reply(pool, request) == reply)
    }
  }

  @Test(arguments: ["open", "socket", "execve", "ptrace", "clone", "kill", "code", "code later"])
  func `a forbidden call ends the process, and the next request gets a new one`(call: String) {
    let pool = Self.pool()
    #expect(Self.reply(pool, "work") == "done")
    #expect(Self.answer(pool, call) == .failure(.died(signal: Jail.forbidden)))
    #expect(Self.reply(pool, "work") == "done")
  }

  @Test func `what the parent has open is closed`() {
    // fcntl is no allowed call, so this worker has no filter.
    // A number that no other test uses meanwhile.
    let descriptor = unsafe open("/etc/passwd", O_RDONLY)
    defer { close(descriptor) }
    dup2(descriptor, 900)
    defer { close(900) }
    #expect(Self.reply(Self.pool(["refuse", Self.probe]), "inherited") == "refused")
  }

  @Test func `a process in the jail has no capabilities, not even those of root`() {
    // capget is no allowed call, so this worker has no filter.
    #expect(Self.reply(Self.pool(["refuse", Self.probe]), "capabilities") == "refused")
  }

  @Test func `memory beyond the limit is an outcome of its own, and so is a crash`() {
    let pool = Self.pool()
    // The limit is 256 MiB.
    #expect(Self.answer(pool, "memory") == .failure(.outOfMemory))
    let crashes = [4, 5].map { Result<String, WorkerFailure>.failure(.died(signal: $0)) }
    #expect(crashes.contains(Self.answer(pool, "trap")))
    #expect(Self.reply(pool, "work") == "done")
  }

  @Test func `where the kernel refuses the filter, the worker says so and works`() {
    let pool = Self.pool(["refuse", Self.probe])
    #expect(
      Self.reply(pool, "jail")
        == "the kernel refuses a filter of system calls: Operation not permitted")
    #expect(Self.reply(pool, "work") == "done")
  }

  @Test func `without the filter, other walls keep files and processes out`() {
    let pool = Self.pool(["refuse", Self.probe])
    // Descriptors are limited where Landlock is missing.
    for call in ["open", "socket", "execve"] { #expect(Self.reply(pool, call) == "refused") }
  }
}
