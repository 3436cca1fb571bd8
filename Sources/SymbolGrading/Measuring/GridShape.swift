import Imaging
import QRScanning

/// The shape of a grid in the picture, beside that of an even one.
///
/// An even grid is the picture of even rows and columns by a camera at any angle, fitted to the nodes: the angle alone is
/// not a displacement.
struct GridShape {
  /// Mean width and height of a module, in pixels.
  let width: Double
  let height: Double
  /// The largest distance of a node from its place in the even grid, in modules.
  let displacement: Double
  /// The widest module's width as a multiple of the narrowest's, or of heights if that is more: above 1 where the camera
  /// looks at an angle.
  let foreshortening: Double

  init(_ grid: PlacedGrid) {
    let size = Double(grid.size)
    let pairs = grid.nodes.flatMap { y in
      grid.nodes.map { x in (point: Vector(x / size, y / size), place: grid.place(x, y), weight: 1.0) }
    }
    let corners =
      Homography.corners(fitting: pairs, depth: 0.01)
      ?? (grid.place(0, 0), grid.place(size, 0), grid.place(size, size), grid.place(0, size))
    let even = Homography(unitSquareTo: corners)
    let thirds = [1.0 / 6, 0.5, 5.0 / 6]
    var (widths, heights) = ([Double](), [Double]())
    for v in thirds {
      for u in thirds {
        widths.append((even.apply(u + 1 / 6, v) - even.apply(u - 1 / 6, v)).length * 3 / size)
        heights.append((even.apply(u, v + 1 / 6) - even.apply(u, v - 1 / 6)).length * 3 / size)
      }
    }
    let (width, height) = (widths.reduce(0, +) / 9, heights.reduce(0, +) / 9)
    (self.width, self.height) = (width, height)
    displacement =
      pairs.map { ($0.place - even.apply($0.point.x, $0.point.y)).length }.max().map { $0 * 2 / (width + height) } ?? 0
    func spread(_ values: [Double]) -> Double { (values.max() ?? 1) / max(values.min() ?? 1, 1e-9) }
    foreshortening = max(spread(widths), spread(heights))
  }

  /// The difference between width and height as a share of their mean.
  var axialNonUniformity: Double { abs(width - height) / ((width + height) / 2) }
}
