/// The outer corners of a symbol, named as in the upright symbol: in a picture rotated by 90°, `topLeft` is at another
/// corner.
public struct Corners: Hashable, Sendable, Codable {
  public var topLeft: ImagePoint
  public var topRight: ImagePoint
  public var bottomRight: ImagePoint
  public var bottomLeft: ImagePoint

  public init(topLeft: ImagePoint, topRight: ImagePoint, bottomRight: ImagePoint, bottomLeft: ImagePoint) {
    (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
  }

  /// The corners of an upright symbol.
  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(
      topLeft: ImagePoint(x: left, y: top), topRight: ImagePoint(x: right, y: top),
      bottomRight: ImagePoint(x: right, y: bottom), bottomLeft: ImagePoint(x: left, y: bottom))
  }

  /// The four corners, clockwise in the upright symbol.
  public var points: [ImagePoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}

extension [ImagePoint] {
  /// The area of the shape with these corners: above 0 if they are clockwise in the picture.
  package var signedArea: Double {
    let sum = indices.reduce(0.0) { sum, index in
      let (a, b) = (self[index], self[(index + 1) % count])
      return sum + a.x * b.y - b.x * a.y
    }
    return sum / 2
  }
}
