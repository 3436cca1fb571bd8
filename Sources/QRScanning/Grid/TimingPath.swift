import QRSymbology

/// The way along a timing pattern, module by module, from one finder pattern to the next: over paper that is bent, the
/// only one that shows how far every column, or every row, has moved.
struct TimingPath {
  /// The centres of the modules of row 6, or of column 6, from edge to edge of the symbol.
  let places: [Vector]

  /// One end: the middle of a finder pattern, one module along the path, and one towards it.
  struct End {
    var centre: Vector
    /// Away from the pattern.
    var along: Vector
    /// From the centre to the path: three of them reach it.
    var across: Vector
    /// Whether the pattern was seen, and not only supposed.
    var isSeen = true
  }

  /// Walks from both ends that were seen, and trusts each walk near where it began; where only one arrives, that one.
  ///
  /// - Parameters:
  ///   - size: Of the symbol, 21…177 modules.
  ///   - contrast: Between dark and light, in gray levels.
  init(_ image: GrayImage, from start: End, to end: End, size: Int, contrast: Double) {
    let forth = Self.walk(image, start, size: size, contrast: contrast)
    let back = Self.walk(image, end, size: size, contrast: contrast)
    let last = size - 1
    let middle = size / 2
    let module = (forth[middle + 1] - forth[middle - 1]).length / 2
    // Where they do not meet, one of them has skipped two modules; it does not arrive at the other end either.
    let (missForth, missBack) = ((forth[last] - back[0]).length, (back[last] - forth[0]).length)
    if start.isSeen != end.isSeen {
      places = start.isSeen ? forth : back.reversed()
    } else if (forth[middle] - back[last - middle]).length < module || min(missForth, missBack) > module {
      places = (0...last).map { i in
        let share = min(max((Double(i) - 7) / Double(size - 15), 0), 1)
        return forth[i] * (1 - share) + back[last - i] * share
      }
    } else {
      let isForth = missForth < missBack
      places = (0...last).map { i in
        i < 7 || (isForth && i <= last - 7) ? forth[i] : back[last - i]
      }
    }
  }

  /// The place at a distance from the edge, in modules; a module's centre lies at halves.
  func place(_ distance: Double) -> Vector {
    let at = min(max(distance - 0.5, 0), Double(places.count) - 1.001)
    let (index, share) = (Int(at), at - at.rounded(.down))
    return places[index] * (1 - share) + places[index + 1] * share
  }

  private static func walk(_ image: GrayImage, _ start: End, size: Int, contrast: Double) -> [Vector] {
    var places = (0..<7).map { start.centre + start.across * 3 + start.along * Double($0 - 3) }
    let across = start.across
    for index in 7..<size {
      let step = Self.step(places.suffix(8))
      // On from the middle of the last eight.
      let expected = Self.mean(places.suffix(8)) + step * (Double(min(8, places.count)) + 1) / 2
      if index > size - 8 {
        places.append(expected)
        continue
      }
      var (best, bestScore) = (expected, -Double.infinity)
      for a in -4...4 {
        for c in -2...2 {
          let (x, y) = (Double(a) * 0.1, Double(c) * 0.2)
          let place = expected + step * x + across * y
          var evidence = 0.0
          for tap in -2...2 {
            let gray = image.value(at: place + step * Double(tap))
            let other = index + tap
            let isDark = other < 7 || other > size - 8 || other % 2 == 0
            evidence += (isDark ? -gray : gray) * (tap == 0 ? 1 : abs(tap) == 1 ? 0.75 : 0.25)
          }
          let score = evidence - contrast * (x * x + y * y) * 1.5
          if score > bestScore { (best, bestScore) = (place, score) }
        }
      }
      places.append(expected + (best - expected) * 0.6)
    }
    return places
  }

  private static func mean(_ places: ArraySlice<Vector>) -> Vector { places.reduce(.zero, +) / Double(places.count) }

  /// From one to the next, by least squares.
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
