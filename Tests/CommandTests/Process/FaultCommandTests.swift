import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

/// Commands while one system call fails: the first, then the second, and so on until none is left to fail.
struct FaultCommandTests {
  static let commands: [(arguments: [String], output: String)] = [
    (["make", "hello", "-o", "a.png"], "a.png"), (["make", "hello", "-o", "old.svg"], "old.svg"),
    (["make", "--list", "list.csv", "--jobs", "1", "-o", "a.tar"], "a.tar"),
    (["fixtures", "damage", "four.png", "a.png", "--kind", "noise:1"], "a.png"),
  ]

  @Test(arguments: commands, [ENOSPC, EMFILE])
  func `a command writes its whole output, or says in one line why not`(
    _ command: (arguments: [String], output: String), _ code: Int32
  ) throws {
    let (_, whole) = try Self.run(command, SystemFault(call: .max, error: code))
    var call = 0
    var struck = true
    while struck {
      call += 1
      try #require(call < 200)
      let fault = SystemFault(call: call, error: code)
      let (run, output) = try Self.run(command, fault)
      let place: Comment = "call \(call): \(run.exitCode), \(run.errors)"
      if run.exitCode == 0 {
        #expect(output == whole, place)
      } else {
        #expect([66, 74].contains(run.exitCode) && fault.hasStruck, place)
        #expect(run.errors.hasPrefix("oobqr: ") && run.errors.count { $0 == "\n" } == 1, place)
        // The archive of a list is named before the list of what it holds.
        let mayBeWhole = command.output == "a.tar" && run.errors.contains("a.jsonl'")
        let old = command.output == "old.svg" ? Array("old".utf8) : nil
        #expect(output == old || mayBeWhole && output == whole, place)
      }
      struck = fault.hasStruck
    }
    #expect(call > 3)
  }

  /// - Returns: Also what is in the output afterwards.
  private static func run(
    _ command: (arguments: [String], output: String), _ fault: SystemFault
  ) throws -> (run: CommandRun, output: [UInt8]?) {
    try Files.withTemporaryFolder { folder in
      try folder.write("text\nhello\nworld\n", "list.csv")
      try folder.write("old", "old.svg")
      try folder.write(Files.bytes(Files.four), "four.png")
      let arguments = command.arguments.map { $0.contains(".") ? folder.path + "/" + $0 : $0 }
      let run = SystemFault.$current.withValue(fault) { CommandRun(arguments) }
      let left = try folder.names
      #expect(!left.contains { $0.hasPrefix(".") }, "\(left)")
      let path = folder.path + "/" + command.output
      return (run, FileSystem.exists(path) ? try FileSystem.read(path, limit: 1 << 24) : nil)
    }
  }
}
