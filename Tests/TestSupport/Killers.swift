public import Imaging
import QREncoding
import QRSymbology
import SymbolDrawing

/// Pictures made to keep a scanner busy.
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
    return try GrayImage(width: side, height: side, pixels: pixels).withSymbol(of: text)
  }

  /// A square page of symbols of 1-pixel modules, each of them with random modules for its codewords, and with a symbol as in
  /// ``field(side:besides:)``.
  public static func spoiltPage(side: Int, besides text: String) throws -> GrayImage {
    let spoilt = try QREncoder().encode("spoilt")
    let (size, patterns) = (spoilt.size, spoilt.version.functionPatterns)
    var random = SeededGenerator(seed: 1)
    var page = GrayImage(width: side, height: side)
    for top in stride(from: 4, to: side - size, by: size + 4) {
      for left in stride(from: 4, to: side - size, by: size + 4) {
        for row in 0..<size {
          for column in 0..<size {
            let isFixed = patterns[row * size + column] != nil
            let isDark = isFixed ? spoilt[row: row, column: column] : Bool.random(using: &random)
            if isDark { page[x: left + column, y: top + row] = 0 }
          }
        }
      }
    }
    return try page.withSymbol(of: text)
  }
}

extension GrayImage {
  /// Draws a symbol in the upper left corner, at most a quarter of the picture.
  fileprivate func withSymbol(of text: String) throws -> GrayImage {
    var picture = self
    picture.draw(GrayImage(try QREncoder().encode(text), scale: width / 100), x: 0, y: 0)
    return picture
  }
}
