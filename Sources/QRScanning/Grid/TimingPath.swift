import Imaging
import QRSymbology

/// The path along a timing pattern, module by module, from one finder pattern to the next: on bent paper, the measure of
/// how far every column, or every row, is displaced.
struct TimingPath {
  /// The centres of the modules of row 6, or of column 6, from edge to edge of the symbol.
  let places: [Vector]

  /// One end of the path at a finder pattern.
  struct End {
    /// The centre of the pattern.
    var centre: Vector
    /// One module along the path, away from the pattern.
    var along: Vector
    /// One module from the centre towards the path, which is three modules away.
    var across: Vector
    /// Whether the pattern was detected, and not supposed.
    var isSeen = true
  }

  /// Walks from both ends and blends the walks, each with more weight near its start. Where only one arrives at the
  /// other end, or only one end was seen, that one is taken.
  ///
  /// - Parameters:
  ///   - size: Of the symbol, 21…177 modules.
  ///   - contrast: Between dark and light, in gray levels.
  init(_ image: GrayImage, from start: End, to end: End, size: Int, contrast: Double, _ tuning: Tuning.Fit) {
    let forth = Self.walk(image, start, size: size, contrast: contrast, tuning)
    let back = Self.walk(image, end, size: size, contrast: contrast, tuning)
    let (last, finder) = (size - 1, FunctionPattern.finderSize)
    let middle = size / 2
    let limit = (forth[middle + 1] - forth[middle - 1]).length / 2
    // Where they do not meet, one of them has skipped two modules and does not arrive at the other end either.
    let (missForth, missBack) = ((forth[last] - back[0]).length, (back[last] - forth[0]).length)
    if start.isSeen != end.isSeen {
      places = start.isSeen ? forth : back.reversed()
    } else if (forth[middle] - back[last - middle]).length < limit || min(missForth, missBack) > limit {
      places = (0...last).map { i in
        let share = min(max(Double(i - finder) / Double(last - 2 * finder), 0), 1)
        return forth[i] * (1 - share) + back[last - i] * share
      }
    } else {
      let isForth = missForth < missBack
      places = (0...last).map { i in
        i < finder || (isForth && i <= last - finder) ? forth[i] : back[last - i]
      }
    }
  }

  /// The place at a distance from the edge, in modules; the centre of a module is at halves.
  func place(_ distance: Double) -> Vector {
    // Just less than the last place, so that it has a next one.
    let at = min(max(distance - 0.5, 0), Double(places.count) - 1.001)
    let (index, share) = (Int(at), at - at.rounded(.down))
    return places[index] * (1 - share) + places[index + 1] * share
  }

  private static func walk(
    _ image: GrayImage, _ start: End, size: Int, contrast: Double, _ tuning: Tuning.Fit
  ) -> [Vector] {
    let (memory, pull, sideLength) = (tuning.pathMemory, tuning.pathPull, tuning.pathSideStep)
    // The weights of a module, of those next to it, and of those after these.
    let weights = [1, tuning.pathNearWeight, 0.25]
    let (finder, middle) = (FunctionPattern.finderSize, FunctionPattern.finderMiddle)
    let last = size - 1
    var places = (0..<finder).map { start.centre + start.across * Double(middle) + start.along * Double($0 - middle) }
    let across = start.across
    for index in finder..<size {
      let step = Self.step(places.suffix(memory))
      // Extrapolated from the middle of the last modules.
      let expected = Self.mean(places.suffix(memory)) + step * (Double(min(memory, places.count)) + 1) / 2
      if index > last - finder {
        places.append(expected)
        continue
      }
      var (best, bestScore) = (expected, -Double.infinity)
      for a in -4...4 {
        for c in -2...2 {
          let (x, y) = (Double(a) * 0.1, Double(c) * sideLength)
          let place = expected + step * x + across * y
          var evidence = 0.0
          for tap in -2...2 {
            let gray = image.value(at: place + step * Double(tap))
            let other = index + tap
            // The next finder pattern's border is dark.
            let isDark = other < finder || other > last - finder || FunctionPattern.isTimingDark(other)
            evidence += (isDark ? -gray : gray) * weights[abs(tap)]
          }
          let score = evidence - contrast * (x * x + y * y) * pull
          if score > bestScore { (best, bestScore) = (place, score) }
        }
      }
      // A share of the way, so that one wrong module does not lead the path astray.
      places.append(expected + (best - expected) * 0.6)
    }
    return places
  }

  private static func mean(_ places: ArraySlice<Vector>) -> Vector { places.reduce(.zero, +) / Double(places.count) }

  /// The step from one place to the next, by least squares.
  private static func step(_ places: ArraySlice<Vector>) -> Vector {
    let middle = Double(places.count - 1) / 2
    var (sum, squares) = (Vector(), 0.0)
    for (i, place) in places.enumerated() {
      let offset = Double(i) - middle
      sum += place * offset
      squares += offset * offset
    }
    return sum / squares
  }
}
