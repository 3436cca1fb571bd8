import Imaging
import QRSymbology

/// A finder pattern with its axes turned to the symbol's, in pixels per module.
struct OrientedPattern {
  var pattern: FinderPattern<LevelPixels>
  /// One module to the right in the symbol.
  var right: Vector
  /// One module down in the symbol.
  var down: Vector

  /// The place at a distance from the centre, in modules.
  func place(_ right: Double, _ down: Double) -> Vector { pattern.centre + self.right * right + self.down * down }

  /// The centre of a module, counted from the first column and row of the pattern.
  func place(column: Int, row: Int) -> Vector {
    place(Double(column - FunctionPattern.finderMiddle), Double(row - FunctionPattern.finderMiddle))
  }

  // Grays along the axes are exact sums: those of a few pixels fit in a `Double`.

  func centreGray(in image: GrayImage) -> Double { image.value(at: pattern.centre) }

  /// The sum of the grays at four places at a distance from the centre, in modules: one to each side.
  func sideGrays(at distance: Double, in image: GrayImage) -> Double {
    let across = image.value(at: place(distance, 0)) + image.value(at: place(-distance, 0))
    return across + image.value(at: place(0, distance)) + image.value(at: place(0, -distance))
  }

  /// The mean gray of the light ring.
  func ringGray(in image: GrayImage) -> Double {
    sideGrays(at: Double(FunctionPattern.finderLightRing), in: image) / 4
  }

  /// The mean gray of the core at five places: the centre, and at a distance from it, in modules. At
  /// ``FunctionPattern/finderMiddle`` the four are on the border.
  func darkGray(at distance: Double, in image: GrayImage) -> Double {
    (centreGray(in: image) + sideGrays(at: distance, in: image)) / 5
  }
}
