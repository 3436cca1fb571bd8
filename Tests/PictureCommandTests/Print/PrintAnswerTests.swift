import Foundation
import QRScanning
import TestSupport
import Testing

/// What `oobqr print` answers to captions, sizes and names that do not work, and whether its remedies do.
struct PrintAnswerTests {
  private func label(_ arguments: String..., message: String = "https://example.com") -> CommandRun {
    label(arguments, message: message)
  }

  private func label(_ arguments: [String], message: String = "https://example.com") -> CommandRun {
    CommandRun(["print", "label", message, "--to", "zpl", "-o", "-"] + arguments)
  }

  /// Runs `print sheet` for a list in a folder of its own.
  private func sheet(_ list: String, _ arguments: [String] = [], output: String = "out.pdf") throws -> CommandRun {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = try folder.write(list, "list.csv")
      return CommandRun(["print", "sheet", "--list", path, "-o", folder.file(output)] + arguments)
    }
  }

  /// The number after an option in a sentence.
  private func advised(_ option: String, in run: CommandRun) throws -> String {
    let tail = try #require(run.errors.ranges(of: option + " ").first, "\(run.errors)")
    return String(run.errors[tail.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  @Test func `lines of a caption beyond the limit are announced, and the advised size holds them`() throws {
    let lines = #"one\ntwo\nthree\nfour\nfive"#
    let cut = label("--stock", "57x32", "--caption", lines)
    #expect(cut.exitCode == 0)
    #expect(cut.errors.hasPrefix("oobqr: note: the caption ends in an ellipsis; "))
    #expect(!cut.errors.contains("line 0"))
    let needed = try advised("--caption-lines", in: cut)
    #expect(
      needed == "5" && !label("--stock", "57x32", "--caption", lines, "--caption-lines", needed).errors.contains("note")
    )
    let wide = String(repeating: "word ", count: 16)
    let small = try advised("--font-size", in: label("--stock", "57x32", "--caption", wide))
    #expect(!label("--stock", "57x32", "--caption", wide, "--font-size", small).errors.contains("note"))
    // A field of several lines in a list, and the printer's own font.
    let list = "text,caption\nhello,\"1\n2\n3\n4\"\n"
    #expect(try sheet(list).errors.contains("note: captions end in an ellipsis (line 2); use --caption-lines 4\n"))
    #expect(try !sheet(list, ["--caption-lines", "4"]).errors.contains("note"))
    let native = label("--stock", "57x32", "--caption", lines, "--native")
    #expect(native.text.contains("^FDthree...^FS") && !native.text.contains("four"))
    #expect(native.errors.contains("note: the caption ends in an ellipsis; use more --caption-lines"))
  }

  @Test func `a label that is too small with its caption names the distance from which it can be scanned with it`()
    throws
  {
    let visit = "https://login.mybank.example/badge/1001"
    let options = ["--stock", "62x29", "--caption", #"Anna Keller\nMyBank AG"#]
    let small = label(options, message: visit)
    #expect(small.exitCode == 5)
    #expect(small.errors.contains(" mm: scan from up to 187 mm (--distance 187), or "), "\(small.errors)")
    let near = label(options + ["--distance", try advised("--distance", in: small)], message: visit)
    #expect(near.exitCode == 0 && !near.errors.contains("note"), "\(near.errors)")
  }

  @Test func `a caption of which nothing fits is refused with a size that fits`() throws {
    let large = label("--stock", "57x32", "--caption", "Counter 1", "--font-size", "72")
    #expect(large.exitCode == 5 && large.output.isEmpty)
    #expect(large.errors.contains("no part of the caption fits at 72 points; give --font-size "))
    let size = try advised("--font-size", in: large)
    let fits = label("--stock", "57x32", "--caption", "Counter 1", "--font-size", size)
    #expect(fits.exitCode == 0 && !fits.errors.contains("note"), "\(fits.errors)")
    let list = "text,caption\nhello,I\nhello,Counter 100\n"
    let row = try sheet(list, ["--stock", "57x32", "--font-size", "72", "--skip-bad"])
    #expect(row.exitCode == 0 && row.errors.contains("line 3: no part of the caption fits"), "\(row.errors)")
    #expect(row.errors.contains("1 symbol on 1 page"))
  }

  @Test func `an unknown font is refused with the installed ones`() throws {
    let unknown = label("--stock", "57x32", "--caption", "A", "--font", "Arail")
    #expect(unknown.exitCode == 1 && unknown.output.isEmpty)
    #expect(unknown.errors.hasPrefix("oobqr: no installed font is called 'Arail'; the installed ones are "))
    #expect(unknown.errors.contains("DejaVu Sans"))
    for font in ["Sans", "serif", "DejaVu Sans Bold", "Nonsense, DejaVu Sans"] {
      #expect(label("--stock", "57x32", "--caption", "A", "--font", font).exitCode == 0, "\(font)")
    }
  }

  @Test func `characters that no font has are named`() throws {
    let caption = ["--caption", "A \u{10F000} B \u{10F000} \u{10F001}"]
    let missing = label(caption + ["--stock", "57x32"])
    let names = "no installed font has '\u{10F000}' (U+10F000), '\u{10F001}' (U+10F001)"
    #expect(
      missing.exitCode == 1 && missing.output.isEmpty && missing.errors.contains(names + " of the caption; install"))
    let forced = label(caption + ["--stock", "57x32", "--force"])
    #expect(forced.exitCode == 0 && forced.errors.contains("warning: \(names); install one"), "\(forced.errors)")
    let list = "text,caption\nhello,A\nhello,\u{10F000}\n"
    #expect(try sheet(list).errors.contains("line 3: no installed font has '\u{10F000}'"))
    #expect(try sheet(list, ["--skip-bad"]).errors.contains("1 symbol on 1 page"))
    let native = label("--stock", "57x32", "--caption", "Zürich Ж", "--native")
    #expect(native.errors.contains("the printer's own font may not have 'Ж' (U+0416); leave out --native"))
    #expect(!label("--stock", "57x32", "--caption", "Zürich", "--native").errors.contains("warning"))
  }

  @Test(arguments: ["png", "svg", "zpl", "doc"]) func `a sheet is not written with the name of another format`(
    name: String
  ) throws {
    let run = try sheet("text\nhello\n", output: "out." + name)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("out.\(name)' has the wrong name: give -o '"), "\(run.errors)")
  }

  @Test func `no remedy names --force, which switches off the trial`() throws {
    let web = try sheet("link\nhttps://www.example.com/help\n")
    #expect(
      web.errors.contains(
        "texts and web addresses belong in a column 'text'; --column 'text=link' reads 'link' as text; "
          + "the row has 'https://www.example.com/…'\n"),
      "\(web.errors)")
    #expect(try sheet("link\nhttps://www.example.com/help\n", ["--column", "text=link"]).exitCode == 0)
    let quoted = try sheet("Guest's link,room\nhttps://www.example.com/help,1\n", ["--column", "link=Guest's link"])
    #expect(quoted.errors.contains(#"--column 'text=Guest'\''s link' reads"#), "\(quoted.errors)")
    #expect(try sheet("text\nhttps://www.example.com/help\n").exitCode == 0)
    for run in [web, label("--stock", "8x8"), try sheet("link\nhttps://a.example/?dispatchTokenResponse=x\n")] {
      #expect(run.exitCode != 0 && !run.errors.contains("--force"), "\(run.errors)")
    }
    #expect(try sheet("payload,url\n\"{}\",https://www.example.com/help\n").errors.contains("OOB"))
    let disagree = CommandRun(["print", "label", "a", "--to", "zpl", "--stock", "57x32", "-o", "a.pdf"])
    #expect(disagree.exitCode == 64 && disagree.errors.contains("--to zpl and the name 'a.pdf' disagree"))
  }

  @Test func `a size that is too small is refused with sizes that are large enough`() throws {
    let small = label("--stock", "57x32", "--size", "8")
    #expect(small.exitCode == 5)
    #expect(!small.errors.contains("--module-dots"))
    let size = try advised("give --size", in: small)
    #expect(label("--stock", "57x32", "--size", size).exitCode == 0)
    #expect(label("--stock", "57x32").exitCode == 0)
    // One dot is never printed, and the four that fit in 20 mm are enough nearer to the label.
    #expect(!small.errors.contains("--distance"))
    let medium = label("--stock", "57x32", "--size", "20")
    let distance = try advised("(--distance", in: medium)
    #expect(label("--stock", "57x32", "--size", "20", "--distance", distance).exitCode == 0, "\(medium.errors)")
    let tiny = label("--stock", "57x32", "--size", "2")
    #expect(tiny.errors.contains("does not fit in 2 mm even with one dot per module: leave out --size, or give --size"))
    let dots = label("--stock", "57x32", "--module-dots", "2")
    #expect(label("--stock", "57x32", "--module-dots", try advised("give --module-dots", in: dots)).exitCode == 0)
    // The label itself is too small: a larger size would not help.
    let both = label("--stock", "15x15", "--size", "12", "--distance", "100")
    #expect(!both.errors.contains("give --size"))
    #expect(both.errors.contains("leave out --size and use a 300 dpi printer"), "\(both.errors)")
    #expect(label("--stock", "15x15", "--dpi", "300", "--distance", "100").exitCode == 0)
  }

  @Test func `the first bad row is shown with what it has, and columns that are not printed are named`() throws {
    let list =
      "Name;Firma;URL\nAnna;Siven;https://example.com/1\nBjörn;A name of more than twenty letters;\n;;  x\n;b;\n"
    let bad = try sheet(list)
    #expect(
      bad.errors.contains(
        "list.csv, line 3: no message: 'text' is empty; the row has 'Björn', 'A name of more than twen…', ''\n"),
      "\(bad.errors)")
    #expect(bad.errors.count { $0 == "…" } == 1)
    let note = "the columns 'Name', 'Firma' are not printed; --caption '{Name}\\n{Firma}' prints them"
    // Said of what is printed.
    #expect(!bad.errors.contains(note))
    #expect(try sheet(list, ["--skip-bad"]).errors.contains("note: \(note)\n"))
    // In any case.
    let printed = try sheet(list, ["--skip-bad", "--caption", "{name}\\n{FIRMA}"])
    #expect(printed.exitCode == 0 && !printed.errors.contains("not printed"), "\(printed.errors)")
    #expect(try sheet("text,caption,room\na,b,c\n").errors.contains("not printed") == false)
    let quoted = try sheet("text,Guest's name\na,b\n")
    #expect(quoted.errors.contains(#"--caption '{Guest'\''s name}' prints it"#), "\(quoted.errors)")
    let missing = try sheet(list, ["--caption", "{town}"])
    #expect(missing.errors.contains("'town', which the header lacks; its columns are Name, Firma, URL\n"))
  }

  @Test func `a label that no single change makes large enough is refused with changes that do`() throws {
    let link = Files.samples.file("links/app-link.txt")
    let small = CommandRun(["print", "label", "--file", link, "--stock", "57x32", "--to", "zpl", "-o", "-"])
    #expect(small.exitCode == 5)
    #expect(
      small.errors.contains("use a 300 dpi printer, use level L and scan from up to ")
        && small.errors.contains(", or use labels of at least 67.5 mm"), "\(small.errors)")
    let distance = try advised("(--distance", in: small)
    let large = ["--file", link, "--stock", "57x32", "--to", "zpl", "--dpi", "300", "--level", "L", "-o", "-"]
    #expect(CommandRun(["print", "label", "--distance", distance] + large).exitCode == 0)
  }

  @Test func `rows that fail for one reason are reported once, with their number`() throws {
    let run = try sheet("text\n" + String(repeating: "hello\n", count: 1000), ["--stock", "8x8"])
    #expect(run.exitCode == 5)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("line 2: at 300 dpi on 8x8"))
    #expect(lines[1].contains("the first 128 of 1000 rows are bad, all for this reason"), "\(run.errors)")
    let empty = try sheet("text,room\n" + String(repeating: ",1\n", count: 50))
    #expect(empty.exitCode == 1 && empty.errors.contains("50 of 50 rows are bad, all for this reason"))
    let few = try sheet("text,copies\na,0\nb,1\nc,0\nd,x\ne,0\n")
    #expect(few.errors.contains("line 2: copies '0'") && few.errors.contains("line 5: copies 'x'"))
    #expect(few.errors.contains("list.csv, lines 4, 6: same reason as line 2\n"), "\(few.errors)")
    #expect(few.errors.contains("4 of 5 rows are bad; nothing was written"))
  }

}
