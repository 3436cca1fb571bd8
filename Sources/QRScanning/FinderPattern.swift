/// A vector or a place in a picture, in pixels of the level that is searched.
typealias Vector = SIMD2<Double>

extension Vector {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third component of the cross product: positive when `other` lies clockwise, as y points down.
  func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
}

/// A finder pattern: three squares, one inside the other, of 7, 5 and 3 modules (ISO/IEC 18004:2015, 6.3.3).
struct FinderPattern {
  var centre: Vector
  /// From the centre to the middle of one side, and to the middle of a neighbouring one: three and a half modules each.
  /// Which side of the symbol they point to is not known.
  var axes: (Vector, Vector)
  /// How many of the rays from the centre crossed the three squares at the right distances, 0…1.
  var quality: Double

  /// Pixels per module, on average.
  var moduleSize: Double { (axes.0.length + axes.1.length) / 7 }

  /// The pattern in the pixels of a picture that is `factor` times as large.
  func scaled(by factor: Double) -> FinderPattern {
    FinderPattern(
      centre: centre * factor, axes: (axes.0 * factor, axes.1 * factor), quality: quality)
  }
}
