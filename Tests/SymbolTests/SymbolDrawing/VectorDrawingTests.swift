import Foundation
import ImageCoding
import Imaging
import QREncoding
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing
import TextFormats

/// Drawings for print and mail, rendered by other programs.
struct VectorDrawingTests {
  @TemporaryFolder var folder
  private let symbol: QRSymbol

  init() throws { symbol = try QREncoder().encode("https://access.example.com/open?n=1") }

  /// Renders a file with a program that writes `out.png`, eight pixels per module.
  private func rendered(_ file: [UInt8], _ command: String) throws -> GrayImage {
    try PNG.decode(png(of: file, command))
  }

  private func png(of file: [UInt8], _ command: String) throws -> [UInt8] {
    try folder.write(file, "in")
    let said = Shell.run(command + " 2>&1 >/dev/null", in: folder)
    return Array(try #require(FileManager.default.contents(atPath: folder.file("out.png")), "\(said)"))
  }

  private static let ghostscript =
    "gs -q -dSAFER -dBATCH -dNOPAUSE -dEPSCrop -sDEVICE=pnggray -sOutputFile=out.png"

  @Test func `PDF is rendered to exactly the modules by two programs`() throws {
    let pdf = VectorPDF.draw(SymbolArtwork(symbol), scale: 8)
    let cairo = "pdftocairo -gray -antialias none -singlefile -png"
    #expect((try rendered(pdf, "\(Self.ghostscript) -r72 in") == GrayImage(BilevelImage(symbol, scale: 8))) as Bool)
    #expect((try rendered(pdf, "\(cairo) -r 72 in out") == GrayImage(BilevelImage(symbol, scale: 8))) as Bool)
    // 300 dpi, 10 dots per module.
    let large = VectorPDF.draw(SymbolArtwork(symbol), scale: 10, dotsPerInch: 300)
    #expect((try rendered(large, "\(cairo) -r 300 in out") == GrayImage(BilevelImage(symbol, scale: 10))) as Bool)
  }

  @Test func `EPS is rendered to exactly the modules`() throws {
    let eps = PostScript.draw(SymbolArtwork(symbol), scale: 8)
    let image = try rendered(Array(eps.utf8), "\(Self.ghostscript) -r72 in")
    #expect((image == GrayImage(BilevelImage(symbol, scale: 8))) as Bool)
  }

  @Test func `PBM and PPM are read by Netpbm`() throws {
    let bilevel = BilevelImage(symbol, scale: 3)
    let image = GrayImage(bilevel)
    #expect(try rendered(Netpbm.bitmap(bilevel), "pnmtopng <in 2>/dev/null >out.png; true") == image)
    let pixmap = Netpbm.pixmap(ColorImage(SymbolArtwork(symbol), scale: 3))
    #expect(try rendered(pixmap, "pnmtopng <in 2>/dev/null >out.png; true") == image)
  }

  /// Each pixel of the logo and the words has its own colour, and each picture has as many pixels as the drawing.
  @Test func `a logo and a frame are rendered to the same pixels from every format`() throws {
    let symbol = try QREncoder(level: .high, version: QRSymbol.Version(7)).encode("logo")
    let side = try #require(Logo.side(in: symbol)) - 2
    func gradient(_ width: Int, _ height: Int) -> ColorImage {
      var pixels: [UInt8] = []
      for i in 0..<width * height { pixels += [UInt8(i % 251), UInt8(i / width % 251), UInt8(i * 7 % 251)] }
      return ColorImage(width: width, height: height, pixels: pixels)
    }
    let size = SymbolArtwork.wordsSize(side: symbol.size + 8)
    let artwork = try SymbolArtwork(symbol, logo: Logo(gradient(side * 8, side * 8)))
      .framed(by: gradient(size.width * 8, size.height * 8))
    let colors = SymbolColors(dark: RGBColor(red: 0, green: 51, blue: 102), light: .white)
    let image = ColorImage(artwork, scale: 8, colors: colors)
    #expect(image.width == 8 * artwork.width && image.height == 8 * artwork.height && artwork.height > artwork.width)
    func rendered(_ file: [UInt8], _ command: String) throws -> ColorImage {
      try PNG.decodeColor(png(of: file, command))
    }
    let ghostscript = "gs -q -dSAFER -dBATCH -dNOPAUSE -dEPSCrop -sDEVICE=png16m -r72 -sOutputFile=out.png in"
    let pdf = VectorPDF.draw(artwork, scale: 8, colors: colors)
    #expect((try rendered(pdf, ghostscript) == image) as Bool)
    #expect((try rendered(pdf, "pdftocairo -antialias none -singlefile -png -r 72 in out") == image) as Bool)
    let eps = PostScript.draw(artwork, scale: 8, colors: colors)
    #expect((try rendered(Array(eps.utf8), ghostscript) == image) as Bool)
    #expect((try rendered(Netpbm.pixmap(image), "pnmtopng <in 2>/dev/null >out.png; true") == image) as Bool)
    var pictures: [ColorImage] = []
    let svg = SVG.draw(artwork, scale: 8, colors: colors) {
      pictures.append($0)
      return "data:,\(pictures.count)"
    }
    #expect(pictures == artwork.pictures.map(\.image))
    #expect(svg.contains("<image x=\"\((artwork.width - side) / 2)\" "))
    #expect(
      svg.contains("width=\"\(size.width)\" height=\"\(size.height)\" preserveAspectRatio=\"none\" href=\"data:,2\"/>"))
  }

