import ArgumentParser
import HostSystem
import ImageCoding
import Imaging
import QRSymbology
import SymbolDrawing
import TextFormats

/// A symbol's file in any format; `PictureOptions` draws for a terminal, which may have no colours.
struct SymbolPicture: Sendable {
  var format: PictureFormat
  var scale: Int
  var dotsPerInch: Double?
  var colors: SymbolColors

  /// The most pixels on a side: the default limit of `oobqr scan`.
  private static let largestSide = 10_000

  /// Draws the file.
  ///
  /// - Throws: `CommandFailure` for a picture that is too large, or colours that the format does not have.
  func file(of symbol: some SquareSymbol, quietZone: Int) throws -> [UInt8] {
    switch format {
    case .png: return try png(symbol, quietZone)
    case .dataURI: return Array("data:image/png;base64,\(Base64.encode(try png(symbol, quietZone)))\n".utf8)
    case .svg:
      let drawing = SVG.draw(symbol, scale: scale, quietZone: quietZone, colors: colors, dotsPerInch: dotsPerInch)
      return Array(drawing.utf8)
    case .eps:
      let drawing = PostScript.draw(
        symbol, scale: scale, quietZone: quietZone, colors: colors, dotsPerInch: dotsPerInch)
      return Array(drawing.utf8)
    case .pdf:
      return VectorPDF.draw(symbol, scale: scale, quietZone: quietZone, colors: colors, dotsPerInch: dotsPerInch)
    case .pbm:
      guard colors == .blackOnWhite else { throw CommandFailure("PBM has no colours; use --format ppm") }
      return Netpbm.bitmap(try bilevel(symbol, quietZone))
    case .ppm: return Netpbm.pixmap(try bilevel(symbol, quietZone), colors: colors)
    case .text: return Array(TextDrawing.plain(symbol, quietZone: quietZone).utf8)
    case .html:
      return Array(TextDrawing.htmlTable(symbol, scale: scale, quietZone: quietZone, colors: colors).utf8)
    case .terminal: return Array(TerminalDrawing.draw(symbol, quietZone: quietZone, colors: colors).utf8)
    }
  }

  private func png(_ symbol: some SquareSymbol, _ quietZone: Int) throws -> [UInt8] {
    try PNG.encode(bilevel(symbol, quietZone), palette: PNG.Palette(colors), dotsPerInch: dotsPerInch)
  }

  private func bilevel(_ symbol: some SquareSymbol, _ quietZone: Int) throws -> BilevelImage {
    let modules = symbol.size + 2 * quietZone
    guard modules * scale <= Self.largestSide else {
      throw CommandFailure(
        "\(modules) modules at scale \(scale) are \(modules * scale) pixels on a side, above the limit of "
          + "\(Self.largestSide); use --scale \(Self.largestSide / modules) or less")
    }
    return BilevelImage(symbol, scale: scale, quietZone: quietZone)
  }
}

/// The values of `--format`.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
  case png, svg, pdf, eps, pbm, ppm, text, html, terminal
  case dataURI = "data-uri"

  /// The usual extension of a file's name.
  var fileExtension: String {
    switch self {
    case .text, .terminal, .dataURI: "txt"
    default: rawValue
    }
  }

  /// Whether the drawing has a whole number of pixels.
  var hasPixels: Bool { ![.pdf, .eps, .text, .terminal].contains(self) }

  /// Whether several drawings can follow each other on standard output.
  var isText: Bool { [.text, .html, .terminal, .dataURI].contains(self) }

  /// Chooses the format by a file's extension; `nil` for any other.
  init?(path: String) {
    switch FileSystem.fileExtension(of: path) {
    case "txt": self = .text
    case "htm": self = .html
    case let name:
      guard let format = Self(rawValue: name), format != .terminal, format != .dataURI else { return nil }
      self = format
    }
  }
}

extension PNG.Palette {
  init(_ colors: SymbolColors) {
    let (dark, light) = (colors.dark, colors.light)
    self.init(dark: (dark.red, dark.green, dark.blue), light: (light.red, light.green, light.blue))
  }
}
