/// A plane through vectors around an origin, by weighted least squares. A single number at each place is the x of a vector.
///
/// The normal equations have no arrays, as there is one for every node of a net.
@usableFromInline package struct PlaneFit {
  @usableFromInline let ridge: Double
  @usableFromInline var n: Double
  @usableFromInline var (x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)
  @usableFromInline var (p, px, py) = (Vector(), Vector(), Vector())

  /// - Parameters:
  ///   - prior: The weight of a value of 0 at the origin.
  ///   - ridge: The weight of no slope. Larger flattens; above 0, points on one line are enough.
  @inlinable package init(prior: Double = 0, ridge: Double) { (n, self.ridge) = (prior, ridge) }

  /// Adds a value at a distance from the origin.
  @inlinable package mutating func add(_ offset: Vector, _ value: Vector, weight: Double) {
    n += weight
    x += weight * offset.x
    y += weight * offset.y
    xx += weight * offset.x * offset.x
    xy += weight * offset.x * offset.y
    yy += weight * offset.y * offset.y
    p += value * weight
    px += value * (weight * offset.x)
    py += value * (weight * offset.y)
  }

  /// The change per unit to the right and per unit down; zero without values.
  @inlinable package var slopes: (right: Vector, down: Vector) {
    guard n > 0 else { return (.zero, .zero) }
    let (cxx, cxy, cyy) = (xx - x * x / n + ridge, xy - x * y / n, yy - y * y / n + ridge)
    let determinant = cxx * cyy - cxy * cxy
    let (cx, cy) = (px - p * (x / n), py - p * (y / n))
    return ((cx * cyy - cy * cxy) / determinant, (cy * cxx - cx * cxy) / determinant)
  }

  /// The value at the origin; zero without values.
  @inlinable package var value: Vector {
    guard n > 0 else { return .zero }
    let (right, down) = slopes
    return (p - right * x - down * y) / n
  }
}
