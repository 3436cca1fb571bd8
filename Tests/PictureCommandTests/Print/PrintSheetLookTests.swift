import Foundation
import ImageCoding
import Imaging
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
    /// What zbarimg reads in the first page at 300 dpi.
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
      let read = Shell.run("pdftoppm -r 300 -gray -singlefile o.pdf o; zbarimg -q --raw o.pgm 2>/dev/null", in: folder)
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
    // The size of all is that of the longest caption, which is larger beside a smaller symbol.
    #expect(try #require(alike.heights["Lift"]) > longer)
    #expect(try #require(alike.numbers("size_mm").first) < #require(each.numbers("size_mm").last))
  }

  @Test func `the symbol leaves room for captions, as long as it is large enough for its distance`() throws {
    let list = "text,caption\nhttps://example.com/1,Anna Keller-Brunner\\nExample Ltd\n"
    let badge = ["--stock", "90 x 54 mm", "--grid", "2x5"]
    let (near, far) = (try Self.sheet(list, badge), try Self.sheet(list, badge + ["--distance", "300"]))
    // 300 dpi: 10 dots for 200 mm, and 15 for 300 mm.
    #expect(try #require(near.numbers("module_dots").first) >= 10)
    #expect(try #require(far.numbers("module_dots").first) >= 15)
    let (large, small) = (try #require(near.heights["Anna"]), try #require(far.heights["Anna"]))
    #expect(large > small, "\(large) \(small)")
    // The first line is a fifth larger.
    #expect(abs(large / (try #require(near.heights["Ltd"])) - 1.2) < 0.02)
    #expect(near.read == ["https://example.com/1"] && far.read == near.read)
    // Without a caption, the symbol has the whole label.
    let bare = try Self.sheet("text\nhttps://example.com/1\n", badge)
    #expect(try #require(bare.numbers("size_mm").first) > 50)
  }

  @Test func `one long caption in ten is set smaller, and does not make the others small`() throws {
    func list(_ last: String) -> String {
      "text,caption\n" + (1...9).map { "m\($0),Room \($0)\n" }.joined() + "m10,\(last)\n"
    }
    let badge = ["--stock", "l7163", "--distance", "150"]
    let (even, odd) = (try Self.sheet(list("Hall"), badge), try Self.sheet(list("Registrationanddistribution"), badge))
    #expect(even.heights["Room"] == odd.heights["Room"] && odd.heights["Room"] != nil)
    #expect(try #require(odd.heights["Registrationanddistribution"]) < #require(odd.heights["Room"]))
    #expect(odd.read.count == 10)
  }

  @Test func `a layout in which more captions fit is chosen before one with larger captions`() throws {
    let names = [
      "Amelia Thompson", "Isla MacDonald", "Mohammed Al-Farsi", "Grace O'Connor", "Leo Garcia", "Ella Nguyen",
    ]
    let rows = names.enumerated().map { "https://visit.example.com/c/200\($0),\($1)\\nNorthwind Ltd\n" }
    let small = ["--stock", "l7651", "--distance", "80"]
    let sheet = try Self.sheet("text,caption\n" + rows.joined(), small)
    #expect(sheet.run.exitCode == 0 && !sheet.run.errors.contains("ellipsis"), "\(sheet.run.errors)")
    #expect(sheet.read.count == 6)
    // With a given size, too.
    let given = try Self.sheet("text,caption\n" + rows.joined(), small + ["--font-size", "6"])
    #expect(given.run.exitCode == 0 && !given.run.errors.contains("ellipsis"), "\(given.run.errors)")
  }

  @Test func `a caption that is cut keeps its larger first line, and an empty column leaves no empty line`() throws {
    let list =
      "text,name,place\na,Anna,\"Room 12, second floor, behind the stairs of the eastern wing\"\nb,Beat,Hall\nc,,Lobby\n"
    let options = ["--stock", "l7160", "--caption", "{name}\\n{place}", "--caption-lines", "1"]
    let one = try Self.sheet(list, options + ["--font-size", "8"])
    #expect(one.run.errors.contains("ellipsis"), "\(one.run.errors)")
    #expect(abs((one.heights["Anna…"] ?? 0) / (one.heights["Lobby"] ?? 1) - 1.2) < 0.02, "\(one.heights)")
  }

  @Test func `labels that are pages of their own are named, if there are several`() throws {
    let run = try Self.sheet("text\na\nb\n", ["--stock", "90x54mm"]).run
    #expect(
      run.errors.contains("note: every label is a page of its own; --grid 2x5 puts 10 on each A4 page"), "\(run.errors)"
    )
    #expect(try !Self.sheet("text\na\n", ["--stock", "90x54mm"]).run.errors.contains("--grid"))
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

  // MARK: Grids and offsets

  private static let rooms = "text\n" + (1...21).map { "https://example.com/\($0)\n" }.joined()

  @Test func `labels of one's own are in a grid on the page`() throws {
    let grid = ["--stock", "63.5x38.1", "--grid", "3x7"]
    let placed = try Self.sheet(Self.rooms, grid + ["--page", "A4", "--margin", "5,10", "--gap", "2.5,1"])
    #expect(placed.run.errors.contains("21 symbols on 1 page of 63.5x38.1,3x7;"), "\(placed.run.errors)")
    let (x, y) = (placed.numbers("x_mm"), placed.numbers("y_mm"))
    #expect(x.count == 21 && abs(x[1] - x[0] - 66) < 0.1 && abs(y[3] - y[0] - 39.1) < 0.1)
    // In the middle of a label, without a caption.
    let side = placed.numbers("side_mm")[0]
    #expect(abs(x[0] + side / 2 - 5 - 63.5 / 2) < 0.2 && abs(y[0] + side / 2 - 10 - 38.1 / 2) < 0.2)
    #expect(placed.read.count == 21)
    // The defaults: A4, without gaps, in the middle.
    let centred = try Self.sheet(Self.rooms, grid)
    #expect(abs(centred.numbers("x_mm")[1] + side / 2 - 105) < 0.2)
    #expect(abs(centred.numbers("y_mm")[9] + side / 2 - 148.5) < 0.2)
  }

  @Test func `an offset moves every symbol`() throws {
    let here = try Self.sheet(Self.rooms, ["--stock", "l7160"])
    let moved = try Self.sheet(Self.rooms, ["--stock", "l7160", "--offset", "-1.5,2"])
    #expect(moved.run.exitCode == 0, "\(moved.run.errors)")
    for (before, after) in zip(here.numbers("x_mm"), moved.numbers("x_mm")) { #expect(abs(after - before + 1.5) < 0.1) }
    for (before, after) in zip(here.numbers("y_mm"), moved.numbers("y_mm")) { #expect(abs(after - before - 2) < 0.1) }
    #expect(moved.read.count == 21)
  }

  @Test(arguments: [
    (["--stock", "63.5x38.1", "--grid", "3"], "--grid '3' is not COLUMNSxROWS, each in 1…200."),
    (["--stock", "63.5x38.1", "--grid", "0x7"], "--grid '0x7' is not COLUMNSxROWS, each in 1…200."),
    (
      ["--stock", "63.5x38.1", "--grid", "3x7", "--gap", "10,0", "--margin", "5,0"],
      "--grid is too wide: 5 + 3 × 63.5 + 2 × 10 = 215.5 mm, and the page has 210 mm; give fewer labels, a smaller "
        + "--gap or --margin, or a larger --page."
    ),
    (
      ["--stock", "63.5x38.1", "--grid", "3x8"],
      "--grid is too high: 8 × 38.1 = 304.8 mm, and the page has 297 mm; give fewer labels"
    ),
    (
      ["--stock", "l7160", "--grid", "3x7"],
      "--grid needs the size of a label: give --stock WIDTHxHEIGHT in mm, not 'l7160'."
    ),
    (["--grid", "3x7"], "--grid needs the size of a label: give --stock WIDTHxHEIGHT in mm, not 'a4'."),
    (["--stock", "63.5x38.1", "--gap", "1,1"], "--page, --margin and --gap need --grid COLUMNSxROWS."),
    (
      ["--stock", "63.5x38.1", "--grid", "1x1", "--page", "b5"],
      "--page 'b5' is not a4, letter, a3, a5, a6 or WIDTHxHEIGHT in mm."
    ),
    (["--stock", "63.5x38.1", "--grid", "1x1", "--margin", "-1,0"], "--margin -1 is not in 0…2000 mm."),
    (
      ["--stock", "63.5x38.1", "--grid", "1x1", "--gap", "1"],
      "--gap '1' is not two numbers of millimetres, such as 1.5,0."
    ),
    (["--offset", "21,0"], "--offset 21 is not in -20…20 mm."),
    (["--offset", "0,x"], "--offset 'x' is not a number in"),
    (
      ["--stock", "l7163", "--offset", "0,16"],
      "--offset moves labels of l7163 off the page: its first number can be -3.35…4.54 mm, and its second "
        + "-15.17…15.13 mm."
    ),
  ]) func `grids and offsets off the page are refused with numbers`(arguments: [String], says: String) throws {
    let run = try Self.sheet("text\na\n", arguments).run
    #expect(run.exitCode == 64 && run.errors.hasPrefix("oobqr: \(says)"), "\(run.errors)")
  }

  // MARK: Logo and ink

  /// The colours of a page at 60 dpi that are neither black, white nor gray, and the number of its pictures.
  private func colors(_ arguments: [String]) throws -> (run: CommandRun, colors: Set<[UInt8]>, pictures: Int) {
    try Files.withTemporaryFolder { folder in
      let pixels = Array(repeatElement([200, 30, 60] as [UInt8], count: 40 * 20).joined())
      try folder.write(PNG.encode(ColorImage(width: 40, height: 20, pixels: pixels)), "logo.png")
      try folder.write("text,caption,copies\na,Lift,1\nb,Stairs,2\n", "list.csv")
      let run = CommandRun(
        ["print", "sheet", "--list", folder.file("list.csv"), "-o", folder.file("o.pdf")]
          + arguments.map { $0 == "logo.png" ? folder.file($0) : $0 })
      guard run.exitCode == 0 else { return (run, [], 0) }
      _ = Shell.run("pdftoppm -r 60 -aa no -aaVector no -singlefile o.pdf o", in: folder)
      let page = Array(try Files.bytes(folder.appending(path: "o.ppm")))
      // Without the header of less than 20 bytes.
      let body = page.suffix((page.count - 20) / 3 * 3)
      var colors: Set<[UInt8]> = []
      for start in stride(from: body.startIndex, to: body.endIndex - 2, by: 3) {
        let color = Array(body[start..<start + 3])
        if Set(color).count > 1 { colors.insert(color) }
      }
      let pictures = String(decoding: try Files.bytes(folder.appending(path: "o.pdf")), as: UTF8.self)
        .ranges(of: "/Subtype /Image").count
      return (run, colors, pictures)
    }
  }

  @Test func `a logo is on every label, once in the file, and captions have a colour`() throws {
    let plain = try colors(["--stock", "l7160"])
    #expect(plain.colors.isEmpty && plain.pictures == 0, "\(plain.run.errors)")
    let logo = try colors(["--stock", "l7160", "--label-logo", "logo.png", "--ink", "#0050a0"])
    #expect(logo.colors.contains([0x00, 0x50, 0xA0]) && logo.colors.contains([200, 30, 60]), "\(logo.colors)")
    #expect(logo.pictures == 1, "\(logo.run.errors)")
    let dots = "15 dots per module"
    #expect(plain.run.errors.contains(dots) && logo.run.errors.contains(dots), "\(logo.run.errors)")
  }

  @Test(arguments: [
    (
      ["--ink", "#ffd400"], 1 as Int32,
      "the contrast of #ffd400 text on #ffffff is 1.4:1, below 4.5:1; use a darker --ink"
    ),
    (["--label-logo", "/nonexistent.png"], 66, "cannot read '/nonexistent.png'"),
    (
      ["--stock", "60x8", "--label-logo", "logo.png", "--dpi", "600", "--distance", "50"], 1,
      "60 × 8 mm leave no room for a logo of 3 mm beside or below the symbol: leave out --label-logo"
    ),
    (
      ["--stock", "26x28", "--label-logo", "logo.png"], 5,
      "leave out the caption and --label-logo, or use fewer --caption-lines"
    ),
  ]) func `a logo without room and pale ink are refused`(arguments: [String], code: Int32, says: String) throws {
    let run = try colors(arguments).run
    #expect(run.exitCode == code && run.errors.contains(says), "\(run.errors)")
  }
}
