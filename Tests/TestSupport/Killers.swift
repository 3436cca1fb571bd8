public import Imaging
import QREncoding
import SymbolDrawing

/// Pictures that were made to take a scanner long.
public enum Killers {
  /// A square field of finder patterns of 1-pixel modules, with a symbol in its upper left corner, in a quarter of it at most.
  public static func field(side: Int, besides text: String) throws -> GrayImage {
    let rows = (0..<8).map { y in
      (0..<side).map { x -> UInt8 in
        x % 8 < 7 && y < 7 && max(abs(x % 8 - 3), abs(y - 3)) != 2 ? 0 : 255
      }
    }
    var pixels: [UInt8] = []
    for y in 0..<side { pixels += rows[y % 8] }
    let symbol = GrayImage(try QREncoder().encode(text), scale: side / 100)
    for y in 0..<symbol.height {
      pixels.replaceSubrange(
        y * side..<y * side + symbol.width, with: symbol.pixels[y * symbol.width..<(y + 1) * symbol.width])
    }
    return GrayImage(width: side, height: side, pixels: pixels)
  }
}
