import Imaging
import QRSymbology

/// Detects what ornamental symbols have for finder patterns: three solid discs, or squares, of three modules, without a
/// closed ring around them.
///
/// Such symbols violate ISO/IEC 18004:2015, 6.3.3, and are in use nevertheless. They have no finder pattern's profile, so
/// three dark spots of one size at the corners of a square have to do.
struct DiscSearch {
  private(set) var triples: [FinderTriple<LevelPixels>] = []
  private let tuning: Tuning.Search

  /// A connected dark area.
  private struct Spot {
    var area = 0
    var left = Int.max, right = 0, top = Int.max, bottom = 0

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }
    var centre: Vector { Vector(Double(left + right + 1) / 2, Double(top + bottom + 1) / 2) }

    func diameter(_ tuning: Tuning.Search) -> Double { tuning.discDiameter * Double(area).squareRoot() }

    /// Whether it has a few pixels, is about as wide as high, and fills its box nearly as much as a square on its corner.
    func isRound(_ tuning: Tuning.Search) -> Bool {
      let share = Double(area) / Double(width * height)
      return Double(max(width, height)) <= Double(min(width, height)) * tuning.discElongation
        && share > 0.48 && min(width, height) >= 6
    }

    mutating func add(_ run: Range<Int>, y: Int) {
      area += run.count
      (left, right) = (min(left, run.lowerBound), max(right, run.upperBound - 1))
      (top, bottom) = (min(top, y), max(bottom, y))
    }

    mutating func merge(_ other: Self) {
      area += other.area
      (left, right) = (min(left, other.left), max(right, other.right))
      (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
    }
  }

  init(_ bitmap: Bitmap, _ tuning: Tuning.Search) {
    self.tuning = tuning
    // Spots of the data are a third as wide.
    let spots = Self.spots(in: bitmap).filter { $0.isRound(tuning) }.sorted { $0.area > $1.area }.prefix(24)
    let most = max(1, tuning.discRatio)
    let ratios = 1 / most...most
    for corner in spots {
      let diameter = corner.diameter(tuning)
      let alike = spots.filter { ratios.contains($0.diameter(tuning) / diameter) && $0.centre != corner.centre }
      for right in alike {
        for below in alike where below.centre != right.centre {
          let (across, down) = (right.centre - corner.centre, below.centre - corner.centre)
          let (width, height) = (across.length, down.length)
          // Clockwise, nearly a right angle, equal sides, and room for most of the 14 modules of version 1.
          guard across.cross(down) > 0, abs(across.dot(down)) < 0.12 * width * height,
            max(width, height) < tuning.discSides * min(width, height),
            width * Double(FunctionPattern.finderCore) > FinderGeometry.leastDistance * diameter * 0.85
          else { continue }
          triples.append(triple(corner, right, below))
        }
      }
    }
    triples.sort { $0.doubt < $1.doubt }
  }

  private func triple(_ corner: Spot, _ right: Spot, _ below: Spot) -> FinderTriple<LevelPixels> {
    let (across, down) = (right.centre - corner.centre, below.centre - corner.centre)
    let module =
      (corner.diameter(tuning) + right.diameter(tuning) + below.diameter(tuning))
      / Double(3 * FunctionPattern.finderCore)
    func pattern(_ spot: Spot) -> FinderPattern<LevelPixels> {
      let half = FinderGeometry.half * module
      // The quality is not measured, and no other is compared with it.
      return FinderPattern(
        centre: spot.centre, axes: (across / across.length * half, down / down.length * half), quality: 0.5)
    }
    let doubt = abs(across.dot(down)) / (across.length * down.length) + abs(across.length / down.length - 1)
    return FinderTriple(
      corner: pattern(corner), right: pattern(right), below: pattern(below), doubt: doubt, members: [])
  }

  /// The connected dark areas, by runs that touch runs of the row above.
  private static func spots(in bitmap: Bitmap) -> [Spot] {
    var spots: [Spot] = []
    var parents: [Int] = []
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    var above: [(range: Range<Int>, spot: Int)] = []
    for y in 0..<bitmap.height {
      var row: [(range: Range<Int>, spot: Int)] = []
      var next = 0
      var x = 0
      let line = y * bitmap.width
      while let run = bitmap.darkRun(line: line, from: x) {
        x = run.upperBound
        while next < above.count, above[next].range.upperBound <= run.lowerBound { next += 1 }
        var spot: Int?
        var touching = next
        while touching < above.count, above[touching].range.lowerBound < run.upperBound {
          let other = root(above[touching].spot)
          if let mine = spot {
            parents[other] = root(mine)
          } else {
            spot = other
          }
          touching += 1
        }
        let index = spot ?? parents.count
        if spot == nil {
          parents.append(index)
          spots.append(Spot())
        }
        spots[index].add(run, y: y)
        row.append((run, index))
      }
      above = row
    }
    // Areas that turned out to be connected are merged.
    for index in spots.indices where root(index) != index { spots[root(index)].merge(spots[index]) }
    return spots.indices.filter { parents[$0] == $0 }.map { spots[$0] }
  }
}

extension Bitmap {
  /// The next run of dark pixels in a row.
  ///
  /// - Parameter line: The index of the row's first pixel.
  fileprivate func darkRun(line: Int, from start: Int) -> Range<Int>? {
    unsafe pixels.withUnsafeBufferPointer { pixels in
      var first = start
      while first < width, unsafe pixels[line &+ first] == 0 { first &+= 1 }
      guard first < width else { return nil }
      var end = first &+ 1
      while end < width, unsafe pixels[line &+ end] != 0 { end &+= 1 }
      return first..<end
    }
  }
}
