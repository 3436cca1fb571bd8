import Imaging

/// The reflectance of each module and of those in the quiet zone, through a round aperture.
///
/// Gray levels become light as sRGB defines it; 255 counts as all light reflected.
struct Reflectances {
  /// Modules on each side.
  let size: Int
  /// Modules of the quiet zone that were measured on each side.
  let border: Int
  /// Row by row with the quiet zone; NaN outside the picture.
  private let values: [Double]

  init(_ image: GrayImage, _ grid: PlacedGrid, border: Int, isInverted: Bool) {
    (size, self.border) = (grid.size, border)
    let middle = grid.frame(size / 2, size / 2)
    let module = max(middle.right.length, middle.down.length)
    let points = Self.points(module: module)
    var values: [Double] = []
    let side = size + 2 * border
    values.reserveCapacity(side * side)
    for row in -border..<size + border {
      for column in -border..<size + border {
        let (centre, right, down) = grid.frame(column, row)
        guard image.contains(centre) else {
          values.append(.nan)
          continue
        }
        var sum = 0.0
        for point in points { sum += image.light(at: centre + right * point.x + down * point.y) }
        let mean = sum / Double(points.count)
        values.append(isInverted ? 1 - mean : mean)
      }
    }
    self.values = values
  }

  /// The reflectance of a module, 0…1; NaN outside the picture.
  ///
  /// - Precondition: The module is in the symbol or the measured quiet zone.
  subscript(row: Int, column: Int) -> Double { values[(row + border) * (size + 2 * border) + column + border] }

  /// The reflectances of the symbol's modules, row by row.
  var symbol: [Double] { (0..<size * size).map { self[$0 / size, $0 % size] } }

  /// Points of the aperture around a module's centre, in modules: at least one for each pixel, in even distances.
  private static func points(module: Double) -> [Vector] {
    let radius = GradeTables.aperture / 2
    let count = Int(min(max(2 * radius * module, 3).rounded(.up), 14)) + 1
    let offsets = (0..<count).map { (2 * Double($0) + 1 - Double(count)) / Double(count) * radius }
    return offsets.flatMap { y in offsets.map { Vector($0, y) } }.filter { $0.length <= radius }
  }
}

extension GrayImage {
  func contains(_ place: Vector) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < Double(width) && place.y < Double(height)
  }

  /// The light of the pixel at a place, 0…1; outside that of the nearest pixel. A pixel is the mean of its area, so that
  /// interpolation would only blur.
  func light(at place: Vector) -> Double {
    let x = Int(min(max(place.x, 0), Double(width) - 1))
    let y = Int(min(max(place.y, 0), Double(height) - 1))
    return LinearLight.linear[Int(pixels[y * width + x])]
  }
}
