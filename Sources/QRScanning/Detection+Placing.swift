import Imaging

extension Detection {
  /// The detection in a picture that is `factor` times as wide and high, and of which this one was a part.
  func placed(by factor: Vector = Vector(1, 1), from origin: Vector = .zero) -> Detection {
    var result = self
    for corner in [\Corners.topLeft, \.topRight, \.bottomRight, \.bottomLeft] {
      let place = Vector(corners[keyPath: corner].x, corners[keyPath: corner].y) * factor + origin
      result.corners[keyPath: corner] = ImagePoint(x: place.x, y: place.y)
    }
    result.grid = grid?.placed(by: factor, from: origin)
    return result
  }
}
