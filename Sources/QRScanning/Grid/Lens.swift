import Imaging

/// The radial distortion of a lens, around the middle of a symbol.
struct Lens: Hashable {
  /// Twice the share by which lengths in the middle are shorter: above zero for pincushion distortion, which pulls corners outwards,
  /// below zero for barrel distortion.
  var strength = 0.0

  var isNone: Bool { strength == 0 }

  /// Moves a point of the unit square along the line from the middle. The corners stay where they are.
  func apply(_ point: Vector) -> Vector {
    let middle = Vector(0.5, 0.5)
    let delta = point - middle
    return middle + delta * (1 + strength * (delta.dot(delta) - 0.5))
  }
}
