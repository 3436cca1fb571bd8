import Foundation
import Imaging
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// Results of other scanners, places, comparisons and reports of `fixtures verify`.
struct FixturesComparisonTests {
  let folder = FixtureFolder()

  /// A set of four pictures with two messages.
  private func makeSet() throws {
    try folder.makeSet(
      of: "name,message\na,https://example.com/a\nb,https://example.com/b\n", "--damage", "rotation:0/20", "--scale",
      "3")
  }

  private func line(_ path: String, _ message: String?, _ corners: String?) -> String {
    let members = [message.map { "\"message\":\"\($0)\"" }, corners.map { "\"corners\":\($0)" }].compactMap { $0 }
    return "{\"path\":\"\(path)\",\"symbols\":[{\(members.joined(separator: ","))}]}\n"
  }

  @Test func `results of another scanner are compared with the messages and places in the pictures`() throws {
    try makeSet()
    let entries = try folder.entries
    func corners(_ index: Int, moved: Double = 0) -> String {
      "[" + entries[index].symbols[0].map { "[\($0.x + moved),\($0.y)]" }.joined(separator: ",") + "]"
    }
    // Read and located; located only; read without a place, which counts for none; and one without a line, which counts.
    let half = entries[1].symbols[0][1].x / 2
    let lines =
      line(entries[0].path, "https://example.com/a", corners(0)) + line(entries[1].path, nil, corners(1, moved: half))
      + line("\(folder.set.path)/\(entries[2].path)", "https://example.com/b", nil) + "\n"
    let (results, junit) = (try folder.write(lines, "predictions.jsonl"), folder.path("report.xml"))
    let run = folder.verify("--results", results, "--json", "--junit", junit)
    #expect(run.exitCode == 0, "\(run.errors)")
    let value = try JSONDocument(parsing: run.output).value
    #expect(value["read"] == .number(1) && value["wrong"] == .number(1) && value["symbols"] == .number(4))
    #expect(value["placed"] == .number(3) && value["located"] == .number(1) && value["mean_iou"] == .number(1))
    let report = try Files.text(junit)
    #expect(report.contains("tests=\"4\" failures=\"3\" errors=\"0\""), "\(report)")
    #expect(report.components(separatedBy: "<testcase ").count == 5)
    #expect(report.components(separatedBy: "<failure type=\"unread\"").count == 3)
    #expect(report.contains("<testcase classname=\"rotation-0\" name=\"a\"/>"), "\(report)")
  }

  static let wrong: [(line: String, error: String)] = [
    ("nothing", "line 1: not JSON"), ("{\"symbols\":[]}", "line 1: no 'path' of a picture"),
    ("{\"path\":\"x\"}", "line 1: a symbol has none of message_base64, message and corners"),
    ("{\"path\":\"x\",\"corners\":[[1,2]]}", "corners are not points [x,y] around the symbol"),
    ("{\"path\":\"x\",\"message_base64\":\"!\"}", "message_base64 is not base64"),
    ("{\"path\":\"x\",\"message\":\"y\"}", "no line of '"),
  ]

  @Test func `invalid results are refused with the line`() throws {
    try makeSet()
    for (line, error) in Self.wrong {
      let run = folder.verify("--results", try folder.write(line + "\n", "predictions.jsonl"))
      #expect(run.exitCode == 1 && run.errors.contains(error), "\(run.errors)")
    }
  }

