import Foundation
import Imaging
import OutOfBand
import QRScanning
import QRSymbology
import ImageCoding
import TestSupport
import Testing
import TextFormats

struct PrintCommandTests {
  static let payload =
    #"{"nma_data":{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","redeem_url":"https://fido.siven.ch/nevisfido/token/redeem/authentication"},"nma_data_content_type":"application/json","nma_data_version":"1"}"#

  /// A payload as JSON, and the same as base64url.
  static let csv =
    "payload,name,room,copies\n\"" + payload.replacing("\"", with: "\"\"") + "\",Ada,12,2\n"
    + Base64.encodeURL(Array(payload.utf8)) + ",\"Grace, \"\"Amazing\"\"\",13,\n"

  /// A list in a folder, with the results of a command.
  private func sheet(
    _ list: String, _ arguments: [String] = [], name: String = "list.csv",
    _ check: (_ run: CommandRun, _ folder: URL) throws -> Void
  ) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = try folder.write(list, name)
      // At 100 mm, to which the figures of these tests belong.
      let distance = arguments.contains("--distance") ? [] : ["--distance", "100"]
      let run = CommandRun(["print", "sheet", "--list", path, "-o", folder.file("out.pdf")] + distance + arguments)
      try check(run, folder)
    }
  }

  @Test func `a sheet is written with a report and a summary`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = folder.appending(path: "list.csv")
      try Data(Self.csv.utf8).write(to: list)
      let report = folder.appending(path: "report.json")
      let run = CommandRun([
        "print", "sheet", "--list", list.path, "-o", folder.file("out.pdf"), "--stock", "l7160",
        "--caption", "{name} · {room}", "--report", report.path, "--as", "link", "--base-url",
        "https://siven.ch/open", "--allow-duplicates", "--distance", "100",
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("3 symbols on 1 page of l7160; version"))
      #expect(run.errors.contains("each was read in a trial with ink spread, a dead print dot and the blur at 100 mm"))
      let json = try JSONDocument(parsing: Files.bytes(report)).value
      let symbols = try #require(json["symbols"]?.elements)
      #expect(symbols.count == 2)
      #expect(symbols[0]["token"]?.text == "b4b07559…")
      #expect(symbols[0]["line"] == .number(2))
      #expect(symbols[0]["places"]?.elements?.count == 2)
      #expect(symbols[1]["preflight"]?["passes"] == .boolean(true))
      #expect(symbols[1]["preflight"]?["predicted_grade"] == .number(4))
      // A JSON payload and the same in base64url become the same link.
      #expect(symbols[0]["message_sha256"] == symbols[1]["message_sha256"])
      let message = Array(
        "https://siven.ch/open?dispatchTokenResponse=\(Base64.encodeURL(Array(Self.payload.utf8)))".utf8)
      #expect(symbols[0]["message_sha256"]?.text == SHA256.hexDigest(of: message))
      #expect(try !Files.text(report).contains("b4b07559-f934"))
    }
  }

  @Test func `payloads without a link are printed with a note that cameras show text`() throws {
    let rows = "payload\n\"\(Self.payload.replacing("\"", with: "\"\""))\"\n"
    for (form, says) in [([], true), (["--base-url", "https://siven.ch/open"], false)] {
      try sheet(rows, form) { (run, _) throws in
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.contains("note OOB420 (line 2): the symbol holds the payload without a link;") == says)
      }
    }
  }

  @Test func `JSON lines are also a list`() throws {
    let lines = "{\"payload\":\(Self.payload),\"caption\":\"Zürich\"}\n\n{\"text\":\"hello\",\"copies\":3}\r\n"
    try sheet(lines, name: "list.jsonl") { (run, _) throws in
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("4 symbols on 1 page of a4"))
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var list = "text\nhello\n"
    var arguments: [String] = []
    var name = "list.csv"
    var code: Int32 = 1
    var says: String
    var testDescription: String { says }
  }

  static let bad: [Bad] = [
    Bad(list: "name,room\nAda,1\n", says: "line 1: no column for messages ('payload', 'link' or 'text')"),
    Bad(list: "text|name\nhello|Ada\n", says: "names of the columns, has 'text|name'"),
    Bad(list: "text,caption\nhello,\u{0}\n", says: "line 2: the caption contains a NUL"),
    Bad(list: "{\"text\":\"a\"}\n", arguments: ["--caption", "{nmae}"], name: "list.jsonl", says: "uses 'nmae'"),
    Bad(list: "{\"text\":[1]}\n", name: "list.jsonl", says: "line 1: 'text' is not a string"),
    Bad(arguments: ["--date", "2026-13-31T00:00:00Z"], code: 64, says: "not a day of"),
    Bad(
      list: "text,caption\n\(String(repeating: "x", count: 200)),a\n",
      arguments: ["--stock", "45x45", "--caption-lines", "6"], code: 5,
      says: "leave out the caption, or use fewer --caption-lines or a smaller"),
    Bad(list: "", says: "line 1: the header line is missing"),
    Bad(list: "text\n", says: "list.csv has no rows"),
    Bad(list: "text,text\na,b\n", says: "line 1: two columns have the name 'text'"),
    Bad(
      arguments: ["--caption", "{name}"],
      says: "uses a column 'name', which the header lacks; its columns are text"),
    Bad(list: "text\n\"hello\n", says: "line 2: a quote is opened here but never closed"),
    Bad(list: "text,link\nhello,https://a.example/\n", says: "line 2: two messages, 'link' and 'text'"),
    Bad(list: "text,name\n,Ada\n", says: "line 2: no message"),
    Bad(list: "text\n\(String(repeating: "x", count: 1 << 20))\n", says: "line 2: a field is longer than 65536 bytes"),
    Bad(
      list: "text\n\(String(repeating: "x", count: 2954))\n",
      says: "line 2: no symbol holds this message of 2954 bytes; shorten it"),
    Bad(
      list: "text\n\(String(repeating: "x", count: 2900))\n",
      says: "line 2: 2900 bytes do not fit in a version 40 symbol"),
    Bad(list: "text,copies\nhello,0\n", says: "line 2: copies '0' is not a whole number in 1…10000"),
    Bad(list: "text,copies\nhello,many\n", says: "copies 'many' is not a whole number in"),
    Bad(list: "payload\nnonsense\n", says: "line 2: the payload is neither JSON nor base64url"),
    Bad(list: "link\nhttps://a.example/\n", says: "line 2: OOB"),
    Bad(list: "payload\n\"{}\"\n", says: "line 2: OOB"),
    Bad(name: "list.doc", says: "must end in .csv, .tsv, .jsonl or .ndjson; '-' is CSV"),
    Bad(list: "{\"text\":\n", name: "list.jsonl", says: "line 1: not JSON"),
    Bad(list: "[1]\n", name: "list.jsonl", says: "line 1: neither a string, nor a payload, nor a JSON object"),
    Bad(list: "{\"text\":\"a\",\"text\":\"b\"}\n", name: "list.jsonl", says: "'text' appears twice"),
    Bad(arguments: ["--stock", "l7160", "--start", "22"], says: "--start 22 is not in 1…21"),
    Bad(arguments: ["--stock", "3474", "--header", "x"], says: "has no margin of 5 mm at the top"),
    Bad(arguments: ["--stock", "3474", "--page-numbers"], says: "at the bottom for --page-numbers"),
    Bad(arguments: ["--logo", "/nonexistent.png"], code: 66, says: "cannot read '/nonexistent.png'"),
    Bad(arguments: ["--stock", "8x8"], code: 5, says: "has 3 dots per module but needs 5"),
    Bad(arguments: ["--stock", "5x5", "--dpi", "72"], code: 5, says: "even with one dot per module"),
    Bad(
      arguments: ["--module-dots", "2"], code: 5,
      says: "needs 5 to be scanned from 100 mm: leave out --module-dots, or give --module-dots 5"),
    Bad(arguments: ["--distance", "3000"], code: 5, says: "to be scanned from 3000 mm"),
    Bad(arguments: ["--report", "/nonexistent/r.json"], code: 74, says: "cannot write '/nonexistent/r.json'"),
    Bad(arguments: ["--policy", "/nonexistent"], code: 66, says: "cannot read '/nonexistent'"),
    Bad(arguments: ["--quiet-zone", "3"], code: 64, says: "--quiet-zone 3 is not in 4…100"),
    Bad(arguments: ["--caption", "{name"], code: 64, says: "does not begin a {column}"),
    Bad(arguments: ["--date", "today"], code: 64, says: "--date 'today' does not"),
    Bad(arguments: ["--printer", "x"], code: 64, says: "Give exactly one of -o FILE and --printer NAME"),
    Bad(arguments: ["--skip-bad", "--force"], code: 64, says: "not both"),
  ]

  @Test(arguments: bad) func `unprintable input gets one line, and nothing is written`(bad: Bad) throws {
    try sheet(bad.list, bad.arguments, name: bad.name) { (run, folder) throws in
      #expect(run.exitCode == bad.code, "\(run.errors)")
      #expect(run.errors.contains(bad.says), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count <= 2)
      #expect(try folder.names == [bad.name])
    }
  }

  @Test func `a byte order mark and CRLF are accepted`() throws {
    try sheet("\u{FEFF}text,name\r\nhello,Ada\r\n\r\n\"two\r\nlines\",Grace\r\n", ["--caption", "{name}"]) {
      (run, _) throws in
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("2 symbols"))
    }
  }

  @Test func `bad rows are left out on request and listed`() throws {
    try sheet("text,copies\nhello,1\nhello,0\n\"x\n", ["--skip-bad"]) { (run, folder) throws in
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("line 3: copies '0' is not a whole number in 1…10000, such as 25; left out"))
      let lost = "line 4: a quote is opened here but never closed; the record spans lines 4 to 5; left out"
      #expect(run.errors.contains(lost))
      #expect(run.errors.contains("1 symbol on 1 page"))
      #expect(run.errors.contains("2 rows left out"))
      #expect(try folder.names == ["list.csv", "out.pdf"])
    }
    try sheet("text,copies\nhello,0\n", ["--skip-bad"]) { (run, folder) throws in
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("all rows are bad; nothing was written"))
      #expect(try folder.names == ["list.csv"])
    }
  }

  @Test func `symbols that are too small are printed with --force`() throws {
    try sheet("text\nhello\n", ["--module-dots", "2", "--force"]) { (run, _) throws in
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("1 printed despite objections from the check or the trial"))
    }
  }

  @Test func `bad rows that are left out are all listed`() throws {
    try sheet("text,room\nhello,1\n" + String(repeating: ",2\n", count: 50), ["--skip-bad"]) { (run, _) throws in
      #expect(run.exitCode == 0)
      #expect(run.errors.split(separator: "\n").count { $0.hasSuffix("; left out") } == 50)
    }
  }

  @Test func `a list becomes labels with the given numbers of copies`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = try folder.write("text,caption,copies\nhello,Room 1,2\nagain,,1\n", "list.csv")
      let zpl = CommandRun(["print", "label", "--list", list, "--to", "zpl", "--stock", "57x32", "-o", "-"])
      #expect(zpl.exitCode == 0, "\(zpl.errors)")
      #expect(zpl.text.ranges(of: "^PQ2").count == 1 && zpl.text.ranges(of: "^XA").count == 2)
      let escpos = CommandRun(["print", "label", "--list", list, "--to", "escpos", "--roll", "58mm", "-o", "-"])
      #expect(escpos.errors.contains("3 labels"))
      let starts = escpos.output.indices.count { escpos.output[$0...].starts(with: [0x1B, 0x40, 0x1D, 0x76, 0x30]) }
      #expect(starts == 3)
      let report = folder.file("r.json")
      let native = CommandRun([
        "print", "label", "--list", list, "--to", "escpos", "--native", "-o", "-", "--report", report,
      ])
      #expect(native.errors.contains("the printer draws the symbols"))
      #expect(try JSONDocument(parsing: Files.bytes(report)).value["symbols"]?.elements?.count == 2)
    }
  }

  @Test func `a failed run leaves neither a report nor a part of its file, and overwrites nothing`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = try folder.write("text\nhello\n", "list.csv")
      func sheet(_ arguments: String...) -> CommandRun {
        CommandRun(["print", "sheet", "--list", list, "-o"] + arguments)
      }
      for full in [sheet("/dev/full"), sheet("/dev/full", "--report", folder.file("report.json"))] {
        #expect(full.exitCode == 74 && full.errors == "oobqr: cannot write '/dev/full': No space left on device\n")
      }
      let missing = sheet("/nonexistent/a.pdf")
      #expect(missing.exitCode == 74)
      #expect(missing.errors == "oobqr: cannot write '/nonexistent/a.pdf': No such file or directory\n")
      #expect(sheet(folder.path).errors.contains("Is a directory"))
      #expect(sheet(list).exitCode == 64 && sheet("-", "--report", list).exitCode == 64)
      #expect(sheet("-", "--report", "-").exitCode == 64)
      #expect(try folder.names == ["list.csv"])
    }
  }

  @Test func `sheets go to standard output and to printers, unscaled`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      try folder.write("text\nhello\n", "list.csv")
      let run = CommandRun(["print", "sheet", "--list", folder.file("list.csv"), "-o", "-"])
      #expect(run.exitCode == 0)
      #expect(run.output.starts(with: Array("%PDF-1.4".utf8)))
      // A fake printer that keeps its input.
      let programs = [
        "lp": "echo \"$@\" >lp.txt; cat >lp.pdf\n"
          + "[ \"$2\" = good ] && echo 'request id is good-1 (1 file(s))' || { echo 'no such printer'; exit 1; }",
        "lpstat": "echo 127.0.0.1", "lpoptions": "echo 'PageSize/Media Size: *A4 Custom.WIDTHxHEIGHT'",
        "ipptool": "printf 'job-state,job-printer-state-message\\ncompleted,\\n'",
      ]
      // The shell copies them: what this process has written cannot be run while another test starts a process.
      for (name, script) in programs {
        try folder.write("#!/bin/sh\n\(script)\n", name + ".sh")
      }
      #expect(
        Shell.run(
          "for f in *.sh; do cp $f ${f%.sh}; chmod +x ${f%.sh}; done; PATH=$PWD:$PATH; "
            + "oobqr print sheet --list list.csv --stock 62x29 --printer good; echo $?",
          in: folder
        ).hasSuffix("as drawn\n0\n"))
      let arguments = try Files.text(folder.file("lp.txt"))
      #expect(arguments == "-d good -t oobqr -o print-scaling=none -o media=Custom.62x29mm\n")
      #expect(try Files.bytes(folder.appending(path: "lp.pdf")).starts(with: Array("%PDF".utf8)))
      #expect(
        Shell.run("PATH=$PWD:$PATH; oobqr print sheet --list list.csv --printer bad; echo $?", in: folder)
          == "oobqr: lp cannot print on 'bad': no such printer\n1\n")
      #expect(
        Shell.run(
          "rm lp; bin=$(dirname $(command -v oobqr)); PATH=$bin; oobqr print sheet --list list.csv --printer x; echo $?",
          in: folder)
          == "oobqr: lp, which sends files to printers, is not installed (Debian: cups-client); write a file with -o\n1\n"
      )
    }
  }

  @Test func `labels are made in every language`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      func label(_ arguments: String...) -> CommandRun { CommandRun(["print", "label", "hello"] + arguments) }
      let zpl = label("--to", "zpl", "--stock", "57x32", "-o", "-", "--caption", "Room 12", "--copies", "2")
      #expect(zpl.exitCode == 0, "\(zpl.errors)")
      #expect(zpl.text.hasPrefix("^XA\n^CI28\n^PW455\n^LL255\n"))
      #expect(zpl.text.hasSuffix("^PQ2\n^XZ\n"))
      let native = label("--to", "zpl", "--stock", "57x32", "-o", "-", "--native")
      #expect(native.text.contains("^FDMM,B0005hello^FS"))
      let escpos = label("--to", "escpos", "-o", "-", "--cut", "full")
      #expect(escpos.output.starts(with: [0x1B, 0x40, 0x1D, 0x76, 0x30, 0, 72, 0]))
      let png = folder.file("a.png")
      #expect(label("--stock", "40x30", "-o", png).exitCode == 0)
      let picture = try PNG.decode(Files.bytes(png))
      #expect((picture.width, picture.height) == (319, 239))
      #expect(try QRScanner().scan(picture).map(\.text) == ["hello"])
      let pdf = label("--to", "pdf", "--stock", "40x30", "-o", "-")
      #expect(pdf.output.starts(with: Array("%PDF".utf8)))
    }
  }

  static let wrongLabels: [([String], Int32, String)] = [
    (["hello", "--to", "png", "--stock", "57x32", "--copies", "2", "-o", "-"], 64, "print the file several times"),
    (["hello", "--to", "png", "--stock", "2000x2000", "--dpi", "600", "-o", "-"], 1, "use a lower --dpi"),
    (["hello", "--to", "escpos", "--caption", "{name}", "-o", "-"], 64, "a single message has no columns"),
    (["hello", "-o", "-"], 64, "Give --to zpl"), (["hello", "--to", "zpl", "-o", "-"], 64, "Give the label's size"),
    (["hello", "--to", "zpl", "--stock", "57x32"], 64, "Give exactly one of -o FILE and --printer NAME"),
    (["--to", "escpos", "-o", "-"], 64, "No message: give TEXT, --file FILE, --payload FILE, --list FILE, or '-'"),
    ([], 64, "No message: give TEXT"), (["--stock", "57x32"], 64, "No message: give TEXT"),
    (["hello", "--to", "png", "--stock", "57x32", "--native", "-o", "-"], 64, "--native is only for"),
    (["hello", "--to", "zpl", "--stock", "57x32", "--cut", "full", "-o", "-"], 64, "--cut is only for escpos"),
    (["hello", "--to", "escpos", "--roll", "99999", "-o", "-"], 64, "'99999' is invalid"),
    (["hello", "--to", "escpos", "--copies", "0", "-o", "-"], 64, "--copies 0 is not in 1…9999"),
    (["hello", "--to", "pdf", "--roll", "80mm", "-o", "-"], 64, "A PDF has pages"),
    (["--list", "x.csv", "--to", "png", "--stock", "57x32", "-o", "-"], 64, "A PNG holds one label"),
    (["hello", "--to", "zpl", "--stock", "57x32", "--printer", "p"], 64, "--printer takes a PDF"),
    (["", "--to", "escpos", "-o", "-"], 1, "the message is empty"),
    (["ä", "--to", "escpos", "--native", "-o", "-"], 1, "may read bytes above 127 as Shift JIS"),
    (
      ["hello", "--to", "zpl", "--stock", "57x32", "--native", "--module-dots", "11", "-o", "-"], 5,
      "with 11 dots per module; 8 fit"
    ),
    (
      ["hello", "--to", "zpl", "--stock", "57x60", "--native", "--module-dots", "11", "-o", "-"], 1,
      "of 1…10 dots, not 11"
    ),
    (["hello", "--to", "zpl", "--stock", "7x7", "-o", "-"], 5, "has 1 dot per module but needs 7"),
    (["https://a.example/?dispatchTokenResponse=e30", "--to", "escpos", "-o", "-"], 1, "OOB"),
    (["hello", "--payload", "x", "--to", "escpos", "-o", "-"], 64, "Give a message or a payload, not both."),
    (["hello", "--base-url", "https://a.example/o", "--to", "escpos", "-o", "-"], 64, "These options need a payload"),
    (["--payload", "x", "--list", "y.csv", "--to", "zpl", "-o", "-"], 64, "Give a message or a --list, not both."),
    (["--list", "y.csv", "--data", "a=b", "--to", "zpl", "-o", "-"], 64, "--data belongs to a payload that is built"),
  ]

  @Test(arguments: wrongLabels) func `invalid labels are refused`(arguments: [String], code: Int32, says: String) {
    let run = CommandRun(["print", "label"] + arguments)
    #expect(run.exitCode == code, "\(run.errors)")
    #expect(run.errors.contains(says), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `a plan lists sizes, stocks and remedies`() throws {
    let plan = CommandRun(["print", "plan", "--bytes", "322", "--dpi", "203", "--distance", "100"])
    #expect(plan.exitCode == 0)
    #expect(plan.text.contains("M      13       77       4     0.50 mm  38.5 mm   up to 125 mm"))
    #expect(
      plan.text.contains(
        "l7160 (63.5 × 38.1 mm): only 3 dots per module at level M: use a 300 dpi printer, or use level L"))
    let narrow = CommandRun([
      "print", "plan", "--bytes", "322", "--dpi", "203", "--distance", "100", "--stock", "l7160",
    ])
    #expect(narrow.exitCode == 5)
    let json = CommandRun(["print", "plan", "--bytes", "202", "--dpi", "300", "--distance", "100", "--json"])
    let value = try JSONDocument(parsing: json.output.dropLast()).value
    #expect(value["levels"]?.elements?[1]["size_mm"] == .number(27.517))
    #expect(CommandRun(["print", "plan", "--bytes", "2954"]).exitCode == 64)
    #expect(CommandRun(["print", "plan", "--bytes", "2000", "--level", "H"]).errors.contains("level M holds them"))
    #expect(CommandRun(["print", "plan"]).exitCode == 64)
    #expect(CommandRun(["print", "plan", ""]).errors.contains("the message is empty"))
    #expect(CommandRun(["print", "plan", "a", "--stock", "x"]).errors.contains("unknown stock 'x'"))
  }

  @Test func `a plan is for the nearest and for the usual distance, unless one is given`() throws {
    let plan = CommandRun(["print", "plan", "--bytes", "322", "--dpi", "300"])
    #expect(plan.exitCode == 0)
    #expect(plan.text.hasPrefix("322 bytes, to be scanned from 100 or 200 mm; "))
    let table = [
      "at 300 dpi (a dot is 0.085 mm): dots per module at least 5 for 100 mm, 10 for 200 mm",
      "                           from 100 mm              from 200 mm",
      "  level  version  modules  dots  module   printed   dots  module   printed",
      "  M      13       77       5     0.42 mm  32.6 mm   10    0.85 mm  65.2 mm",
    ]
    for line in table { #expect(plan.text.contains(line + "\n"), "\(line) in \(plan.text)") }
    let fits = "l7160 (63.5 × 38.1 mm): level M fits, up to 5 dots per module, 32.6 mm, scans from up to 105 mm; "
    #expect(plan.text.contains(fits + "for 200 mm use labels of at least 65.2 mm\n"), "\(plan.text)")
    let both = CommandRun(["print", "plan", "--bytes", "322", "--dpi", "300", "--json"]).text.split(separator: "\n")
    #expect(both.count == 2 && both[1].contains(#""distance_mm":200"#))
    // What is printed without an option scans from where every phone focuses.
    let label = CommandRun(["print", "label", "hello", "--to", "zpl", "--stock", "57x32", "-o", "-"])
    #expect(label.errors.contains("the blur at 200 mm"))
  }

  @Test func `a plan advises dropping callbacks when that makes a link fit`() throws {
    let link =
      "myaccessapp://x-callback-url/authenticate?x-success=https%3A%2F%2Fwww.siven.ch%2Fdone&x-error=https%3A%2F%2Fwww.siven.ch%2Ferror&dispatchTokenResponse="
      + Base64.encodeURL(Array(Self.payload.utf8))
    let plan = CommandRun(["print", "plan", link, "--dpi", "203", "--stock", "44x44", "--distance", "100"])
    #expect(plan.exitCode == 5)
    #expect(plan.text.contains("drop the callbacks"), "\(plan.text)")
    #expect(!plan.text.contains("b4b07559-f934"))
  }

  @Test func `a label takes a payload and its form as a plan does`() throws {
    let payload = ["--payload", Files.payload, "--base-url", "https://access.siven.ch/open"]
    let plan = CommandRun(["print", "plan", "--json", "--dpi", "203"] + payload)
    let link = CommandRun(["link"] + payload).text.dropLast()
    #expect(plan.text.contains(#""message_bytes":\#(link.utf8.count),"#))
    let label = CommandRun(["print", "label"] + payload + ["--to", "png", "--stock", "80x80", "-o", "-"])
    #expect(label.exitCode == 0, "\(label.errors)")
    #expect(try QRScanner().scan(PNG.decode(label.output)).map(\.text) == [String(link)])
    let built = ["--redeem-url", "http://a.example/", "--token-file", "-", "--scheme", "app"]
    let refused = CommandRun(
      ["print", "label"] + built + ["--to", "escpos", "-o", "-"],
      input: Array("b4b07559-f934-4597-a1c5-44d89f691e8f".utf8))
    #expect(refused.exitCode == 1 && refused.errors.contains("OOB202") && refused.output.isEmpty)
  }
}
