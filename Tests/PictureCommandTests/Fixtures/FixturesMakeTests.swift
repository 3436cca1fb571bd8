import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// What `fixtures make`, `damage` and `kinds` make.
struct FixturesMakeTests {
  let folder = FixtureFolder()

  @Test func `a set is the same whatever the number of jobs, and a second run does nothing`() throws {
    #expect(folder.make("--suite", "smoke", "--jobs", "1").exitCode == 0)
    let files = try folder.contents
    try FileManager.default.moveItem(at: folder.set, to: folder.folder.appending(path: "other"))
    #expect(folder.make("--suite", "smoke", "--jobs", "3").exitCode == 0)
    #expect(try folder.contents == files)
    #expect(files.keys.contains("manifest.jsonl") && files.count > 80)

    let again = folder.make("--suite", "smoke")
    #expect(again.exitCode == 0 && again.errors.contains("already complete"))
    let other = folder.make("--suite", "smoke", "--seed", "2")
    #expect(other.exitCode == 1 && other.errors.contains("a set of different fixtures"))
    #expect(try folder.contents == files)
  }

  /// Makes a set of a list and returns its pictures.
  private func pictures(
    _ list: String, _ format: String, _ damages: [String], _ name: String, in folder: FixtureFolder
  ) throws -> [String: [UInt8]] {
    let list = try folder.write(list, "\(name).\(format)")
    let run = folder.make(["--payloads", list] + damages.flatMap { ["--damage", $0] }, folder.path(name))
    #expect(run.exitCode == 0, "\(run.errors)")
    return try folder.contents(name).filter { !$0.key.hasPrefix("manifest") }
  }

  @Test func `a picture depends on its message, name and damage, and not on its place in the list`() throws {
    let rows = (1...6).map { "card-\($0),https://example.com/\($0 / 2)\n" }
    let damages = ["noise:20", "occlusion:0.1", "streaks:0.05+crumple:0.5"]
    let whole = try pictures("name,message\n" + rows.joined(), "csv", damages, "whole", in: folder)
    #expect(whole.count == 18)
    let some = "name,link\n" + rows[3...].reversed().joined()
    let shard = try pictures(some, "csv", damages.reversed(), "shard", in: folder)
    #expect(shard.count == 9)
    for (path, file) in shard { #expect(whole[path] == file, "\(path)") }
    // Equal messages with different names are different pictures.
    #expect(whole["noise-20/card-2.png"] != whole["noise-20/card-3.png"])
  }

  @Test func `messages without names are the same pictures on every line, and repeated ones differ`() throws {
    let whole = try pictures("one\ntwo\nthree\ntwo", "txt", ["noise:20"], "whole", in: folder)
    let part = try pictures("\nthree\ntwo", "txt", ["noise:20"], "part", in: folder)
    #expect(part["noise-20/line-2.png"] == whole["noise-20/line-3.png"])
    #expect(part["noise-20/line-3.png"] == whole["noise-20/line-2.png"])
    #expect(whole["noise-20/line-2.png"] != whole["noise-20/line-4.png"])
  }

  @Test func `damages are added to those of a suite`() throws {
    let suite = folder.make(["--suite", "smoke"], folder.path("suite"))
    // The smoke suite has noise:20 already.
    let more = folder.make("--suite", "smoke", "--damage", "noise:20", "--damage", "mirror+noise:30")
    #expect(suite.exitCode == 0 && more.exitCode == 0, "\(more.errors)")
    #expect(more.errors.contains(": 117 fixtures"), "\(more.errors)")
    let (before, after) = (try folder.contents("suite"), try folder.contents)
    for (path, file) in before where !path.hasPrefix("manifest.json") { #expect(after[path] == file, "\(path)") }
    #expect(
      Set(after.keys).subtracting(before.keys)
        == Set(["web-address", "otpauth", "json"].map { "mirror+noise-30/\($0).png" }))
  }

  @Test func `pictures to make and to verify are selected by kind, strength and message`() throws {
    let damages = ["--damage", "noise:5/10/15", "--damage", "rotation:0..20/10"]
    let run = folder.make(
      ["--suite", "smoke", "--select", "kind=noise,strength<=10", "--select", "kind=rotation,message=j*"] + damages)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      try folder.entries.map(\.path).sorted() == [
        "noise-10/json.png", "noise-10/otpauth.png", "noise-10/web-address.png", "noise-5/json.png",
        "noise-5/otpauth.png", "noise-5/web-address.png", "rotation-0/json.png", "rotation-10/json.png",
        "rotation-20/json.png", "rotation-5/json.png",
      ])
    let some = folder.verify("--select", "kind=noise,message=*a*")
    #expect(some.text.hasPrefix("noise  5: 2/2  10: 2/2  (gray levels (standard deviation))\nlocated: 4 of 4 "))
    let none = folder.verify("--select", "kind=glare")
    #expect(none.exitCode == 1 && none.errors.contains("--select 'kind=glare' selects none of the 10 pictures"))
    let other = folder.make(["--suite", "smoke"] + damages)
    #expect(other.exitCode == 1 && other.errors.contains("a set of different fixtures"))
  }

  @Test func `scenes and negative pictures have photographs as ground, and are read`() throws {
    // Noise of a photograph: a picture without symbols.
    let shots = folder.path("shots")
    #expect(folder.make(["--negatives", "2", "--scene", "640x480"], shots).exitCode == 0)
    let options = [
      "--suite", "scenes", "--background", "\(shots)/negative", "--negatives", "3", "--select", "message=scene-1",
      "--select", "message=scene-2", "--select", "kind=negative",
    ]
    let made = folder.make(options)
    #expect(made.exitCode == 0 && made.errors.contains("5 fixtures"), "\(made.errors)")
    let manifest = try folder.manifest
    #expect(manifest.plan["generation"] == .number(4) && manifest.entries.allSatisfy { $0.width == 640 })
    let run = folder.verify("--require", "0.5", "--max-wrong", "0")
    #expect(run.exitCode == 0, "\(run.text) \(run.errors)")
    #expect(folder.make(options).errors.contains("already complete"))
  }

  @Test func `a picture is damaged in gray and in colour`() throws {
    let (input, output) = (folder.path("in.png"), folder.path("out.png"))
    #expect(CommandRun(["make", "hello", "-o", input, "--dark", "#000080"]).exitCode == 0)
    let run = CommandRun(["fixtures", "damage", input, output, "--kind", "rotation:10+noise:5"])
    #expect(run.exitCode == 0 && run.errors == "oobqr: applied rotation:10+noise:5\n")
    let image = try ColorImage(imageFile: Files.bytes(output))
    #expect(stride(from: 0, to: image.pixels.count, by: 3).count { image.pixels[$0] != image.pixels[$0 + 2] } > 1000)
    #expect(try QRScanner().scan(GrayImage(imageFile: Files.bytes(output))).first?.text == "hello")
    let jpeg = folder.path("out.jpg")
    #expect(CommandRun(["fixtures", "damage", input, jpeg, "--kind", "jpeg:30"]).exitCode == 0)
    #expect(try Files.bytes(jpeg).starts(with: [0xFF, 0xD8]))
  }

  @Test func `kinds are listed as text and as JSON`() throws {
    let text = CommandRun(["fixtures", "kinds"])
    for kind in Damage.Kind.allCases { #expect(text.text.contains("\(kind.rawValue)\n  \(kind.summary)\n")) }
    let list = try JSONDocument(parsing: CommandRun(["fixtures", "kinds", "--json"]).output).value
    #expect(list["kinds"]?.elements?.count == Damage.Kind.allCases.count)
  }
}
