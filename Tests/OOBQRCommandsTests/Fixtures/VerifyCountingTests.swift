import Foundation
import Imaging
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// How `fixtures verify` counts what a scanner says, however it says so.
struct VerifyCountingTests {
  /// A set of two pictures without damage, `clean/a.png` and `clean/b.png`, and of negative pictures.
  private func withSet(
    negatives: Int = 0, name: String = "set", _ body: (_ folder: URL, _ set: String) throws -> Void
  ) throws {
    try Files.withTemporaryFolder { folder in
      let list = folder.appending(path: "list.csv")
      try Data("name,message\na,https://example.com/a\nb,https://example.com/b\n".utf8).write(to: list)
      let set = folder.appending(path: name).path
      let run = CommandRun([
        "fixtures", "make", "-o", set, "--payloads", list.path, "--scale", "3", "--negatives", "\(negatives)",
        "--scene",
        "200x160",
      ])
      try #require(run.exitCode == 0, "\(run.errors)")
      try body(folder, set)
    }
  }

  private func write(_ text: String, _ file: URL) throws -> String {
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func counts(_ run: CommandRun) throws -> [String: Int] {
    let value = try JSONDocument(parsing: run.output).value
    var counts: [String: Int] = [:]
    for name in ["symbols", "read", "wrong", "placed", "located"] { counts[name] = value[name]?.integer }
    return counts
  }

  @Test func `the same answers count the same from a command, from one that stays running, and from a file`() throws {
    try withSet { folder, set in
      // One message twice; another picture with its message, and one twice that is not there.
      let answers = [
        ("clean/a.png", ["https://example.com/a", "https://example.com/a"]),
        ("clean/b.png", ["x", "https://example.com/b", "x"]),
      ]
      var (cases, results) = ("", "")
      for (path, messages) in answers {
        let symbols = messages.map { "{\"message\":\"\($0)\"}" }.joined(separator: ",")
        results += "{\"path\":\"\(path)\",\"symbols\":[\(symbols)]}\n"
        cases += "*\(path)*) echo '{\"symbols\":[\(symbols)]}';; "
        _ = try write(messages.joined(separator: "\n") + "\n", URL(filePath: "\(set)/\(path).txt"))
      }
      let file = try write(results, folder.appending(path: "results.jsonl"))
      let ways = [
        ["--with", "cat {}.txt"], ["--with-lines", "while read -r line; do case $line in \(cases) esac; done"],
        ["--results", file],
      ]
      for way in ways {
        let run = CommandRun(["fixtures", "verify", set, "--json"] + way)
        #expect(run.exitCode == 0, "\(way[0]): \(run.errors)")
        #expect(try counts(run) == ["symbols": 2, "read": 2, "wrong": 2], "\(way[0])")
      }
    }
  }

  @Test func `a message with line ends is one message, printed once or twice`() throws {
    try Files.withTemporaryFolder { folder in
      let list = try write("{\"name\":\"m\",\"message\":\"one\\ntwo\"}\n", folder.appending(path: "list.jsonl"))
      let set = folder.appending(path: "set").path
      #expect(CommandRun(["fixtures", "make", "-o", set, "--payloads", list]).exitCode == 0)
      for (printed, wrong) in [("one\\ntwo\\n", 0), ("one\\ntwo\\none\\ntwo", 0), ("one\\n\\ntwo\\nthree", 3)] {
        let run = CommandRun(["fixtures", "verify", set, "--json", "--with", "printf '\(printed)' # {}"])
        #expect(try counts(run) == ["symbols": 1, "read": wrong == 0 ? 1 : 0, "wrong": wrong], "\(printed)")
      }
    }
  }

  @Test func `pictures of which a scanner with places says nothing are not located`() throws {
    try withSet { folder, set in
      let line =
        "{\"path\":\"clean/a.png\",\"symbols\":[{\"message\":\"https://example.com/a\",\"corners\":CORNERS}]}\n"
      let labels = try #require(PictureLabels(Manifest(ofDirectory: set).entries[0]))
      let corners = "[" + labels.symbols[0].map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
      let silent = "{\"path\":\"clean/b.png\",\"symbols\":[]}\n"
      for more in ["", silent] {
        let file = try write(
          line.replacing("CORNERS", with: corners) + more, folder.appending(path: "results.jsonl"))
        let run = CommandRun(["fixtures", "verify", set, "--json", "--results", file])
        #expect(try counts(run) == ["symbols": 2, "read": 1, "wrong": 0, "placed": 2, "located": 1], "\(run.text)")
        let table = CommandRun(["fixtures", "verify", set, "--results", file])
        #expect(table.text.contains("\nlocated: 1 of 2 symbols"), "\(table.text)")
      }
      // One that never prints places says nothing of them.
      let file = try write(
        "{\"path\":\"clean/a.png\",\"message\":\"https://example.com/a\"}\n" + silent, URL(filePath: "\(set).jsonl"))
      let run = CommandRun(["fixtures", "verify", set, "--json", "--results", file])
      #expect(try counts(run) == ["symbols": 2, "read": 1, "wrong": 0])
    }
  }

  @Test func `what was found before a search was cut short counts, and the cut is reported`() throws {
    try withSet { folder, set in
      let symbols = "[{\"message\":\"https://example.com/a\"}]"
      let cut = "\"error\":\"the search was cut short\""
      let file = try write(
        "{\"path\":\"clean/a.png\",\"symbols\":\(symbols),\(cut)}\n", folder.appending(path: "results.jsonl"))
      let answers = "while read -r line; do echo '{\"symbols\":\(symbols),\(cut)}'; done"
      for (way, count, wrong) in [(["--results", file], 1, 0), (["--with-lines", answers], 1, 1)] {
        let run = CommandRun(["fixtures", "verify", set, "--json"] + way)
        #expect(run.exitCode == 1 && run.errors.contains("/clean/a.png': the search was cut short"), "\(run.errors)")
        #expect(try counts(run) == ["symbols": 2, "read": count, "wrong": wrong])
      }
    }
  }

  @Test func `a scanner may exit with 1 or complain about pictures without a symbol`() throws {
    try withSet(negatives: 2) { folder, set in
      let scanners = [
        "case {} in *negative*) echo 'no symbol found' >&2; exit 1;; *a.png*) echo https://example.com/a;; "
          + "*) echo https://example.com/b;; esac",
        "case {} in *negative*) exit 7;; *a.png*) echo https://example.com/a;; *) echo https://example.com/b;; esac",
      ]
      for scanner in scanners {
        let run = CommandRun(["fixtures", "verify", set, "--with", scanner])
        #expect(run.exitCode == 0 && run.errors.isEmpty && run.text.contains("all: 2 of 2 symbols"), "\(run.errors)")
      }
      for scanner in ["echo 'no symbol found' >&2; exit 1 # {}", "echo 'no symbol found' >&2 # {}"] {
        let run = CommandRun(["fixtures", "verify", set, "--select", "kind=negative", "--with", scanner])
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.text.hasSuffix("all: no symbols in 2 pictures; 0 wrong\n"))
      }
      // Where there is a symbol, it is still a failure.
      let failing = CommandRun(["fixtures", "verify", set, "--with", "exit 7 # {}"])
      #expect(failing.exitCode == 1 && failing.errors.contains("failed on every picture"), "\(failing.errors)")
      _ = folder
    }
  }

