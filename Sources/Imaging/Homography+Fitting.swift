extension Homography {
  /// Fits the map of the unit square to pairs of its points and places, by least squares.
  ///
  /// - Parameters:
  ///   - pairs: Points of the unit square or beside it, each with its place and weight.
  ///   - depth: The least depth of a corner, where that of (0, 0) is 1: smaller is behind the camera, or nearly.
  /// - Returns: The places of the corners (0, 0), (1, 0), (1, 1), (0, 1); `nil` when the pairs do not determine a map.
  package static func corners(
    fitting pairs: [(point: Vector, place: Vector, weight: Double)], depth: Double
  ) -> (Vector, Vector, Vector, Vector)? {
    // Unknowns a…h of x = (a·u + b·v + c)/(g·u + h·v + 1), y likewise; places are centred and scaled for accuracy.
    let centre = pairs.reduce(Vector()) { $0 + $1.place } / Double(pairs.count)
    let spread = max(pairs.map { ($0.place - centre).length }.max() ?? 1, 1e-6)
    var system = LinearSystem(unknowns: 8)
    for pair in pairs {
      let (u, v) = (pair.point.x, pair.point.y)
      let p = (pair.place - centre) / spread
      system.add([u, v, 1, 0, 0, 0, -u * p.x, -v * p.x], p.x, weight: pair.weight)
      system.add([0, 0, 0, u, v, 1, -u * p.y, -v * p.y], p.y, weight: pair.weight)
    }
    guard let h = system.solution else { return nil }
    func corner(_ u: Double, _ v: Double) -> Vector? {
      let w = h[6] * u + h[7] * v + 1
      guard w > depth else { return nil }
      let place = Vector(h[0] * u + h[1] * v + h[2], h[3] * u + h[4] * v + h[5]) / w
      return place * spread + centre
    }
    guard let a = corner(0, 0), let b = corner(1, 0), let c = corner(1, 1), let d = corner(0, 1) else { return nil }
    return (a, b, c, d)
  }
}
