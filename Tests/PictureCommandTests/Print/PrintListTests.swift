import Foundation
import KioskPrinting
import OutOfBand
import QREncoding
import TestSupport
import Testing

/// Lists as `oobqr print` gets them: from spreadsheets, in parts, and with captions that are not columns.
struct PrintListTests {
  /// Runs `print label` into ZPL with the printer's font, in which captions are legible.
  private func captions(_ list: [UInt8], _ arguments: String..., name: String = "list.csv") throws -> CommandRun {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = try folder.write(list, name)
      return CommandRun(
        ["print", "label", "--list", path, "--to", "zpl", "--native", "--stock", "80x80", "-o", "-"] + arguments)
    }
  }

  private func captions(in run: CommandRun) -> [String] {
    run.text.matches(of: /\^A0N,[0-9]+,[0-9]+\^FH_\^FD([^\^]*)\^FS/).map { String($0.1) }
  }

  @Test(arguments: [";", "\t"]) func `lists of Excel are read, also in its old encodings`(separator: String) throws {
    // Zürich in Latin-1, and the euro of Windows-1252.
    let list = Array("text\(separator)caption\r\nhello\(separator)Z".utf8) + [0xFC] + Array("rich 5 ".utf8) + [0x80]
    let found = try captions(list)
    #expect(captions(in: found) == ["Z_C3_BCrich 5 _E2_82_AC"])
    #expect(found.errors.contains("list.csv: it is read as windows-1252\n"), "\(found.errors)")
    // What begins as UTF-8 stays it.
    let mixed = try captions(Array("text\(separator)caption\r\na\(separator)é\r\nb\(separator)".utf8) + [0xFC])
    #expect(mixed.exitCode == 1)
    #expect(
      mixed.errors.contains(
        "line 3: a field is not UTF-8; save the list as UTF-8 (in Excel 'CSV UTF-8'), or give --encoding windows-1252"),
      "\(mixed.errors)")
    for encoding in ["windows-1252", "latin-1"] {
      let run = try captions(list, "--encoding", encoding)
      #expect(captions(in: run) == ["Z_C3_BCrich 5 _E2_82_AC"], "\(run.errors)")
    }
  }

  @Test func `text of Excel in UTF-16 is read, with a mark or without`() throws {
    let text = "text\tcaption\r\nhello\tZürich 𝄞\r\n"
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let run = try captions(Array(try #require(text.data(using: encoding))))
      #expect(captions(in: run) == ["Z_C3_BCrich _F0_9D_84_9E"], "\(run.errors)")
      #expect(run.errors.contains("list.csv: it is read as UTF-16\n"))
    }
  }

  @Test func `an encoding that is given is not guessed`() throws {
    let list = Array("text,caption\na,Z".utf8) + [0xFC] + Array("rich\n".utf8)
    let run = try captions(list, "--encoding", "utf-8")
    #expect(run.exitCode == 1 && run.errors.contains("line 2: a field is not UTF-8"), "\(run.errors)")
    let marked = try captions(
      [0xFF, 0xFE] + "text,caption\na,ü\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      "--encoding", "windows-1252")
    #expect(captions(in: marked) == ["_C3_BC"], "\(marked.errors)")
    #expect(
      try captions(Array("text\na\n".utf8), "--column", "message=text", name: "a.jsonl").errors.contains("is for CSV"))
  }

  static let tables: [(table: String, arguments: [String])] = [
    ("sep=;\r\ntext;caption\r\nhello;A, B\r\n", []),
    ("SEP=|\ntext|caption\nhello|A, B\n", []),
    ("Text;Caption\nhello;A, B\n;\n;\n", []),
    (" URL ;Titel\nhello;A, B\n", []),
    ("Adresse;Name\nhello;A, B\n", ["--column", "message=Adresse", "--column", "caption=name"]),
    ("text;Adresse;caption\nother;hello;A, B\n", ["--column", "message=Adresse"]),
    ("Link;text;TITLE\n;hello ;A, B\n", []),
    // A name with a comma, the separator in quotes with empty fields behind it, rows of blanks below the table, German names.
    ("Text;Name, Vorname;Titel\nhello;x;A, B\n", []),
    ("\"sep=;\";\nText;Titel\nhello;A, B\n", []),
    ("sep=;;\nText;Titel\nhello;A, B\n \u{A0};\t\n;\u{A0}\n", []),
    ("Text;Titel;Anzahl;Kopien2\nhello;A, B;1;\n", []),
  ]

  @Test(arguments: tables) func `tables are read as people have them`(row: (table: String, arguments: [String])) throws
  {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = try folder.write(row.table, "list.csv")
      let run = CommandRun(
        ["print", "label", "--list", path, "--to", "zpl", "--native", "--stock", "80x80", "-o", "-"] + row.arguments)
      #expect(run.exitCode == 0 && captions(in: run) == ["A, B"], "\(run.errors)")
      #expect(
        run.errors.contains("blanks before and after messages are left out, first on line 2")
          == row.table.contains("hello ;"))
      let made = CommandRun(["make", "--list", path, "-o", folder.file("out")] + row.arguments)
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(CommandRun(["scan", "-r", folder.file("out"), "--raw0"]).text == "hello\0")
    }
  }

  @Test func `columns that are not there, or are there twice, are refused by name`() throws {
    let two = try captions(Array("Text,URL\na,b\n".utf8))
    #expect(
      two.exitCode == 1 && two.errors.contains("'Text' and 'URL' are all a 'text'; rename all but one"), "\(two.errors)"
    )
    let none = try captions(Array("text\na\n".utf8), "--column", "caption=Name")
    #expect(
      none.exitCode == 1 && none.errors.contains("there is no column 'Name'; the header has 'text'"), "\(none.errors)")
    let unnamed = try captions(Array("Name,Adresse\na,b\n".utf8))
    #expect(
      unnamed.errors.contains("'Name', 'Adresse'; name the column with --column text=COLUMN"), "\(unnamed.errors)")
    #expect(captions(in: try captions(Array("Adresse,caption\na,b\n".utf8), "--column", "message=Adresse")) == ["b"])
    for wrong in ["Name", "x=Name", "=a", "text="] {
      #expect(try captions(Array("text\na\n".utf8), "--column", wrong).exitCode == 64, "\(wrong)")
    }
  }

  static let lost = [
    ("#NAME?", "'#NAME?' is the error of a formula; mend the cell"), ("#BEZUG!", "is the error of a formula"),
    ("#NV", "is the error of a formula"), ("#N/A", "is the error of a formula"),
    ("#DIV/0!", "is the error of a formula"),
    ("########", "is the error of a formula"),
    ("\"4,01235E+12\"", "'4,01235E+12' is a number without its last digits; format the column as text"),
    ("1.23456789012346E+020", "is a number without its last digits"), ("4E+12", "is a number without its last digits"),
  ]

  @Test(arguments: lost)
  func `what a spreadsheet writes for a value that it cannot show is refused`(cell: String, error: String) throws {
    let run = try captions(Array("text,caption\n\(cell),a\n".utf8))
    #expect(run.exitCode == 1 && run.errors.contains("line 2: ") && run.errors.contains(error), "\(run.errors)")
  }

  @Test(arguments: ["#1", "#chat", "5E", "12345", "4.01", "1E2"])
  func `other texts with signs and digits are messages`(cell: String) throws {
    #expect(captions(in: try captions(Array("text,caption\n\(cell),a\n".utf8))) == ["a"])
  }

  @Test func `an encoding that is neither UTF-8 nor Windows-1252 is refused with the line`() throws {
    // ü in code page 850.
    let run = try captions(Array("text,caption\nt".utf8) + [0x81] + Array("r,a\n".utf8))
    #expect(
      run.exitCode == 1
        && run.errors.contains("line 2: a field is not UTF-8; save the list as UTF-8 (in Excel 'CSV UTF-8')"),
      "\(run.errors)")
  }

  @Test func `a text file of a spreadsheet is a table`() throws {
    let run = try captions(Array("Text\tTitel\r\nhello\tA\r\n".utf8), name: "a.txt")
    #expect(captions(in: run) == ["A"], "\(run.errors)")
    let title = try captions(Array("Liste der Räume\t\nText\tTitel\n".utf8), name: "a.txt")
    #expect(
      title.errors.contains("the first line, which must have the names of the columns, has 'Liste der Räume', ''"),
      "\(title.errors)")
  }

  @Test func `a backslash and n begin a line in a column, too`() throws {
    #expect(captions(in: try captions(Array("text,caption\na,one\\ntwo\n".utf8))) == ["one", "two"])
  }

  @Test func `a byte order mark states the encoding`() throws {
    let marked = try captions([0xEF, 0xBB, 0xBF] + Array("text,caption\na,é\n".utf8), "--encoding", "windows-1252")
    #expect(captions(in: marked) == ["_C3_A9"], "\(marked.errors)")
  }

  @Test func `rows are printed again by their lines`() throws {
    let list = "text,caption\na,2\nb,3\nc,4\n,5\nd,6\n"
    let run = try captions(Array(list.utf8), "--rows", "3-4, 6")
    #expect(run.exitCode == 0 && captions(in: run) == ["3", "4", "6"], "\(run.errors)")
    #expect(try captions(Array(list.utf8), "--rows", "5").errors.contains("line 5: no message"))
    let none = try captions(Array(list.utf8), "--rows", "1,70")
    #expect(none.exitCode == 1)
    #expect(none.errors.contains("note: --rows names lines on which no row begins: 1, 70\n"), "\(none.errors)")
    #expect(none.errors.contains(" has no such rows; nothing was written"))
    // A field of several lines: the second row begins on line 4.
    let two = try captions(Array("text,caption\na,\"2\n3\"\nb,4\n".utf8), "--rows", "2-3,4,9")
    #expect(two.errors.contains("note: --rows names lines on which no row begins: 9\n"))
    #expect(captions(in: two).last == "4")
    for wrong in ["0", "4-3", "a", "1,", ""] {
      #expect(try captions(Array(list.utf8), "--rows", wrong).exitCode == 64, "\(wrong)")
    }
    #expect(CommandRun(["print", "label", "a", "--rows", "2", "--to", "escpos", "-o", "-"]).exitCode == 64)
  }

  @Test func `captions have the line, the shortened token and days`() throws {
    let payload = PrintCommandTests.payload.replacing("\"", with: "\"\"")
    let run = try captions(Array("payload\n\"\(payload)\"\n".utf8), "--caption", "{line} {token}")
    #expect(captions(in: run) == ["2 b4b07559_E2_80_A6"], "\(run.errors)")
    let today = try captions(Array("text\na\n".utf8), "--caption", "{date}")
    #expect(captions(in: today).first?.count == 10)
    // A column of the list comes first.
    let column = try captions(Array("text,date\na,soon\n".utf8), "--caption", "{date} {line}")
    #expect(captions(in: column) == ["soon 2"])
    let single = CommandRun([
      "print", "label", "a", "--caption", "{line}", "--to", "zpl", "--stock", "80x80", "-o", "-",
    ])
    #expect(single.exitCode == 64 && single.errors.contains("only rows of a list have lines"))
  }

  @Test func `the date of a sheet is that of its captions`() throws {
    let caption = RowCaption(
      template: try CaptionTemplate(parsing: "{date} to {date+30d}, {date-1d}"), day: CalendarDay(parsing: "2026-01-31")
    )
    #expect(caption.columns.isEmpty)
    #expect(caption.caption(of: [:]) == "2026-01-31 to 2026-03-02, 2026-01-30")
    // A longer caption is cut.
    for (count, shown) in [(500, String(repeating: "x", count: 500)), (501, String(repeating: "x", count: 500) + "…")] {
      #expect(RowCaption().caption(of: ["caption": String(repeating: "x", count: count)]) == shown)
    }
    try Files.withTemporaryFolder { (folder: URL) throws in
      let list = try folder.write("text\na\n", "list.csv")
      let sheet = CommandRun([
        "print", "sheet", "--list", list, "--caption", "until {date+30d}", "--date", "2028-02-01T00:00:00Z", "-o",
        folder.file("a.pdf"),
      ])
      #expect(sheet.exitCode == 0, "\(sheet.errors)")
      #expect(Shell.run("pdftotext a.pdf -", in: folder).contains("until 2028-03-02"))
    }
  }

  static let days: [(String, Int, String)] = [
    ("1970-01-01", 0, "1970-01-01"), ("2000-02-28", 2, "2000-03-01"), ("1900-02-28", 1, "1900-03-01"),
    ("2023-12-31", 366, "2024-12-31"), ("2024-03-01", -1, "2024-02-29"), ("2199-12-31", 1, "2200-01-01"),
  ]

  @Test(arguments: days) func `days are counted`(day: String, days: Int, later: String) throws {
    #expect(try #require(CalendarDay(parsing: day)).adding(days).description == later)
  }

  @Test(arguments: ["2023-02-29", "2026-13-01", "1899-12-31", "2200-01-01", "today", "2026-1-1"])
  func `days that do not exist are refused`(day: String) { #expect(CalendarDay(parsing: day) == nil) }

  @Test func `stocks are listed, and found by a part of their line`() {
    let all = CommandRun(["print", "stocks"])
    #expect(all.exitCode == 0)
    #expect(all.text.contains("Avery L7160") && all.text.contains("63.5 × 38.1 mm, 21 labels on 210 × 297 mm\n"))
    #expect(CommandRun(["print", "stocks", "70x37"]).text.hasPrefix("3474"))
    #expect(CommandRun(["print", "stocks", "a roll"]).text.split(separator: "\n").count == 3)
    #expect(
      CommandRun(["print", "stocks", "70x37", "--json"]).text
        == #"{"format":"oobqr-print-stocks-1","stock":"3474","also":"Zweckform 3474","label_mm":[70,37],"page_mm":[210,297],"labels":24}"#
        + "\n")
    let none = CommandRun(["print", "stocks", "nonsense"])
    #expect(none.exitCode == 1 && none.errors.contains("no stock matches 'nonsense'"))
  }

  @Test func `small pages and rolls are stocks`() throws {
    #expect(try LabelStock(parsing: "a5").labelsPerPage == 6)
    #expect(try LabelStock(parsing: "a6,2x3").page == .a6)
    for (name, width) in [("80mm", 576), ("57mm", 384)] {
      let run = CommandRun(["print", "label", "hello", "--stock", name, "--to", "zpl", "-o", "-"])
      #expect(run.text.contains("^PW\(width)\n"), "\(run.errors)")
    }
  }

  @Test func `a row without a message is refused with the encoder's error`() throws {
    let preparation = SymbolPreparation(
      conditions: PrintConditions(resolution: .thermal), check: MessageCheck.Options(),
      label: try LabelStock(parsing: "57x32")
    ) { modules, _, _ in
      LabelLayout(width: 400, height: 240, modules: modules, resolution: .thermal, caption: nil)
    }
    let objection = try #require(throws: PreparedSymbol.Objection.self) {
      try preparation.prepare(PrintRow(message: []))
    }
    #expect(objection.reason == "\(QREncodingError.emptyMessage)")
  }
}
