import Foundation
import TestSupport
import Testing

/// What is not a list is refused in the same words wherever lists are read.
struct ListFaultTests {
  /// The commands that take lists, with the name of the list left out.
  static let commands: [[String]] = [
    ["make", "-o", "-", "--list"], ["check", "--list"], ["print", "sheet", "-o", "-", "--list"],
    ["print", "label", "-o", "-", "--to", "zpl", "--stock", "57x32", "--list"],
    ["fixtures", "make", "-o", "fixtures", "--payloads"],
  ]

  @Test(arguments: commands)
  func `a spreadsheet and text in UTF-16 get the remedy`(command: [String]) throws {
    try Files.withTemporaryFolder { folder in
      for (name, bytes, said) in [
        ("a.xlsx", [0x50, 0x4B, 0x03, 0x04, 0x14], "is a spreadsheet: save it as CSV (in Excel 'CSV UTF-8', in"),
        ("a.csv", [0x50, 0x4B, 0x03, 0x04, 0x14], "is a spreadsheet: save it as CSV"),
        ("b.csv", [0xFF, 0xFE, 0x6C, 0x00], "is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')"),
        ("c.jsonl", [0xFE, 0xFF, 0x00, 0x6C], "is UTF-16: save it as UTF-8"),
      ] as [(String, [UInt8], String)] {
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        let run = CommandRun(command + [path])
        #expect(run.exitCode == 1 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.hasPrefix("oobqr: '\(path)' \(said)"), "\(run.errors)")
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
