import Foundation
import TestSupport
import Testing
import TextFormats

/// Captions fitted to their labels, as pdftotext and pdffonts see them.
struct PrintCaptionTests {
  /// The heights of the first word of each caption, and the fonts of the sheet.
  private func sheet(
    _ list: String, _ arguments: [String] = [], stock: String = "l7163"
  ) throws -> (heights: [String: Double], fonts: String, places: [JSONValue], errors: String) {
    try Files.withTemporaryFolder { folder in
      try folder.write(list, "list.csv")
      let report = folder.appending(path: "r.json")
      let run = CommandRun(
        [
          "print", "sheet", "--list", folder.path + "/list.csv", "--stock", stock, "-o", folder.path + "/o.pdf",
          "--report", report.path,
        ] + arguments)
      guard run.exitCode == 0 else { return ([:], "", [], run.errors) }
      let text = Shell.run("pdftotext -bbox o.pdf -; pdffonts o.pdf", in: folder)
      var heights: [String: Double] = [:]
      for match in text.matches(of: /yMin="([0-9.]+)" xMax="[0-9.]+" yMax="([0-9.]+)">([^<]*)</) {
        if let top = Double(match.1), let bottom = Double(match.2) { heights[String(match.3)] = bottom - top }
      }
      let symbols = try JSONDocument(parsing: Files.bytes(report)).value["symbols"]?.elements ?? []
      return (heights, text, symbols.compactMap { $0["places"]?.elements?.first }, run.errors)
    }
  }

  private static let list = "text,caption\na,Lift\nb,A much longer caption that has to be set on several lines here\n"

  @Test func `each caption is as large as its label allows, within the range`() throws {
    let fitted = try sheet(Self.list, ["--fit", "each"])
    let (short, long) = (try #require(fitted.heights["Lift"]), try #require(fitted.heights["longer"]))
    #expect(short > 1.6 * long, "\(fitted.heights)")
    let limited = try sheet(Self.list, ["--fit", "each", "--max-font", "10"])
    let tenPoints = try #require(limited.heights["Lift"])
    #expect(abs(tenPoints / short - 10 / 16) < 0.02, "\(limited.heights)")
    let fixed = try sheet(Self.list, ["--font-size", "7"])
    #expect(fixed.heights["Lift"] == fixed.heights["longer"], "\(fixed.heights)")
    // Larger letters than fit end in an ellipsis, as with a fixed size.
    let large = try sheet(Self.list, ["--min-font", "14", "--caption-lines", "1"])
    #expect(large.errors.contains("captions end in an ellipsis (line 3)"), "\(large.errors)")
  }

  @Test(arguments: [
    (["--min-font", "3"], "--min-font 3 is not in 4…72"), (["--max-font", "80"], "--max-font 80 is not in 4…72"),
    (["--min-font", "9", "--max-font", "8"], "--min-font 9 is more than --max-font 8"),
  ]) func `sizes out of range are refused`(_ arguments: [String], _ says: String) throws {
    #expect(try sheet(Self.list, arguments).errors.contains(says))
  }

  @Test func `the first of several lines is bold, if the font has bold letters`() throws {
    let lines = "text,name,place\na,Counter 1,Hall\n"
    let caption = ["--caption", "{name}\\n{place}"]
    let bold = try sheet(lines, caption)
    #expect(bold.fonts.contains("DejaVuSans-Bold") && bold.fonts.contains("+DejaVuSans "), "\(bold.fonts)")
    #expect(try !sheet(lines, caption + ["--plain-captions"]).fonts.contains("Bold"))
    #expect(try !sheet(lines, ["--caption", "{name}"]).fonts.contains("Bold"))
    // A font without bold letters: thickened ones would look smeared.
    let light = try sheet(lines, caption + ["--font", "Lohit Devanagari"])
    #expect(!light.fonts.contains("CairoFont") && light.fonts.contains("+Lohit-Devanagari"), "\(light.fonts)")
  }

  @Test func `a symbol without a caption is placed like those with one`() throws {
    let mixed = try sheet("text,caption\naaaa,Lift\nbbbb,\ncccc,Stairs\ndddd,\n")
    let places = mixed.places
    #expect(places.count == 4)
    // Two columns: the labels are 101.6 mm apart, and the symbols, too.
    let xs = places.compactMap { $0["x_mm"].flatMap { Double($0.description) } }
    #expect(xs.count == 4 && xs[0] == xs[2] && xs[1] == xs[3], "\(xs)")
    let pitch = xs[1] - xs[0]
    #expect(abs(pitch - 103.1) < 0.2, "\(pitch)")
    #expect(Set(places.compactMap { $0["side_mm"]?.description }).count == 1)
    // Without any caption, the symbols are in the middle of their labels.
    let none = try sheet("text,caption\naaaa,\nbbbb,\n")
    #expect(none.places.first?["x_mm"] != places.first?["x_mm"])
    // Where the caption leaves too little room, a symbol without one has the whole label.
    let small = try sheet(
      "text,caption\na,x\nb,\n", ["--skip-bad", "--caption-place", "below", "--caption-lines", "4"], stock: "30x30")
    #expect(small.errors.contains("1 row left out") && small.places.count == 1, "\(small.errors)")
  }
}
