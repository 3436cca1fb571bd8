import Foundation
import ImageCoding
import Imaging
import OutOfBand
import PictureDamage
import QRScanning
import QRSymbology
import SymbolFixtures
import TestSupport
import Testing
import TextFormats

struct FixturesCommandTests {
  private static func make(_ folder: URL, _ more: String...) -> CommandRun {
    CommandRun(["fixtures", "make", "-o", folder.appending(path: "set").path] + more)
  }

  private static func contents(_ folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      if !url.hasDirectoryPath, (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
        files[path] = try Files.bytes(url)
      }
    }
    return files
  }

  @Test func `a set is the same whatever the number of jobs, and a second run does nothing`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let first = folder.appending(path: "set")
      #expect(Self.make(folder, "--suite", "smoke", "--jobs", "1").exitCode == 0)
      let files = try Self.contents(first)
      try FileManager.default.moveItem(at: first, to: folder.appending(path: "other"))
      #expect(Self.make(folder, "--suite", "smoke", "--jobs", "3").exitCode == 0)
      #expect(try Self.contents(first) == files)
      #expect(files.keys.contains("manifest.json") && files.count > 80)

      let again = Self.make(folder, "--suite", "smoke")
      #expect(again.exitCode == 0 && again.errors.contains("already complete"))
      let other = Self.make(folder, "--suite", "smoke", "--seed", "2")
      #expect(other.exitCode == 1 && other.errors.contains("a set of different fixtures"))
      #expect(try Self.contents(first) == files)
    }
  }

  @Test func `an interrupted run is resumed`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      #expect(Self.make(folder, "--damage", "defocus:1", "--damage", "noise:9").exitCode == 0)
      let set = folder.appending(path: "set")
      let whole = try Self.contents(set)
      // After an interruption: a journal with a truncated last line, one picture not yet listed, others missing.
      let manifest = try Manifest(json: whole["manifest.json"] ?? [])
      let noted = manifest.entries.prefix(20).map {
        "\(SHA256.hexDigest(of: Array($0.json.description.utf8))) \($0.json)"
      }
      let lines = ["\(manifest.plan)"] + noted + ["0123 {\"path\":\"noise-9/je"]
      let first = set.appending(path: manifest.entries[0].path)
      let written = try FileManager.default.attributesOfItem(atPath: first.path)[.modificationDate] as? Date
      try Data(lines.joined(separator: "\n").utf8).write(to: set.appending(path: "manifest.partial.jsonl"))
      try FileManager.default.removeItem(at: set.appending(path: "manifest.json"))
      for entry in manifest.entries.dropFirst(21) {
        try FileManager.default.removeItem(at: set.appending(path: entry.path))
      }
      #expect(Self.make(folder, "--damage", "defocus:1", "--damage", "noise:9", "--seed", "4").exitCode == 1)
      #expect(Self.make(folder, "--damage", "defocus:1", "--damage", "noise:9").exitCode == 0)
      #expect(try Self.contents(set) == whole)
      // Listed pictures were not made again.
      let now = try FileManager.default.attributesOfItem(atPath: first.path)[.modificationDate] as? Date
      #expect(written == now)
    }
  }

  @Test func `an interrupted run trusts neither damaged pictures nor an edited journal`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      #expect(Self.make(folder, "--damage", "mirror").exitCode == 0)
      let set = folder.appending(path: "set")
      let whole = try Self.contents(set)
      let manifest = try Manifest(json: whole["manifest.json"] ?? [])
      func interrupt(_ note: (Manifest.Entry) -> String) throws {
        let lines = ["\(manifest.plan)"] + manifest.entries.prefix(5).map(note)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: set.appending(path: "manifest.partial.jsonl"))
        try? FileManager.default.removeItem(at: set.appending(path: "manifest.json"))
      }
      try interrupt {
        "\(SHA256.hexDigest(of: Array($0.json.description.utf8))) \($0.json)".replacing("\"mask\":", with: "\"mask\":1")
      }
      #expect(Self.make(folder, "--damage", "mirror").exitCode == 0)
      #expect(try Self.contents(set) == whole)

      try interrupt { "\(SHA256.hexDigest(of: Array($0.json.description.utf8))) \($0.json)" }
      try Data("bad".utf8).write(to: set.appending(path: manifest.entries[0].path))
      let damaged = Self.make(folder, "--damage", "mirror")
      #expect(damaged.exitCode == 1 && damaged.errors.contains("is not the picture listed in the manifest"))
      let other = set.appending(path: manifest.entries[9].path)
      try Data(whole[manifest.entries[0].path] ?? []).write(to: set.appending(path: manifest.entries[0].path))
      try Data("mine".utf8).write(to: other)
      let foreign = Self.make(folder, "--damage", "mirror")
      #expect(foreign.exitCode == 1 && foreign.errors.contains("exists and is a different picture"))
      #expect(try Files.bytes(other) == Array("mine".utf8))
    }
  }

  @Test func `existing files are neither lost nor overwritten`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let set = folder.appending(path: "set")
      try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: set.appending(path: "notes.txt"))
      let unrelated = Self.make(folder)
      #expect(unrelated.exitCode == 1)
      #expect(unrelated.errors.contains("is not empty and holds no fixtures"))
      #expect(try Self.contents(set).keys.sorted() == ["notes.txt"])

      try FileManager.default.removeItem(at: set)
      #expect(Self.make(folder, "--damage", "mirror").exitCode == 0)
      let picture = set.appending(path: "mirror/json.png")
      try Data("not a picture".utf8).write(to: picture)
      let changed = Self.make(folder, "--damage", "mirror")
      #expect(changed.exitCode == 1 && changed.errors.contains("is not the picture listed in the manifest"))
      #expect(try Files.bytes(picture) == Array("not a picture".utf8))
      let verified = CommandRun(["fixtures", "verify", set.path])
      #expect(verified.exitCode == 1 && verified.errors.contains("mirror/json.png' is not the picture"))

      let manifest = set.appending(path: "manifest.json")
      let text = String(decoding: try Files.bytes(manifest), as: UTF8.self)
      let edits = [
        ("\"seed\":\"1\"", "\"seed\":\"2\"", "a set of different fixtures"), ("[\n{", "[\n[", "not JSON"),
        ("\"width\":", "\"width\":1", "has been edited"),
      ]
      for (old, new, error) in edits {
        try Data(text.replacing(old, with: new, maxReplacements: 1).utf8).write(to: manifest)
        let run = Self.make(folder, "--damage", "mirror")
        #expect(run.exitCode == 1 && run.errors.contains(error), "\(run.errors)")
      }
    }
  }

  @Test func `verify counts by damage and strength, with our scanner and with a command`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = folder.appending(path: "list.csv")
      try Data("name,message\r\na,https://example.com/1\r\nb,\"two, \"\"quoted\"\"\"\r\n".utf8).write(to: list)
      #expect(Self.make(folder, "--payloads", list.path, "--damage", "mirror", "--damage", "noise:128").exitCode == 0)
      let set = folder.appending(path: "set").path
      let ours = CommandRun(["fixtures", "verify", set])
      #expect(ours.exitCode == 0)
      #expect(ours.text.hasPrefix("mirror  2/2\n"))
      // A "scanner" that always prints the same.
      let echo = CommandRun(["fixtures", "verify", set, "--with", "echo https://example.com/1 # {}", "--json"])
      let other = ["fixtures", "verify", set, "--with", "echo https://example.com/1 # {}", "--format", "json"]
      #expect(CommandRun(other) == echo)
      let value = try JSONDocument(parsing: echo.output).value
      #expect(value["symbols"] == .number(4) && value["read"] == .number(2) && value["wrong"] == .number(2))
      let strict = CommandRun(["fixtures", "verify", set, "--with", "true {}", "--require", "0.1"])
      #expect(strict.exitCode == 1 && strict.errors.contains("0 of 4 symbols read"))
      let missing = CommandRun(["fixtures", "verify", set, "--with", "no-such-scanner {}"])
      #expect(missing.exitCode == 1 && missing.errors.contains("cannot run 'no-such-scanner {}'"))
      let partly = CommandRun(["fixtures", "verify", set, "--with", "echo XXhttps://example.com/1XX # {}"])
      #expect(partly.text.contains("0 of 4 symbols read") && partly.text.contains("; 4 wrong"))
      let failing = CommandRun(["fixtures", "verify", set, "--with", "exit 3 # {}"])
      #expect(failing.errors.contains("exit code was 3 for every picture"))
      let closed = CommandRun(["fixtures", "verify", set, "--with", "exec >&-; sleep 30 # {}", "--timeout", "0.2"])
      #expect(closed.exitCode == 1 && closed.errors.contains("stopped after 0.2 seconds"))
      let slow = CommandRun(["fixtures", "verify", set, "--with", "sleep 30 # {}", "--timeout", "0.2"])
      #expect(slow.exitCode == 1 && slow.errors.contains("stopped after 0.2 seconds"))
    }
  }

  @Test func `a picture is damaged in gray and in colour`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let (input, output) = (folder.appending(path: "in.png").path, folder.appending(path: "out.png").path)
      #expect(CommandRun(["make", "hello", "-o", input, "--dark", "#000080"]).exitCode == 0)
      let run = CommandRun(["fixtures", "damage", input, output, "--kind", "rotation:10+noise:5"])
      #expect(run.exitCode == 0 && run.errors == "oobqr: applied rotation:10+noise:5\n")
      let image = try ColorImage(imageFile: Files.bytes(URL(filePath: output)))
      #expect(stride(from: 0, to: image.pixels.count, by: 3).count { image.pixels[$0] != image.pixels[$0 + 2] } > 1000)
      #expect(try QRScanner().scan(GrayImage(imageFile: Files.bytes(URL(filePath: output)))).first?.text == "hello")
      let jpeg = folder.appending(path: "out.jpg").path
      #expect(CommandRun(["fixtures", "damage", input, jpeg, "--kind", "jpeg:30"]).exitCode == 0)
      #expect(try Files.bytes(URL(filePath: jpeg)).starts(with: [0xFF, 0xD8]))
    }
  }

  static let misuses: [(arguments: [String], code: Int32, error: String)] = [
    (["make", "-o", "x", "--damage", "smudge:1"], 64, "unknown damage 'smudge'"),
    (["make", "-o", "x", "--damage", "noise:500"], 64, "noise:500 is not in 0…128 gray levels"),
    (["make", "-o", "x", "--damage", "jpeg:5+noise:3"], 64, "jpeg is the format of the file"),
    (["make", "-o", "x", "--damage", "mirror", "--suite", "smoke"], 64, "give --suite or --damage"),
    (["make", "-o", "x", "--damage", "noise:5", "--damage", "noise:5.0"], 1, "two fixtures have the path"),
    (["make", "-o", "x", "--seed=-1"], 64, "--seed '-1' is not in 0…18446744073709551615"),
    (["make", "-o", "x", "--suite", "smoke", "--scene", "90x90"], 1, "has no room for the symbol of 'web-address'"),
    (["damage", "a.png", "a.png", "--kind", "noise:3"], 64, "would replace 'a.png'"),
    (["make", "-o", "x", "--scale", "0"], 64, "--scale 0 is not in 1…100"),
    (["make", "-o", "x", "--jobs", "0"], 64, "--jobs 0 is not in 1…1024"),
    (["make", "-o", "x", "--scene", "wide"], 64, "is not WIDTHxHEIGHT"),
    (["make", "-o", "x", "--scene", "9000x9000"], 64, "above the limit of 12000000 pixels"),
    (["make", "-o", "/proc/nowhere/x", "--damage", "mirror"], 1, "cannot write '/proc/nowhere'"),
    (["make", "-o", "/dev/null", "--damage", "mirror"], 1, "'/dev/null' is not a directory"),
    (["make", "-o", "x", "--payloads", "/no/such/file"], 1, "cannot read '/no/such/file'"),
    (["verify", "/no/such/folder"], 1, "cannot read '/no/such/folder/manifest.json'"),
    (["verify", "x", "--with", "zbarimg"], 64, "has no {} for the picture's path"),
    (["verify", "x", "--require", "95"], 64, "--require 95.0 is not in 0…1"),
    (["damage", "a.png", "b.jpg", "--kind", "noise:3"], 64, "must end in .png"),
    (["damage", "a.png", "b.png", "--kind", "jpeg:3"], 64, "must end in .jpg"),
    (["damage", "/no/such.png", "b.png", "--kind", "noise:3"], 1, "cannot read '/no/such.png'"),
  ]

  @Test(arguments: misuses)
  func `misuse is answered with one line and the remedy`(misuse: (arguments: [String], code: Int32, error: String)) {
    let run = CommandRun(["fixtures"] + misuse.arguments)
    #expect(run.exitCode == misuse.code, "\(run.errors)")
    #expect(run.errors.contains(misuse.error), "\(run.errors)")
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  static let lists: [(name: String, text: String, error: String)] = [
    ("a.csv", "name,text\na,b\n", "line 1: no column for messages"),
    ("a.csv", "message\n\"open\n", "line 2: a quote is opened here but never closed"),
    ("a.csv", "message,name\nx\n", "line 2: 1 field, but the header has 2"),
    ("a.csv", "message\n\"a\"b\n", "line 2: text after a closing quote"),
    ("a.csv", "message\na\"b\n", "line 2: a quote inside an unquoted field"),
    ("a.csv", "message,name\nx,../../etc\n", "line 2: the name '../../etc' is not 1…100 letters"),
    ("a.csv", "message,name\nx,a\ny,a\n", "two messages are called 'a'"),
    ("a.csv", "message\n\"\"\nx\n", "line 2: the message is empty"),
    ("a.csv", "message,message\nx,y\n", "line 1: two columns have the same name"),
    ("a.csv", "message,name\nx,b4b07559-f934-4597-a1c5-44d89f691e8f\n", "line 2: the name looks like a token"),
    ("a.jsonl", "{\"message_base64\":\"!!\"}\n", "line 1: 'message_base64' is not base64"),
    ("a.csv", "", "line 1: the header line is missing"),
    ("a.jsonl", "{\"message\":1}\n", "line 1: neither a string"),
    ("a.jsonl", "\"ok\"\n{\n", "line 2: not JSON"),
    ("a.txt", "\n\n", "holds no messages"),
    ("a.txt", String(repeating: "a", count: 2954), "line 1: 2954 bytes are more than 2953"),
  ]

  @Test(arguments: lists)
  func `an invalid list is refused with its line`(
    list: (name: String, text: String, error: String)
  ) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = folder.appending(path: list.name)
      try Data(list.text.utf8).write(to: path)
      let run = Self.make(folder, "--payloads", path.path)
      #expect(run.exitCode == 1)
      #expect(run.errors.contains(list.error), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "set").path))
    }
  }

  @Test func `kinds are listed as text and as JSON`() throws {
    let text = CommandRun(["fixtures", "kinds"])
    for kind in Damage.Kind.allCases { #expect(text.text.contains("\(kind.rawValue)\n  \(kind.model.summary)\n")) }
    let list = try JSONDocument(parsing: CommandRun(["fixtures", "kinds", "--json"]).output).value
    #expect(list.elements?.count == Damage.Kind.allCases.count)
  }
}
