import Foundation
import Imaging
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

@testable import OOBQRCommands

/// Results of other scanners, places, comparisons and reports of `fixtures verify`.
struct FixturesComparisonTests {
  /// A set of four pictures with two messages.
  private func withSet(_ body: (URL, String) throws -> Void) throws {
    try Files.withTemporaryFolder { folder in
      let list = folder.appending(path: "list.csv")
      try Data("name,message\na,https://example.com/a\nb,https://example.com/b\n".utf8).write(to: list)
      let set = folder.appending(path: "set").path
      let run = CommandRun(
        ["fixtures", "make", "-o", set, "--payloads", list.path, "--damage", "rotation:0/20", "--scale", "3"])
      try #require(run.exitCode == 0, "\(run.errors)")
      try body(folder, set)
    }
  }

  private func line(_ path: String, _ message: String?, _ corners: String?) -> String {
    let members = [message.map { "\"message\":\"\($0)\"" }, corners.map { "\"corners\":\($0)" }].compactMap { $0 }
    return "{\"path\":\"\(path)\",\"symbols\":[{\(members.joined(separator: ","))}]}\n"
  }

  @Test func `results of another scanner are compared with the messages and places in the pictures`() throws {
    try withSet { folder, set in
      let entries = try Manifest(ofDirectory: set).entries
      func corners(_ index: Int, moved: Double = 0) -> String {
        let symbol = PictureLabels(entries[index])?.symbols[0] ?? []
        return "[" + symbol.map { "[\($0.x + moved),\($0.y)]" }.joined(separator: ",") + "]"
      }
      // Read and located; located only; read without a place, which counts for none; and one without a line, which counts.
      let half = (PictureLabels(entries[1])?.symbols[0][1].x ?? 0) / 2
      let lines =
        line(entries[0].path, "https://example.com/a", corners(0)) + line(entries[1].path, nil, corners(1, moved: half))
        + line("\(set)/\(entries[2].path)", "https://example.com/b", nil) + "\n"
      let results = folder.appending(path: "predictions.jsonl")
      try Data(lines.utf8).write(to: results)
      let junit = folder.appending(path: "report.xml").path
      let run = CommandRun(["fixtures", "verify", set, "--results", results.path, "--json", "--junit", junit])
      #expect(run.exitCode == 0, "\(run.errors)")
      let value = try JSONDocument(parsing: run.output).value
      #expect(value["read"] == .number(1) && value["wrong"] == .number(1) && value["symbols"] == .number(4))
      #expect(value["placed"] == .number(3) && value["located"] == .number(1) && value["mean_iou"] == .number(1))
      let report = String(decoding: try Files.bytes(URL(filePath: junit)), as: UTF8.self)
      #expect(report.contains("tests=\"4\" failures=\"3\" errors=\"0\""), "\(report)")
      #expect(report.components(separatedBy: "<testcase ").count == 5)
      #expect(report.components(separatedBy: "<failure type=\"unread\"").count == 3)
      #expect(report.contains("<testcase classname=\"rotation-0\" name=\"a\"/>"), "\(report)")
    }
  }

  static let wrong: [(line: String, error: String)] = [
    ("nothing", "line 1: not JSON"), ("{\"symbols\":[]}", "line 1: no 'path' of a picture"),
    ("{\"path\":\"x\"}", "line 1: a symbol has none of message_base64, message and corners"),
    ("{\"path\":\"x\",\"corners\":[[1,2]]}", "corners are not points [x,y] around the symbol"),
    ("{\"path\":\"x\",\"message_base64\":\"!\"}", "message_base64 is not base64"),
    ("{\"path\":\"x\",\"message\":\"y\"}", "no line of '"),
  ]

  @Test func `invalid results are refused with the line`() throws {
    try withSet { folder, set in
      for (line, error) in Self.wrong {
        let results = folder.appending(path: "predictions.jsonl")
        try Data((line + "\n").utf8).write(to: results)
        let run = CommandRun(["fixtures", "verify", set, "--results", results.path])
        #expect(run.exitCode == 1 && run.errors.contains(error), "\(run.errors)")
      }
      let both = CommandRun(["fixtures", "verify", set, "--results", "x", "--with", "y {}"])
      #expect(both.exitCode == 64 && both.errors.contains("Give only one of --with, --with-lines and --results"))
    }
  }

