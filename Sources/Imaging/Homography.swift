/// A projective map of the plane: how a camera sees the modules of a flat symbol.
@usableFromInline package struct Homography: Sendable {
  @usableFromInline package let x: SIMD4<Double>
  @usableFromInline package let y: SIMD4<Double>
  @usableFromInline package let w: SIMD4<Double>

  /// Fits the map of the corners of the unit square, clockwise from the origin, to four points.
  package init(unitSquareTo p: (Vector, Vector, Vector, Vector)) {
    // Heckbert, "Fundamentals of Texture Mapping", 2.2.3.
    let (d1, d2, s) = (p.1 - p.2, p.3 - p.2, p.0 - p.1 + p.2 - p.3)
    let area = d1.cross(d2)
    let g = area == 0 ? 0 : s.cross(d2) / area
    let h = area == 0 ? 0 : d1.cross(s) / area
    x = SIMD4(p.1.x - p.0.x + g * p.1.x, p.3.x - p.0.x + h * p.3.x, p.0.x, 0)
    y = SIMD4(p.1.y - p.0.y + g * p.1.y, p.3.y - p.0.y + h * p.3.y, p.0.y, 0)
    w = SIMD4(g, h, 1, 0)
  }

  // Called for every point of every candidate map: a function call would take as long as the arithmetic.
  @inlinable @inline(__always) package func apply(_ u: Double, _ v: Double) -> Vector {
    let scale = 1 / (w.x * u + w.y * v + w.z)
    return Vector((x.x * u + x.y * v + x.z) * scale, (y.x * u + y.y * v + y.z) * scale)
  }
}
