/// A vector or a place in a picture, in pixels.
typealias Vector = SIMD2<Double>

extension Vector {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third component of the cross product: positive when `other` is clockwise of this, as y points down.
  func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// What is to the right, and what is below, in each of four positions by quarter turns.
  ///
  /// - Parameters:
  ///   - right: In the first position.
  ///   - down: The next to the right one by a quarter turn, in whichever direction.
  static func quarterTurns(_ right: Vector, _ down: Vector) -> [(right: Vector, down: Vector)] {
    [(right, down), (down, -right), (-right, -down), (-down, right)]
  }
}
