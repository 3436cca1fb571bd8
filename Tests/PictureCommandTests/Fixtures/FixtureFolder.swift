import Foundation
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// A folder with a set of fixtures, and the commands for it.
struct FixtureFolder {
  let folder: URL
  let set: URL

  /// - Parameter name: That of the set.
  static func with(name: String = "set", _ body: (FixtureFolder) throws -> Void) throws {
    try Files.withTemporaryFolder { try body(FixtureFolder(folder: $0, set: $0.appending(path: name))) }
  }

  /// Begins with a set.
  ///
  /// - Parameter list: CSV with its messages.
  static func with(
    name: String = "set", list: String, _ options: String..., body: (FixtureFolder) throws -> Void
  ) throws {
    try with(name: name) { folder in
      let path = try folder.write(list, "list.csv")
      let run = folder.make(["--payloads", path] + options)
      try #require(run.exitCode == 0, "\(run.errors)")
      try body(folder)
    }
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
