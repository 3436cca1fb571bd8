import Foundation
import OutOfBand
import Synchronization
import TestSupport
import Testing
import TextFormats

/// What has been parsed is handed on as a value, also from the option of a command to its last line.
struct ParsedOnceCommandTests {
  @TemporaryFolder var folder
  private static let payload = Files.samples.file("payload.json")
  private static let link = Files.samples.file("links/app-link.txt")
  private static let base = ["--base-url", "https://access.siven.ch/open"]

  /// What a command parses that is, or carries, the payload of the samples.
  private func parts(_ arguments: [String]) throws -> (json: Int, links: Int, run: CommandRun) {
    let payload = try Files.bytes(Self.payload).filter { $0 != UInt8(ascii: "\n") }
    let text = Base64.encodeURL(payload)
    let seen = Shared((json: 0, links: 0))
    let observer = ParsingObserver { part in
      seen.value.withLock { parts in
        switch part {
        case .json(let bytes): if bytes == payload { parts.json += 1 }
        case .link(let link): if link.contains(text) { parts.links += 1 }
        }
      }
    }
    let run = ParsingObserver.$current.withValue(observer) { CommandRun(arguments) }
    let parts = seen.value.withLock { $0 }
    return (parts.json, parts.links, run)
  }

  @Test(arguments: [
    ["make", "--payload", payload, "--as", "json", "--force", "-o"],
    ["make", "--payload", payload, "--as", "raw", "-o"],
    ["make", "--payload", payload, "--as", "link"] + base + ["-o"],
    ["make", "--payload", payload, "--as", "uri", "--scheme", "myaccessapp", "-o"],
    ["make", "--payload", payload, "--check"] + base + ["-o"], ["make", "-f", link, "--trim-newline", "-o"],
    ["print", "label", "--payload", payload, "--stock", "99x99", "--to", "pdf", "--caption", "{token}", "--jobs", "1"]
      + base + ["-o"],
    ["print", "poster", "--payload", payload] + base + ["-o"],
  ])
  func `a symbol is made and printed with one parse of its payload and one look at its link`(
    arguments: [String]
  ) throws {
    let name = arguments[1] == "poster" || arguments[1] == "label" ? "x.pdf" : "x.png"
    let (json, links, run) = try parts(arguments + [folder.file(name)])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(json == 1)
    #expect(links == (arguments.contains("json") ? 0 : 1))
  }

  @Test(arguments: [
    ["make", "--jobs", "1", "-o"],
    ["print", "sheet", "--jobs", "1", "--distance", "100", "--caption", "{token}", "-o"],
  ])
  func `a payload of a list is parsed once, with its line`(arguments: [String]) throws {
    let list = folder.file("l.jsonl")
    let name = folder.file(arguments[0] == "make" ? "x.tar" : "x.pdf")
    for line in ["PAYLOAD", "{\"payload\":PAYLOAD}"] {
      let payload = try Files.text(Self.payload)
      try Data(line.replacing("PAYLOAD", with: payload.trimmingCharacters(in: .newlines)).utf8)
        .write(to: URL(filePath: list))
      let (json, links, run) = try parts(arguments + [name, "--list", list] + Self.base)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(json == (line == "PAYLOAD" ? 1 : 0) && links == 1, "\(json) \(links)")
    }
  }

  @Test(arguments: [
    ["link", "--payload", payload] + base, ["print", "plan", "--payload", payload] + base,
    ["check", link], ["check", link, "--sdk"], ["check", link, "--json"], ["check", "--list", link],
    ["simulate", link], ["simulate", link, "--os", "android-14", "--scanner", "camera"],
  ])
  func `a message is checked and simulated with one parse of its payload and one look at its link`(
    arguments: [String]
  ) throws {
    let (json, links, run) = try parts(arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(json == 1 && links == 1, "\(json) \(links)")
  }

  @Test func `a scanned message is parsed once, and one that is only printed is not`() throws {
    let picture = folder.file("x.png")
    #expect(CommandRun(["make", "--payload", Self.payload] + Self.base + ["-o", picture]).exitCode == 0)
    for (arguments, count) in [(["--json"], 1), (["--check"], 1), ([], 0)] {
      let (json, links, _) = try parts(["scan", picture, "--jobs", "1"] + arguments)
      #expect(json == count && links == count, "\(arguments): \(json) \(links)")
    }
    let (json, links, _) = try parts(["check", picture])
    #expect(json == 1 && links == 1)
  }

  @Test func `both forms of a comparison share one parse of the payload`() throws {
    let (json, links, run) = try parts(["compare", "--payload", Self.payload, "--scheme", "myaccessapp"] + Self.base)
    #expect(run.exitCode == 0 && json == 1 && links == 2, "\(json) \(links)")
  }
}
