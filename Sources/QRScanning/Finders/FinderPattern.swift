import Imaging
import QRSymbology

/// A finder pattern: three concentric squares of 7, 5 and 3 modules (ISO/IEC 18004:2015, 6.3.3).
struct FinderPattern<Frame: PixelFrame> {
  var centre: Vector
  /// From the centre to the middle of one side, and to the middle of an adjacent side: three and a half modules each.
  /// Which sides of the symbol they are is open.
  var axes: (Vector, Vector)
  /// The correlation of the gray values with those of a finder pattern and its separator, 0…1; 0 marks a pattern that
  /// is supposed.
  var quality: Double
  /// Whether its outline is an ellipse, with ``axes`` as its half axes, and says nothing of where the sides are.
  var isRound = false

  /// Pixels per module, the mean of both axes.
  var moduleSize: Double { (axes.0.length + axes.1.length) / Double(FunctionPattern.finderSize) }

  /// Whether the pattern was not detected but completed from the other two of a symbol.
  var isSupposed: Bool { quality == 0 }

  /// One module along each axis.
  var step: (Vector, Vector) { (axes.0 / FinderGeometry.half, axes.1 / FinderGeometry.half) }

  /// Pixels per module along the shorter axis.
  var shortModule: Double { min(axes.0.length, axes.1.length) / FinderGeometry.half }

  /// Half the width and half the height of the bounding box.
  var extent: Vector {
    Vector(abs(axes.0.x) + abs(axes.1.x), abs(axes.0.y) + abs(axes.1.y))
  }

  private func scaled<Other>(by factor: Double) -> FinderPattern<Other> {
    FinderPattern<Other>(
      centre: centre * factor, axes: (axes.0 * factor, axes.1 * factor), quality: quality, isRound: isRound)
  }
}

extension FinderPattern<LevelPixels> {
  /// The pattern in pixels of the whole picture.
  func inPicture(fromLevel level: Int) -> FinderPattern<PicturePixels> { scaled(by: Pyramid.factor(ofLevel: level)) }
}

extension FinderPattern<PicturePixels> {
  /// The pattern in pixels of a level.
  func inLevel(_ level: Int) -> FinderPattern<LevelPixels> { scaled(by: 1 / Pyramid.factor(ofLevel: level)) }
}

/// Half the sides of a finder pattern's squares, in modules.
enum FinderGeometry {
  /// The dark core of 3 × 3 modules.
  static var core: Double { Double(FunctionPattern.finderCore) / 2 }
  /// The light ring of 5 × 5 modules.
  static var ring: Double { Double(FunctionPattern.finderLightRing) + 0.5 }
  /// The pattern of 7 × 7 modules.
  static var half: Double { Double(FunctionPattern.finderSize) / 2 }
  /// The distance from a pattern's centre within which another pattern is the same.
  static var samePattern: Double { 2 }
  /// The ratio of two module sizes below which a pattern is not that of the same symbol, but of one inside it.
  static var inset: Double { 0.7 }
  /// Modules between the centres of two patterns of version 1, the nearest that there are.
  static let leastDistance = Double(QRSymbol.Version.all[0].size - FunctionPattern.finderSize)
}

extension FinderPattern<LevelPixels> {
  /// The pattern with its quality measured in a level.
  ///
  /// Of the separator only what is in the picture counts: symbols may reach its edge.
  ///
  /// - Parameter isLight: Whether it is light on dark ground.
  func measured(in image: GrayImage, isLight: Bool = false) -> Self {
    let (across, down) = step
    var (sum, squares, signed) = (0.0, 0.0, 0.0)
    let reach = FunctionPattern.separatorRing
    var (modules, lights) = (0, 0)
    let (right, bottom) = (Double(image.width), Double(image.height))
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      for row in -reach...reach {
        for column in -reach...reach {
          let place = centre + across * Double(column) + down * Double(row)
          let ring =
            isRound ? Int(Double(column * column + row * row).squareRoot().rounded()) : max(abs(column), abs(row))
          if ring > reach { continue }
          if ring == reach, !(place.x >= 0 && place.y >= 0 && place.x <= right && place.y <= bottom) { continue }
          modules += 1
          if !FunctionPattern.isFinderDark(ring: ring) { lights += 1 }
          let gray = unsafe GrayImage.value(pixels, image.width, image.height, place)
          sum += gray
          squares += gray * gray
          signed += FunctionPattern.isFinderDark(ring: ring) ? -gray : gray
        }
      }
    }
    // The template is +1 for light and −1 for dark modules: with all 81 of a square its mean is 15/81, its variance 1 − (15/81)².
    let (count, template) = (Double(modules), Double(2 * lights - modules))
    let mean = sum / count
    let variance = squares / count - mean * mean
    var result = self
    // Less is rounding.
    guard variance > 1 else {
      result.quality = 0
      return result
    }
    let covariance = (signed / count - mean * template / count) * (isLight ? -1 : 1)
    result.quality = max(0, covariance / (variance * (1 - template * template / (count * count))).squareRoot())
    return result
  }

  /// Moves the centre and the axes in shrinking steps while the quality grows, the centre by less than a module.
  mutating func improve(in image: GrayImage, _ tuning: Tuning.Fit) {
    var best = measured(in: image)
    var step = tuning.patternFirstStep * moduleSize
    let (lastStep, reach) = (0.04 * moduleSize, moduleSize)
    // On a slope the steps could continue without end.
    for _ in 0..<40 where step > lastStep {
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
          if next.quality > best.quality, (next.centre - centre).length < reach { (best, isBetter) = (next, true) }
        }
      }
      if !isBetter { step /= 2 }
    }
    self = best
  }
}
