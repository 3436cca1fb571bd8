import Foundation
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// A folder for a set of fixtures, and the commands for it.
struct FixtureFolder {
  @TemporaryFolder var folder
  var name = "set"

  var set: URL { folder.appending(path: name) }

  /// Makes the set.
  ///
  /// - Parameter list: CSV with its messages.
  func makeSet(of list: String, _ options: String...) throws {
    let path = try write(list, "list.csv")
    let run = make(["--payloads", path] + options)
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  func make(_ options: String...) -> CommandRun { make(options) }
  func make(_ options: [String], _ set: String? = nil) -> CommandRun {
    CommandRun(["fixtures", "make", "-o", set ?? self.set.path] + options)
  }

  func verify(_ options: String...) -> CommandRun { verify(options) }
  func verify(_ options: [String]) -> CommandRun { CommandRun(["fixtures", "verify", set.path] + options) }

  func path(_ name: String) -> String { folder.file(name) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    try folder.write(text, name)
    return path(name)
  }

  /// The plan and the pictures of the set's manifest.
  var manifest: (plan: JSONValue, entries: [Manifest.Entry]) {
    get throws {
      let reader = try ManifestReader(ofDirectory: set.path)
      var entries: [Manifest.Entry] = []
      while let next = try reader.next() { entries.append(next.entry) }
      return (reader.plan, entries)
    }
  }

  var entries: [Manifest.Entry] { get throws { try manifest.entries } }

  /// The files of the set, by their paths.
  var contents: [String: [UInt8]] { get throws { try contents("set") } }

  func contents(_ name: String) throws -> [String: [UInt8]] {
    let set = folder.appending(path: name)
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: set.path) {
      let url = set.appending(path: path)
      if (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
        files[path] = try Files.bytes(url)
      }
    }
    return files
  }
}
