import Foundation
import KioskPrinting
import TestSupport
import Testing
import TextFormats

/// `oobqr print … --resume`: what an interrupted run left missing, and only that.
struct PrintResumeTests {
  /// The symbols of ZPL with native symbols: their messages.
  private func messages(_ zpl: String) -> [String] {
    zpl.matches(of: /\^FDM[MA],(?:B[0-9]{4})?([^\^]*)\^FS\n/).map { String($0.1) }
  }

  @Test func `a run that is killed while it prints is continued with the rest, and only that`() throws {
    try Files.withTemporaryFolder { folder in
      let rows = (2...9).map { "row-\($0),\($0)" }
      try folder.write("text,caption\n" + rows.joined(separator: "\n") + "\n", "list.csv")
      // A printer that takes what fits into the pipe and then stops, as without paper.
      let log = Shell.run(
        """
        mkfifo lp; exec 3<>lp
        oobqr print label --list list.csv --to escpos -o lp --report report.json 2>first.err &
        id=$!; until [ -s report.json ]; do sleep 0.05; done
        until [ "$size" = "$(wc -c <report.json)" ]; do size=$(wc -c <report.json); sleep 0.4; done
        kill -9 $id; wait $id 2>/dev/null; timeout 0.5 cat <&3 >first.bin
        oobqr print label --list list.csv --to escpos -o rest.bin --resume report.json --report report.json
        oobqr print label --list list.csv --to escpos -o none.bin --resume report.json; ls none.bin
        oobqr print label --list list.csv --to escpos -o all.bin
        """, in: folder)
      func receipts(_ name: String) throws -> [[UInt8]] {
        // Every receipt begins by resetting the printer.
        let bytes = try Files.bytes(folder.appending(path: name))
        let starts = bytes.indices.filter { bytes[$0...].starts(with: [0x1B, 0x40, 0x1D, 0x76, 0x30]) }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
      }
      let all = try receipts("all.bin")
      let (first, rest) = (try receipts("first.bin"), try receipts("rest.bin"))
      // The last one was cut off when the process was killed.
      let whole = first.prefix { all.contains($0) }
      #expect(all.count == 8 && whole.count >= first.count - 1 && !whole.isEmpty && whole.count < 8)
      #expect(Array(whole) + rest == all, "\(whole.count) and \(rest.count): \(log)")
      let last = whole.count + 1
      #expect(
        log.contains(
          "'report.json': \(whole.count) rows were sent before and are skipped (lines 2-\(last)), \(8 - whole.count) are "
            + "missing (lines \(last + 1)-9)"), "\(log)")
      #expect(log.contains("'report.json': 8 rows were sent before and are skipped (lines 2-9); nothing is missing"))
      #expect(log.contains("cannot access 'none.bin'"))
    }
  }

  @Test func `a program that stops reading leaves the rows after it missing`() throws {
    try Files.withTemporaryFolder { folder in
      let rows = (2...9).map { "row-\($0)" }
      try folder.write("text\n" + rows.joined(separator: "\n") + "\n", "list.csv")
      let log = Shell.run(
        """
        o="oobqr print label --list list.csv --to escpos"
        $o -o - --report report.json 2>/dev/null | head -c 100 >/dev/null
        $o -o rest.bin --resume report.json; tail -n 1 report.json
        """, in: folder)
      #expect(log.contains(/rows? (was|were) sent before and (is|are) skipped \(lines? 2/), "\(log)")
      #expect(log.contains(/are missing \(lines [0-9]+-9\)/), "\(log)")
    }
  }

  @Test func `a printer that closes the connection is told with the last line, and how to go on`() throws {
    try Files.withTemporaryFolder { folder in
      try folder.write("text\n" + (2...9).map { "row-\($0)\n" }.joined(), "list.csv")
      let log = Shell.run(
        """
        { oobqr print label --list list.csv --to escpos -o - 2>err; echo $? >code; } | head -c 100 >/dev/null
        cat err code
        """, in: folder)
      #expect(log.hasPrefix("oobqr: cannot write standard output: Broken pipe; ") && log.hasSuffix("\n74\n"), "\(log)")
      let sent = try #require(log.firstMatch(of: #/([0-9]+) of 8 labels were sent, up to line ([0-9]+), /#), "\(log)")
      #expect(Int(sent.1).map { $0 + 1 } == Int(sent.2))
      #expect(
        log.contains("see which label came out last, and print those after it with --rows LINES, up to 9\n"), "\(log)")
    }
  }

  @Test func `rows that failed are printed once they are corrected`() throws {
    try Files.withTemporaryFolder { folder in
      let list = try folder.write("text,copies\na,1\nb,many\nc,2\nd,0\n", "list.csv")
      let report = folder.file("r.json")
      let common = ["print", "label", "--to", "zpl", "--native", "--stock", "57x32", "-o", "-"]
      let first = CommandRun(common + ["--list", list, "--skip-bad", "--report", report])
      #expect(first.exitCode == 0 && messages(first.text) == ["a", "c"], "\(first.errors)")
      let json = try JSONDocument(parsing: Files.bytes(report)).value
      #expect(json["failed"]?.elements?.compactMap { $0["line"]?.integer } == [3, 5])
      #expect(json["sent"]?.description == "[[2,1],[4,2]]" && json["ended"]?.text == "complete")
      // More copies of a row that was sent, a corrected row, and a new one at the end.
      try folder.write("text,copies\na,4\nb,2\nc,2\nd,0\ne,1\n", "list.csv")
      let second = CommandRun(common + ["--list", list, "--skip-bad", "--resume", report, "--report", report])
      #expect(second.exitCode == 0 && messages(second.text) == ["a", "b", "e"], "\(second.errors)")
      #expect(second.text.ranges(of: "^PQ3").count == 1 && second.text.ranges(of: "^PQ2").count == 1)
      #expect(
        second.errors.contains(
          "1 row was sent before and is skipped (line 4), 4 are missing (lines 2-3, 5-6)\n"), "\(second.errors)")
      // The second report has what both runs have sent.
      let third = CommandRun(common + ["--list", list, "--skip-bad", "--resume", report])
      #expect(third.exitCode == 1 && third.output.isEmpty, "\(third.errors)")
      #expect(third.errors.contains("4 rows were sent before and are skipped (lines 2-4, 6), 1 is missing (line 5)"))
      let again = CommandRun(common + ["--list", list, "--skip-bad", "--resume", report, "--again", "4,6"])
      #expect(messages(again.text) == ["c", "e"], "\(again.errors)")
      #expect(again.errors.contains("2 are repeated (lines 4, 6)"))
    }
  }

  @Test func `the rows of a part of a list stay that part`() throws {
    try Files.withTemporaryFolder { folder in
      let list = try folder.write("text\na\nb\nc\nd\n", "list.csv")
      let report = folder.file("r.json")
      let common = ["print", "sheet", "--list", list, "-o", folder.file("o.pdf"), "--stock", "57x32"]
      #expect(CommandRun(common + ["--rows", "2-3", "--report", report]).exitCode == 0)
      let rest = CommandRun(common + ["--resume", report])
      #expect(rest.exitCode == 0 && rest.errors.contains("(lines 2-3); nothing is missing"), "\(rest.errors)")
    }
  }

  @Test func `the report of another list is refused, by the messages that were sent`() throws {
    try Files.withTemporaryFolder { folder in
      let list = try folder.write("text\nabc\nbcd\n", "list.csv")
      let report = folder.file("r.json")
      let pdf = folder.file("o.pdf")
      #expect(
        CommandRun(["print", "sheet", "--list", list, "-o", pdf, "--report", report, "--stock", "57x32"]).exitCode == 0)
      try FileManager.default.removeItem(atPath: pdf)
      func refusal(_ text: String, _ arguments: String..., report: String? = nil) throws -> String {
        let run = CommandRun(
          [
            "print", "sheet", "--list", try folder.write(text, "other.csv"), "-o", pdf, "--stock", "57x32",
            "--resume",
          ]
            + [report ?? folder.file("r.json")] + arguments)
        #expect(run.exitCode != 0 && !FileManager.default.fileExists(atPath: pdf))
        return run.errors
      }
      #expect(
        try refusal("text\nabc\nxyz\n").contains(
          "it is the report of another list: the message that was sent for line 3 has the SHA-256 a6b0f90d…, and that of this list "
            + "3608bca1…"))
      #expect(try refusal("text\nabc\n").contains("a message was sent for line 3, on which no row"))
      #expect(try refusal("text\nabc\nbcd\n", "--rows", "2").contains("leave out --rows"))
      for other in [list, try folder.write("{}", "empty.json")] {
        #expect(try refusal("text\nabc\n", report: other).contains("not the report of a print run (--report)"))
      }
      let old = try folder.write(#"{"stock":"a4","symbols":[]}"#, "old.json")
      #expect(try refusal("text\nabc\n", report: old).contains("of an older version"))
      let single = folder.file("s.json")
      #expect(
        CommandRun(["print", "label", "abc", "--to", "zpl", "--stock", "57x32", "-o", "-", "--report", single]).exitCode
          == 0)
      #expect(try refusal("text\nabc\n", report: single).contains("of a single message"))
      // A list in which nothing was sent, and a queue that did not answer.
      let none = try folder.write(
        #"{"symbols":[],"failed":[{"line":2,"reason":"x"}],"earlier":[],"queued":false,"sent":[],"ended":"complete"}"#,
        "none.json")
      #expect(try refusal("text\nabc\n", report: none).contains("that run sent nothing"))
      let digest = SHA256.hexDigest(of: Array("abc".utf8))
      let queued = try folder.write(
        #"{"symbols":[{"line":2,"message_sha256":"\#(digest)"}],"failed":[],"earlier":[],"queued":true,"sent":["#,
        "queued.json")
      #expect(try refusal("text\nabc\n", report: queued).contains("name those that did not come out with --again"))
      let run = CommandRun([
        "print", "sheet", "--list", try folder.write("text\nabc\n", "other.csv"), "-o", pdf, "--resume", queued,
        "--again", "2",
      ])
      #expect(run.exitCode == 0 && run.errors.contains("1 is repeated (line 2)"), "\(run.errors)")
    }
  }

  @Test func `a one-time token of a row that was sent is refused in a row that is missing`() throws {
    try Files.withTemporaryFolder { folder in
      let field = "\"" + PrintCommandTests.payload.replacing("\"", with: "\"\"") + "\""
      let list = try folder.write("payload,copies\n\(field),1\n\(field),0\n", "list.csv")
      let report = folder.file("r.json")
      let common = ["print", "sheet", "--list", list, "-o", folder.file("o.pdf"), "--stock", "80x80"]
      let first = CommandRun(common + ["--report", report, "--skip-bad"])
      #expect(first.exitCode == 0, "\(first.errors)")
      try folder.write("payload,copies\n\(field),1\n\(field),1\n", "list.csv")
      let second = CommandRun(common + ["--resume", report])
      #expect(second.exitCode == 1)
      #expect(second.errors.contains("the one-time token is that of line 2"), "\(second.errors)")
      #expect(try !Files.text(report).contains("b4b07559-f934"))
    }
  }
}
