/// A position in a picture, in pixels from the upper left corner of the upper left pixel.
public struct ImagePoint: Hashable, Sendable, Codable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
