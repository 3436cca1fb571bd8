import HostSystem
import ImageCoding
public import Imaging
import QRSymbology
public import SymbolDrawing
import TextFormats

/// How a symbol is drawn: in any format, in two colours, and perhaps with a logo and a frame.
public struct SymbolPicture: Sendable {
  public var format = Format.png
  /// Pixels per module, 1 or more.
  public var scale = 8
  /// Sets the printed size; `nil` leaves it to the reader of the file.
  public var dotsPerInch: Double?
  public var colors = SymbolColors.blackOnWhite
  /// Light modules on each side, 0 or more; `nil` for what the standard requires.
  public var quietZone: Int?
  /// Only for QR symbols, and for formats that ``Format/hasPictures``.
  public var logo: Logo?
  /// Draws the words of a frame around a symbol with so many modules on a side, in the proportions of
  /// `SymbolArtwork.wordsSize(side:)`; only for formats that ``Format/hasPictures``.
  public var frame: (@Sendable (_ modules: Int) throws -> ColorImage)?
  /// Whether drawings for a terminal set its colours.
  public var colorsTerminal = true

  public init() {}

  /// The most pixels on a side: the default limit of `oobqr scan`.
  package static let largestSide = 10_000

  /// Modules on a side of a symbol with its quiet zone.
  package func side(of made: MadeMessage.Part) -> Int { made.symbol.size + 2 * (quietZone ?? made.standardQuietZone) }

  /// The symbol with its logo and frame; `nil` without them.
  func artwork(of made: MadeMessage.Part, _ quietZone: Int) throws -> SymbolArtwork? {
    if logo == nil, frame == nil { return nil }
    let modules = made.symbol.size + 2 * quietZone
    if format.isRaster {
      try checkSide(modules: frame == nil ? modules : SymbolArtwork.framedSize(side: modules).height)
    }
    var artwork: SymbolArtwork
    if let logo, let symbol = made.qr {
      artwork = try SymbolArtwork(symbol, quietZone: quietZone, logo: logo)
    } else {
      artwork = SymbolArtwork(made.symbol, quietZone: quietZone)
    }
    if let frame { artwork = artwork.framed(by: try frame(modules)) }
    return artwork
  }

  /// Draws the file.
  ///
  /// - Parameter artwork: The symbol with its logo and frame, if it has any.
  func file(of symbol: some SquareSymbol, _ quietZone: Int, _ artwork: SymbolArtwork?) throws -> [UInt8] {
    func bilevel() throws(SymbolMakingError) -> BilevelImage {
      try checkSide(modules: symbol.size + 2 * quietZone)
      return BilevelImage(symbol, scale: scale, quietZone: quietZone)
    }
    func png() throws -> [UInt8] {
      if let artwork {
        return try PNG.encode(ColorImage(artwork, scale: scale, colors: colors), dotsPerInch: dotsPerInch)
      }
      return try PNG.encode(bilevel(), palette: PNG.Palette(colors), dotsPerInch: dotsPerInch)
    }
    var shapes: SymbolArtwork { artwork ?? SymbolArtwork(symbol, quietZone: quietZone) }
    switch format {
    case .png: return try png()
    case .dataURI: return Array("\(Self.dataURI(try png()))\n".utf8)
    case .svg:
      let drawing = try SVG.draw(shapes, scale: scale, colors: colors, dotsPerInch: dotsPerInch) { image in
        Self.dataURI(try PNG.encode(image))
      }
      return Array(drawing.utf8)
    case .eps: return Array(PostScript.draw(shapes, scale: scale, colors: colors, dotsPerInch: dotsPerInch).utf8)
    case .pdf: return VectorPDF.draw(shapes, scale: scale, colors: colors, dotsPerInch: dotsPerInch)
    case .pbm: return Netpbm.bitmap(try bilevel())
    case .ppm:
      try checkSide(modules: shapes.height)
      return Netpbm.pixmap(ColorImage(shapes, scale: scale, colors: colors))
    case .text: return Array(TextDrawing.plain(symbol, quietZone: quietZone).utf8)
    case .html:
      return Array(TextDrawing.htmlTable(symbol, scale: scale, quietZone: quietZone, colors: colors).utf8)
    case .terminal:
      let colors = colorsTerminal ? colors : nil
      return Array(TerminalDrawing.draw(symbol, quietZone: quietZone, colors: colors).utf8)
    }
  }

  private static func dataURI(_ png: [UInt8]) -> String { "data:image/png;base64,\(Base64.encode(png))" }

  private func checkSide(modules: Int) throws(SymbolMakingError) {
    if modules * scale > Self.largestSide { throw .tooManyPixels(modules: modules, scale: scale) }
  }
}

extension SymbolPicture {
  /// The format of a file.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// PBM is black on white in any colours.
    case png, svg, pdf, eps, pbm, ppm, text, html, terminal
    case dataURI = "data-uri"

    /// The usual extension of a file's name.
    public var fileExtension: String {
      switch self {
      case .text, .terminal, .dataURI: "txt"
      default: rawValue
      }
    }

    /// Whether the drawing has a whole number of pixels.
    package var hasPixels: Bool { isRaster || self == .svg || self == .html }

    /// Whether the drawing consists of pixels, which show when it is enlarged.
    package var isRaster: Bool { [.png, .dataURI, .pbm, .ppm].contains(self) }

    /// Whether the drawing may have pictures: logos and frames.
    public var hasPictures: Bool { ![.pbm, .text, .html, .terminal].contains(self) }

    /// Whether several drawings can follow each other on standard output.
    package var isText: Bool { [.text, .html, .terminal, .dataURI].contains(self) }

    /// Chooses the format by a file's extension; `nil` for any other.
    public init?(path: String) {
      switch FileSystem.fileExtension(of: path) {
      case "txt": self = .text
      case "htm": self = .html
      case let name:
        guard let format = Self(rawValue: name), format != .terminal, format != .dataURI else { return nil }
        self = format
      }
    }
  }
}

extension PNG.Palette {
  fileprivate init(_ colors: SymbolColors) {
    let (dark, light) = (colors.dark, colors.light)
    self.init(dark: (dark.red, dark.green, dark.blue), light: (light.red, light.green, light.blue))
  }
}
