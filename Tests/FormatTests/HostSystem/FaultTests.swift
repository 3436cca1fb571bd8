import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

/// Files while one system call fails: the first, then the second, and so on until none is left to fail.
struct FaultTests {
  /// Work on the file `a`, which holds `old` before it and `new` after it.
  struct Work: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: [UInt8]? = [1, 2, 3]
    var new: [UInt8] = Array(repeating: 7, count: 70_000)
    /// A name that is left on purpose, for a run that continues.
    var leaves = ""
    /// Whether an error may follow the last write.
    var mayBeDone = false
    var run: @Sendable (_ path: String, _ new: [UInt8]) throws -> Void
  }

  static let works = [
    Work(testDescription: "a new file", old: nil) { try FileSystem.write($1, to: $0) },
    Work(testDescription: "a file that is replaced") { try FileSystem.write($1, to: $0) },
    Work(testDescription: "a file behind a link") { path, new in
      try FileSystem.makeSymbolicLink(path + "-link", to: "a")
      try FileSystem.write(new, to: path + "-link", waitsForDisk: false)
    },
    Work(testDescription: "a file in pieces") { path, new in
      let file = try PendingFile(path)
      for start in stride(from: 0, to: new.count, by: 30_000) { try file.append(Array(new[start...].prefix(30_000))) }
      try file.commit()
    },
    Work(testDescription: "a file in a new folder") { path, new in
      try FileSystem.makeDirectory(path + "-folder/b")
      try FileSystem.write([9], to: path + "-folder/b/c")
      try FileSystem.write(new, to: path)
    },
    Work(testDescription: "a file that can be resumed", leaves: "a.part") { path, new in
      let file = try ResumableFile(path, resumes: false)
      try file.append([9])
      try file.truncate(to: 0)
      try file.append(new)
      try file.finish()
    },
    Work(testDescription: "a journal", new: [1, 2, 3, 4, 5], mayBeDone: true) { path, new in
      let file = try PendingFile(path)
      try file.append(Array(new[..<3]))
      try file.commit()
      try file.append(Array(new[3...]), isDurable: true)
    },
    Work(testDescription: "a copy") { path, new in
      try FileSystem.write(new, to: path + "-other")
      try FileSystem.write(try FileSystem.read(path + "-other", limit: 1 << 20), to: path)
    },
  ]

  @Test(arguments: works, [EIO, ENOSPC, EINTR, EMFILE])
  func `the file is the old one or the new one, whichever call fails`(_ work: Work, _ code: Int32) throws {
    var call = 1
    while try Self.holds(work, code, call) {
      call += 1
      try #require(call < 100)
    }
    // Opening, writing and naming, at least.
    #expect(call > 3)
  }

  /// - Returns: Whether the call was reached.
  private static func holds(_ work: Work, _ code: Int32, _ call: Int) throws -> Bool {
    try Files.withTemporaryFolder { folder in
      let path = folder.file("a")
      if let old = work.old { try FileSystem.write(old, to: path, mode: 0o640) }
      let fault = SystemFault(call: call, error: code)
      var failure: FileFailure?
      do { try SystemFault.$current.withValue(fault) { try work.run(path, work.new) } } catch let error as FileFailure {
        failure = error
      }
      let now = FileSystem.exists(path) ? try FileSystem.read(path, limit: 1 << 20) : nil
      let place = "call \(call), \(failure.map { "\($0)" } ?? "done")"
      if failure == nil {
        #expect(now == work.new, "\(place)")
      } else {
        #expect(fault.hasStruck && (now == work.old || work.mayBeDone && now == work.new), "\(place)")
      }
      let names = try folder.names
      let expected = ["a", "a-link", "a-folder", "a-other", work.leaves]
      #expect(names.allSatisfy { expected.contains($0) }, "\(place): \(names)")
      return fault.hasStruck
    }
  }
}
