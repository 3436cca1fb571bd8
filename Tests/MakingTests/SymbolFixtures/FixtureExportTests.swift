import Foundation
import SymbolFixtures
import TestSupport
import Testing

/// Sets in the formats of other tools. Their own libraries read them in `make samples`.
struct FixtureExportTests {
  @TemporaryFolder var folder

  /// A set of four pictures.
  private func makeSet() throws -> String {
    let made = CommandRun([
      "fixtures", "make", "-o", folder.file("set"), "--damage", "rotation:30", "--damage", "noise:5",
      "--select", "message=web-address,kind!=clean", "--select", "message=app-link",
    ])
    try #require(made.exitCode == 0, "\(made.errors)")
    return folder.file("set")
  }

  @Test func `shards are disjoint, and together they are the set`() throws {
    let set = try makeSet()
    func lines(_ options: String...) -> [String] {
      let run = CommandRun(["fixtures", "export", set, "--as", "csv", "-o", "-"] + options)
      #expect(run.exitCode == 0, "\(run.errors)")
      return run.text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
    }
    let whole = lines()
    let parts = (1...3).flatMap { lines("--shard", "\($0)/3") }
    #expect(parts.sorted() == whole.sorted() && whole.count >= 4)
  }

  @Test func `a changed picture, and outputs that exist already, are refused`() throws {
    let set = try makeSet()
    func errors(_ format: String, _ output: String, _ options: [String] = []) -> String {
      let run = CommandRun(["fixtures", "export", set, "--as", format, "-o", output] + options)
      #expect(run.exitCode != 0)
      return run.errors
    }
    #expect(errors("coco", set + "/./manifest.json").contains("would replace the input"))
    #expect(errors("yolo", set).contains("is not empty"))
    #expect(
      errors("csv", folder.path + "/x", ["--shard", "5/4"]).contains(
        "is not n/m with 1 ≤ n ≤ m ≤ 65536, such as 3/16"))
    #expect(errors("csv", folder.path + "/x", ["--select", "kind=glare"]).contains("selects none of the"))
    let picture = try #require(
      FileManager.default.enumerator(atPath: set)?.compactMap { $0 as? String }.first { $0.hasSuffix(".png") })
    try Data([1]).write(to: URL(filePath: "\(set)/\(picture)"))
    #expect(errors("webdataset", folder.path + "/x").contains("is not the picture listed in the manifest"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
    try Data("[]".utf8).write(to: URL(filePath: "\(set)/manifest.jsonl"))
    #expect(errors("yolo", folder.path + "/x").contains("not a fixture manifest"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }
}
