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

  @Test func `a picture depends on its message, name and damage, and not on its place in the list`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = folder.appending(path: "list.csv")
      func pictures(_ rows: [String], _ damages: [String], _ name: String) throws -> [String: [UInt8]] {
        try Data(("name,message\n" + rows.joined(separator: "\n")).utf8).write(to: list)
        let set = folder.appending(path: name)
        let run = CommandRun(
          ["fixtures", "make", "-o", set.path, "--payloads", list.path] + damages.flatMap { ["--damage", $0] })
        #expect(run.exitCode == 0, "\(run.errors)")
        return try Self.contents(set).filter { !$0.key.hasPrefix("manifest") }
      }
      let rows = (1...6).map { "card-\($0),https://example.com/\($0 / 2)" }
      let damages = ["noise:20", "occlusion:0.1", "streaks:0.05+crumple:0.5"]
      let whole = try pictures(rows, damages, "whole")
      #expect(whole.count == 18)
      let shard = try pictures(Array(rows[3...].reversed()), damages.reversed(), "shard")
      #expect(shard.count == 9)
      for (path, file) in shard { #expect(whole[path] == file, "\(path)") }
      // Equal messages with different names are different pictures.
      #expect(whole["noise-20/card-2.png"] != whole["noise-20/card-3.png"])
    }
  }

  @Test func `messages without names are the same pictures on every line, and repeated ones differ`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      func pictures(_ lines: [String], _ name: String) throws -> [String: [UInt8]] {
        let list = folder.appending(path: "\(name).txt")
        try Data(lines.joined(separator: "\n").utf8).write(to: list)
        let set = folder.appending(path: name)
        let run = CommandRun(["fixtures", "make", "-o", set.path, "--payloads", list.path, "--damage", "noise:20"])
        #expect(run.exitCode == 0, "\(run.errors)")
        return try Self.contents(set)
      }
      let whole = try pictures(["one", "two", "three", "two"], "whole")
      let part = try pictures(["", "three", "two"], "part")
      #expect(part["noise-20/line-2.png"] == whole["noise-20/line-3.png"])
      #expect(part["noise-20/line-3.png"] == whole["noise-20/line-2.png"])
      #expect(whole["noise-20/line-2.png"] != whole["noise-20/line-4.png"])
    }
  }

  @Test func `damages are added to those of a suite`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let suite = CommandRun(["fixtures", "make", "-o", folder.appending(path: "suite").path, "--suite", "smoke"])
      // The smoke suite has noise:20 already.
      let more = Self.make(folder, "--suite", "smoke", "--damage", "noise:20", "--damage", "mirror+noise:30")
      #expect(suite.exitCode == 0 && more.exitCode == 0, "\(more.errors)")
      #expect(more.errors.contains(": 117 fixtures"), "\(more.errors)")
      let (before, after) = (
        try Self.contents(folder.appending(path: "suite")), try Self.contents(folder.appending(path: "set"))
      )
      for (path, file) in before where path != "manifest.json" { #expect(after[path] == file, "\(path)") }
      #expect(
        Set(after.keys).subtracting(before.keys)
          == ["web-address", "otpauth", "json"].reduce(into: []) { $0.insert("mirror+noise-30/\($1).png") })
    }
  }

  @Test func `a scanner that stays running is asked line by line`() throws {
    try Files.withTemporaryFolder { folder in
      let output = Shell.run(
        """
        oobqr fixtures make -o set --suite smoke --select 'message=web-address,kind=noise' --select kind=clean 2>/dev/null
        oobqr fixtures verify set >own; oobqr fixtures verify set --with-lines 'oobqr scan --list -' | diff own - && echo same
        cat >count.sh <<'END'
        echo started >>starts
        while read -r line; do echo '{"symbols":[{"message":"https://example.com/login"}]}'; done
        END
        oobqr fixtures verify set --jobs 1 --with-lines 'sh count.sh' | tail -n 1; wc -l <starts
        oobqr fixtures verify set --with-lines 'false'; echo $?
        oobqr fixtures verify set --with-lines 'while read -r line; do echo hello; done'; echo $?
        oobqr fixtures verify set --timeout 0.2 --with-lines 'sleep 5'; echo $?
        oobqr fixtures verify set --jobs 1 --with-lines 'read -r line; echo "{\\"symbols\\":[]}"' | tail -n 1
        """, in: folder)
      let lines = output.split(separator: "\n").map(String.init)
      try #require(lines.count >= 10, "\(output)")
      #expect(lines[0] == "same" && lines[2] == "1")
      #expect(lines[1].hasPrefix("all: ") && lines[1].contains("wrong") && !lines[1].contains(" 0 wrong"))
      #expect(lines[3] == "oobqr: --with-lines 'false': the command ended instead of answering" && lines[4] == "1")
      #expect(lines[5].contains("the answer is not like those of 'oobqr scan --list -'") && lines[6] == "1")
      #expect(lines[7].contains("no answer within 0.2 s") && lines[8] == "1")
      // One that ends after each answer loses every second picture, and is started again.
      #expect(lines[9].contains("the command ended instead of answering"))
    }
  }

  @Test func `pictures to make and to verify are selected by kind, strength and message`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let set = folder.appending(path: "set")
      let damages = ["--damage", "noise:5/10/15", "--damage", "rotation:0..20/10"]
      let run = CommandRun(
        ["fixtures", "make", "-o", set.path, "--suite", "smoke", "--select", "kind=noise,strength<=10"]
          + ["--select", "kind=rotation,message=j*"] + damages)
      #expect(run.exitCode == 0, "\(run.errors)")
      let paths = try Self.contents(set).keys.filter { $0 != "manifest.json" }.sorted()
      #expect(
        paths == [
          "noise-10/json.png", "noise-10/otpauth.png", "noise-10/web-address.png", "noise-5/json.png",
          "noise-5/otpauth.png", "noise-5/web-address.png", "rotation-0/json.png", "rotation-10/json.png",
          "rotation-20/json.png", "rotation-5/json.png",
        ])
      let some = CommandRun(["fixtures", "verify", set.path, "--select", "kind=noise,message=*a*"])
      #expect(some.text.hasPrefix("noise  5: 2/2  10: 2/2  (gray levels (standard deviation))\nlocated: 4 of 4 "))
      let none = CommandRun(["fixtures", "verify", set.path, "--select", "kind=glare"])
      #expect(none.exitCode == 1 && none.errors.contains("--select 'kind=glare' selects none of the 10 pictures"))
      let other = CommandRun(["fixtures", "make", "-o", set.path, "--suite", "smoke"] + damages)
      #expect(other.exitCode == 1 && other.errors.contains("a set of different fixtures"))
    }
  }

  @Test func `a scanner that fails on every picture is a failure, and one that finds nothing is not`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = folder.appending(path: "list.csv")
      try Data("name,message\njson,{}\na,a\nb,b\n".utf8).write(to: list)
      #expect(Self.make(folder, "--payloads", list.path, "--damage", "noise:20").exitCode == 0)
      func verify(_ command: String) -> CommandRun {
        CommandRun(["fixtures", "verify", folder.appending(path: "set").path, "--with", command])
      }
      let failing: [(command: String, sentence: String)] = [
        ("no-such-scanner {}", "cannot run 'no-such-scanner {}': "),
        ("no-such-scanner {} | cat", "nothing was read, and '"),
        ("echo broken >&2; exit 3 # {}", "the scanner failed on every picture, with exit code 3: broken; "),
        ("exit 1 # {}", "the scanner failed on every picture, with exit code 1; "),
        ("kill -9 $$ # {}", "ended by signal 9"),
      ]
      for (command, sentence) in failing {
        let run = verify(command)
        #expect(run.exitCode == 1, "\(command)")
        #expect(run.errors.contains(sentence), "\(command): \(run.errors)")
        #expect(run.errors.count { $0 == "\n" } == 1, "\(command): \(run.errors)")
      }
      // As zbarimg and oobqr scan answer for a picture without a symbol.
      let nothing = verify("exit 4 # {}")
      #expect(nothing.exitCode == 0 && nothing.errors.isEmpty, "\(nothing.errors)")
      let silent = verify("true {}")
      #expect(silent.exitCode == 0 && silent.errors.contains("note: "), "\(silent.errors)")
      // It failed on some, and answered for others.
      let partly = verify("case {} in *json*) exit 3;; *) echo something;; esac")
      #expect(partly.exitCode == 0 && partly.errors.contains("exit code 3 for 1 of 3 "), "\(partly.errors)")
    }
  }

  private static func journalLine(_ index: Int, _ entry: Manifest.Entry) -> String {
    "\(SHA256.hexDigest(of: Array("\(index) \(entry.json)".utf8))) \(index) \(entry.json)"
  }

  @Test func `an interrupted run is resumed`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      #expect(Self.make(folder, "--damage", "defocus:1", "--damage", "noise:9").exitCode == 0)
      let set = folder.appending(path: "set")
      let whole = try Self.contents(set)
      // After an interruption: a journal with a truncated last line, one picture not yet listed, others missing.
      let manifest = try Manifest(json: whole["manifest.json"] ?? [])
      let noted = manifest.entries.prefix(20).enumerated().map { Self.journalLine($0, $1) }
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
      func interrupt(_ note: (Int, Manifest.Entry) -> String) throws {
        let lines = ["\(manifest.plan)"] + manifest.entries.prefix(5).enumerated().map(note)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: set.appending(path: "manifest.partial.jsonl"))
        try? FileManager.default.removeItem(at: set.appending(path: "manifest.json"))
      }
      try interrupt { Self.journalLine($0, $1).replacing("\"mask\":", with: "\"mask\":1") }
      #expect(Self.make(folder, "--damage", "mirror").exitCode == 0)
      #expect(try Self.contents(set) == whole)

      try interrupt(Self.journalLine)
      try Data("bad".utf8).write(to: set.appending(path: manifest.entries[0].path))
      let damaged = Self.make(folder, "--damage", "mirror")
      #expect(damaged.exitCode == 1 && damaged.errors.contains("is not the picture listed in the manifest"))
      // After a power failure, pictures may be empty, listed ones as well as others: they are made again.
      for index in [0, 7] { try Data().write(to: set.appending(path: manifest.entries[index].path)) }
      #expect(Self.make(folder, "--damage", "mirror").exitCode == 0)
      #expect(try Self.contents(set) == whole)

      try interrupt(Self.journalLine)
      let other = set.appending(path: manifest.entries[9].path)
      try Data("mine".utf8).write(to: other)
      let foreign = Self.make(folder, "--damage", "mirror")
      #expect(foreign.exitCode == 1 && foreign.errors.contains("exists and is a different picture"))
      #expect(try Files.bytes(other) == Array("mine".utf8))
    }
  }

  @Test func `a large set has folders of 1,000 and a manifest of lines, and is resumed and verified`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = folder.appending(path: "list.csv")
      let rows = (0...FixtureSet.smallCount).map { "card-\($0),\($0)\n" }
      try Data(("name,message\n" + rows.joined()).utf8).write(to: list)
      let options = ["--payloads", list.path, "--damage", "inversion", "--scale", "1", "--level", "L"]
      func make() -> CommandRun {
        CommandRun(["fixtures", "make", "-o", folder.appending(path: "set").path] + options)
      }
      let run = make()
      #expect(run.exitCode == 0 && run.errors.contains("5001 fixtures, listed in manifest.jsonl"), "\(run.errors)")
      let set = folder.appending(path: "set")
      let whole = try Self.contents(set)
      #expect(whole.keys.count { $0.hasPrefix("inversion/000/") } == 1000)
      #expect(whole.keys.count { $0.hasPrefix("inversion/005/") } == 1)
      #expect(whole["inversion/005/card-5000.png"] != nil && whole.count == 5002)
      let lines = try #require(whole["manifest.jsonl"]).split(separator: UInt8(ascii: "\n"))
      #expect(lines.count == 5002)
      let rest = lines.dropFirst().map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
      let head = try JSONDocument(parsing: Array(lines[0])).value
      #expect(head["fixtures_sha256"]?.text == SHA256.hexDigest(of: Array(rest.utf8)))
      #expect(make().errors.contains("already complete"))

      // After an interruption, in another order.
      let entries = try Manifest(ofDirectory: set.path).entries
      #expect(entries.count == 5001 && entries[1234].path == "inversion/001/card-1234.png")
      let noted = entries.enumerated().prefix(4000).reversed().map { Self.journalLine($0.offset, $0.element) }
      try Data(([head["plan"]?.description ?? ""] + noted).joined(separator: "\n").appending("\n").utf8)
        .write(to: set.appending(path: "manifest.partial.jsonl"))
      try FileManager.default.removeItem(at: set.appending(path: "manifest.jsonl"))
      try FileManager.default.removeItem(at: set.appending(path: entries[5].path))
      try FileManager.default.removeItem(at: set.appending(path: entries[4500].path))
      #expect(make().exitCode == 0)
      #expect(try Self.contents(set) == whole)
      // One picture that is missing in a complete set.
      try FileManager.default.removeItem(at: set.appending(path: entries[7].path))
      #expect(make().exitCode == 0)
      #expect(try Self.contents(set) == whole)

      let text = String(decoding: whole["manifest.jsonl"] ?? [], as: UTF8.self)
      try Data(text.replacing("card-77.", with: "card-78.").utf8).write(to: set.appending(path: "manifest.jsonl"))
      let edited = CommandRun(["fixtures", "verify", set.path])
      #expect(edited.exitCode == 1 && edited.errors.contains("has been edited"), "\(edited.errors)")
      // The list of three of them.
      let few = lines[1...3].map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
      let digest = SHA256.hexDigest(of: Array(few.utf8))
      let start =
        "{\"format\":\"oobqr-fixtures-lines-1\",\"plan\":{},\"fixtures\":3,\"fixtures_sha256\":\"\(digest)\"}\n"
      try Data((start + few).utf8).write(to: set.appending(path: "manifest.jsonl"))
      let verified = CommandRun(["fixtures", "verify", set.path])
      #expect(verified.exitCode == 0 && verified.text.hasSuffix(" in 3 pictures; 0 wrong\n"), "\(verified.errors)")
      for line in ["", "[]", start.replacing("plan", with: "plans")] {
        try Data((line + "\n" + few).utf8).write(to: set.appending(path: "manifest.jsonl"))
        let run = CommandRun(["fixtures", "verify", set.path])
        #expect(run.exitCode == 1 && run.errors.contains("manifest.jsonl': "), "\(run.errors)")
      }
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
      // As a run leaves it that is interrupted before its first picture.
      try FileManager.default.createDirectory(at: set.appending(path: "mirror"), withIntermediateDirectories: true)
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
      #expect(failing.exitCode == 1 && failing.errors.contains("failed on every picture, with exit code 3"))
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
    (["make", "-o", "x", "--suite", "smoke", "--level", "H"], 64, "A suite has its own levels"),
    (["make", "-o", "x", "--damage", "noise:5", "--damage", "noise:5.0"], 1, "two fixtures have the path"),
    (
      ["make", "-o", "x", "--seed=-1"], 64,
      "'-1' is invalid for '--seed <seed>': it is not a whole number in 0…18446744073709551615. See"
    ),
    (["make", "-o", "x", "--suite", "smoke", "--scene", "90x90"], 1, "has no room for the symbol of 'web-address'"),
    (["damage", "a.png", "a.png", "--kind", "noise:3"], 64, "would replace the input 'a.png'"),
    (["make", "-o", "x", "--select", "kind=smudge"], 64, "no kind of damage is called 'smudge'"),
    (["make", "-o", "x", "--select", "message=no"], 1, "selects none of the 114 pictures"),
    (["verify", "x", "--select", "glare"], 64, "'glare' is not a term; write kind=glare"),
    (["make", "-o", "x", "--damage", "noise:0..9"], 64, "is not a range; write noise:FROM..TO/STEP"),
    (["make", "-o", "x", "--damage", "jpeg:5/6+noise:3"], 64, "jpeg is the format of the file"),
    (["make", "-o", "x", "--scale", "0"], 64, "--scale 0 is not in 1…100"),
    (["make", "-o", "x", "--jobs", "0"], 64, "--jobs 0 is not in 1…1024"),
    (["make", "-o", "x", "--scene", "wide"], 64, "is not WIDTHxHEIGHT"),
    (["make", "-o", "x", "--scene", "9000x9000"], 64, "above the limit of 12000000 pixels"),
    (["make", "-o", "/proc/nowhere/x", "--damage", "mirror"], 1, "cannot write '/proc/nowhere'"),
    (["make", "-o", "/dev/null", "--damage", "mirror"], 1, "'/dev/null' is not a directory"),
    (["kinds", "--pictures", "/dev/null"], 1, "'/dev/null' is not a directory"),
    (["make", "-o", "x", "--payloads", "/no/such/file"], 1, "cannot read '/no/such/file'"),
    (["verify", "/no/such/folder"], 1, "'/no/such/folder' holds no fixtures: it has neither manifest.json nor"),
    (["verify", "x", "--with", "zbarimg"], 64, "has no {} for the picture's path"),
    (["verify", "x", "--require", "95"], 64, "--require 95 is not in 0…1"),
    (["damage", "a.png", "b.jpg", "--kind", "noise:3"], 64, "--kind 'noise:3+jpeg:60'"),
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
    ("a.csv", "name,url\na,b\n", "line 1: no column for messages"),
    ("a.csv", "message\n\"open\n", "line 2: a quote is opened here but never closed"),
    ("a.csv", "message,name\nx\n", "line 2: 1 field, but the header has 2"),
    ("a.csv", "message\n\"a\"b\n", "line 2: text after a closing quote"),
    ("a.csv", "message\na\"b\n", "line 2: a quote inside an unquoted field"),
    ("a.csv", "message,name\nx,../../etc\n", "line 2: the name '../../etc' is not 1…100 letters"),
    ("a.csv", "message,name\nx,a\ny,a\n", "two messages are called 'a'"),
    ("a.csv", "message\n\"\"\nx\n", "line 2: no message: 'message' is empty"),
    ("a.csv", "message,message\nx,y\n", "line 1: two columns have the name 'message'"),
    (
      "a.csv", "message,name\nx,b4b07559-f934-4597-a1c5-44d89f691e8f\n",
      "line 2: the name looks like a token, and names become file names; use another name"
    ),
    ("a.jsonl", "{}\n", "no message: none of 'payload', 'link', 'text', 'message' and 'message_base64'"),
    ("a.jsonl", "{\"message_base64\":\"!!\"}\n", "line 1: 'message_base64' is not base64"),
    ("a.csv", "", "line 1: the header line is missing"),
    ("a.jsonl", "{\"message\":[1]}\n", "line 1: 'message' is not a string"),
    ("a.jsonl", "[1]\n", "line 1: neither a string"),
    ("a.jsonl", "\"ok\"\n{\n", "line 2: not JSON"),
    ("a.txt", "\n\n", "holds no messages"),
    ("a.txt", String(repeating: "a", count: 2954), "line 1: 2954 bytes are more than 2953"),
  ]

  @Test(arguments: ["message", "payload", "link", "text"])
  func `a CSV list takes its messages from a column with one of four names`(column: String) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = folder.appending(path: "list.csv")
      try Data("name,\(column)\na,https://example.com/\n".utf8).write(to: path)
      let run = Self.make(folder, "--payloads", path.path)
      #expect(run.exitCode == 0, "\(run.errors)")
      let manifest = try String(contentsOf: folder.appending(path: "set/manifest.json"), encoding: .utf8)
      #expect(manifest.contains("https://example.com/"))
    }
  }

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
