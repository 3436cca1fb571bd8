import Foundation
import TestSupport
import Testing

/// Prints as archives, PDF/A-2b, as other programs see them: qpdf, poppler and Ghostscript.
struct PrintArchiveTests {
  private static let list = "text,caption\nhttps://example.com/1,Zürich <1> & Co\nhttps://example.com/2,房间 कमरा\n"

  static let prints: [(name: String, title: String, arguments: [String])] = [
    (
      "sheet", "l7160",
      ["sheet", "--list", "list.csv", "--stock", "l7160", "--distance", "100", "--header", "A & B <1>"]
    ),
    ("poster", "", ["poster", "--languages", "de,en", "--logo", "logo.png", "https://example.com"]),
    ("label", "57x32", ["label", "https://example.com", "--caption", "Counter 1", "--to", "pdf", "--stock", "57x32"]),
    ("calibration", "oobqr 300 dpi", ["calibration"]),
  ]

  @Test(arguments: prints)
  func `a print says that it is PDF/A-2b, and has what that needs`(
    print: (name: String, title: String, arguments: [String])
  ) throws {
    try Files.withTemporaryFolder { folder in
      try folder.write(Self.list, "list.csv")
      let logo = folder.file("logo.png")
      #expect(CommandRun(["make", "a logo", "-o", logo, "--dark", "#1a2b3c"]).exitCode == 0)
      let arguments = print.arguments.map { ["list.csv", "logo.png"].contains($0) ? "\(folder.path)/\($0)" : $0 }
      let run = CommandRun(["print"] + arguments + ["-o", "\(folder.path)/p.pdf"])
      #expect(run.exitCode == 0, "\(run.errors)")

      #expect(Shell.run("gs -q -dNOPAUSE -dBATCH -sDEVICE=nullpage p.pdf", in: folder) == "")
      let checked = Shell.run("qpdf --check p.pdf && qpdf --qdf --object-streams=disable p.pdf plain.pdf", in: folder)
      #expect(checked.contains("No syntax or stream encoding errors found"), "\(checked)")

      // What it says of itself, to a program that does not read our bytes.
      let shown = Shell.run("pdfinfo p.pdf", in: folder)
      let title = try #require(shown.firstMatch(of: /Title: +(.*)/)).1
      #expect(title.hasPrefix(print.title) && !title.isEmpty, "\(shown)")
      #expect(shown.contains("Metadata Stream: yes") && shown.contains("PDF version:     1.4"), "\(shown)")
      let metadata = Shell.run("pdfinfo -meta p.pdf", in: folder)
      let wellFormed = Shell.run(
        "pdfinfo -meta p.pdf | python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)'",
        in: folder)
      #expect(wellFormed == "", "\(wellFormed)")
      #expect(metadata.contains("<pdfaid:part>2</pdfaid:part>") && metadata.contains("<pdfaid:conformance>B<"))
      #expect(metadata.contains("<xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate>"))
      let escaped = title.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      #expect(metadata.contains(">\(escaped)</rdf:li>"), "\(metadata)")

      let plain = String(decoding: try Files.bytes(folder.appending(path: "plain.pdf")), as: Unicode.ASCII.self)
      #expect(plain.contains("/S /GTS_PDFA1") && plain.contains("/DestOutputProfile") && plain.contains("/ID ["))
      let fonts = plain.matches(of: /\/CIDFontType2/).count
      #expect(fonts == plain.matches(of: /\/CIDToGIDMap \/Identity/).count)
      #expect(fonts > 0 || print.name != "sheet")
      #expect(plain.contains("/PrintScaling /None"))
      #expect(!plain.contains("/Interpolate true") && !plain.contains("/Encrypt"))
      #expect(plain.contains("/Lang (de)") == (print.name == "poster"))
      // Every font is embedded.
      let listed = Shell.run("pdffonts p.pdf | awk 'NR > 2 { print $(NF - 4) }' | sort -u", in: folder)
      #expect(listed == "yes\n", "\(listed)")
    }
  }

  @Test func `the same print has the same identifier, and another has another`() throws {
    try Files.withTemporaryFolder { folder in
      func identifier(_ message: String) throws -> String {
        let output = "\(folder.path)/l.pdf"
        let run = CommandRun(["print", "label", message, "--to", "pdf", "--stock", "57x32", "-o", output])
        #expect(run.exitCode == 0)
        let file = String(decoding: try Files.bytes(folder.appending(path: "l.pdf")), as: Unicode.ASCII.self)
        return String(try #require(file.firstMatch(of: /\/ID \[<([0-9a-f]{32})> <([0-9a-f]{32})>\]/)).1)
      }
      let first = try identifier("https://example.com/1")
      #expect(try identifier("https://example.com/1") == first && identifier("https://example.com/2") != first)
    }
  }
}
