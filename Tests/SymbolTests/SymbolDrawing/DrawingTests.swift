import Imaging
import QREncoding
import QRSymbology
import SymbolDrawing
import Testing

struct DrawingTests {
  @Test(arguments: [1, 2, 3, 7, 8, 13])
  func `every module becomes a square of pixels`(scale: Int) throws {
    let symbol = try QREncoder().encode("squares")
    let image = GrayImage(symbol, scale: scale, quietZone: 3)
    #expect(image.width == (symbol.size + 6) * scale && image.height == image.width)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (row, column) = (y / scale - 3, x / scale - 3)
        let inside = 0..<symbol.size ~= row && 0..<symbol.size ~= column
        let dark = inside && symbol[row: row, column: column]
        #expect(image[x: x, y: y] == (dark ? 0 : 255))
      }
    }
  }

  @Test func `an SVG has a title, a size and a path of rectangles`() throws {
    let svg = SVG.draw(try QREncoder().encode("svg"), scale: 8)
    #expect(svg.contains("<title>QR symbol, version 1, level M</title>"))
    #expect(svg.contains("width=\"232\" height=\"232\" viewBox=\"0 0 29 29\""))
    #expect(svg.contains("d=\"M4 4h7v1h-7z"))
    #expect(svg.split(separator: "<path").count == 2)
  }

  @Test func `an SVG for a printer is sized in millimetres`() throws {
    // 29 modules of 8 dots at 203 dots per inch: 29 × 8 × 25.4 / 203 = 29.029 mm.
    let svg = SVG.draw(try QREncoder().encode("svg"), scale: 8, dotsPerInch: 203)
    #expect(svg.contains("width=\"29.029mm\" height=\"29.029mm\""))
  }

  @Test func `an SVG uses the given colours and hides the message`() throws {
    let colors = SymbolColors(dark: RGBColor(red: 0, green: 0, blue: 128), light: .white)
    let svg = SVG.draw(try QREncoder().encode("secret-token"), scale: 8, colors: colors)
    #expect(svg.contains("<path fill=\"#000080\"") && svg.contains("fill=\"#ffffff\""))
    #expect(!svg.contains("secret"))
  }

  @Test func `a terminal drawing sets its colours on every line`() throws {
    let text = TerminalDrawing.draw(try QREncoder().encode("terminal"))
    let lines = text.split(separator: "\n")
    #expect(lines.count == 15)
    for line in lines { #expect(line.hasPrefix("\u{1B}[38;5;231;48;5;16m") && line.hasSuffix("\u{1B}[0m")) }
  }

  @Test func `other colours are written as RGB`() throws {
    let colors = SymbolColors(dark: RGBColor(red: 1, green: 2, blue: 3), light: .white)
    #expect(TerminalDrawing.draw(try QREncoder().encode("a"), colors: colors).contains("48;2;1;2;3m"))
  }

  @Test func `colours are read and written as six digits`() {
    #expect(RGBColor(parsing: "#0aF3c2") == RGBColor(red: 10, green: 243, blue: 194))
    #expect(RGBColor(parsing: "#0aF3c2")?.description == "#0af3c2")
    for wrong in ["", "#", "0af3c2", "#0af3c", "#0af3c22", "#0af3cg", "#+1+1+1", "red", "#٠٠٠"] {
      #expect(RGBColor(parsing: wrong) == nil)
    }
  }

  @Test func `contrast follows WCAG`() {
    #expect(abs(RGBColor.black.contrast(with: .white) - 21) < 1e-9)
    #expect(RGBColor.white.contrast(with: .white) == 1)
    // #767676 on white is the well-known darkest gray that passes 4.5:1.
    #expect(abs(RGBColor(parsing: "#767676")!.contrast(with: .white) - 4.54) < 0.01)
    #expect(SymbolColors(dark: .white, light: .black).isInverted && !SymbolColors.blackOnWhite.isInverted)
  }
}
