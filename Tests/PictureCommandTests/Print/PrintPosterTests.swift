import Foundation
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import TestSupport
import Testing
import TextFormats

/// Posters as other programs see them: drawn by pdftoppm, read by two readers and by pdftotext.
struct PrintPosterTests {
  private static func link(_ name: String) -> [String] {
    ["--file", Files.samples.file("links/\(name).txt"), "--trim-newline"]
  }

  private static let logo = Files.samples.file("logo.png")

  struct Case: Sendable, CustomTestStringConvertible {
    var size: String
    var languages: String
    var message = "app-link"
    var arguments: [String] = []
    var testDescription: String { "\(size) \(languages)" }
  }

  /// A word on a page, in points.
  private struct Word {
    var (left, top, right, bottom): (Double, Double, Double, Double)
    var text: String
  }

  private func words(_ bbox: String) -> [Word] {
    bbox.matches(of: /<word xMin="([-0-9.]+)" yMin="([-0-9.]+)" xMax="([-0-9.]+)" yMax="([-0-9.]+)">([^<]*)</)
      .compactMap { match in
        guard let left = Double(match.1), let top = Double(match.2), let right = Double(match.3),
          let bottom = Double(match.4)
        else { return nil }
        return Word(left: left, top: top, right: right, bottom: bottom, text: String(match.5))
      }
  }

  static let cases = [
    Case(size: "letter", languages: "ar", arguments: ["--brand", "#F2C230", "--logo", logo, "--address", "a.ch/help"]),
    Case(size: "a4", languages: "en,de,fr,ar", arguments: ["--logo", logo, "--address", "access.siven.ch/help"]),
    Case(
      size: "a3", languages: "de,fr", message: "custom-uri", arguments: ["--dark", "#5a1010", "--light", "#fff4e0"]),
    Case(size: "a5", languages: "ar,de,fr", arguments: ["--distance", "150", "--level", "L"]),
  ]

  @Test(arguments: cases) func `posters are read by two readers, and nothing overlaps or is cut`(_ poster: Case) throws
  {
    try Files.withTemporaryFolder { folder in
      let run = CommandRun(
        ["print", "poster", "--size", poster.size, "--languages", poster.languages, "-o", folder.path + "/p.pdf"]
          + Self.link(poster.message) + poster.arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
      let said = Shell.run("pdftoppm -r 100 -gray -png -singlefile p.pdf p; pdftotext -bbox p.pdf p.xml", in: folder)
      #expect(said == "")
      let picture = try PNG.decode(Files.bytes(folder.appending(path: "p.png")))
      let message = try Files.bytes(Files.samples.appending(path: "links/\(poster.message).txt")).dropLast()
      var found: Detection?
      for engine in [Detection.Engine.modules, .zbar] {
        let detections = try QRScanner(engine: engine).scan(picture)
        #expect(detections.map(\.message) == [Array(message)], "\(engine)")
        if engine == .modules { found = detections.first }
      }
      // The symbol with its quiet zone, in points.
      let corners = try #require(found?.corners)
      let xs = [corners.topLeft.x, corners.bottomRight.x].map { $0 * 0.72 }
      let ys = [corners.topLeft.y, corners.bottomRight.y].map { $0 * 0.72 }
      let modules = Double(try #require(found?.version?.columns))
      let quiet = 4 * (xs[1] - xs[0]) / modules - 1
      let bbox = try Files.text(folder.file("p.xml"))
      let page = try #require(bbox.firstMatch(of: /<page width="([0-9.]+)" height="([0-9.]+)"/))
      let (width, height) = (try #require(Double(page.1)), try #require(Double(page.2)))
      let words = words(bbox)
      #expect(words.count > 25)
      let margin = 0.065 * width
      for (index, word) in words.enumerated() {
        #expect(word.left >= margin && word.right <= width - margin, "\(word)")
        #expect(word.top >= 0.02 * height && word.bottom <= height - 0.03 * height, "\(word)")
        let isBeside =
          word.right < xs[0] - quiet || word.left > xs[1] + quiet || word.bottom < ys[0] - quiet
          || word.top > ys[1] + quiet
        #expect(isBeside, "\(word) is in the quiet zone")
        for other in words[(index + 1)...] {
          let across = min(word.right, other.right) - max(word.left, other.left)
          let down = min(word.bottom, other.bottom) - max(word.top, other.top)
          // The boxes of neighbouring lines touch, where lines are set tight.
          let line = min(word.bottom - word.top, other.bottom - other.top)
          #expect(across < 0.15 * line || down < 0.35 * line, "\(word) and \(other)")
        }
      }
    }
  }

  private func text(_ arguments: [String]) throws -> String {
    try Files.withTemporaryFolder { folder in
      let run = CommandRun(["print", "poster", "-o", folder.path + "/p.pdf"] + arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
      return Shell.run("pdftotext -raw p.pdf -", in: folder).replacing("\n", with: " ")
    }
  }

  @Test func `steps and small print are those of the simulation`() throws {
    let uri = try text(Self.link("custom-uri"))
    #expect(uri.contains("Android 13 or newer: the camera does not open the app; scan with the app instead."), "\(uri)")
    #expect(uri.contains("Scan the QR code with the app, not with the camera."))
    let link = try text(Self.link("app-link"))
    #expect(link.contains("With the app installed: Android 8 or newer, iOS 11 or newer: the camera opens the app."))
    #expect(link.contains("Sign in with your phone") && link.contains("Tap the link that appears"))
    let web = try text(["https://example.com", "--address", "example.com", "--size", "a5"])
    #expect(!web.contains("With the app installed") && web.contains("the camera opens the browser"), "\(web)")
    #expect(web.contains("No camera? Open example.com") && web.contains("Scan with your phone"))
    // A verdict of the simulator for the same camera and phone.
    let message = String(
      decoding: try Files.bytes(Files.samples.appending(path: "links/custom-uri.txt")).dropLast(), as: UTF8.self)
    let verdict = CommandRun(["simulate", message, "--os", "android-13", "--scanner", "camera", "--json"])
    #expect(verdict.text.contains("not-forwarded"), "\(verdict.errors)")
  }

  @Test func `texts are replaced, and languages added`() throws {
    try Files.withTemporaryFolder { folder in
      let path = folder.appending(path: "t.json")
      let french = CommandRun(["print", "texts", "--languages", "fr"])
      try Data(french.text.replacing("\"fr\"", with: "\"it\"").replacing("Scannez avec", with: "Scansiona con").utf8)
        .write(to: path)
      let text = try text(["https://example.com", "--texts", path.path, "--languages", "it,de"])
      #expect(text.contains("Scansiona con") && text.contains("Mit dem Handy scannen"), "\(text)")
    }
  }

  @Test(arguments: [
    (["--distance", "5000"], 5, "to be scanned from 5000 mm, and the texts leave"),
    (["--languages", "en,xx"], 1, "there are no texts in 'xx', only in en, de, fr, ar; add them with --texts"),
    (["--languages", "en,en"], 64, "invalid"), (["--address", "two words"], 64, "without spaces"),
  ]) func `what would not be read is refused, and nothing is written`(
    _ arguments: [String], _ code: Int32, _ says: String
  ) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let run = CommandRun(["print", "poster", "https://example.com", "-o", folder.path + "/p.pdf"] + arguments)
      #expect(run.exitCode == code && run.errors.contains(says), "\(run.errors)")
      let left = try folder.names
      #expect(left.isEmpty)
    }
  }
}
