import QRSymbology

/// A vector or a place in a picture, in pixels of the level that is searched.
typealias Vector = SIMD2<Double>

extension Vector {
  var length: Double { (x * x + y * y).squareRoot() }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The third component of the cross product: positive when `other` lies clockwise, as y points down.
  func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
}

/// A finder pattern: three squares, one inside the other, of 7, 5 and 3 modules (ISO/IEC 18004:2015, 6.3.3).
struct FinderPattern {
  var centre: Vector
  /// From the centre to the middle of one side, and to the middle of a neighbouring one: three and a half modules each.
  /// Which side of the symbol they point to is not known.
  var axes: (Vector, Vector)
  /// How well the gray values agree with a finder pattern and the light modules around it: their correlation, 0…1.
  var quality: Double

  /// Pixels per module, on average.
  var moduleSize: Double { (axes.0.length + axes.1.length) / 7 }

  /// Whether it was not seen, and stands where the other two of a symbol want it.
  var isSupposed: Bool { quality == 0 }

  /// The shorter one of its axes, in pixels per module.
  var shortModule: Double { min(axes.0.length, axes.1.length) / 3.5 }

  /// Half the width and half the height of the box around it.
  var extent: Vector {
    Vector(abs(axes.0.x) + abs(axes.1.x), abs(axes.0.y) + abs(axes.1.y))
  }

  /// The pattern in the pixels of a picture that is `factor` times as large.
  func scaled(by factor: Double) -> FinderPattern {
    FinderPattern(
      centre: centre * factor, axes: (axes.0 * factor, axes.1 * factor), quality: quality)
  }
}

extension FinderPattern {
  /// The same with its quality measured in a picture.
  func measured(in image: GrayImage) -> FinderPattern {
    let (across, down) = (axes.0 / 3.5, axes.1 / 3.5)
    // Of the 81 modules, 33 are dark.
    var (sum, squares, signed) = (0.0, 0.0, 0.0)
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for row in -4...4 {
        for column in -4...4 {
          let place = centre + across * Double(column) + down * Double(row)
          let gray = unsafe GrayImage.value(pixels, image.width, image.height, place)
          let ring = max(abs(column), abs(row))
          sum += gray
          squares += gray * gray
          signed += ring == 2 || ring == 4 ? gray : -gray
        }
      }
    }
    // The template is +1 for light and −1 for dark modules: its mean is 15/81, its variance 1 − (15/81)².
    let mean = sum / 81
    let variance = squares / 81 - mean * mean
    var result = self
    guard variance > 1 else {
      result.quality = 0
      return result
    }
    let covariance = signed / 81 - mean * 15 / 81
    result.quality = max(0, covariance / (variance * (1 - 225.0 / 6561)).squareRoot())
    return result
  }
}

extension FinderPattern {
  /// Moves the centre, by a module at most, and the axes, by less and less, while the quality grows.
  mutating func improve(in image: GrayImage) {
    var best = measured(in: image)
    var step = 0.4 * moduleSize
    // On a slope it could creep for ever.
    var passes = 0
    while step > 0.04 * moduleSize, passes < 40 {
      passes += 1
      var isBetter = false
      for parameter in 0..<3 {
        for delta in [Vector(step, 0), Vector(-step, 0), Vector(0, step), Vector(0, -step)] {
          var next = best
          switch parameter {
          case 0: next.centre += delta
          case 1: next.axes.0 += delta
          default: next.axes.1 += delta
          }
          next = next.measured(in: image)
          if next.quality > best.quality, (next.centre - centre).length < moduleSize { (best, isBetter) = (next, true) }
        }
      }
      if !isBetter { step /= 2 }
    }
    self = best
  }
}
