import Foundation
import ImageCoding
import Imaging
import SymbolFixtures
import TestSupport
import Testing

/// What the commands for fixtures refuse, before they write anything, and with the remedy.
struct FixturesRefusalTests {
  let folder = FixtureFolder()

  static let misuses: [(arguments: [String], code: Int32, error: String)] = [
    (["make", "-o", "x", "--damage", "smudge:1"], 64, "unknown damage 'smudge'"),
    (["make", "-o", "x", "--damage", "noise:500"], 64, "noise:500 is not in 0…128 gray levels"),
    (["make", "-o", "x", "--damage", "jpeg:5+noise:3"], 64, "jpeg is the format of the file"),
    (["make", "-o", "x", "--suite", "smoke", "--level", "H"], 64, "A suite has its own levels"),
    (["make", "-o", "x", "--damage", "noise:5", "--damage", "noise:5.0"], 1, "two fixtures have the path"),
    (
      ["make", "-o", "x", "--seed=-1"], 64,
      "'-1' is invalid for '--seed <n>': it is not a whole number in 0…18446744073709551615. See"
    ),
    (["make", "-o", "x", "--suite", "smoke", "--scene", "90x90"], 1, "has no room for the symbol of 'web-address'"),
    (["make", "-o", "x", "--select", "kind=smudge"], 64, "no kind of damage is called 'smudge'"),
    (["make", "-o", "x", "--select", "message=no"], 1, "selects none of the 114 pictures"),
    (["verify", "x", "--select", "glare"], 64, "'glare' is not a term; write kind=glare"),
    (["make", "-o", "x", "--damage", "noise:0..9"], 64, "is not a range; write noise:FROM..TO/STEP"),
    (["make", "-o", "x", "--scale", "0"], 64, "--scale 0 is not in 1…100"),
    (["make", "-o", "x", "--jobs", "0"], 64, "--jobs 0 is not in 1…1024"),
    (["make", "-o", "x", "--scene", "wide"], 64, "is not WIDTHxHEIGHT"),
    (["make", "-o", "x", "--scene", "9000x9000"], 64, "above the limit of 12000000 pixels"),
    (["make", "-o", "/proc/nowhere/x", "--damage", "mirror"], 74, "cannot write '/proc/nowhere'"),
    (["make", "-o", "/dev/null", "--damage", "mirror"], 1, "'/dev/null' is not a directory"),
    (["kinds", "--pictures", "/dev/null"], 1, "'/dev/null' is not a directory"),
    (["make", "-o", "x", "--payloads", "/no/such/file"], 66, "cannot read '/no/such/file'"),
    (["verify", "/no/such/folder"], 1, "'/no/such/folder' holds no fixtures: it has no manifest.jsonl"),
    (["verify", "x", "--with", "zbarimg"], 64, "has no {} for the picture's path"),
    (["verify", "x", "--require", "95"], 64, "--require 95 is not in 0…1"),
    (["damage", "a.png", "b.jpg", "--kind", "noise:3"], 64, "--kind 'noise:3+jpeg:60'"),
    (["damage", "a.png", "b.png", "--kind", "jpeg:3"], 64, "must end in .jpg"),
    (["damage", "/no/such.png", "b.png", "--kind", "noise:3"], 66, "cannot read '/no/such.png'"),
    (["make", "-o", "x", "--sequence", "1"], 64, "--sequence 1 is not in 2…1000"),
    (["make", "-o", "x", "--suite", "smoke", "--sequence", "3"], 64, "--sequence is for messages"),
    (["make", "-o", "x", "--negatives", "-1"], 64, "negatives"),
    (["make", "-o", "x", "--background", "/no/such"], 1, "background '/no/such': not a directory"),
    (["verify", "x", "--max-wrong=-1"], 64, "--max-wrong -1 is not in 0…2147483647"),
    (["verify", "x", "--with", "y {}", "--results", "z"], 64, "Give only one of --with, --with-lines and --results"),
    (
      ["verify", "x", "--with-lines", "y", "--engine", "zbar"], 64,
      "--engine selects a reader of our scanner: leave out"
    ),
    (["verify", "x", "--results", "y", "--grades"], 64, "--grades is for our scanner"),
    (["compare", "-", "-"], 64, "Standard input can be read only once"),
    (["make", "-o", "x", "--suite", "scenes", "--scale", "8"], 64, "sizes of modules: leave out --scale"),
    (["make", "-o", "x", "--suite", "scenes", "--dark", "#ff0000"], 64, "colours: leave out --dark and --light"),
    (["make", "-o", "x", "--suite", "scenes", "--light", "#eeeeee"], 64, "colours: leave out --dark and --light"),
  ]

