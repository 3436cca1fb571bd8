public import Imaging
public import QRSymbology
public import SymbolDrawing
public import TextFormats

/// A symbol as it is printed: with a number of dots per module, and perhaps a logo in its middle.
public struct PrintedSymbol: Hashable, Sendable {
  /// The symbol with the logo's square left light.
  public let symbol: QRSymbol
  /// Printer dots on the side of a module, 1 or more.
  public let dots: Int
  /// Light modules on each side.
  public let quietZone: Int
  public let logo: Logo?
  /// The side of the logo's square in modules, 0 without a logo.
  public let logoSide: Int

  /// - Throws: `Fault` where there is no room for the logo.
  public init(
    _ symbol: QRSymbol, dots: Int, quietZone: Int = 4, logo: Logo? = nil
  ) throws(Fault) {
    precondition(dots >= 1 && quietZone >= 0, "a module has at least one dot, and a quiet zone no negative width")
    (self.dots, self.quietZone, self.logo) = (dots, quietZone, logo)
    (self.symbol, logoSide) = logo == nil ? (symbol, 0) : try Logo.clearing(symbol)
  }

  /// Dots on the side of the symbol with its quiet zone.
  public var side: Int { (symbol.size + 2 * quietZone) * dots }

  /// The printed picture: one pixel is one dot, dark 0 and light 255, the logo in gray.
  public var raster: GrayImage { raster(dots: dots) }

  /// Draws the printed picture with another number of dots per module.
  func raster(dots: Int) -> GrayImage {
    var image = GrayImage(symbol, scale: dots, quietZone: quietZone)
    guard let place = logoPlace(dots: dots), let logo else { return image }
    let gray = GrayImage(logo.picture).resized(width: place.width, height: place.height)
    for y in 0..<gray.height {
      let start = (place.y + y) * image.width + place.x
      image.pixels.replaceSubrange(
        start..<start + gray.width, with: gray.pixels[y * gray.width..<(y + 1) * gray.width])
    }
    return image
  }

  /// Returns the logo's rectangle, in dots from the upper left corner of the quiet zone.
  func logoPlace(dots: Int) -> (x: Int, y: Int, width: Int, height: Int)? {
    guard let logo else { return nil }
    let side = (symbol.size + 2 * quietZone) * dots
    let extent = logo.extent(in: logoSide)
    let width = max(1, Int(extent.width * Double(dots)))
    let height = max(1, Int(extent.height * Double(dots)))
    return ((side - width) / 2, (side - height) / 2, width, height)
  }
}