  @Test func `a symbol whose correction covers no logo is refused`() throws {
    let small = try QREncoder(level: .low, version: QRSymbol.Version(1)).encode("a")
    let logo = Logo(ColorImage(width: 1, height: 1, pixels: [0, 0, 0]))
    let fault = #expect(throws: Fault.self) { try SymbolArtwork(small, logo: logo) }
    #expect(fault?.description.hasSuffix("fewer than 5 × 5 modules; use level H (--level H)") == true)
  }

  @Test func `plain text has two characters for each module`() throws {
    let lines = TextDrawing.plain(symbol, quietZone: 1).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == symbol.size + 3)
    for row in 0..<symbol.size {
      let line = Array(lines[row + 1].utf8) + [UInt8](repeating: 32, count: 2 * symbol.size + 2)
      for column in 0..<symbol.size {
        let isDark = symbol[row: row, column: column]
        #expect(line[2 * column + 2] == (isDark ? 35 : 32) && line[2 * column + 3] == (isDark ? 35 : 32))
      }
    }
  }

  @Test func `a Micro QR symbol is drawn with its own title`() throws {
    let micro = try QREncoder(level: .low).encodeMicro(Array("12345".utf8))
    #expect(SVG.draw(micro, scale: 4, quietZone: 2).contains("<title>Micro QR symbol, version M1</title>"))
    #expect(BilevelImage(micro, scale: 1, quietZone: 2).width == 15)
  }

  /// Every cell with its width and colour, as a browser would lay them out.
  @Test func `the rows of the HTML table have the symbol's modules`() throws {
    let html = TextDrawing.htmlTable(symbol, scale: 4)
    let rows = html.components(separatedBy: "<tr>").dropFirst()
    #expect(rows.count == symbol.size + 8)
    for (index, row) in rows.enumerated() {
      var modules: [Bool] = []
      for cell in row.components(separatedBy: "<td ").dropFirst() {
        let width = cell.components(separatedBy: "width=\"")[1].prefix { $0 != "\"" }
        #expect(cell.contains("height=\"4\""))
        modules += Array(repeating: cell.contains("bgcolor=\"#000000\""), count: try #require(Int(width)) / 4)
      }
      let light = [Bool](repeating: false, count: 4)
      let expected =
        4..<symbol.size + 4 ~= index
        ? light + symbol.modules[(index - 4) * symbol.size..<(index - 3) * symbol.size] + light
        : [Bool](repeating: false, count: symbol.size + 8)
      #expect(modules == expected)
    }
  }
}
