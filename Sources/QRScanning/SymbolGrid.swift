public import Imaging

/// Where each module of a symbol is in a picture, and what was read there.
///
/// ```swift
/// let grid = try QRScanner().scan(picture).first?.grid
/// grid?.place(column: 0.5, row: 0.5)  // the centre of the upper left module, in pixels
/// ```
public struct SymbolGrid: Sendable {
  /// Whether each module was read as dark, row by row from the upper left of the upright symbol, before error correction.
  public let modules: [Bool]
  /// Whether the value of each module was a guess, row by row.
  package let isUncertain: [Bool]
  /// Whether the symbol is mirrored in the picture.
  public let isMirrored: Bool
  private var map: GridMap<PicturePixels>

  /// Modules from left to right: 21, 25, … 177; 11…17 for a Micro QR symbol, 27…139 for an rMQR symbol.
  public var columns: Int { isMirrored ? map.rows : map.columns }
  /// Modules from top to bottom: as many as ``columns``, except in an rMQR symbol, where they are 7…17.
  public var rows: Int { isMirrored ? map.columns : map.rows }
  /// Modules on the longest side.
  public var size: Int { max(map.columns, map.rows) }

  init(_ map: GridMap<PicturePixels>, isMirrored: Bool, _ decision: ModuleGrays.Decision) {
    (self.map, self.isMirrored, modules, isUncertain) = (map, isMirrored, decision.modules, decision.isUncertain)
  }

  /// The place in the picture, in pixels, of a point of the upright symbol.
  ///
  /// - Parameters:
  ///   - column: From 0 at the left edge to ``columns`` at the right one; module centres are at half-integers. Beyond the
  ///     edges the grid is continued.
  ///   - row: The same from the upper edge to the lower one.
  public func place(column: Double, row: Double) -> ImagePoint {
    let place = isMirrored ? map.place(row, column) : map.place(column, row)
    return ImagePoint(x: place.x, y: place.y)
  }

  /// Whether the symbol is light on dark in its picture: its upper left finder pattern is, whose middle is compared with the ring
  /// around it (ISO/IEC 18004:2015, 6.3.3).
  package func isInverted(in image: GrayImage) -> Bool {
    func mean(_ cells: [(column: Double, row: Double)]) -> Double {
      let lights = cells.compactMap { cell -> Int? in
        let place = place(column: cell.column, row: cell.row)
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        return 0..<image.width ~= x && 0..<image.height ~= y ? Int(image[x: x, y: y]) : nil
      }
      return lights.isEmpty ? 0 : Double(lights.reduce(0, +)) / Double(lights.count)
    }
    let middle = (0..<9).map { (column: 2.5 + Double($0 % 3), row: 2.5 + Double($0 / 3)) }
    let ring = (0..<4).flatMap { step -> [(column: Double, row: Double)] in
      let along = 1.5 + Double(step)
      return [(along, 1.5), (5.5, along), (along + 1, 5.5), (1.5, along + 1)]
    }
    return mean(middle) > mean(ring)
  }

  /// The grid in a picture that is `factor` times as wide and high, and of which this one was a part.
  func placed(by factor: Vector, from origin: Vector) -> SymbolGrid {
    var result = self
    result.map = map.placed(by: factor, from: origin)
    return result
  }
}

extension SymbolGrid: Hashable {
  public static func == (a: SymbolGrid, b: SymbolGrid) -> Bool {
    a.map.outline == b.map.outline && a.map.bend == b.map.bend && a.map.residuals == b.map.residuals
      && a.map.lens == b.map.lens && a.isMirrored == b.isMirrored && a.modules == b.modules
      && a.isUncertain == b.isUncertain
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(map.outline)
    hasher.combine(modules)
  }
}
