import Foundation
import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

/// Sizes, variants, unreadable symbols, sets that grow, and videos.
struct FixturesOptionsTests {
  let folder = FixtureFolder()
  private static let link = "https://example.com/login"

  @Test(arguments: [
    ["--size", "300x200", "--damage", "perspective:40"], ["--size", "300x200", "--damage", "rotation:45"],
    ["--size", "301x201", "--damage", "page:9"], ["--scene", "300x200", "--damage", "perspective:30+rotation:20"],
    ["--size", "120x120", "--scale", "4"],
  ])
  func `pictures have the size that is asked for, and the corners are where the symbol is`(options: [String]) throws {
    let list = try folder.write(Self.link, "list.txt")
    let run = folder.make(["--payloads", list] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    let entry = try #require(try folder.entries.first)
    #expect("\(entry.width)x\(entry.height)" == options[1])
    #expect(entry.symbols.joined().allSatisfy { 0...Double(entry.width) ~= $0.x && 0...Double(entry.height) ~= $0.y })
    // Nine symbols are too small in it.
    if options[1] == "301x201" { return }
    let rates = folder.verify()
    #expect(rates.text.contains("all: 1 of 1") && rates.text.contains("located: 1 of 1"), "\(rates.text)")
  }

  @Test func `variants differ, and a set of more of them extends the set`() throws {
    let list = try folder.write(Self.link, "list.txt")
    let options = ["--payloads", list, "--damage", "noise:40", "--variants"]
    #expect(folder.make("--payloads", list, "--damage", "noise:40").exitCode == 0)
    let single = try folder.contents
    #expect(folder.make(options + ["3"]).errors.contains("add --extend if the new set contains all its pictures"))
    #expect(folder.make(options + ["3", "--extend"]).exitCode == 0)
    let three = try folder.contents
    let names = ["line-1", "line-1-variant-2", "line-1-variant-3"].map { "noise-40/\($0).png" }
    #expect(Set(names).isSubset(of: three.keys) && Set(names.map { three[$0] }).count == 3)
    #expect(single[names[0]] == three[names[0]])
    #expect(folder.verify("--select", "message=line-1").text.contains("3 of 3 symbols"))
    #expect(folder.make(options + ["3"]).errors.contains("already complete"))
    let smaller = folder.make(options + ["2", "--extend"])
    #expect(
      smaller.exitCode == 1
        && smaller.errors.contains(
          "pictures that the new set lacks or has in another folder, such as 'noise-40/line-1-variant-3.png'")
    )
    // Without randomness, there would only be copies.
    let clean = folder.make(["--payloads", list, "--variants", "3"], folder.path("clean"))
    #expect(
      clean.exitCode == 1 && clean.errors.contains("--variants needs pictures of messages that the seed changes"))
  }

  @Test func `an extension needs the same options, and is resumed`() throws {
    let list = try folder.write(Self.link, "list.txt")
    let options = ["--payloads", list, "--damage", "noise:40"]
    #expect(folder.make(options).exitCode == 0)
    let before = try folder.contents
    let seed = folder.make(options + ["--damage", "noise:5", "--seed", "2", "--extend"])
    #expect(
      seed.exitCode == 1 && seed.errors.contains("its seed is 1, not 2; an extension needs the same"),
      "\(seed.errors)")
    #expect(try folder.contents == before)
    // As an interrupted extension leaves it: the old list, and a journal of the new set.
    let more = options + ["--damage", "noise:5", "--extend"]
    #expect(folder.make(more).exitCode == 0)
    let (whole, manifest) = (try folder.contents, try folder.manifest)
    for name in [Manifest.fileName, Manifest.objectFileName] {
      try folder.write(String(decoding: before[name] ?? [], as: UTF8.self), "set/\(name)")
    }
    try folder.write("\(manifest.plan)\n1 \(manifest.entries[1].json)\n", "set/manifest.partial.jsonl")
    #expect(folder.make(more).exitCode == 0)
    #expect(try folder.contents == whole)
  }

  @Test func `frames of a camera that comes close are cut, and filmed at the size that is asked for`() throws {
    let list = try folder.write(Self.link, "list.txt")
    let run = folder.make("--payloads", list, "--sequence", "4", "--size", "320x240", "--damage", "rotation:30")
    #expect(run.exitCode == 0, "\(run.errors)")
    let entries = try folder.entries
    #expect(entries.allSatisfy { $0.width == 320 && $0.height == 240 })
    #expect(folder.verify().text.contains("approaches  1/1"))
  }

  @Test func `a symbol that must not be read is tried by each reader, and reading it is wrong`() throws {
    let list = try folder.write(Self.link, "list.txt")
    let readable = folder.make("--payloads", list, "--damage", "occlusion:0.05", "--unreadable")
    #expect(
      readable.exitCode == 1
        && readable.errors.contains(
          "'occlusion-0.05/line-1.png' is readable: our own reader reads it; use stronger damage, another --seed"),
      "\(readable.errors)")
    // Nothing is left of it.
    #expect(try folder.contents.isEmpty)
    #expect(folder.make("--payloads", list, "--damage", "occlusion:0.7", "--unreadable").exitCode == 0)
    let entry = try #require(try folder.entries.first)
    #expect(
      entry.expectation == .unread && entry.messages == [Array(Self.link.utf8)] && entry.readableMessages.isEmpty)
    #expect(folder.verify().text.hasSuffix("all: no symbols to be read in 1 picture; 0 wrong\n"))
    let nothing = try folder.write("", "found.jsonl")
    #expect(folder.verify("--results", nothing).text.contains("1 picture; 0 wrong"))
    let junit = folder.path("report.xml")
    let wrong = folder.verify("--with", "echo \(Self.link) # {}", "--max-wrong", "0", "--junit", junit)
    #expect(wrong.exitCode == 1 && wrong.errors.contains("1 wrong message"), "\(wrong.errors)")
    let report = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(report.contains("read, though it must not be: 1"))
  }

  @Test func `a suite of a place has its own folders, and is counted by distance`() throws {
    let list = try folder.write(Self.link, "list.txt")
    #expect(folder.make("--payloads", list, "--suite", "tv", "--variants", "2").exitCode == 0)
    let first = try folder.entries.first
    #expect(first?.path == "tv-4/line-1.png" && first?.place == "tv")
    #expect(folder.verify().text.hasPrefix("tv  4: 2/2  2.5: 2/2  1.8: 2/2  (pixels per module)\n"))
  }

  @Test func `a video shows each picture, and approaches frame by frame`() throws {
    let list = try folder.write(Self.link, "list.txt")
    #expect(folder.make("--payloads", list, "--damage", "white-balance:1", "--damage", "rotation:20").exitCode == 0)
    let output = folder.path("camera.y4m")
    func export(_ options: String..., from set: String? = nil) -> CommandRun {
      CommandRun(["fixtures", "export", set ?? folder.set.path, "-o", output] + options)
    }
    let run = export("--as", "y4m", "--size", "320x240", "--fps", "3")
    #expect(run.exitCode == 0 && run.errors.hasSuffix("camera.y4m: 2 pictures in 6 frames\n"), "\(run.errors)")
    let video = [UInt8](try Data(contentsOf: URL(filePath: output)))
    let head = Array("YUV4MPEG2 W320 H240 F3:1 Ip A1:1 C420jpeg\n".utf8)
    #expect(video.starts(with: head) && video.count == head.count + 6 * (6 + 320 * 240 * 3 / 2))
    for frame in 0..<6 {
      let start = head.count + frame * (6 + 320 * 240 * 3 / 2) + 6
      #expect(Array(video[start - 6..<start]) == Array("FRAME\n".utf8))
      let luma = GrayImage(width: 320, height: 240, pixels: Array(video[start..<start + 320 * 240]))
      #expect(try QRScanner().scan(luma).map(\.text) == [Self.link])
      #expect((16...235).contains(luma.pixels.min() ?? 0) && (16...235).contains(luma.pixels.max() ?? 0))
    }
    #expect(export("--as", "mjpeg", "--hold", "1").exitCode == 0)
    let stream = [UInt8](try Data(contentsOf: URL(filePath: output)))
    let starts = stream.indices.filter { stream[$0...].starts(with: [0xFF, 0xD8, 0xFF]) }
    #expect(starts.count == 2)
    for (start, end) in zip(starts, starts.dropFirst() + [stream.count]) {
      let image = try GrayImage(imageFile: Array(stream[start..<end]))
      #expect(try QRScanner().scan(image).map(\.text) == [Self.link] && image.width == 640 && image.height == 480)
    }
    #expect(folder.make(["--payloads", list, "--sequence", "4"], folder.path("near")).exitCode == 0)
    #expect(export("--as", "y4m", from: folder.path("near")).errors.hasSuffix(": 4 pictures in 4 frames\n"))
  }

  static let misuses = [
    (["--as", "y4m", "--size", "641x480"], "--size '641x480' has an odd side; videos have even ones."),
    (["--as", "csv", "--fps", "5"], "csv is not a video: leave out --fps, --size and --hold."),
    (["--as", "y4m", "--fps", "0"], "--fps 0 is not in 1…60"),
    (["--as", "y4m", "--hold", "0"], "--hold 0 is not in 1…3600"),
  ]

  @Test(arguments: misuses)
  func `misuse of a video is refused`(arguments: [String], error: String) {
    let run = CommandRun(["fixtures", "export", "x", "-o", "y"] + arguments)
    #expect(run.exitCode == 64 && run.errors.contains(error), "\(run.errors)")
  }

  @Test(arguments: [
    ("blurr:2", "unknown damage 'blurr'; use 'defocus' or 'motion'"),
    ("tilt:9", "unknown damage 'tilt'; use 'perspective'"),
    ("rotate:9", "use 'rotation'"), ("low_light:2", "use 'underexposure'"), ("jpg:3", "use 'jpeg'"),
    ("perspectiv:9", "unknown damage 'perspectiv'; use 'perspective'"),
    ("smudge", "unknown damage 'smudge'; the kinds are defocus, motion,"),
  ])
  func `a name that is not a kind of damage gets the kind that was meant`(damage: String, error: String) {
    let run = CommandRun(["fixtures", "make", "-o", "x", "--damage", damage])
    #expect(run.exitCode == 64 && run.errors.contains(error), "\(run.errors)")
  }

  @Test func `bar codes that another scanner reads are named, with the remedy`() {
    #expect(folder.make("--negatives", "7").exitCode == 0)
    let all = folder.verify("--with", "zbarimg -q --raw {} 2>/dev/null")
    #expect(all.errors.contains("from pictures of bar codes; let the scanner read QR codes alone"), "\(all.errors)")
    let alone = folder.verify("--with", "zbarimg -q --raw -Sdisable -Sqrcode.enable {} 2>/dev/null")
    #expect(alone.text.hasSuffix("; 0 wrong\n") && !alone.errors.contains("bar codes"), "\(alone.errors)")
  }
}
