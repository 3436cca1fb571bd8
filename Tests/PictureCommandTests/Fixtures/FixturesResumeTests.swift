import Foundation
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// Sets that exist already, whole or in part.
struct FixturesResumeTests {
  let folder = FixtureFolder()

  /// Leaves a set as an interrupted run does: with a journal in place of the manifest.
  ///
  /// - Parameter entries: The indices of the listed pictures.
  private func interrupt(_ folder: FixtureFolder, listing entries: [Int], and rest: String = "") throws {
    let manifest = try folder.manifest
    let lines = ["\(manifest.plan)"] + entries.map { "\($0) \(manifest.entries[$0].json)" }
    try folder.write(lines.joined(separator: "\n") + "\n" + rest, "set/manifest.partial.jsonl")
    for name in [Manifest.fileName, Manifest.objectFileName] {
      try? FileManager.default.removeItem(at: folder.set.appending(path: name))
    }
  }

  private func remove(_ entries: some Sequence<Manifest.Entry>, _ folder: FixtureFolder) throws {
    for entry in entries { try FileManager.default.removeItem(at: folder.set.appending(path: entry.path)) }
  }

  @Test func `an interrupted run is resumed`() throws {
    let options = ["--damage", "defocus:1", "--damage", "noise:9"]
    #expect(folder.make(options).exitCode == 0)
    let (whole, entries) = (try folder.contents, try folder.entries)
    func date() throws -> Date? {
      let first = folder.set.appending(path: entries[0].path)
      return try FileManager.default.attributesOfItem(atPath: first.path)[.modificationDate] as? Date
    }
    let written = try date()
    // A journal with a truncated last line, one picture not yet listed, others missing.
    try interrupt(folder, listing: Array(0..<20), and: "20 {\"path\":\"noise-9/je")
    try remove(entries.dropFirst(21), folder)
    let other = folder.make(options + ["--seed", "4"])
    #expect(other.exitCode == 1 && other.errors.contains("an unfinished set of different fixtures"))
    let early = folder.verify()
    #expect(
      early.exitCode == 1
        && early.errors.contains(
          "is unfinished: it has 20 pictures so far; finish it with the same 'oobqr fixtures make'"),
      "\(early.errors)")
    #expect(folder.make(options).exitCode == 0)
    // Listed pictures were not made again.
    #expect(try folder.contents == whole && date() == written)
  }

  @Test func `an interrupted run does not trust damaged pictures`() throws {
    #expect(folder.make("--damage", "mirror").exitCode == 0)
    let (whole, entries) = (try folder.contents, try folder.entries)
    try interrupt(folder, listing: Array(0..<5))
    try folder.write("bad", "set/\(entries[0].path)")
    let damaged = folder.make("--damage", "mirror")
    #expect(damaged.exitCode == 1 && damaged.errors.contains("is not the picture listed in the manifest"))
    // After a power failure, pictures may be empty, listed ones as well as others: they are made again.
    for index in [0, 7] { try folder.write("", "set/\(entries[index].path)") }
    #expect(folder.make("--damage", "mirror").exitCode == 0)
    #expect(try folder.contents == whole)

    try interrupt(folder, listing: Array(0..<5))
    try folder.write("mine", "set/\(entries[9].path)")
    let foreign = folder.make("--damage", "mirror")
    #expect(foreign.exitCode == 1 && foreign.errors.contains("exists and is a different picture"))
    #expect(try folder.contents[entries[9].path] == Array("mine".utf8))
  }

  @Test func `a large set has folders of 1,000 and a manifest of lines, and is resumed and verified`() throws {
    let rows = (0...FixtureSet.smallCount).map { "card-\($0),\($0)\n" }
    let list = try folder.write("name,message\n" + rows.joined(), "list.csv")
    func make() -> CommandRun {
      folder.make("--payloads", list, "--damage", "inversion", "--scale", "1", "--level", "L")
    }
    let run = make()
    #expect(run.exitCode == 0 && run.errors.contains("5001 fixtures, listed in manifest.jsonl"), "\(run.errors)")
    let whole = try folder.contents
    #expect(whole.keys.count { $0.hasPrefix("inversion/000/") } == 1000)
    #expect(whole["inversion/005/card-5000.png"] != nil && whole.count == 5002)
    let text = String(decoding: try #require(whole["manifest.jsonl"]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5002)
    let rest = lines.dropFirst().map { $0 + "\n" }.joined()
    let head = try JSONDocument(parsing: Array(lines[0].utf8)).value
    #expect(head["fixtures_sha256"]?.text == SHA256.hexDigest(of: Array(rest.utf8)))
    #expect(make().errors.contains("already complete"))

    // After an interruption, in another order.
    let entries = try folder.entries
    #expect(entries.count == 5001 && entries[1234].path == "inversion/001/card-1234.png")
    try interrupt(folder, listing: (0..<4000).reversed())
    try remove([entries[5], entries[4500]], folder)
    #expect(make().exitCode == 0)
    #expect(try folder.contents == whole)
    // One picture that is missing in a complete set.
    try remove([entries[7]], folder)
    #expect(make().exitCode == 0)
    #expect(try folder.contents == whole)

    for (text, error) in [
      (text.replacing("card-77.", with: "card-78."), "its list of fixtures has been edited"),
      ("\n" + rest, "not a fixture manifest"),
      ("{\"format\":\"oobqr-fixtures-1\"}\n" + rest, "not a fixture manifest"),
    ] {
      try folder.write(text, "set/manifest.jsonl")
      let run = folder.verify()
      #expect(run.exitCode == 1 && run.errors.contains("manifest.jsonl': \(error)"), "\(run.errors)")
    }
  }

  @Test func `existing files are neither lost nor overwritten`() throws {
    // As a run leaves it that is interrupted before its first picture.
    try FileManager.default.createDirectory(
      at: folder.set.appending(path: "mirror"), withIntermediateDirectories: true)
    try folder.write("mine", "set/notes.txt")
    let unrelated = folder.make("--damage", "mirror")
    #expect(unrelated.exitCode == 1 && unrelated.errors.contains("is not empty and holds no fixtures"))
    #expect(try folder.contents.keys.sorted() == ["notes.txt"])
    try FileManager.default.removeItem(at: folder.set.appending(path: "notes.txt"))
    #expect(folder.make("--damage", "mirror").exitCode == 0)
    try folder.write("not a picture", "set/mirror/json.png")
    let changed = folder.make("--damage", "mirror")
    #expect(changed.exitCode == 1 && changed.errors.contains("is not the picture listed in the manifest"))
    #expect(try folder.contents["mirror/json.png"] == Array("not a picture".utf8))
    let verified = folder.verify()
    #expect(verified.exitCode == 1 && verified.errors.contains("mirror/json.png' is not the picture"))

    let text = String(decoding: try #require(try folder.contents["manifest.jsonl"]), as: UTF8.self)
    for (old, new, error) in [
      ("\"seed\":\"1\"", "\"seed\":\"2\"", "a set of different fixtures"),
      ("\"width\":", "\"width\":1", "has been edited"),
    ] {
      try folder.write(text.replacing(old, with: new, maxReplacements: 1), "set/manifest.jsonl")
      let run = folder.make("--damage", "mirror")
      #expect(run.exitCode == 1 && run.errors.contains(error), "\(run.errors)")
    }
  }
}
