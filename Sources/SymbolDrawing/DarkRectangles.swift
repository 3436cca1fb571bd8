public import QRSymbology

/// A rectangle of modules, in coordinates from the symbol's upper left corner.
public struct ModuleRectangle: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var width: Int
  public var height: Int

  package init(column: Int, row: Int, width: Int, height: Int) {
    (self.column, self.row, self.width, self.height) = (column, row, width, height)
  }
}

extension SquareSymbol {
  /// The dark modules as few rectangles: runs within a row, extended down while the next rows have the same run.
  ///
  /// They do not overlap, and together they cover all dark modules.
  public var darkRectangles: [ModuleRectangle] {
    var rectangles: [ModuleRectangle] = []
    rectangles.reserveCapacity(size * size / 4)
    // For each column, the rectangle of the row above that begins there, or none.
    var open = [Int](repeating: -1, count: size)
    for row in 0..<size {
      var column = 0
      while column < size {
        guard modules[row * size + column] else {
          open[column] = -1
          column += 1
          continue
        }
        let start = column
        while column < size, modules[row * size + column] { column += 1 }
        let above = open[start]
        if above >= 0, rectangles[above].width == column - start {
          rectangles[above].height += 1
        } else {
          open[start] = rectangles.count
          rectangles.append(ModuleRectangle(column: start, row: row, width: column - start, height: 1))
        }
        for inner in start + 1..<max(column, start + 1) { open[inner] = -1 }
      }
    }
    return rectangles
  }
}
