/// A vector or a place in a picture, in pixels.
@usableFromInline package typealias Vector = SIMD2<Double>

extension Vector {
  @inlinable package var length: Double { (x * x + y * y).squareRoot() }

  @inlinable package func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third component of the cross product: positive when `other` is clockwise of this, as y points down.
  @inlinable package func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// What is to the right, and what is below, in each of four positions by quarter turns.
  ///
  /// - Parameters:
  ///   - right: In the first position.
  ///   - down: The next to the right one by a quarter turn, in whichever direction.
  package static func quarterTurns(_ right: Vector, _ down: Vector) -> [(right: Vector, down: Vector)] {
    [(right, down), (down, -right), (-right, -down), (-down, right)]
  }
}
