import Foundation
import TestSupport
import TextFormats
import Testing

/// What is not a list is refused in the same words wherever lists are read.
struct ListFaultTests {
  @TemporaryFolder var folder

  /// The commands that take lists, with the name of the list left out.
  static let commands: [[String]] = [
    ["make", "-o", "-", "--list"], ["check", "--list"], ["print", "sheet", "-o", "-", "--list"],
    ["print", "label", "-o", "-", "--to", "zpl", "--stock", "57x32", "--list"],
    ["fixtures", "make", "-o", "fixtures", "--payloads"],
  ]

  /// The start of an archive, up to the name of its first file.
  private static let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 26)

  @Test(arguments: commands)
  func `what is not a list gets the remedy`(command: [String]) throws {
    for (name, bytes, said) in [
      ("a.xlsx", [0x78], "is a spreadsheet: save it as CSV (in Excel 'CSV UTF-8', in"),
      ("a.ods", [0x78], "is a spreadsheet: save it as CSV"),
      ("a.xlsm", Self.archive + Array("docProps/app.xml".utf8), "is a spreadsheet: save it as CSV"),
      ("b.csv", Self.archive + Array("docProps/app.xml".utf8), "is a spreadsheet: save it as CSV"),
      ("a.csv", Self.archive + Array("[Content_Types].xml".utf8), "is a spreadsheet: save it as CSV"),
      ("o.csv", Self.archive + Array("mimetype".utf8), "is a spreadsheet: save it as CSV"),
      ("old.csv", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "is a spreadsheet: save it as CSV"),
      ("d.csv", [0x50, 0x4B, 0x03, 0x04, 0x14], "is an archive: unpack it first"),
      ("r.csv", Array("Rar!\u{1A}\u{7}".utf8), "is an archive: unpack it first"),
      ("t.csv", TarWriter.member("a.csv", [0x61]), "is an archive: unpack it first"),
      ("z.csv", Array("BZh91AY&SY".utf8), "is compressed: unpack it first"),
      (
        "p.csv", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A],
        "is a picture, not a list: 'oobqr scan' reads symbols in pictures"
      ),
      ("f.csv", Array("%PDF-1.7\n".utf8), "is a PDF, not a list: export the table as CSV"),
      ("d.csv.gz", [0x1F, 0x8B, 0x08], "is compressed: unpack it first"),
      ("c.jsonl", [0xFE, 0xFF, 0x00, 0x6C], "is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')"),
      ("e.csv", [0xFF, 0xFE, 0x00, 0x00, 0x6C, 0x00, 0x00, 0x00], "is UTF-32: save it as UTF-8"),
    ] as [(String, [UInt8], String)] {
      let path = try folder.write(bytes, name)
      let run = CommandRun(command + [path])
      #expect(run.exitCode == 1 && run.output.isEmpty, "\(run.errors)")
      #expect(run.errors.hasPrefix("oobqr: '\(path)' \(said)"), "\(run.errors)")
    }
  }

  @Test func `a line of JSON lines holds the same message for every command`() throws {
    let payload = PrintCommandTests.payload
    let encoded = Base64.encodeURL(Array(payload.utf8))
    let lines = [
      #"{"text":"one","name":"a"}"#, #""one""#, #"{"message":"one"}"#, #"{"message_base64":"b25l"}"#, payload,
      #"{"payload":"# + payload + "}",
    ]
    let list = folder.appending(path: "list.jsonl")
    try lines.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
    let made = CommandRun(["make", "--allow-duplicates", "--list", list.path, "-o", folder.file("made")])
    #expect(made.exitCode == 0, "\(made.errors)")
    let folders = ["made", "fixtures/mirror"].map { folder.appending(path: $0) }
    let fixtures = CommandRun([
      "fixtures", "make", "-o", folder.file("fixtures"), "--payloads", list.path, "--damage",
      "mirror",
    ])
    #expect(fixtures.exitCode == 0, "\(fixtures.errors)")
    let read = try folders.map { folder in
      let names = try folder.names.filter { $0.hasSuffix(".png") }
      // The first row has a name, a letter.
      return names.sorted { ($0.hasPrefix("a") ? "" : $0) < ($1.hasPrefix("a") ? "" : $1) }.map {
        CommandRun(["scan", folder.file($0)]).text
      }
    }
    let texts = [String](repeating: "one\n", count: 4)
    #expect(read == [texts + [encoded + "\n", encoded + "\n"], texts + [payload + "\n", payload + "\n"]])
    let checked = CommandRun(["check", "--json", "--list", list.path])
    #expect(checked.text.split(separator: "\n").count == 6, "\(checked.text)")
  }

  @Test(arguments: commands)
  func `a file whose first line has no end is refused before all of it is read`(command: [String]) throws {
    for name in command.first == "make" || command.first == "print"
      ? ["a.csv", "a.jsonl"] : ["a.csv", "a.jsonl", "a.txt"]
    {
      let path = folder.file(name)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
      let run = CommandRun(command + [path])
      #expect(run.exitCode == 1 && run.output.isEmpty, "\(run.errors)")
      #expect(
        run.errors.hasSuffix("line 1: a line does not end within 64 MiB; is this a list of messages?\n"),
        "\(run.errors)")
    }
  }

  @Test func `what precedes a line without an end is made and reported`() throws {
    #expect(
      try Shell.run(
        "(echo '\"one\"'; cat /dev/zero) | oobqr make --list - -o - 2>&1 >o | cat; cut -c1-37 o; "
          + "printf 'text\\na\\n\"' >q.csv; head -c 70000000 /dev/zero | tr '\\0' '\\n' >>q.csv; oobqr make --list q.csv -o d; "
          + "(echo one; cat /dev/zero) | oobqr check --list - | head -n 1")
          == """
          oobqr: standard input, line 2: a line does not end within 64 MiB; is this a list of messages?
          {"format":"oobqr-make-row-1","line":1
          oobqr: q.csv, line 3: a quote is opened here but not closed within 64 MiB; is this a list of messages?; \
          d/index.jsonl.part lists the rows finished so far: fix the error, then continue with the same command and --resume
          oobqr: standard input, line 2: a line does not end within 64 MiB; is this a list of messages?
          -: 1 message: 1 error in 1

          """)
  }

  @Test func `files in the place of folders, folders in the place of files, and inputs among the outputs are refused`()
    throws
  {
    let logo = Files.pictures.file("level-m.png")
    #expect(
      Shell.run(
        "mkdir d b.tar c.jsonl; cp '\(logo)' d/a.png; echo '\"one\"' >l.jsonl; for o in b.tar c.tar l.jsonl/; do "
          + "oobqr make --list l.jsonl -o $o; done; ls; ls d", in: folder)
          == """
          oobqr: 'b.tar' is a folder, not a file; give another archive with -o, or end a folder's name in '/'. See 'oobqr help make'.
          oobqr: 'c.jsonl' is a folder, not a file; give another archive with -o, or end a folder's name in '/'. See 'oobqr help make'.
          oobqr: cannot write 'l.jsonl': File exists
          b.tar
          c.jsonl
          d
          l.jsonl
          a.png

          """)
  }

  @Test func `no picture of a list replaces what is read, or anything but a regular file`() throws {
    let logo = Files.pictures.file("level-m.png")
    let isRead = "'d/a.png': this command reads it; give another folder"
    let isLink = "it is a symbolic link; remove it, or give another name"
    let isOther = "'d/a.png': it is not a regular file; remove it, or give another name"
    for (making, command, says) in [
      ("ln -s ../l.csv d/a.png", "--list l.csv -o d", isRead), ("ln l.csv d/a.png", "--list l.csv -o d", isRead),
      ("cp '\(logo)' d/a.png", "--list l.csv -o d --logo d/a.png", isRead),
      ("ln -s '\(logo)' d/a.png", "--list l.csv -o d --logo '\(logo)'", isRead),
      ("ln -s ../l.csv d/a.png", "--list - -o d <l.jsonl", "'d/a.png': \(isLink)"),
      ("ln -s /dev/null d/a.png", "--list l.csv -o d", "'d/a.png': \(isLink)"),
      ("ln -s ../x d/a.tar", "--list l.csv -o d/a.tar", "'d/a.tar': \(isLink)"),
      ("mkfifo d/a.png", "--list l.csv -o d", isOther), ("mkdir d/a.png", "--list l.csv -o d", isOther),
      (
        "echo x >d/a.jsonl.part", "--list l.csv -o d/a.tar --resume",
        "'d/a.jsonl.part': it is not what an interrupted run left behind"
      ),
    ] {
      let said = try Shell.run(
        "mkdir d; printf 'name,text\\na,one\\n' >l.csv; echo '{\"name\":\"a\",\"text\":\"one\"}' >l.jsonl; echo old >x; \(making); "
          + "oobqr make \(command) 2>&1; echo $?; cat l.csv x")
      #expect(said == "oobqr: cannot write \(says)\n74\nname,text\na,one\nold\n", "\(making)")
    }
    #expect(try Files.bytes(logo).starts(with: [0x89, 0x50]))
  }

  @Test func `an output folder that is too deep is refused in one line`() throws {
    let said = try Shell.run(
      "echo '\"one\"' >l.jsonl; name=$(printf 'a/%.0s' $(seq 20000)); "
        + "for c in 'make --list l.jsonl' 'fixtures make --suite smoke'; do oobqr $c -o $name 2>&1 | tail -c 21; done")
    #expect(said == ": File name too long\n: File name too long\n")
  }

  @Test func `a resumed run makes missing pictures again, and refuses a list that has become shorter`() throws {
    let said = try Shell.run(
      """
      seq 9 | sed 's/.*/"text &"/' >l.jsonl; oobqr make --list l.jsonl -o whole/; oobqr make --list l.jsonl -o whole.tar
      for spoil in 'rm d/000005.png' ': >d/000006.png' 'cp d/000001.png d/000004.png'; do
        cp -r whole d; mv d/index.jsonl d/index.jsonl.part; eval "$spoil"
        oobqr make --list l.jsonl -o d/ --resume 2>&1; diff -r whole d && rm -r d
      done
      cp whole.tar d.tar.part; cp whole.jsonl d.jsonl.part
      printf x | dd of=d.tar.part bs=1 seek=2600 conv=notrunc 2>dd
      oobqr make --list l.jsonl -o d.tar --resume 2>&1; cmp whole.tar d.tar; cmp whole.jsonl d.jsonl
      cp whole.tar e.tar.part; cp whole.jsonl e.jsonl.part
      head -n 4 l.jsonl >short.jsonl; oobqr make --list short.jsonl -o e.tar --resume 2>&1; ls e.*
      : >none.jsonl; oobqr make --list none.jsonl -o e.tar --resume 2>&1 | cut -c1-70; ls e.*
      cp l.jsonl bad.jsonl; echo '{"text":"a","version":"41"}' >>bad.jsonl
      oobqr make --list bad.jsonl -o e.tar --resume --strict 2>&1; ls e.*
      """)
    #expect(
      said == """
        oobqr: resuming; rows already finished: 4
        oobqr: resuming; rows already finished: 5
        oobqr: resuming; rows already finished: 3
        oobqr: resuming; rows already finished: 2
        oobqr: resuming; rows already finished: 9
        oobqr: short.jsonl, line 5, which the interrupted run finished, is no longer in the list; resume with the \
        same list and options, or remove the .part files that it left behind
        e.jsonl.part
        e.tar.part
        oobqr: resuming; rows already finished: 9
        oobqr: none.jsonl, line 1, which the interrupted run finished, is no l
        e.jsonl.part
        e.tar.part
        oobqr: resuming; rows already finished: 9
        oobqr: bad.jsonl, line 10: the version '41' is not in 1…40; stopped; e.jsonl.part lists the rows finished so far: fix the error, \
        then continue with the same command and --resume
        e.jsonl.part
        e.tar.part

        """)
  }

  @Test func `an index that was not written by us, an empty list and a name like a token are refused`() throws {
    let names = ["a/b4b07559-f934-4597-a1c5-44d89f691e8f", "b4b07559-f\\n934-4597-a1c5-44d89f691e8f", "a/\\u0301b"]
    let rows = names.map { #"{"text":"x","name":""# + $0 + "\"}\n" }.joined()
    for (name, text) in [
      ("q.jsonl", "\"x\""), ("e.jsonl", ""), ("n.jsonl", rows),
      ("index", #"{"format":"oobqr-make-row-1","line":1,"file_bytes":9223372036854775807}"# + "\n"),
    ] {
      try folder.write(text, name)
    }
    #expect(
      Shell.run(
        "mkdir q; cp index q/index.jsonl.part; oobqr make --list q.jsonl -o q/ --resume; ls q; "
          + "oobqr make --list e.jsonl -o made.tar; ls | grep made; oobqr make --list - -o - <n.jsonl | cut -c1-73",
        in: folder)
          == """
          000001.png
          index.jsonl
          oobqr: 'e.jsonl' holds no messages
          {"format":"oobqr-make-row-1","line":1,"error":"the name 'a/b4b07559-f934-
          {"format":"oobqr-make-row-1","line":2,"error":"the name 'b4b07559-f\\\\x0a9
          {"format":"oobqr-make-row-1","line":3,"error":"the name 'a/\u{301}b' cannot be

          """)
  }

  @Test func `a file with a hole is refused by its first bytes, or its size`() throws {
    #expect(
      try Shell.run(
        "truncate -s 8T a.png; oobqr scan a.png; oobqr check a.png")
          == """
          oobqr: a.png: not a PNG or JPEG picture: it begins with 00 00 00 00 00 00 00 00
          oobqr: 'a.png' is longer than 16777216 bytes, the most that is read

          """)
  }

  @Test func `a list of pictures gets the same remedy`() throws {
    try folder.write([0xFF, 0xFE, 0x6C, 0x00], "b.txt")
    #expect(
      Shell.run("oobqr scan --list b.txt; echo $?", in: folder)
        == "oobqr: 'b.txt' is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')\n1\n")
    try folder.write([0x50, 0x4B, 0x03, 0x04, 0x14], "z")
    #expect(Shell.run("oobqr scan --list - <z", in: folder) == "oobqr: standard input is an archive: unpack it first\n")
    #expect(Shell.run("echo 'BZhang Wei' | oobqr check --list -", in: folder).hasPrefix("-: 1 message: 1 error in 1\n"))
  }
}
