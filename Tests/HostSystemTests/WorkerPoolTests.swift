import Foundation
import TestSupport
import Testing

@testable import HostSystem

/// A worker pool against real programs: `cat` answers every request with itself.
struct WorkerPoolTests {
  private struct Text: WorkerMessage, Equatable {
    var text: String

    init(_ text: String) { self.text = text }

    init?(workerBytes bytes: [UInt8]) {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self.text = text
    }

    var workerBytes: [UInt8] { Array(text.utf8) }
  }

  private static func pool(_ command: String, seconds: Double = 20) -> WorkerPool<Text, Text> {
    WorkerPool(executable: "/bin/sh", arguments: ["-c", command], seconds: seconds)
  }

  private static func reply(_ outcome: WorkerPool<Text, Text>.Outcome) -> String? {
    if case .reply(let reply) = outcome { reply.text } else { nil }
  }

  @Test func `every request gets its own reply, whatever the number of threads`() {
    let pool = WorkerPool<Text, Text>(executable: "/bin/cat", arguments: [], seconds: 20)
    let texts = (0..<200).map { "request \($0) " + String(repeating: "x", count: $0 * 97) }
    let replies = ParallelWork.map(texts.count, jobs: 4) { Self.reply(pool.ask(Text(texts[$0]))) }
    #expect(replies == texts)
  }

  @Test func `an empty request has an empty reply`() {
    #expect(Self.reply(Self.pool("exec cat").ask(Text(""))) == "")
  }

  @Test func `a worker that takes too long is killed and replaced for the next request`() throws {
    try Files.withTemporaryFolder { folder in
      // The first process makes the folder and never answers; later ones do.
      let pool = Self.pool("if mkdir '\(folder.path)/first' 2>/dev/null; then sleep 100; else exec cat; fi", seconds: 1)
      guard case .timedOut = pool.ask(Text("a")) else {
        Issue.record("silence is an outcome of its own")
        return
      }
      #expect(Self.reply(pool.ask(Text("b"))) == "b")
    }
  }

  /// What the first process does after its first answer; later ones answer every request. A message of one byte has five with its
  /// length.
  @Test(arguments: [
    ("a late answer", #"sleep 0.1; printf '\1\0\0\0x'; sleep 100"#),
    ("damage in its memory", "head -c 5 >/dev/null; kill -SEGV $$"),
    ("the end of its memory", "head -c 5 >/dev/null; exit \(Jail.outOfMemory)"),
    ("silence", "head -c 5 >/dev/null; exec sleep 100"),
  ])
  func `a used worker does not spoil the next request`(by fault: String, _ command: String) throws {
    try Files.withTemporaryFolder { folder in
      let pool = Self.pool(
        "if mkdir '\(folder.path)/first' 2>/dev/null; then head -c 5; \(command); else exec cat; fi", seconds: 2)
      var starts = 0
      #expect(Self.reply(pool.ask(Text("a"), seconds: 20) { starts += 1 }) == "a" && starts == 1)
      usleep(500_000)
      #expect(Self.reply(pool.ask(Text("b")) { starts += 1 }) == "b", "\(fault)")
      // Each time a process is asked, the first one included.
      #expect(starts == 3)
    }
  }

  @Test func `silence of a used worker and of a fresh one is reported`() {
    let pool = Self.pool("head -c 5; exec sleep 100", seconds: 1)
    #expect(Self.reply(pool.ask(Text("a"), seconds: 20)) == "a")
    guard case .timedOut = pool.ask(Text("bb")) else {
      Issue.record("silence was not reported as a timeout")
      return
    }
  }

  @Test func `a retry that takes too long does not hide the crash before it`() throws {
    try Files.withTemporaryFolder { folder in
      let pool = Self.pool(
        "if mkdir '\(folder.path)/first' 2>/dev/null; then head -c 5; head -c 5 >/dev/null; kill -SEGV $$; else sleep 100; fi",
        seconds: 1)
      #expect(Self.reply(pool.ask(Text("a"))) == "a")
      guard case .died(signal: 11) = pool.ask(Text("b")) else {
        Issue.record("the first process crashed")
        return
      }
    }
  }

  @Test(arguments: [(20, 1), (1e-9, 3)])
  func `a worker is replaced once it has used up its processor time`(limit: Double, starts: Int) throws {
    try Files.withTemporaryFolder { folder in
      let pool = Self.pool("echo >>'\(folder.path)/starts'; exec cat", seconds: limit)
      for text in ["a", "b", "c"] { #expect(Self.reply(pool.ask(Text(text), seconds: 20)) == text) }
      let lines = try Files.bytes(folder.appending(path: "starts"))
      #expect(lines.count == starts)
    }
  }

  @Test func `a crashed worker is reported with its signal`() {
    guard case .died(let signal) = Self.pool("kill -SEGV $$").ask(Text("a")) else {
      Issue.record("a crash is an outcome of its own")
      return
    }
    #expect(signal == 11)
  }

  @Test func `a worker that ends without a reply has no signal`() {
    guard case .died(signal: 0) = Self.pool("exit 3").ask(Text("a")) else {
      Issue.record("an early end is an outcome of its own")
      return
    }
  }

  @Test func `a malformed reply counts as a death`() {
    // A frame of one byte that is not UTF-8.
    guard case .died = Self.pool("printf '\\001\\000\\000\\000\\377'; sleep 100").ask(Text("a")) else {
      Issue.record("what is not a reply is not one")
      return
    }
  }

  @Test func `a missing program is an outcome`() {
    let pool = WorkerPool<Text, Text>(executable: "/nonexistent", arguments: [], seconds: 1)
    guard case .cannotStart(let failure) = pool.ask(Text("a")) else {
      Issue.record("a program that is missing cannot be started")
      return
    }
    #expect("\(failure)" == "cannot run /nonexistent: No such file or directory")
  }

  @Test(arguments: [1, 3, 4, 5, 7, 64])
  func `messages are complete however their bytes arrive`(piece: Int) {
    let messages: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 7, count: 300), [9]]
    let bytes: [UInt8] = messages.map { FrameReader.frame($0) }.reduce([], +) + [5, 0, 0]
    var reader = FrameReader()
    var read: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      reader.add(bytes[start..<min(start + piece, bytes.count)])
      while let message = reader.next() { read.append(message) }
    }
    #expect(read == messages)
    #expect(!reader.isEmpty && reader.announced == nil)
    reader.add([0, 1, 2])
    #expect(reader.next() == nil && reader.announced == 5)
    reader.add([3, 4, 5])
    #expect(reader.next() == [1, 2, 3, 4, 5] && reader.isEmpty)
  }
}
