import Imaging

/// A frame of a hand-held camera that comes closer to a scene: it sways, turns and tilts a little, and blurs while it moves.
///
/// ```swift
/// var scene = Scene(Picture(picture), symbols: [])
/// Approach(frame: 3, of: 12).apply(to: &scene, width: 640, height: 480, seed: 7)
/// ```
///
/// All frames of an approach have the same seed.
public struct Approach: Hashable, Sendable {
  /// The number of the frame, from 1.
  public let frame: Int
  /// The number of frames, 2 or more.
  public let count: Int

  public init(frame: Int, of count: Int) {
    precondition(count >= 2 && 1...count ~= frame, "an approach has two frames or more, numbered from 1")
    (self.frame, self.count) = (frame, count)
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
    guard let field = SymbolField(scene) else { return }
    let path = Path(field, smallerSide: Double(min(width, height)), seed: seed)
    let time = Double(frame - 1) / Double(count - 1)
    let pose = path.pose(at: time)
    let source = pose.source(from: field, width: Double(width), height: Double(height))
    Warp(width: width, height: height, source: source).apply(to: &scene)
    // What moves while the shutter is open.
    let before = path.pose(at: time - Self.exposure / Double(count - 1))
    let (dx, dy) = ((pose.x - before.x) * pose.zoom, (pose.y - before.y) * pose.zoom)
    let length = min((dx * dx + dy * dy).squareRoot(), 40)
    if length > 0.5 {
      // The angle of the line, without its direction.
      scene.picture.blurLine(length: length, degrees: ExactMath.arcsine((dx < 0 ? -dy : dy) / max(length, abs(dy))))
    }
    if pose.blur > 0.3 { scene.picture.blurDisc(radius: pose.blur) }
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

  /// The way of a camera.
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
      // The hand aims better as the symbol fills the frame.
      let room = (0.9 - share) / 2 * smallerSide / zoom
      return Pose(
        x: swaying(0) * room * 0.8, y: swaying(1) * room * 0.8, zoom: zoom, degrees: swaying(2) * 12,
        tilt: (swaying(3) * 0.15, swaying(4) * 0.15), blur: max(0, swaying(5, 9) * 2.4 - 0.6))
    }
  }
}

extension Picture {
  /// Returns a part of the picture in another size, which it fills: its width or height is that of the whole picture.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - place: Which part, 0…1 from the left or the top.
  package func filling(width: Int, height: Int, at place: Double) -> Picture {
    if width == self.width && height == self.height { return self }
    let factor = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let left = (Double(self.width) - Double(width) / factor) * place
    let top = (Double(self.height) - Double(height) / factor) * place
    var scene = Scene(self, symbols: [])
    Warp(width: width, height: height) { ($0 / factor + left, $1 / factor + top) }.apply(to: &scene)
    return scene.picture
  }

  /// The picture with three planes.
  package var colored: Picture {
    isColor ? self : Picture(width: width, height: height, planes: [planes[0], planes[0], planes[0]])
  }

  /// Puts another picture into this one; pixels beyond its edges are left out.
  ///
  /// - Precondition: Both are gray, or both have colour.
  package mutating func put(_ other: Picture, left: Int, top: Int) {
    precondition(planes.count == other.planes.count, "a gray picture is put into a gray one")
    let columns = max(0, left)..<max(max(0, left), min(width, left + other.width))
    for y in max(0, top)..<max(max(0, top), min(height, top + other.height)) {
      let from = (y - top) * other.width + columns.lowerBound - left
      for plane in planes.indices {
        planes[plane].replaceSubrange(
          y * width + columns.lowerBound..<y * width + columns.upperBound,
          with: other.planes[plane][from..<from + columns.count])
      }
    }
  }
}

extension Picture {
  /// Sets all values of a pixel inside the picture.
  package mutating func fill(x: Int, y: Int, with level: UInt8) {
    for plane in planes.indices { planes[plane][y * width + x] = level }
  }
}
