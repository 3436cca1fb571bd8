import Imaging

/// A frame of a hand-held camera that moves closer to a scene: it sways, turns and tilts a little, and blurs while it moves.
///
/// ```swift
/// var scene = Scene(Picture(picture), symbols: [])
/// Approach(frame: 3, of: 12).apply(to: &scene, width: 640, height: 480, seed: 7)
/// ```
///
/// All frames of an approach have the same seed.
public struct Approach: Hashable, Sendable {
  /// The number of the frame, from 1.
  public let number: Int
  /// The number of frames, 2 or more.
  public let count: Int

  public init(frame: Int, of count: Int) {
    precondition(count >= 2 && 1...count ~= frame, "an approach has two frames or more, numbered from 1")
    (number, self.count) = (frame, count)
  }

  /// The share of the frame's smaller side that the symbol fills at the beginning, and at the end.
  private static let shares = (first: 0.15, last: 0.75)
  /// The share of the time between two frames for which the shutter is open.
  private static let exposure = 0.3

  /// Replaces the picture by what the camera sees, with the first symbol near its middle.
  ///
  /// - Parameters:
  ///   - scene: A scene with a symbol.
  ///   - width: The width of the frame in pixels.
  ///   - height: Its height.
  ///   - seed: That of the whole approach.
  public func apply(to scene: inout Scene, width: Int, height: Int, seed: UInt64) {
    let field = SymbolField(scene)
    let path = Path(field, smallerSide: Double(min(width, height)), seed: seed)
    let time = Double(number - 1) / Double(count - 1)
    let pose = path.pose(at: time)
    let source = pose.source(from: field, width: Double(width), height: Double(height))
    Warp(width: width, height: height, source: source).apply(to: &scene)
    // What moves while the shutter is open.
    let before = path.pose(at: time - Self.exposure / Double(count - 1))
    let line = Self.line((pose.x - before.x) * pose.zoom, (pose.y - before.y) * pose.zoom, turned: pose.degrees)
    if line.length > 0.5 { scene.picture.blurLine(length: line.length, degrees: line.degrees) }
    if pose.blur > 0.3 { scene.picture.blurDisc(radius: pose.blur) }
  }

  /// The longest line to which a point blurs, in pixels.
  private static let longestLine = 40.0

  /// Returns the line to which a point blurs in the frame.
  ///
  /// - Parameters:
  ///   - dx: How far the camera has moved over the scene, in pixels of the frame.
  ///   - dy: The same downwards.
  ///   - degrees: By how much the scene's axes are turned in the frame.
  /// - Returns: The angle of the line in the frame, without its direction.
  static func line(_ dx: Double, _ dy: Double, turned degrees: Double) -> (length: Double, degrees: Double) {
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return (0, 0) }
    let angle = ExactMath.arcsine(min(max((dx < 0 ? -dy : dy) / length, -1), 1))
    return (min(length, longestLine), angle - degrees)
  }

  /// Where a camera is.
  private struct Pose {
    /// The shift of its middle from the symbol's, in pixels of the scene.
    var x: Double, y: Double
    /// Pixels of the frame for a pixel of the scene.
    var zoom: Double
    var degrees: Double
    /// The relative change of the distance across a symbol.
    var tilt: (x: Double, y: Double)
    /// The radius of the disc that the lens makes of a point, in pixels of the frame.
    var blur: Double

    func source(
      from field: SymbolField, width: Double, height: Double
    ) -> (_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
      let (sine, cosine) = (ExactMath.sine(degrees: degrees), ExactMath.cosine(degrees: degrees))
      return { x, y in
        let (u, v) = ((x - width / 2) / zoom, (y - height / 2) / zoom)
        let depth = 1 + (u * tilt.x + v * tilt.y) / field.width
        guard depth > 0.2 else { return nil }
        let (a, b) = (u / depth, v / depth)
        return (field.x + self.x + a * cosine - b * sine, field.y + self.y + a * sine + b * cosine)
      }
    }
  }

  /// The path of a camera.
  private struct Path {
    private let field: SymbolField
    private let smallerSide: Double
    private let sway: [SmoothNoise]

    init(_ field: SymbolField, smallerSide: Double, seed: UInt64) {
      var random = SplitMix64(seed: seed)
      (self.field, self.smallerSide) = (field, smallerSide)
      sway = (0..<6).map { _ in SmoothNoise(&random) }
    }

    /// - Parameter time: 0…1, or a little before.
    func pose(at time: Double) -> Pose {
      let (first, last) = Approach.shares
      // The same factor from frame to frame, as at a constant speed.
      let share = first * ExactMath.powerOfTwo(ExactMath.logarithm2(last / first) * max(0, time))
      let zoom = share * smallerSide / field.width
      /// Smooth values of −1…1 that change a few times on the way.
      func swaying(_ index: Int, _ speed: Double = 5) -> Double { sway[index].value(8 + time * speed, 0.5) }
      // The sway gets smaller as the symbol fills the frame.
      let room = (0.9 - share) / 2 * smallerSide / zoom
      return Pose(
        x: swaying(0) * room * 0.8, y: swaying(1) * room * 0.8, zoom: zoom, degrees: swaying(2) * 12,
        tilt: (swaying(3) * 0.15, swaying(4) * 0.15), blur: max(0, swaying(5, 9) * 2.4 - 0.6))
    }
  }
}
