import Foundation
import TestSupport
import TextFormats
import Testing

/// What is not a list is refused in the same words wherever lists are read.
struct ListFaultTests {
  /// The commands that take lists, with the name of the list left out.
  static let commands: [[String]] = [
    ["make", "-o", "-", "--list"], ["check", "--list"], ["print", "sheet", "-o", "-", "--list"],
    ["print", "label", "-o", "-", "--to", "zpl", "--stock", "57x32", "--list"],
    ["fixtures", "make", "-o", "fixtures", "--payloads"],
  ]

  /// The start of an Office Open XML file.
  private static let archive: [UInt8] =
    [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 26) + Array("[Content_Types].xml".utf8)

  @Test(arguments: commands)
  func `what is not a list gets the remedy`(command: [String]) throws {
    try Files.withTemporaryFolder { folder in
      for (name, bytes, said) in [
        ("a.xlsx", [0x50, 0x4B, 0x03, 0x04, 0x14], "is a spreadsheet: save it as CSV (in Excel 'CSV UTF-8', in"),
        ("a.csv", Self.archive, "is a spreadsheet: save it as CSV"),
        ("old.csv", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "is a spreadsheet: save it as CSV"),
        ("d.csv", [0x50, 0x4B, 0x03, 0x04, 0x14], "is compressed: unpack it first"),
        ("d.csv.gz", [0x1F, 0x8B, 0x08], "is compressed: unpack it first"),
        ("b.csv", [0xFF, 0xFE, 0x6C, 0x00], "is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')"),
        ("c.jsonl", [0xFE, 0xFF, 0x00, 0x6C], "is UTF-16: save it as UTF-8"),
        ("c.csv", [0x6C, 0x00, 0x69, 0x00], "is UTF-16: save it as UTF-8"),
        ("e.csv", [0xFF, 0xFE, 0x00, 0x00, 0x6C, 0x00, 0x00, 0x00], "is UTF-32: save it as UTF-8"),
      ] as [(String, [UInt8], String)] {
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        let run = CommandRun(command + [path])
        #expect(run.exitCode == 1 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.hasPrefix("oobqr: '\(path)' \(said)"), "\(run.errors)")
      }
    }
  }

  @Test func `a line of JSON lines is the same message to every command`() throws {
    let payload = PrintCommandTests.payload
    let encoded = Base64.encodeURL(Array(payload.utf8))
    let lines = [
      #"{"text":"one","name":"a"}"#, #""one""#, #"{"message":"one"}"#, #"{"message_base64":"b25l"}"#, payload,
      #"{"payload":"# + payload + "}",
    ]
    try Files.withTemporaryFolder { folder in
      let list = folder.appending(path: "list.jsonl")
      try lines.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
      let made = CommandRun([
        "make", "--allow-duplicates", "--list", list.path, "-o", folder.appending(path: "made").path,
      ])
      #expect(made.exitCode == 0, "\(made.errors)")
      let folders = ["made", "fixtures/mirror"].map { folder.appending(path: $0) }
      let fixtures = CommandRun([
        "fixtures", "make", "-o", folder.appending(path: "fixtures").path, "--payloads", list.path, "--damage",
        "mirror",
      ])
      #expect(fixtures.exitCode == 0, "\(fixtures.errors)")
      let read = try folders.map { folder in
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
        // The first row has a name, a letter.
        return names.sorted { ($0.hasPrefix("a") ? "" : $0) < ($1.hasPrefix("a") ? "" : $1) }.map {
          CommandRun(["scan", folder.appending(path: $0).path]).text
        }
      }
      let texts = [String](repeating: "one\n", count: 4)
      #expect(read == [texts + [encoded + "\n", encoded + "\n"], texts + [payload + "\n", payload + "\n"]])
      let checked = CommandRun(["check", "--json", "--list", list.path])
      #expect(checked.text.split(separator: "\n").count == 6, "\(checked.text)")
    }
  }

  @Test(arguments: commands)
  func `a file whose first line has no end is refused before all of it is read`(command: [String]) throws {
    try Files.withTemporaryFolder { folder in
      for name in command.first == "make" || command.first == "print"
        ? ["a.csv", "a.jsonl"] : ["a.csv", "a.jsonl", "a.txt"]
      {
        let path = folder.appending(path: name).path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        let run = CommandRun(command + [path])
        #expect(run.exitCode == 1 && run.output.isEmpty, "\(run.errors)")
        #expect(
          run.errors.hasSuffix("line 1: a line does not end within 64 MiB; is this a list of messages?\n"),
          "\(run.errors)")
      }
    }
  }

  @Test func `a list of pictures gets the same remedy`() throws {
    try Files.withTemporaryFolder { folder in
      try Data([0xFF, 0xFE, 0x6C, 0x00]).write(to: folder.appending(path: "b.txt"))
      #expect(
        Shell.run("oobqr scan --list b.txt; echo $?", in: folder)
          == "oobqr: 'b.txt' is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')\n1\n")
    }
  }
}