  @Test func `paths of a results file may begin with the directory, also where a folder of the set has its name`()
    throws
  {
    try withSet(name: "clean") { folder, _ in
      for (prefix, name) in [("", "plain"), ("clean/", "relative"), (folder.path + "/clean/", "absolute")] {
        let lines = ["a", "b"].map {
          "{\"path\":\"\(prefix)clean/\($0).png\",\"message\":\"https://example.com/\($0)\"}\n"
        }
        _ = try write(lines.joined(), folder.appending(path: "\(name).jsonl"))
        let output = Shell.run("oobqr fixtures verify clean --results \(name).jsonl | tail -n 1", in: folder)
        #expect(output == "all: 2 of 2 symbols read (100.0 %) in 2 pictures; 0 wrong\n", "\(name): \(output)")
      }
    }
  }

  @Test func `an approach is one approach, although a large set divides its folders`() throws {
    let messages = (0..<900).map { FixtureMessage(name: "m\($0)", bytes: Array("m\($0)".utf8)) }
    let set = FixtureSet(of: messages, damages: [[]], frames: 7)
    #expect(set.isLarge && Set(set.map { $0.path.prefix(9) }).count > 5)
    var rates = ReadingRates()
    for fixture in set {
      guard case .symbol(let message) = fixture.content, let frame = fixture.frame else { continue }
      let json: JSONValue = [
        "path": .string(fixture.path), "message_base64": .string(Base64.encode(message.bytes)),
        "sequence": .string(message.name), "frame": .number(frame.number), "frames": .number(7), "damages": [],
        "symbols": [[]], "file_sha256": .string(String(repeating: "0", count: 64)),
      ]
      let entry = try #require(Manifest.Entry(json))
      rates.add(.init(read: frame.number == 5 ? 1 : 0), of: entry, in: rates.step(for: entry))
    }
    #expect(rates.sequences.count == 900)
    #expect(rates.sequences.values.allSatisfy { $0.pictures == 7 && $0.firstRead == 5 })
    #expect(rates.sequences["clean/m899"] != nil)
  }
}