  /// Verifies a set, and keeps the report.
  private func report(_ folder: FixtureFolder, _ name: String, _ options: String...) throws -> String {
    let run = folder.verify(["--json"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try folder.write(run.text, name)
  }

  private func lines(_ run: CommandRun) -> [String] {
    run.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test func `two scanners are compared as a table and as plots, and reports about other pictures are refused`() throws
  {
    try makeSet()
    let ours = try report(folder, "ours.json")
    let other = try report(
      folder, "other.json", "--with", "case {} in *rotation-20*) ;; *) echo https://example.com/a;; esac")
    let plots = folder.path("plots")
    let run = CommandRun(["fixtures", "compare", ours, other, "--plot", plots])
    #expect(run.exitCode == 0 && run.errors == "oobqr: \(plots): 1 plot\n", "\(run.errors)")
    #expect(
      lines(run).dropFirst(2) == [
        "damage 1 2 2 − 1", "rotation:0 2/2 1/2 1 wrong -1", "rotation:20 2/2 0/2 -2", "all 4/4 1/4 1 wrong -3",
        "located 4/4 no places",
      ], "\(run.text)")
    let plot = try Files.text("\(plots)/rotation.svg")
    #expect(plot.components(separatedBy: "<circle ").count == 5 && plot.hasSuffix("</svg>\n"))
    let object = try JSONDocument(parsing: CommandRun(["fixtures", "compare", ours, other, "--json"]).output).value
    #expect(object["rates"]?.elements?.first?["read"] == [.number(2), .number(1)])
    // Another set with the same numbers of symbols.
    let seeded = folder.path("seeded")
    let options = ["--payloads", folder.path("list.csv"), "--damage", "rotation:0/20", "--seed", "2"]
    #expect(folder.make(options, seeded).exitCode == 0)
    let second = try folder.write(CommandRun(["fixtures", "verify", seeded, "--json"]).text, "second.json")
    let broken = try ["{}", "[ ]", "{\"reader\":\"x\",\"fixtures_sha256\":\"\",\"rates\":[{}]}"].map { text in
      (try folder.write(text, "\(text.count).json"), "is not a report of 'oobqr fixtures verify --json'")
    }
    let refused = [
      (
        try report(folder, "part.json", "--select", "message=a"),
        "with the same selections, not all pictures and 'message=a'\n"
      ),
      (second, "verify the same set with both scanners"),
      ("\(folder.set.path)/manifest.json", "is not a report of 'oobqr fixtures verify --json'"),
    ]
    for (other, error) in refused + broken {
      let run = CommandRun(["fixtures", "compare", ours, other])
      #expect(run.exitCode == 1 && run.errors.contains(error), "\(run.errors)")
    }
  }

  @Test func `random strengths are compared by their steps, and places with them`() throws {
    let list = "message\n" + (1...9).map { "m\($0)\n" }.joined()
    try folder.makeSet(of: list, "--damage", "rotation:~0..50")
    let verified = folder.verify("--json")
    let report = try folder.write(verified.text, "report.json")
    let value = try JSONDocument(parsing: verified.output).value
    #expect(try ReadingRates(json: verified.output).json.members == value.members.map { Array($0.dropFirst()) })
    let steps = try #require(value["rates"]?.elements)
    let compare = ["fixtures", "compare", report, report]
    let lines = lines(CommandRun(compare)).dropFirst(3)
    #expect(lines.count == steps.count + 2)
    for (line, step) in zip(lines, steps) {
      let (from, to) = (try #require(step["strength"]?.integer), try #require(step["to"]?.integer))
      #expect(to == from + 10 && line.hasPrefix("rotation:~0..50 \(from)–\(to) "), "\(line)")
    }
    #expect(lines.last?.hasPrefix("located 9/9 9/9") == true, "\(lines)")
    let object = try JSONDocument(parsing: CommandRun(compare + ["--json"]).output).value
    let first = try #require(object["rates"]?.elements?.first)
    let located = steps[0]["located"] ?? .null
    #expect(first["to"] == steps[0]["to"] && first["located"] == [located, located])
    #expect(object["mean_iou"]?.elements == [value["mean_iou"] ?? .null, value["mean_iou"] ?? .null])
  }

  @Test func `what is read from negative pictures is wrong, and can fail a run`() {
    #expect(folder.make("--negatives", "3", "--scene", "200x160").exitCode == 0)
    let run = folder.verify()
    #expect(
      run.exitCode == 0 && run.text.hasSuffix("all: no symbols to be read in 3 pictures; 0 wrong\n"), "\(run.text)")
    #expect(run.text.hasPrefix("negative: text     0 wrong in 1 picture\n"), "\(run.text)")
    let wrong = folder.verify("--with", "echo x # {}", "--max-wrong", "2")
    #expect(wrong.exitCode == 1 && wrong.errors.contains("3 wrong messages, more than the 2 of --max-wrong"))
    for format in ["csv", "coco"] {
      let export = CommandRun(["fixtures", "export", folder.set.path, "--as", format, "-o", "-"])
      #expect(export.exitCode == 0 && export.text.contains("negative/text-0001.png"), "\(export.errors)")
    }
  }
}