  @Test func `two scanners are compared as a table and as plots, and reports about other pictures are refused`() throws
  {
    try withSet { folder, set in
      func report(_ name: String, _ options: [String]) throws -> String {
        let run = CommandRun(["fixtures", "verify", set, "--json"] + options)
        #expect(run.exitCode == 0, "\(run.errors)")
        try Data(run.output).write(to: folder.appending(path: name))
        return folder.appending(path: name).path
      }
      let ours = try report("ours.json", [])
      let other = try report(
        "other.json", ["--with", "case {} in *rotation-20*) ;; *) echo https://example.com/a;; esac"])
      let plots = folder.appending(path: "plots").path
      let run = CommandRun(["fixtures", "compare", ours, other, "--plot", plots])
      #expect(run.exitCode == 0 && run.errors == "oobqr: \(plots): 1 plot\n", "\(run.errors)")
      let lines = run.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      #expect(
        lines.dropFirst(2) == [
          "damage 1 2 2 − 1", "rotation:0 2/2 1/2 1 wrong -1", "rotation:20 2/2 0/2 -2", "all 4/4 1/4 1 wrong -3",
          "located 4/4 no places",
        ], "\(run.text)")
      let plot = String(decoding: try Files.bytes(URL(filePath: "\(plots)/rotation.svg")), as: UTF8.self)
      #expect(plot.components(separatedBy: "<circle ").count == 5 && plot.hasSuffix("</svg>\n"))
      let object = try JSONDocument(parsing: CommandRun(["fixtures", "compare", ours, other, "--json"]).output).value
      #expect(object["rates"]?.elements?.first?["read"] == [.number(2), .number(1)])
      let part = try report("part.json", ["--select", "message=a"])
      let refused = CommandRun(["fixtures", "compare", ours, part])
      #expect(
        refused.exitCode == 1
          && refused.errors.hasSuffix("with the same --select, not all pictures and 'message=a'\n"), "\(refused.errors)"
      )
      // Another set with the same numbers of symbols.
      let list = folder.appending(path: "list.csv").path
      let seeded = [
        "fixtures", "make", "-o", "\(set)2", "--payloads", list, "--damage", "rotation:0/20", "--seed", "2",
      ]
      #expect(CommandRun(seeded).exitCode == 0)
      let second = CommandRun(["fixtures", "verify", "\(set)2", "--json"])
      try Data(second.output).write(to: folder.appending(path: "second.json"))
      let foreign = CommandRun(["fixtures", "compare", ours, folder.appending(path: "second.json").path])
      #expect(foreign.exitCode == 1 && foreign.errors.contains("verify the same set with both scanners"))
      let none = CommandRun(["fixtures", "compare", ours, "\(set)/manifest.json"])
      #expect(none.exitCode == 1 && none.errors.contains("is not a report of 'oobqr fixtures verify --json'"))
    }
  }

  @Test func `random strengths are compared by their steps, and places with them`() throws {
    try Files.withTemporaryFolder { folder in
      let (set, report) = (folder.appending(path: "set").path, folder.appending(path: "report.json"))
      let list = folder.appending(path: "list.txt")
      try Data((1...9).map { "m\($0)\n" }.joined().utf8).write(to: list)
      let make = ["fixtures", "make", "-o", set, "--payloads", list.path, "--damage", "rotation:~0..50"]
      #expect(CommandRun(make).exitCode == 0)
      let verified = CommandRun(["fixtures", "verify", set, "--json"])
      try Data(verified.output).write(to: report)
      let value = try JSONDocument(parsing: verified.output).value
      #expect(try ReadingReport(json: value).json == value)
      let steps = try #require(value["rates"]?.elements)
      let compare = ["fixtures", "compare", report.path, report.path]
      let lines = CommandRun(compare).text.split(separator: "\n").dropFirst(3)
        .map { $0.split(separator: " ").joined(separator: " ") }
      #expect(lines.count == steps.count + 2)
      for (line, step) in zip(lines, steps) {
        let (from, to) = (try #require(step["strength"]?.integer), try #require(step["to"]?.integer))
        #expect(to == from + 10 && line.hasPrefix("rotation:~0..50 \(from)–\(to) "), "\(line)")
      }
      #expect(lines.last?.hasPrefix("located 9/9 9/9") == true, "\(lines)")
      let object = try JSONDocument(parsing: CommandRun(compare + ["--json"]).output).value
      let first = try #require(object["rates"]?.elements?.first)
      #expect(
        first["to"] == steps[0]["to"]
          && first["located"] == [steps[0]["located"] ?? .null, steps[0]["located"] ?? .null])
      #expect(object["mean_iou"]?.elements == [value["mean_iou"] ?? .null, value["mean_iou"] ?? .null])
      // A report that was cut off, or another file.
      for text in ["{}", "[]", "{\"reader\":\"x\",\"fixtures_sha256\":\"\",\"rates\":[{}]}"] {
        try Data(text.utf8).write(to: folder.appending(path: "other.json"))
        let run = CommandRun(["fixtures", "compare", report.path, folder.appending(path: "other.json").path])
        #expect(run.exitCode == 1 && run.errors.contains("is not a report of 'oobqr fixtures verify --json'"))
      }
    }
  }

  @Test func `what is read from negative pictures is wrong, and can fail a run`() throws {
    try Files.withTemporaryFolder { folder in
      let set = folder.appending(path: "set").path
      #expect(CommandRun(["fixtures", "make", "-o", set, "--negatives", "3", "--scene", "200x160"]).exitCode == 0)
      let run = CommandRun(["fixtures", "verify", set])
      #expect(run.exitCode == 0 && run.text.hasSuffix("all: no symbols in 3 pictures; 0 wrong\n"), "\(run.text)")
      #expect(run.text.hasPrefix("negative: text     0 wrong in 1 picture\n"), "\(run.text)")
      let wrong = CommandRun(["fixtures", "verify", set, "--with", "echo x # {}", "--max-wrong", "2"])
      #expect(wrong.exitCode == 1 && wrong.errors.contains("3 wrong messages, more than the 2 of --max-wrong"))
      for format in ["csv", "coco"] {
        let export = CommandRun(["fixtures", "export", set, "--as", format, "-o", "-"])
        #expect(export.exitCode == 0 && export.text.contains("negative/text-0001.png"), "\(export.errors)")
      }
    }
  }

  @Test func `scenes and negative pictures have photographs as ground, and are read`() throws {
    try Files.withTemporaryFolder { folder in
      let set = folder.appending(path: "set").path
      let shots = folder.appending(path: "shots").path
      // Noise of a photograph: a picture without symbols.
      #expect(CommandRun(["fixtures", "make", "-o", shots, "--negatives", "2", "--scene", "640x480"]).exitCode == 0)
      let arguments = [
        "fixtures", "make", "-o", set, "--suite", "scenes", "--background", "\(shots)/negative", "--negatives", "3",
        "--select", "message=scene-1", "--select", "message=scene-2", "--select", "kind=negative",
      ]
      let made = CommandRun(arguments)
      #expect(made.exitCode == 0 && made.errors.contains("5 fixtures"), "\(made.errors)")
      let manifest = try JSONDocument(parsing: Files.bytes(folder.appending(path: "set/manifest.json"))).value
      #expect(manifest["plan"]?["generation"] == .number(3))
      #expect(manifest["fixtures"]?.elements?.allSatisfy { $0["width"] == .number(640) } == true)
      let run = CommandRun(["fixtures", "verify", set, "--require", "0.5", "--max-wrong", "0"])
      #expect(run.exitCode == 0, "\(run.text) \(run.errors)")
      #expect(CommandRun(arguments).errors.contains("already complete"))
    }
  }

  static let misuses: [(arguments: [String], code: Int32, error: String)] = [
    (["make", "-o", "x", "--sequence", "1"], 64, "--sequence 1 is not in 2…1000"),
    (["make", "-o", "x", "--suite", "smoke", "--sequence", "3"], 64, "--sequence is for messages"),
    (["make", "-o", "x", "--negatives", "-1"], 64, "negatives"),
    (["make", "-o", "x", "--background", "/no/such"], 1, "background '/no/such': not a directory"),
    (["make", "-o", "x", "--suite", "scenes", "--background", "/no"], 1, "background '/no': not a directory"),
    (["verify", "x", "--max-wrong=-1"], 64, "--max-wrong -1 is less than 0"),
    (["compare", "-", "-"], 64, "Standard input can be read only once"),
  ]

  @Test(arguments: misuses)
  func `misuse is answered with one line`(misuse: (arguments: [String], code: Int32, error: String)) {
    let run = CommandRun(["fixtures"] + misuse.arguments)
    #expect(run.exitCode == misuse.code && run.errors.contains(misuse.error), "\(run.errors)")
  }
}
