import Foundation
import TestSupport
import Testing

@testable import HostSystem

/// A worker pool against real programs: `cat` answers every request with itself.
struct WorkerPoolTests {
  @TemporaryFolder var folder

  typealias Pool = WorkerPool<String, String>

  static func pool(_ command: String) -> Pool {
    Pool { _ throws(ChildProcess.StartFailure) in try ChildProcess("/bin/sh", ["-c", command]) }
  }

  private static func reply(_ pool: Pool, _ text: String, seconds: Double = 20) -> String? {
    try? pool.ask(text, atMost: 1 << 20, seconds: seconds).reply
  }

  private static func failure(_ pool: Pool, _ text: String, seconds: Double = 20) -> WorkerFailure? {
    do throws(WorkerFailure) { _ = try pool.ask(text, atMost: 1000, seconds: seconds) } catch { return error }
    return nil
  }

  @Test func `every request gets its own reply, whatever the number of threads`() {
    let pool = Self.pool("exec cat")
    let replies = ParallelWork.map(200, jobs: 4) { index in
      try? pool.ask("request \(index)", [UInt8](repeating: 7, count: index * 997), atMost: 1 << 20, seconds: 20)
    }
    for (index, reply) in replies.enumerated() {
      #expect(reply?.reply == "request \(index)" && reply?.bytes == [UInt8](repeating: 7, count: index * 997))
    }
  }

  @Test func `a worker that takes too long is killed and replaced for the next request`() {
    // The first process makes the folder and never answers; later ones do.
    let pool = Self.pool("if mkdir '\(folder.path)/first' 2>/dev/null; then sleep 100; else exec cat; fi")
    #expect(Self.failure(pool, "a", seconds: 1) == .timedOut)
    #expect(Self.reply(pool, "b") == "b")
  }

  /// What the first process does after its first answer; later ones answer every request. A message of one letter has 14 bytes.
  @Test(arguments: [
    ("a late answer", #"sleep 0.1; printf '\1\0\0\0x'; sleep 100"#),
    ("damage in its memory", "head -c 14 >/dev/null; kill -SEGV $$"),
    ("the end of its memory", "head -c 14 >/dev/null; exit \(Jail.outOfMemory)"),
    ("an answer that is none", "head -c 14 >/dev/null; echo nonsense; sleep 100"),
    ("silence", "head -c 14 >/dev/null; exec sleep 100"),
  ])
  func `a used worker does not spoil the next request`(by fault: String, _ command: String) {
    let pool = Self.pool("if mkdir '\(folder.path)/first' 2>/dev/null; then head -c 14; \(command); else exec cat; fi")
    #expect(Self.reply(pool, "a") == "a")
    usleep(500_000)
    #expect(Self.reply(pool, "b", seconds: 2) == "b", "\(fault)")
  }

  @Test func `silence of a used worker and of a fresh one is reported`() {
    let pool = Self.pool("head -c 14; exec sleep 100")
    #expect(Self.reply(pool, "a") == "a")
    #expect(Self.failure(pool, "bb", seconds: 1) == .timedOut)
  }

  @Test(arguments: [
    ("kill -SEGV $$", 11), ("exit 3", 0), (#"printf '\1\5\0\0\0\0\0\0\0\1\0\0\0\377'; sleep 100"#, 0),
    (#"printf '\2\5\0\0\0\0\0\0\0\1\0\0\0a'; sleep 100"#, 0), ("yes", 0),
    (#"printf '\1\351\3\0\0\0\0\0\0'; sleep 100"#, 0),
  ])
  func `a crash, an early end, and what is not an answer are reported with the signal`(command: String, signal: Int32) {
    #expect(Self.failure(Self.pool(command), "a") == .died(signal: signal))
  }

  @Test func `a missing program is a failure`() {
    let pool = Pool { _ throws(ChildProcess.StartFailure) in try ChildProcess("/nonexistent", []) }
    guard case .cannotStart(let failure) = Self.failure(pool, "a") else {
      Issue.record("a program that is missing cannot be started")
      return
    }
    #expect("\(failure)" == "cannot run /nonexistent: No such file or directory")
  }

  // MARK: Values

  private struct Value: Codable, Equatable {
    enum Color: String, Codable { case red, green }
    enum Shape: Codable, Equatable { case dot, circle(radius: Double), text(String, Int) }

    var bytes: [UInt8] = [0, 255]
    var number: Int? = -3
    var missing: String?
    var colors: [Color] = [.red, .green]
    var shapes: [Shape] = [.dot, .circle(radius: 0.5), .text("ä", 7)]
    var isGood = true
  }

  @Test func `values are unchanged, and refused when any byte of them is missing or more than there should be`() throws
  {
    let bytes = WorkerCoding.bytes(of: Value())
    #expect(try WorkerCoding.value(Value.self, in: bytes) == Value())
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) { try WorkerCoding.value(Value.self, in: Array(bytes[..<count])) }
    }
    #expect(throws: WorkerCoding.Malformed.self) { try WorkerCoding.value(Value.self, in: bytes + [0]) }
  }

  @Test func `numbers that no picture has are refused`() {
    for number in [1e9, -1e9, .infinity, .nan] {
      #expect(throws: WorkerCoding.Malformed.self) {
        try WorkerCoding.value(Double.self, in: WorkerCoding.bytes(of: number))
      }
    }
    for number in [Int(Int32.max) + 1, Int(Int32.min) - 1, .max] {
      #expect(throws: WorkerCoding.Malformed.self) {
        try WorkerCoding.value(Int.self, in: WorkerCoding.bytes(of: number))
      }
    }
  }
}
