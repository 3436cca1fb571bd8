import QRSymbology

/// Looks for what ornamental symbols have in the place of finder patterns: three solid discs, or squares, of three modules,
/// without a ring around them that is closed.
///
/// Such symbols break ISO/IEC 18004:2015, 6.3.3, and are met nevertheless. There is nothing of a finder pattern's profile to
/// see; three dark spots of one size at the corners of a square are all.
struct DiscSearch {
  private(set) var triples: [FinderTriple] = []

  /// A dark spot without dark neighbours.
  fileprivate struct Spot {
    var area = 0
    var left = Int.max, right = 0, top = Int.max, bottom = 0

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }
    /// Between that of a disc, 1.13 times the root of its area, and the side of a square, however turned.
    var diameter: Double { 1.06 * Double(area).squareRoot() }
    var centre: Vector { Vector(Double(left + right + 1) / 2, Double(top + bottom + 1) / 2) }
    /// As wide as high, and between a square on its corner, which fills half of its box, and an upright one.
    var isRound: Bool {
      let share = Double(area) / Double(width * height)
      return max(width, height) * 4 <= min(width, height) * 5 && share > 0.48 && min(width, height) >= 6
    }
  }

  /// Spots that are looked at, the largest first: those of the data are a third as wide.
  private static let mostSpots = 24

  init(_ bitmap: Bitmap) {
    let spots = Self.spots(in: bitmap).filter(\.isRound).sorted { $0.area > $1.area }.prefix(Self.mostSpots)
    for corner in spots {
      let alike = spots.filter { spot in
        (0.8...1.25).contains(spot.diameter / corner.diameter) && spot.centre != corner.centre
      }
      for right in alike {
        for below in alike where below.centre != right.centre {
          let (across, down) = (right.centre - corner.centre, below.centre - corner.centre)
          let (width, height) = (across.length, down.length)
          // Clockwise, a right angle, sides alike, and room for 14 modules.
          guard across.cross(down) > 0, abs(across.dot(down)) < 0.12 * width * height,
            max(width, height) < 1.15 * min(width, height), width * 3 > 14 * corner.diameter * 0.85
          else { continue }
          triples.append(Self.triple(corner, right, below))
        }
      }
    }
    triples.sort { $0.doubt < $1.doubt }
  }

  private static func triple(_ corner: Spot, _ right: Spot, _ below: Spot) -> FinderTriple {
    let (across, down) = (right.centre - corner.centre, below.centre - corner.centre)
    let module = (corner.diameter + right.diameter + below.diameter) / 9
    func pattern(_ spot: Spot) -> FinderPattern {
      FinderPattern(
        centre: spot.centre, axes: (across / across.length * (3.5 * module), down / down.length * (3.5 * module)),
        quality: 0.5)
    }
    let doubt = abs(across.dot(down)) / (across.length * down.length) + abs(across.length / down.length - 1)
    return FinderTriple(
      corner: pattern(corner), right: pattern(right), below: pattern(below), doubt: doubt, members: [])
  }

  /// The connected dark areas, by runs that touch those of the row above.
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
    // What was found to be one area is added up.
    for index in spots.indices where root(index) != index { spots[root(index)].merge(spots[index]) }
    return spots.indices.filter { parents[$0] == $0 }.map { spots[$0] }
  }
}

extension Bitmap {
  /// The next dark pixels of a row.
  ///
  /// - Parameter line: Where the row begins.
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

extension DiscSearch.Spot {
  fileprivate mutating func add(_ run: Range<Int>, y: Int) {
    area += run.count
    (left, right) = (min(left, run.lowerBound), max(right, run.upperBound - 1))
    (top, bottom) = (min(top, y), max(bottom, y))
  }

  fileprivate mutating func merge(_ other: Self) {
    area += other.area
    (left, right) = (min(left, other.left), max(right, other.right))
    (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
  }
}
