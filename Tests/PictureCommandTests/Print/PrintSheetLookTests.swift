import Foundation
import TestSupport
import Testing
import TextFormats

/// What sheets look like: sizes of symbols and captions, grids of the user's own, and places on the page.
struct PrintSheetLookTests {
  /// A sheet as its report and pdftotext see it.
  struct Sheet {
    var run: CommandRun
    var symbols: [JSONValue] = []
    /// The heights of words in points.
    var heights: [String: Double] = [:]
    /// What zbarimg reads in the first page at 150 dpi.
    var read: [String] = []

    /// Numbers of the symbols, or of their first places.
    func numbers(_ name: String) -> [Double] {
      symbols.compactMap { ($0[name] ?? $0["places"]?.elements?.first?[name]).flatMap { Double($0.description) } }
    }
  }

  static func sheet(_ list: String, _ arguments: [String]) throws -> Sheet {
    try Files.withTemporaryFolder { folder in
      try folder.write(list, "list.csv")
      let report = folder.appending(path: "r.json")
      let run = CommandRun(
        ["print", "sheet", "--list", folder.file("list.csv"), "-o", folder.file("o.pdf"), "--report", report.path]
          + arguments)
      var sheet = Sheet(run: run)
      guard run.exitCode == 0 else { return sheet }
      sheet.symbols = try JSONDocument(parsing: Files.bytes(report)).value["symbols"]?.elements ?? []
      let words = Shell.run("pdftotext -bbox o.pdf -", in: folder)
      for match in words.matches(of: /yMin="([0-9.]+)" xMax="[0-9.]+" yMax="([0-9.]+)">([^<]*)</) {
        if let top = Double(match.1), let bottom = Double(match.2) { sheet.heights[String(match.3)] = bottom - top }
      }
      let read = Shell.run("pdftoppm -r 150 -gray -singlefile o.pdf o; zbarimg -q --raw o.pgm 2>/dev/null", in: folder)
      sheet.read = read.split(separator: "\n").map(String.init).sorted()
      return sheet
    }
  }

  private static let long = "A much longer caption that has to be set on several lines here"

  // MARK: One size

  @Test func `all labels of a list have one size of symbol and of caption`() throws {
    let messages = [10, 40, 80].map { String(repeating: "x", count: $0) }
    let list = "text,caption\n\(messages[0]),Lift\n\(messages[1]),\(Self.long)\n\(messages[2]),\n"
    let alike = try Self.sheet(list, ["--stock", "l7163", "--distance", "100"])
    #expect(alike.run.exitCode == 0, "\(alike.run.errors)")
    for name in ["size_mm", "module_dots", "version"] { #expect(Set(alike.numbers(name)).count == 1, "\(name)") }
    #expect(Set(alike.numbers("x_mm")).count == 2 && Set(alike.numbers("y_mm")).count == 2)
    #expect(alike.heights["Lift"] != nil && alike.heights["Lift"] == alike.heights["longer"], "\(alike.heights)")
    #expect(alike.read == messages)
    let each = try Self.sheet(list, ["--stock", "l7163", "--distance", "100", "--fit", "each"])
    #expect(Set(each.numbers("size_mm")).count == 3)
    let (short, longer) = (try #require(each.heights["Lift"]), try #require(each.heights["longer"]))
    #expect(short > 1.6 * longer)
    // The size of all is that of the largest message and of the longest caption.
    #expect(alike.numbers("size_mm").first == each.numbers("size_mm").last)
    #expect(alike.heights["Lift"] == longer)
  }

  @Test func `what does not fit on its label does not make the others small`() throws {
    let list = "text,caption\nshort,Lift\n"
    let alone = try Self.sheet(list, ["--stock", "l7160"])
    let caption = try Self.sheet(
      list + "other,\(String(repeating: "words and ", count: 40))\n", ["--stock", "l7160"])
    #expect(caption.run.errors.contains("captions end in an ellipsis (line 3)"), "\(caption.run.errors)")
    #expect(caption.heights["Lift"] == alone.heights["Lift"])
    let message = try Self.sheet(
      list + "\(String(repeating: "x", count: 600)),Hall\n", ["--stock", "l7160", "--skip-bad"])
    #expect(message.run.errors.contains("1 row left out"), "\(message.run.errors)")
    #expect(message.numbers("size_mm") == alone.numbers("size_mm"))
    // With dots that are given, too.
    let dots = try Self.sheet(list + "\(String(repeating: "x", count: 80)),Hall\n", ["--module-dots", "10"])
    #expect(dots.numbers("module_dots") == [10, 10] && Set(dots.numbers("size_mm")).count == 1)
  }

  @Test func `rows that are printed again have the size of the whole list`() throws {
    let list = "text,caption\nshort,Lift\n\(String(repeating: "x", count: 80)),\(Self.long)\n"
    let all = try Self.sheet(list, ["--stock", "l7160", "--distance", "100"])
    let again = try Self.sheet(list, ["--stock", "l7160", "--distance", "100", "--rows", "2"])
    #expect(again.numbers("size_mm") == Array(all.numbers("size_mm").prefix(1)), "\(again.run.errors)")
    #expect(again.heights["Lift"] == all.heights["Lift"])
  }
}
