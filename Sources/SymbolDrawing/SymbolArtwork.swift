public import Imaging
public import QRSymbology
public import TextFormats

/// A symbol with its quiet zone, and a logo or a frame if it has one: what is dark and where pictures lie, in units of a
/// module from the upper left corner.
///
/// ```swift
/// let artwork = try SymbolArtwork(symbol, logo: logo).framed(by: words)
/// let pdf = VectorPDF.draw(artwork, scale: 8)
/// ```
public struct SymbolArtwork: Hashable, Sendable {
  /// Modules in a row, with the quiet zone and the frame.
  public private(set) var width: Int
  /// Rows of modules, with the quiet zone and the frame.
  public private(set) var height: Int
  /// They do not overlap, and together they cover all dark modules.
  public private(set) var darkRectangles: [ModuleRectangle]
  /// Drawn over the modules.
  public private(set) var pictures: [PlacedPicture]
  /// Kind, version and level of the symbol, but not its message, which may be secret.
  public let summary: String

  /// A picture stretched over a rectangle.
  public struct PlacedPicture: Hashable, Sendable {
    public var image: ColorImage
    /// The upper left corner, in modules.
    public var (x, y): (Double, Double)
    /// The size in modules, more than 0.
    public var (width, height): (Double, Double)
  }

  /// A symbol alone.
  ///
  /// - Parameters:
  ///   - symbol: The symbol.
  ///   - quietZone: Light modules on each side, 0 or more. ISO/IEC 18004:2015, 6.3.8 requires 4.
  public init(_ symbol: some SquareSymbol, quietZone: Int = 4) {
    precondition(quietZone >= 0, "a quiet zone has no negative width")
    (width, height) = (symbol.size + 2 * quietZone, symbol.size + 2 * quietZone)
    darkRectangles = symbol.darkRectangles.map { $0.moved(by: quietZone) }
    (pictures, summary) = ([], symbol.summary)
  }

  /// A symbol with a logo in its middle.
  ///
  /// - Throws: `Fault` where there is no room for it.
  public init(_ symbol: QRSymbol, quietZone: Int = 4, logo: Logo) throws(Fault) {
    let (cleared, side) = try Logo.clearing(symbol)
    self.init(cleared, quietZone: quietZone)
    let extent = logo.extent(in: side)
    let (x, y) = ((Double(width) - extent.width) / 2, (Double(height) - extent.height) / 2)
    pictures = [PlacedPicture(image: logo.picture, x: x, y: y, width: extent.width, height: extent.height)]
  }

  /// The height in modules of a frame's band, which grows with the symbol.
  private static func bandHeight(side: Int) -> Int { max(6, side / 8) }

  /// The size in modules of a frame's words around a symbol with its quiet zone.
  ///
  /// - Parameter side: Modules on a side, with the quiet zone.
  public static func wordsSize(side: Int) -> (width: Int, height: Int) { (side - 2, bandHeight(side: side) - 2) }

  /// Modules in a row and rows of modules, with a frame around a symbol with its quiet zone.
  ///
  /// - Parameter side: Modules on a side, with the quiet zone.
  public static func framedSize(side: Int) -> (width: Int, height: Int) {
    (side + 2, side + 1 + bandHeight(side: side))
  }

  /// Returns the artwork inside a dark border of one module, with words in the band below it.
  ///
  /// - Parameter words: A picture of words in the light colour on the dark one, in the proportions of
  ///   ``wordsSize(side:)``.
  ///
  /// - Precondition: The artwork is square: it has no frame yet.
  public func framed(by words: ColorImage) -> SymbolArtwork {
    precondition(width == height, "the artwork has no frame yet")
    var framed = self
    framed.darkRectangles = darkRectangles.map { $0.moved(by: 1) }
    framed.pictures = pictures.map {
      PlacedPicture(image: $0.image, x: $0.x + 1, y: $0.y + 1, width: $0.width, height: $0.height)
    }
    (framed.width, framed.height) = Self.framedSize(side: width)
    framed.darkRectangles += [
      ModuleRectangle(column: 0, row: 0, width: width + 2, height: 1),
      ModuleRectangle(column: 0, row: 1, width: 1, height: height),
      ModuleRectangle(column: width + 1, row: 1, width: 1, height: height),
      ModuleRectangle(column: 0, row: height + 1, width: width + 2, height: Self.bandHeight(side: width)),
    ]
    let size = Self.wordsSize(side: width)
    framed.pictures.append(
      PlacedPicture(
        image: words, x: 2, y: Double(height) + 2, width: Double(size.width), height: Double(size.height)))
    return framed
  }
}

extension ModuleRectangle {
  fileprivate func moved(by modules: Int) -> ModuleRectangle {
    ModuleRectangle(column: column + modules, row: row + modules, width: width, height: height)
  }
}

extension ColorImage {
  /// Draws artwork as pixels.
  ///
  /// - Parameters:
  ///   - artwork: What is drawn.
  ///   - scale: Pixels per module, 1 or more.
  ///   - colors: Of dark and light modules.
  public init(_ artwork: SymbolArtwork, scale: Int, colors: SymbolColors = .blackOnWhite) {
    precondition(scale > 0, "a module has at least one pixel")
    let (width, height) = (artwork.width * scale, artwork.height * scale)
    let dark = [colors.dark.red, colors.dark.green, colors.dark.blue]
    let light = [colors.light.red, colors.light.green, colors.light.blue]
    var planes = light.map { [UInt8](repeating: $0, count: width * height) }
    for plane in 0..<3 {
      for rectangle in artwork.darkRectangles {
        let columns = rectangle.column * scale..<(rectangle.column + rectangle.width) * scale
        for y in rectangle.row * scale..<(rectangle.row + rectangle.height) * scale {
          for x in columns { planes[plane][y * width + x] = dark[plane] }
        }
      }
      for picture in artwork.pictures {
        // Whole pixels, at least one, inside the rectangle.
        let (columns, rows) = (max(1, Int(picture.width * Double(scale))), max(1, Int(picture.height * Double(scale))))
        let left = Int((picture.x * Double(scale)).rounded())
        let top = Int((picture.y * Double(scale)).rounded())
        let values = Resampling.areaMeans(
          of: picture.image.planes[plane], width: picture.image.width, height: picture.image.height,
          toWidth: columns, height: rows)
        for y in 0..<rows {
          planes[plane].replaceSubrange(
            (top + y) * width + left..<(top + y) * width + left + columns,
            with: values[y * columns..<(y + 1) * columns])
        }
      }
    }
    self.init(width: width, height: height, planes: planes)
  }
}
