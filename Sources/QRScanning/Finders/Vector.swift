/// A vector or a place in a picture, in pixels.
typealias Vector = SIMD2<Double>

extension Vector {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third component of the cross product: positive when `other` is clockwise of this, as y points down.
  func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
}