  @Test(arguments: misuses)
  func `misuse is answered with one line and the remedy`(misuse: (arguments: [String], code: Int32, error: String)) {
    let run = CommandRun(["fixtures"] + misuse.arguments)
    #expect(run.exitCode == misuse.code, "\(run.errors)")
    #expect(run.errors.contains(misuse.error), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  static let lists: [(name: String, text: String, error: String)] = [
    ("a.csv", "name,room\na,b\n", "line 1: no column for messages"),
    ("a.csv", "message\n\"a\"b\n", "line 2: text after a closing quote"),
    ("a.csv", "message,name\nx,../../etc\n", "line 2: the name '../../etc' is not 1…100 letters"),
    ("a.csv", "message,name\nx,a\ny,b\nz,A\n", "two messages are called 'A'; names must differ in more than case"),
    ("a.jsonl", "{}\n", "no message: none of 'payload', 'link', 'text', 'message' and 'message_base64'"),
    ("a.jsonl", "\"ok\"\n{\n", "line 2: not JSON"),
    ("a.txt", "\n\n", "holds no messages"),
    ("a.txt", "a\n" + String(repeating: "b", count: 1 << 17), "line 2: the line is longer than 65536 bytes"),
    ("a.txt", String(repeating: "a", count: 2954), "line 1: 2954 bytes are more than 2953"),
  ]

  @Test(arguments: lists)
  func `an invalid list is refused with its line`(list: (name: String, text: String, error: String)) throws {
    let run = folder.make("--payloads", try folder.write(list.text, list.name))
    #expect(run.exitCode == 1 && run.errors.contains(list.error), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.set.path))
  }

  @Test func `a refused command leaves a folder in which the corrected one works`() throws {
    func make(_ list: String) throws -> CommandRun {
      folder.make(
        "--payloads", try folder.write(list, "list.txt"), "--suite", "scenes", "--scene", "240x200", "--select",
        "message=scene-1")
    }
    let refused = try make("one\n\(String(repeating: "a", count: 2500))\ntwo\n")
    #expect(refused.exitCode == 1 && refused.errors.contains("message 'line-2': 2500 bytes do not fit"))
    #expect(!FileManager.default.fileExists(atPath: folder.set.path))
    // Nor does one that fails before its first picture.
    let large = folder.make(
      "--damage", "resolution:32", "--scale", "1", "--scene", "4000x3000", "--select", "message=web-address")
    #expect(large.exitCode == 1 && large.errors.contains("limit"), "\(large.errors)")
    #expect(try make("one\ntwo\n").exitCode == 0)
  }

  /// Makes a folder with a gray photograph, and returns its path.
  private func makePhotograph(width: Int, height: Int) throws -> String {
    let shots = folder.folder.appending(path: "shots")
    try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
    try shots.write(PNG.encode(GrayImage(width: width, height: height, filledWith: 120)), "a.png")
    return shots.path
  }

  @Test func `a photograph without room for the symbols is refused before anything is written`() throws {
    let shots = try makePhotograph(width: 90, height: 400)
    let run = folder.make("--damage", "noise:5", "--background", shots)
    #expect(run.exitCode == 1 && run.errors.contains("a scene of 90 × 400 pixels has no room for "), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.set.path))
    #expect(folder.make("--damage", "noise:5", "--background", shots, "--scene", "500x500").exitCode == 0)
  }

  @Test func `a photograph of 12 megapixels is a ground for smaller scenes, and as a scene it is refused by name`()
    throws
  {
    let shots = try makePhotograph(width: 4032, height: 3024)
    let options = ["--damage", "mirror", "--select", "message=web-address", "--background", shots]
    let whole = folder.make(options)
    #expect(
      whole.exitCode == 1 && whole.errors.contains("background '\(shots)/a.png': a scene of its 4032 × 3024 pixels"))
    #expect(whole.errors.contains("choose a smaller size of the scene"), "\(whole.errors)")
    let small = folder.make(options + ["--scene", "640x480"])
    #expect(small.exitCode == 0, "\(small.errors)")
  }

  @Test func `a scene without room for two symbols is refused with the least size, which is enough`() throws {
    let refused = folder.make("--suite", "scenes", "--scene", "60x60")
    #expect(refused.exitCode == 1 && refused.errors.contains("no room for two symbols"), "\(refused.errors)")
    let sizes = refused.errors.matches(of: /([0-9]+) × ([0-9]+)/).map { "\($0.1)x\($0.2)" }
    #expect(sizes.first == "60x60" && sizes.count == 2, "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.set.path))
    let least = try #require(sizes.last)
    #expect(folder.make("--suite", "scenes", "--scene", least).exitCode == 0)
    #expect(try folder.entries.count == 24 && folder.entries.allSatisfy { $0.messages.count == 2 })
  }
}
