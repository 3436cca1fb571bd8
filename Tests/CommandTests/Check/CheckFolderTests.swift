import Foundation
import OutOfBand
import TestSupport
import Testing

/// `oobqr check` of folders, `--quiet`, and rules that are left out.
struct CheckFolderTests {
  @TemporaryFolder var folder
  private static func sample(_ name: String) throws -> Data {
    try Data(contentsOf: Files.samples.appending(path: name))
  }

  /// `b/list.txt` holds two links, `b/bad.txt` a broken one, `a.json` a payload; the rest is not for a phone.
  private func makeFolder() throws -> String {
    let manager = FileManager.default
    for name in ["b", ".git", "b/c"] {
      try manager.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let link = try Self.sample("links/app-link.txt")
    try Self.sample("payload.json").write(to: folder.appending(path: "a.json"))
    try Self.sample("wrong/second-question-mark.txt").write(to: folder.appending(path: "b/bad.txt"))
    try (link + link).write(to: folder.appending(path: "b/list.txt"))
    try link.write(to: folder.appending(path: "b/c/link.txt"))
    try folder.write("not a message", ".git/HEAD")
    try folder.write([0xFF, 0xFE, 0], "b/c/x.bin")
    try manager.copyItem(atPath: Files.blank, toPath: folder.file("blank.png"))
    try manager.createSymbolicLink(atPath: folder.file("b/loop"), withDestinationPath: folder.path)
    return folder.path
  }

  @Test func `documents in a folder are not taken for broken messages, and text in a file of messages is`() throws {
    let path = try makeFolder()
    try FileManager.default.removeItem(atPath: path + "/b")
    for name in ["README.md", "readme.txt", "LICENSE", "notes.rst"] {
      try Data("About these links".utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }
    // A message is checked whatever its file is called.
    try Self.sample("links/app-link.txt").write(to: URL(filePath: path + "/link.old"))
    let run = CommandRun(["check", "-r", path])
    #expect(run.exitCode == 0, "\(run.text)")
    #expect(run.text.contains("\n2 messages: "))
    #expect(
      run.errors.contains(
        "note: 4 files are plain text and not named like a message: \(path)/LICENSE, \(path)/README.md, "
          + "\(path)/notes.rst, \(path)/readme.txt\n"), "\(run.errors)")
    try FileManager.default.removeItem(atPath: path + "/blank.png")
    #expect(CommandRun(["check", "-rq", "--strict", path]).exitCode == 0)
    try Data("access.siven.ch/open".utf8).write(to: URL(filePath: path + "/broken.txt"))
    let broken = CommandRun(["check", "-r", path])
    #expect(broken.exitCode == 1 && broken.text.contains("/broken.txt: text\n  error OOB702"))
    #expect(CommandRun(["check", path + "/README.md"]).exitCode == 1)
  }

  @Test func `a broken link, and a message file that is too long, fail the check of their folder`() throws {
    try folder.write(Files.text(Files.payload), "a.json")
    try folder.write("About https://a.example/\nand more", "notes")
    try folder.write([0x61, 0, 0x62], "zero")
    let sound = CommandRun(["check", "-r", folder.path])
    #expect(sound.exitCode == 0 && sound.text.contains("\n1 message: "), "\(sound.text)")
    #expect(sound.errors.contains("zero (neither a picture nor text)"), "\(sound.errors)")
    try folder.write("access.siven.ch/open?dispatchTokenResponse=eyJh\n", "readme-1")
    #expect(CommandRun(["check", "-r", folder.path]).exitCode == 1)
    try FileManager.default.removeItem(at: folder.appending(path: "readme-1"))
    try folder.write("{\"a\":\"\(String(repeating: "a", count: 1 << 20))\"}", "long.json")
    let long = CommandRun(["check", "-r", folder.path])
    #expect(long.exitCode == 1 && long.text.contains("OOB117"), "\(long.text)")
    // Not even text of that length is read to its end, and only its name says whether it should have been a message.
    let endless = [UInt8](repeating: 0x61, count: 17 << 20)
    for name in ["film.mkv", "long.json"] { try folder.write(endless, name) }
    let film = CommandRun(["check", "-r", folder.path])
    #expect(film.errors.contains("film.mkv (not a picture, and longer than 16 MiB)"), "\(film.errors)")
    #expect(film.errors.contains("long.json' is longer than 16777216 bytes"), "\(film.errors)")
  }

  @Test func `the files below a folder are checked in order, and what holds no message is named once`() throws {
    let path = try makeFolder()
    let run = CommandRun(["check", "-r", path])
    let heads = run.text.split(separator: "\n").filter { $0.hasPrefix(path) }.map {
      $0.dropFirst(path.count).prefix { $0 != ":" }
    }
    #expect(heads == ["/a.json", "/b/bad.txt", "/b/c/link.txt", "/b/list.txt"])
    #expect(
      run.text.hasSuffix("\n4 messages: 4 errors in 2, 1 warning in 1, 4 notes in 4\n"), "\(run.text.suffix(200))")
    #expect(
      run.errors == """
        oobqr: note: '\(path)/b/list.txt' seems to hold one message per line; --list checks each
        oobqr: note: 2 files hold no message: \(path)/b/c/x.bin (neither a picture nor text), \(path)/blank.png (no symbol found)
        oobqr: note OOB415: no policy was given; \(Diagnostic.Rule.noPolicy.fix)

        """)
    #expect(run.exitCode == 1)
    try FileManager.default.removeItem(atPath: path + "/b/bad.txt")
    try FileManager.default.removeItem(atPath: path + "/b/list.txt")
    #expect(CommandRun(["check", "-r", path]).exitCode == 0)
    let strict = CommandRun(["check", "-rq", "--strict", path])
    #expect(strict.exitCode == 4 && strict.text == "2 messages: 2 notes in 2\n")
    #expect(strict.errors.hasPrefix("oobqr: 2 files hold no message: "))
  }

  @Test func `quiet prints what fails the check and one line of counts`() throws {
    let path = try makeFolder()
    let bad = "\(path)/b/bad.txt"
    let error =
      "\(bad): error OOB402 at query (byte 64): a second '?' precedes 'dispatchTokenResponse'; "
      + "separate parameters with '&', and percent-encode a '?' inside a value as %3F\n"
    let run = CommandRun(["check", "--quiet", bad, "\(path)/a.json"])
    #expect(run.text == error + "2 messages: 1 error in 1, 1 warning in 1, 2 notes in 2\n")
    #expect(run.errors == "" && run.exitCode == 1)
    let strict = CommandRun(["check", "--quiet", "--strict", bad]).text.split(separator: "\n")
    #expect(strict.count == 3 && strict[1].contains(": warning OOB502 at "))
    let clean = CommandRun(["check", "-q", "\(path)/a.json"])
    #expect(clean.text == "1 message: 1 note in 1\n" && clean.exitCode == 0 && clean.errors == "")
    let list = CommandRun(["check", "-q", "--list", bad]).text.split(separator: "\n")
    #expect(list.count == 4 && list[0] == "\(bad): 1 message: 1 error in 1, 1 warning in 1, 1 note in 1")
    #expect(list[1] == "  error OOB402 second '?': line 1")
  }

  @Test func `JUnit skips what holds no message, and fails it with strict`() throws {
    let path = try makeFolder()
    let report = CommandRun(["check", "-r", "--format", "junit", path]).text
    #expect(report.contains(#"tests="6" failures="2" errors="0" skipped="2""#))
    #expect(report.contains(#"<skipped message="no symbol found"/>"#))
    let strict = CommandRun(["check", "-r", "--strict", "--format", "junit", path]).text
    #expect(strict.contains(#"errors="2" skipped="0""#))
  }

  @Test func `that there is no policy is said once, and only where one would be compared`() throws {
    let payload = Files.payload
    let json = try Files.bytes(payload)
    let note = "oobqr: note OOB415: no policy was given; \(Diagnostic.Rule.noPolicy.fix)\n"
    let paths = try ["a", "b", "c"].map { try folder.write(json, $0) }
    for format in ["text", "json", "sarif", "junit"] {
      let run = CommandRun(["check", "--format", format] + paths)
      #expect(run.errors == note && !run.text.contains("OOB415"))
    }
    #expect(CommandRun(["check", "--ignore", "415"] + paths).errors == "")
    #expect(CommandRun(["check", "-q"] + paths).errors == "")
    #expect(CommandRun(["check", Files.samples.file("payloads/encrypted.json")]).errors == "")
  }

  @Test func `a policy leaves out rules by their codes`() throws {
    let path = try folder.write(Files.text(Files.payload), "a.json")
    let policy = try folder.write(#"{"ignore":["OOB601"]}"#, "p.json")
    let check = { CommandRun(["check", path, "--policy", policy]) }
    #expect(!check().text.contains("OOB601"))
    try folder.write(#"{"ignore":["OOB6O1"]}"#, "p.json")
    let wrong = check()
    #expect(wrong.exitCode == 1)
    #expect(
      wrong.errors
        == "oobqr: '\(policy)': the policy's /ignore/0 is not a code: there is no diagnostic 'OOB6O1'; "
        + "did you mean OOB601?\n")
    try folder.write(#"{"ignored":[]}"#, "p.json")
    #expect(check().errors.contains("the policy's /ignored is unknown; did you mean ignore?"))
  }

  static let misuse: [([String], String)] = [
    (["check", "--ignore", "", "x"], "--ignore is empty: name codes, such as --ignore OOB415,OOB601. See"),
    (["check", "--ignore", " , ", "x"], "--ignore is empty"),
    (["check", "--ignore", "OOB6O1", "x"], "--ignore: there is no diagnostic 'OOB6O1'; did you mean OOB601? See"),
    (["check", "--ignore", "OOB999", "x"], "there is no diagnostic 'OOB999'; 'oobqr explain' lists all codes."),
    (["check", "--quiet", "--json", "x"], "--quiet is for text"),
    (["check", "--json", "--format", "sarif", "x"], "Give --json or --format sarif, not both."),
    (["check", "-r", "--list", "x"], "-r needs a folder."),
    (["check", "--polcy", "x", "y"], "Unknown option '--polcy'. Did you mean '--policy'? See"),
    (["chek", "x"], "There is no command 'chek'; did you mean 'check'? See"),
    (["print", "plann"], "'oobqr print' has no subcommand 'plann'; did you mean 'plan'? See"),
    (["frobnicate"], "There is no command 'frobnicate'; the commands are make, scan,"),
    (["explain", "nonsense"], "'nonsense' is not a code such as OOB402 or 402, a source such as AA-2.8, or a rule"),
    (["explain", "OOB4O2"], "did you mean OOB402? See"), (["explain", "aa-28"], "did you mean AA-2.8? See"),
    (["explain", "android13-camera-ur"], "did you mean android13-camera-uri? See"),
    (["explain", "malformed-json"], "did you mean OOB101? See"),
  ]

  @Test(arguments: misuse)
  func `misuse gets one line that names the remedy`(arguments: [String], says: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains(says) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test func `folders need -r, and one without messages fails`() {
    let path = folder.path
    let plain = CommandRun(["check", path])
    #expect(plain.exitCode == 66)
    #expect(plain.errors == "oobqr: '\(path)' is a directory; use -r to check the files below it\n")
    let empty = CommandRun(["check", "-r", path])
    #expect(empty.exitCode == 1 && empty.errors == "oobqr: no file below '\(path)' holds a message\n")
  }

  @Test func `json and format json are the same on every command`() {
    let picture = folder.file("a.png")
    let drawn = CommandRun(["make", "hello", "-o", picture, "--json"])
    #expect(drawn.exitCode == 0 && CommandRun(["make", "hello", "-o", picture, "--format", "json"]) == drawn)
    for words in [
      ["check", Files.payload], ["scan", picture], ["print", "plan", "--bytes", "100"],
      ["fixtures", "kinds"],
    ] {
      let flag = CommandRun(words + ["--json"])
      #expect(flag.exitCode == 0 && flag.text.hasPrefix("{") || flag.text.hasPrefix("["))
      #expect(CommandRun(words + ["--format", "json"]) == flag)
      #expect(CommandRun(words + ["--json", "--format", "text"]).exitCode == 64)
      #expect(CommandRun(words + ["--format", "text"]) == CommandRun(words))
    }
  }
}
