import ArgumentParser
import HostSystem
import ImageCoding
import Imaging
import QRSymbology
import SymbolDrawing
import TextFormats
import Typesetting

/// A symbol's file in any format; `PictureOptions` draws for a terminal, which may have no colours.
struct SymbolPicture: Sendable {
  var format: PictureFormat
  var scale: Int
  var dotsPerInch: Double?
  var colors: SymbolColors
  var logo: Logo?
  /// The words of a frame, on one line.
  var frame: String?

  /// The most pixels on a side: the default limit of `oobqr scan`.
  private static let largestSide = 10_000

  /// Draws the file.
  ///
  /// - Throws: `CommandFailure` for a picture that is too large, or colours that the format does not have.
  func file(of symbol: some SquareSymbol, quietZone: Int) throws -> [UInt8] {
    if let artwork = try artwork(of: symbol, quietZone: quietZone) { return try file(of: artwork) }
    switch format {
    case .png: return try png(symbol, quietZone)
    case .dataURI: return Array("data:image/png;base64,\(Base64.encode(try png(symbol, quietZone)))\n".utf8)
    case .svg, .eps, .pdf, .ppm:
      if format == .ppm { try checkSide(modules: symbol.size + 2 * quietZone) }
      return try file(of: SymbolArtwork(symbol, quietZone: quietZone))
    case .pbm:
      guard colors == .blackOnWhite else { throw CommandFailure("PBM has no colours; use --format ppm") }
      return Netpbm.bitmap(try bilevel(symbol, quietZone))
    case .text: return Array(TextDrawing.plain(symbol, quietZone: quietZone).utf8)
    case .html:
      return Array(TextDrawing.htmlTable(symbol, scale: scale, quietZone: quietZone, colors: colors).utf8)
    case .terminal: return Array(TerminalDrawing.draw(symbol, quietZone: quietZone, colors: colors).utf8)
    }
  }

  /// The symbol with its logo and frame; `nil` without them.
  func artwork(of symbol: some SquareSymbol, quietZone: Int) throws -> SymbolArtwork? {
    if logo == nil, frame == nil { return nil }
    let modules = symbol.size + 2 * quietZone
    if format.hasPixels, format != .svg {
      try checkSide(modules: frame == nil ? modules : SymbolArtwork.framedSize(side: modules).height)
    }
    var artwork = SymbolArtwork(symbol, quietZone: quietZone)
    if let logo {
      guard let symbol = symbol as? QRSymbol else { preconditionFailure("only QR symbols have logos") }
      artwork = try SymbolArtwork(symbol, quietZone: quietZone, logo: logo)
    }
    guard let frame else { return artwork }
    // Drawings that can be enlarged have letters of many pixels.
    let pixelsPerModule = format.isVector ? max(scale, 16) : scale
    let size = SymbolArtwork.wordsSize(side: modules)
    let (width, height) = (size.width * pixelsPerModule, size.height * pixelsPerModule)
    let words: FrameWords
    do { words = try FrameWords(frame, width: width, height: height) } catch {
      guard case .wordsDoNotFit(let reason) = error else { throw error }
      // Letters of a vector drawing have their size at any scale, and there may be too many for any.
      let largestScale = min(1000, Self.largestSide / SymbolArtwork.framedSize(side: modules).height)
      let helps = !format.isVector && frame.count <= FrameWords.mostCharacters && scale < largestScale
      throw CommandFailure("--frame: \(reason); use fewer words" + (helps ? ", or a --scale above \(scale)" : ""))
    }
    if words.unknownCharacters > 0 {
      throw CommandFailure(
        "--frame: no installed font has \(words.unknownCharacters) of its characters; install a font for them")
    }
    return artwork.framed(by: ColorImage(words.coverage, width: width, height: height, colors))
  }

  private func file(of artwork: SymbolArtwork) throws -> [UInt8] {
    func png(_ image: ColorImage) throws -> String {
      "data:image/png;base64,\(Base64.encode(try PNG.encode(image)))"
    }
    switch format {
    case .png: return try PNG.encode(ColorImage(artwork, scale: scale, colors: colors), dotsPerInch: dotsPerInch)
    case .dataURI: return Array("\(try png(ColorImage(artwork, scale: scale, colors: colors)))\n".utf8)
    case .svg:
      let drawing = try SVG.draw(artwork, scale: scale, colors: colors, dotsPerInch: dotsPerInch, dataURI: png)
      return Array(drawing.utf8)
    case .eps: return Array(PostScript.draw(artwork, scale: scale, colors: colors, dotsPerInch: dotsPerInch).utf8)
    case .pdf: return VectorPDF.draw(artwork, scale: scale, colors: colors, dotsPerInch: dotsPerInch)
    case .ppm: return Netpbm.pixmap(ColorImage(artwork, scale: scale, colors: colors))
    case .pbm, .text, .html, .terminal:
      preconditionFailure("the options refuse logos and frames in this format")
    }
  }

  private func png(_ symbol: some SquareSymbol, _ quietZone: Int) throws -> [UInt8] {
    try PNG.encode(bilevel(symbol, quietZone), palette: PNG.Palette(colors), dotsPerInch: dotsPerInch)
  }

  private func bilevel(_ symbol: some SquareSymbol, _ quietZone: Int) throws -> BilevelImage {
    try checkSide(modules: symbol.size + 2 * quietZone)
    return BilevelImage(symbol, scale: scale, quietZone: quietZone)
  }

  private func checkSide(modules: Int) throws {
    guard modules * scale > Self.largestSide else { return }
    throw CommandFailure(
      "\(modules) modules at scale \(scale) are \(modules * scale) pixels on a side, above the limit of "
        + "\(Self.largestSide); use --scale \(Self.largestSide / modules) or less")
  }
}

extension ColorImage {
  /// Words in the light colour on the dark one.
  fileprivate init(_ coverage: [UInt8], width: Int, height: Int, _ colors: SymbolColors) {
    let pairs = [
      (colors.dark.red, colors.light.red), (colors.dark.green, colors.light.green),
      (colors.dark.blue, colors.light.blue),
    ]
    let planes = pairs.map { pair -> [UInt8] in
      let (dark, light) = (Int(pair.0), Int(pair.1))
      return coverage.map { UInt8((light * Int($0) + dark * (255 - Int($0)) + 127) / 255) }
    }
    self.init(width: width, height: height, planes: planes)
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

  /// Whether the drawing stays sharp when it is enlarged.
  var isVector: Bool { [.svg, .pdf, .eps].contains(self) }

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
