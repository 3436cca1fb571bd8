import ImageCoding
import Imaging
import Testing

/// Draws the path of a symbol in SVG, as a browser would.
enum SymbolPicture {
  /// - Parameter svg: A drawing of `SymbolDrawing.SVG`: one path of rectangles, in modules.
  static func of(_ svg: String, scale: Int = 4) throws -> [UInt8] {
    let box = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
    let (width, height) = (Int(box.1) ?? 0, Int(box.2) ?? 0)
    var image = GrayImage(width: width * scale, height: height * scale)
    for y in 0..<image.height { for x in 0..<image.width { image[x: x, y: y] = 255 } }
    for match in svg.matches(of: /M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/) {
      let (column, row) = (Int(match.1) ?? 0, Int(match.2) ?? 0)
      for y in row * scale..<(row + (Int(match.4) ?? 0)) * scale {
        for x in column * scale..<(column + (Int(match.3) ?? 0)) * scale { image[x: x, y: y] = 0 }
      }
    }
    return try PNG.encode(image)
  }
}
