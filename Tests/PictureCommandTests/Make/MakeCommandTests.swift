import Foundation
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import TestSupport
import Testing
import TextFormats

struct MakeCommandTests {
  @TemporaryFolder var folder

  @Test func `a policy that is named is read, also for a message that needs none`() {
    let run = CommandRun(["make", "hello", "--policy", "nosuch.json", "--format", "text"])
    #expect(run.exitCode == 66 && run.errors.contains("cannot read 'nosuch.json'") && run.output.isEmpty, "\(run)")
  }

  @Test func `a custom URI with the scheme of the system is refused, one without its action is recovered`() throws {
    let payload = Files.samples.file("payload.json")
    let refused = CommandRun(["link", "--payload", payload, "--scheme", "javascript"])
    #expect(refused.exitCode == 1 && refused.errors.contains("error OOB423") && refused.output.isEmpty, "\(refused)")
    let link = CommandRun(["link", "--payload", payload, "--scheme", "myaccessapp"]).text
    let damaged = link.replacing("x-callback-url/", with: "").trimmingCharacters(in: .newlines)
    let shown = CommandRun(["check", damaged]).text
    #expect(shown.contains("  as meant  myaccessapp://x-callback-url/authenticate?dispatchTokenResponse="), "\(shown)")
  }

  @Test(arguments: [
    ("(01)04012345678901(10)AB", "GS1 parentheses are printed for people and not encoded: give '010401234567890110AB'"),
    ("0104012345678909", "the check digit of the GS1 element (01) is wrong: '04012345678909' has to end with 1"),
    ("01040", "the GS1 element (01) needs 14 digits, and has '040'"), ("10", "the GS1 element (10) has no data"),
    ("hello", "'hell' is no GS1 application identifier"),
  ])
  func `what is no GS1 data is refused with the reason`(message: String, reason: String) {
    let run = CommandRun(["make", message, "--gs1"])
    #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.hasPrefix("oobqr: \(reason)"), "\(run.errors)")
  }

  @Test func `GS1 data is said as people read it`() {
    let run = CommandRun(["make", "010401234567890110ABC\u{1D}172601014104012345000009", "--gs1"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "oobqr: note: the symbol holds (01)04012345678901(10)ABC(17)260101(410)4012345000009 as GS1 data\n")
  }

  @Test(arguments: [
    ("ф", "iso-8859-1", "warning: the message seems to be UTF-8, but --eci states ISO-8859-1"),
    ("ф", "7", "warning: the message seems to be UTF-8, but --eci states ISO-8859-5"),
    ("a", "999", "warning: ECI 999 names no encoding of text"), ("ф", "utf-8", ""), ("a", "7", ""),
  ])
  func `an encoding that the message is not in is said`(message: String, eci: String, warning: String) {
    let run = CommandRun(["make", message, "--eci", eci])
    #expect(run.exitCode == 0 && (warning.isEmpty ? run.errors.isEmpty : run.errors.contains(warning)), "\(run.errors)")
  }

  @Test func `the extension of numbered files may have any letters`() throws {
    #expect(
      try Shell.run("oobqr make 123456 -o 'bild.änd' --format png --append 2 2>&1; ls")
        .hasSuffix("bild-1.änd\nbild-2.änd\n"))
  }

  private func message(inPNG file: [UInt8]) throws -> [UInt8]? {
    try QRScanner().scan(PNG.decode(file)).first?.message
  }

  @Test func `a PNG goes to standard output unless it is a terminal`() throws {
    let run = CommandRun(["make", "hello"])
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(try message(inPNG: run.output) == Array("hello".utf8))
  }

  @Test func `a drawing goes to a terminal, with a note where it is narrow or without colours`() {
    let run = CommandRun(["make", "hello"], terminalColumns: 80)
    #expect(run.exitCode == 0 && run.errors == "" && run.text.contains("▄"))
    let narrow = CommandRun(["make", "hello"], terminalColumns: 28)
    #expect(narrow.errors.contains("29 columns wide but the terminal 28"))
    let plain = CommandRun(["make", "hello"], terminalColumns: 80, usesColor: false)
    #expect(!plain.text.contains("\u{1B}") && plain.errors.contains("only on a dark terminal"))
  }

  @Test func `every byte value passes through a file and standard input`() throws {
    let bytes = [UInt8](0...255)
    let path = try folder.write(bytes, "bytes")
    #expect(try message(inPNG: CommandRun(["make", "--file", path]).output) == bytes)
    #expect(try message(inPNG: CommandRun(["make", "-"], input: bytes).output) == bytes)
  }

  @Test func `a trailing newline is kept with a note, or trimmed`() throws {
    let kept = CommandRun(["make", "-"], input: Array("a\n".utf8))
    #expect(try message(inPNG: kept.output) == Array("a\n".utf8))
    #expect(
      kept.errors == "oobqr: note: the message ends with a newline, which is kept; use --trim-newline to drop it\n")
    for (input, trimmed) in [("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), ("a", "a"), ("a\r", "a\r")] {
      let run = CommandRun(["make", "-", "--trim-newline"], input: Array(input.utf8))
      #expect(try message(inPNG: run.output) == Array(trimmed.utf8))
      #expect(run.errors == "")
    }
  }

