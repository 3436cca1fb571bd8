import Foundation
import ImageCoding
import Imaging
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// What `fixtures make` refuses, before it writes anything, and with the remedy.
struct FixturesRefusalTests {
  private func withFolder(_ body: (_ folder: URL, _ make: (String...) -> CommandRun) throws -> Void) throws {
    try Files.withTemporaryFolder { folder in
      try body(folder) { CommandRun(["fixtures", "make", "-o", folder.appending(path: "set").path] + $0) }
    }
  }

  @Test func `a refused command leaves a folder in which the corrected one works`() throws {
    try withFolder { folder, make in
      let list = folder.appending(path: "list.jsonl")
      let long = String(repeating: "a", count: 2500)
      try Data("\"one\"\n\"\(long)\"\n\"two\"\n".utf8).write(to: list)
      let scene = ["--suite", "scenes", "--scene", "240x200", "--select", "message=scene-1"]
      let set = folder.appending(path: "set")
      func made(_ payloads: String) -> CommandRun {
        CommandRun(["fixtures", "make", "-o", set.path, "--payloads", payloads] + scene)
      }
      let refused = made(list.path)
      #expect(
        refused.exitCode == 1 && refused.errors.contains("message 'line-2': 2500 bytes do not fit"), "\(refused.errors)"
      )
      #expect(!FileManager.default.fileExists(atPath: set.path))
      try Data("\"one\"\n\"two\"\n".utf8).write(to: list)
      #expect(made(list.path).exitCode == 0)
    }
  }

  @Test func `a photograph without room for the symbols is refused before anything is written`() throws {
    try withFolder { folder, make in
      let shots = folder.appending(path: "shots")
      try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
      try Data(PNG.encode(GrayImage(width: 90, height: 400, filledWith: 120))).write(to: shots.appending(path: "a.png"))
      let run = make("--damage", "noise:5", "--background", shots.path)
      #expect(run.exitCode == 1 && run.errors.contains("a scene of 90 × 400 pixels has no room for "), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "set").path))
      #expect(make("--damage", "noise:5", "--background", shots.path, "--scene", "500x500").exitCode == 0)
    }
  }

  @Test func `a token at the end of what is cut is not shown`() throws {
    try withFolder { folder, make in
      #expect(make("--damage", "noise:2", "--select", "message=web-address").exitCode == 0)
      let set = folder.appending(path: "set").path
      let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
      func errors(_ options: String...) -> String {
        let run = CommandRun(["fixtures", "verify", set] + options)
        #expect(run.exitCode != 0)
        return run.errors
      }
      let words = String(repeating: "w ", count: 36)
      let selected = errors("--select", "message=\(words)\(token)")
      #expect(selected.contains("b4b07559…") && !selected.contains("b4b07559-"), "\(selected)")
      let complaint = String(repeating: "w ", count: 84) + token
      let scanned = errors("--with", "echo \(complaint) >&2; exit 3; # {}")
      #expect(scanned.contains("b4b07559…") && !scanned.contains("b4b07559-"), "\(scanned)")
    }
  }

  @Test func `a run that fails before its first picture leaves no folders`() throws {
    try withFolder { folder, make in
      // A photograph that only shows when it is read again that it cannot be.
      let run = make(
        "--damage", "resolution:32", "--scale", "1", "--scene", "4000x3000", "--select", "message=web-address")
      #expect(run.exitCode == 1 && run.errors.contains("limit"), "\(run.errors)")
      #expect(make("--damage", "noise:5", "--select", "message=web-address").exitCode == 0)
      _ = folder
    }
  }

  @Test func `a photograph of 12 megapixels is a ground for smaller scenes, and as a scene it is refused by name`()
    throws
  {
    try withFolder { folder, make in
      let shots = folder.appending(path: "shots")
      try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
      let shot = shots.appending(path: "phone.png")
      try Data(PNG.encode(GrayImage(width: 4032, height: 3024, filledWith: 120))).write(to: shot)
      let options = ["--damage", "mirror", "--select", "message=web-address", "--background", shots.path]
      let set = folder.appending(path: "set").path
      let whole = CommandRun(["fixtures", "make", "-o", set] + options)
      #expect(whole.exitCode == 1 && whole.errors.contains("background '\(shot.path)': "), "\(whole.errors)")
      #expect(whole.errors.contains("4032 × 3024") && whole.errors.contains("--scene"), "\(whole.errors)")
      let small = CommandRun(["fixtures", "make", "-o", set, "--scene", "640x480"] + options)
      #expect(small.exitCode == 0, "\(small.errors)")
    }
  }

  @Test func `a scene without room for two symbols is refused with the least size, which is enough`() throws {
    try withFolder { folder, make in
      let refused = make("--suite", "scenes", "--scene", "60x60")
      #expect(refused.exitCode == 1 && refused.errors.contains("no room for two symbols"), "\(refused.errors)")
      let sizes = refused.errors.matches(of: /([0-9]+) × ([0-9]+)/).map { "\($0.1)x\($0.2)" }
      #expect(sizes.first == "60x60" && sizes.count == 2, "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "set").path))
      let least = try #require(sizes.last)
      #expect(make("--suite", "scenes", "--scene", least).exitCode == 0)
      let manifest = try Manifest(ofDirectory: folder.appending(path: "set").path)
      #expect(manifest.entries.count == 24 && manifest.entries.allSatisfy { $0.messages.count == 2 })
    }
  }

  static let misuses: [(arguments: [String], error: String)] = [
    (["--suite", "scenes", "--scale", "8"], "Scenes have their own sizes of modules: leave out --scale"),
    (["--suite", "scenes", "--dark", "#ff0000"], "Scenes have their own colours: leave out --dark and --light"),
    (["--suite", "scenes", "--light", "#eeeeee"], "Scenes have their own colours: leave out --dark and --light"),
  ]

  @Test(arguments: misuses)
  func `drawing options that scenes do not have are refused`(misuse: (arguments: [String], error: String)) {
    let run = CommandRun(["fixtures", "make", "-o", "/no/such/set"] + misuse.arguments)
    #expect(run.exitCode == 64 && run.errors.contains(misuse.error), "\(run.errors)")
  }
}