  @Test(arguments: ["\n", "\r\n"]) func `a link has no newline at its end`(end: String) throws {
    let link = try Files.text(Files.samples.file("links/app-link.txt")).trimmingCharacters(in: .newlines)
    let run = CommandRun(["make", "-"], input: Array((link + end).utf8))
    #expect(try message(inPNG: run.output) == Array(link.utf8))
    #expect(run.exitCode == 0 && !run.errors.contains("newline"), "\(run.errors)")
  }

  @Test func `a text that is a file's name is pointed out, and is the message`() {
    let path = Files.samples.file("payload.json")
    let run = CommandRun(["make", path, "--format", "text"])
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "oobqr: note: the message is the text '\(path)', not what the file of this name holds; use --file for that\n"
    )
    #expect(CommandRun(["make", path + ".none", "--format", "text"]).errors.isEmpty)
  }

  @Test func `JSON describes the written file`() throws {
    let path = folder.file("a.png")
    let run = CommandRun(["make", "hello", "-o", path, "--json", "-l", "q", "--no-boost", "-s", "5", "-m", "6"])
    let file = try Files.bytes(path)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(object["version"] as? Int == 1 && object["modules"] as? Int == 21)
    #expect(object["level"] as? String == "Q" && object["quiet_zone"] as? Int == 6)
    #expect(object["message_bytes"] as? Int == 5 && object["capacity_left"] as? Int == 6)
    #expect(object["pixels"] as? Int == 33 * 5 && object["file_format"] as? String == "png")
    #expect(object["path"] as? String == path && object["file_bytes"] as? Int == file.count)
    #expect((0...7).contains(object["mask"] as? Int ?? -1))
    #expect(object["sha256"] as? String == SHA256.hexDigest(of: file))
    #expect(try PNG.decode(file).width == 33 * 5)
  }

  @Test func `the extension or the option determines the format`() throws {
    for (name, options, beginning) in [
      ("a.svg", [], "<?xml"), ("a.SVG", [], "<?xml"), ("a.png", [], "\u{89}PNG"),
      ("a.x", ["--format", "svg"], "<?xml"),
      ("a.png", ["--format", "svg"], "<?xml"), ("a.txt", ["--format", "data-uri"], "data:image/png;base64,iVBOR"),
      ("b.txt", ["--format", "terminal"], "\u{1B}["),
    ] {
      let path = folder.appending(path: name)
      #expect(CommandRun(["make", "format", "-o", path.path] + options).exitCode == 0)
      #expect(try Files.bytes(path).starts(with: beginning.unicodeScalars.map { UInt8($0.value) }))
    }
  }

  @Test func `a data URI is the PNG in Base64`() throws {
    let uri = CommandRun(["make", "uri", "--format", "data-uri"]).text
    let data = try #require(Data(base64Encoded: String(uri.dropFirst(22).dropLast())))
    #expect(Array(data) == CommandRun(["make", "uri"]).output)
  }

  @Test func `warnings name risks, and the symbol is still made`() throws {
    for (options, text) in [
      (["-m", "3"], "a quiet zone of 3 is below the standard's 4"), (["--dark", "#707070"], "contrast of #707070"),
      (["--dark", "#ffffff", "--light", "#707070", "--allow-inverted"], "is 4.9:1"),
    ] {
      let run = CommandRun(["make", "warn"] + options)
      #expect(run.exitCode == 0 && run.errors.contains("warning: ") && run.errors.contains(text))
      #expect(!run.output.isEmpty)
    }
  }

  @Test func `a symbol that zbar reads only doubled or mirrored is still made`() throws {
    let run = CommandRun(["make", String(repeating: "a", count: 1000), "--verify-with", "zbar"])
    #expect(run.exitCode == 0 && run.errors == "")
  }

  @Test func `the same message gives the same bytes`() {
    #expect(CommandRun(["make", "same"]).output == CommandRun(["make", "same"]).output)
  }

  @Test func `a symbol with a logo and a frame reads in every format`() throws {
    let said = try Shell.run(
      """
      ppmmake '#005aa0' 40 30 | pnmtopng >logo.png
      for f in png svg pdf eps ppm; do
        oobqr make https://access.example.com/open --logo logo.png --frame 'Scan to log in · 登录' -o f.$f --json |
          sed 's/"mask.*"quiet_zone/"quiet_zone/; s/,"file_bytes.*//'
      done
      pdftocairo -singlefile -png -r 60 f.pdf pdf; gs -q -dSAFER -dBATCH -dNOPAUSE -dEPSCrop -sDEVICE=png16m -r60 -sOutputFile=eps.png f.eps
      pnmtopng <f.ppm >ppm.png 2>/dev/null; oobqr scan f.png pdf.png eps.png ppm.png
      xmllint --noout f.svg 2>/dev/null || python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("f.svg")'
      printf 'text\\n"hello, first"\\n' >l.csv; oobqr make --list l.csv --logo logo.png --frame Here -o out && oobqr scan out/*.png
      oobqr make hello --logo logo.png -o y.png --json | cut -c1-37
      oobqr make hello --symbol-version 1 --logo logo.png -o x.png; oobqr make hello --micro --logo logo.png -o x.png
      oobqr make hello --frame "$(printf 'a\\nb')" -o x.png; oobqr make hello --frame "$(seq -s ' ' 60)" -o x.png
      oobqr make hello --frame "$(seq -s ' ' 160)" -o x.png; oobqr make hello --frame "$(seq -s ' ' 120)" -o x.svg
      oobqr make hello --frame words --format text; oobqr make hello --logo none.png -o x.png; ls x.png 2>/dev/null
      pbmmake 5001 5000 | pnmtopng >large.png; oobqr make hello --logo large.png -o x.png; ls x.png 2>/dev/null
      """)
    #expect(
      said == """
        {"format":"oobqr-make-1","version":4,"modules":33,"level":"H","quiet_zone":4,"pixels":344,"pixels_high":384,"file_format":"png"
        {"format":"oobqr-make-1","version":4,"modules":33,"level":"H","quiet_zone":4,"pixels":344,"pixels_high":384,"file_format":"svg"
        {"format":"oobqr-make-1","version":4,"modules":33,"level":"H","quiet_zone":4,"pixels":null,"file_format":"pdf"
        {"format":"oobqr-make-1","version":4,"modules":33,"level":"H","quiet_zone":4,"pixels":null,"file_format":"eps"
        {"format":"oobqr-make-1","version":4,"modules":33,"level":"H","quiet_zone":4,"pixels":344,"pixels_high":384,"file_format":"ppm"
        f.png: https://access.example.com/open
        pdf.png: https://access.example.com/open
        eps.png: https://access.example.com/open
        ppm.png: https://access.example.com/open
        hello, first
        {"format":"oobqr-make-1","version":2,
        oobqr: a version 1 symbol at level H has no room for a logo: half of its error correction covers fewer than 5 × 5 modules; leave out the logo, or use a larger version
        oobqr: A Micro QR symbol has no room for a logo: leave out --micro or --logo. See 'oobqr help make'.
        oobqr: --frame needs words on one line. See 'oobqr help make'.
        oobqr: --frame: the 170 characters of the frame do not fit below the symbol in letters of 10 pixels; use fewer words, or a --scale above 8
        oobqr: --frame: a frame has at most 500 characters, and there are 531; use fewer words
        oobqr: --frame: the 371 characters of the frame do not fit below the symbol in letters of 10 pixels; use fewer words
        oobqr: --logo and --frame need a picture with colours: use --format png, svg, pdf, eps, ppm or data-uri. See 'oobqr help make'.
        oobqr: cannot read 'none.png': No such file or directory
        oobqr: large.png: 5001 × 5000 pixels are more than the limit of 25000000

        """)
  }

  @Test func `a file that carries a payload is readable only by its owner unless a mode is given or kept`() throws {
    let payload = Files.samples.file("payload.json")
    let said = try Shell.run(
      """
      umask 022; make() { oobqr make --payload \(payload) --as link --base-url https://access.siven.ch/open "$@"; }
      oobqr make hello -o a.png; make -o b.png; make -o c.svg --file-mode 644; touch d.png; chmod 640 d.png; make -o d.png
      oobqr print label --payload \(payload) --stock 99x99 -o e.pdf 2>/dev/null
      oobqr print label hello --stock 50x50 -o f.pdf --file-mode 640 2>/dev/null
      oobqr make 'a dispatchTokenResponse=eyJubWFfZGF0YSI6e' -o h.svg
      oobqr make hello --frame dispatchTokenResponse=eyJubWF -o i.svg; oobqr make hello --frame 'Scan me' -o j.svg
      stat -c '%a %n' ?.???; make -o g.png --file-mode 999; make -o g.png --file-mode 7777
      make -o g.png --file-mode=+77
      """)
    let meaning = "give three octal digits, such as 644"
    #expect(
      said.components(separatedBy: "\n").filter { !$0.contains(" OOB") } == [
        "644 a.png", "600 b.png", "644 c.svg", "640 d.png", "600 e.pdf", "640 f.pdf",
        "600 h.svg", "600 i.svg", "644 j.svg",
        "oobqr: The value '999' is invalid for '--file-mode <octal>': \(meaning). See 'oobqr help make'.",
        "oobqr: The value '7777' is invalid for '--file-mode <octal>': \(meaning). See 'oobqr help make'.",
        "oobqr: The value '+77' is invalid for '--file-mode <octal>': \(meaning). See 'oobqr help make'.", "",
      ], "\(said)")
  }
}
