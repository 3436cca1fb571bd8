public import Imaging

/// What a scanner says of a symbol in a picture.
public struct PredictedSymbol: Hashable, Sendable {
  /// `nil` from a detector that only finds symbols.
  public var message: [UInt8]?
  /// Its corners in pixels, in order around the symbol; `nil` if the scanner does not print them.
  public var corners: [ImagePoint]?

  /// The grade of its print quality, from 0 (F) to 4 (A); `nil` if it was not graded.
  public var grade: Int?

  public init(message: [UInt8]?, corners: [ImagePoint]? = nil, grade: Int? = nil) {
    (self.message, self.corners, self.grade) = (message, corners, grade)
  }

  /// The least overlap at which a symbol counts as located.
  public static let leastOverlap = 0.5
}

extension ReadingRates.Result {
  /// Compares what was found in a picture with what is in it.
  ///
  /// - Parameters:
  ///   - found: The symbols in any order. A message that is found more often than it is there counts once for each symbol.
  ///   - entry: The picture.
  public init(found: [PredictedSymbol], in entry: Manifest.Entry) {
    self.init()
    var left = entry.messages
    for symbol in found {
      guard let message = symbol.message else { continue }
      if let index = left.firstIndex(of: message) {
        left.remove(at: index)
        read += 1
        if let grade = symbol.grade { grades.append(grade) }
      } else if !entry.messages.contains(message) {
        wrong += 1
      }
    }
    var places = found.filter { $0.corners != nil }
    guard !places.isEmpty, let labels = PictureLabels(entry) else { return }
    overlaps = zip(labels.symbols, entry.messages).map { symbol, message in
      // The found symbol with its message, or without any, that covers it best.
      let best = places.indices.filter { places[$0].message.map { $0 == message } ?? true }
        .map { (index: $0, overlap: Overlap.share(of: symbol, and: places[$0].corners ?? [])) }
        .max { $0.overlap < $1.overlap }
      guard let best, best.overlap > 0 else { return 0 }
      places.remove(at: best.index)
      return best.overlap
    }
  }
}

/// The overlap of shapes.
enum Overlap {
  /// The area that two shapes have in common, as a share of what they cover together, 0…1 (intersection over union).
  ///
  /// - Parameters:
  ///   - a: The corners of a shape, in order.
  ///   - b: The corners of a convex shape, in order.
  static func share(of a: [ImagePoint], and b: [ImagePoint]) -> Double {
    guard a.count >= 3, b.count >= 3 else { return 0 }
    let (first, second) = (area(a), area(b))
    guard abs(first) > 0, abs(second) > 0 else { return 0 }
    // Sutherland and Hodgman, 1974: cut the first shape along each side of the second.
    var cut = a
    for index in b.indices {
      let (from, to) = (b[index], b[(index + 1) % b.count])
      /// Twice the area of the triangle of the side and a point: above 0 inside.
      func side(_ p: ImagePoint) -> Double {
        let value = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x)
        return second > 0 ? value : -value
      }
      var kept: [ImagePoint] = []
      for (place, point) in cut.enumerated() {
        let before = cut[(place + cut.count - 1) % cut.count]
        let (here, there) = (side(point), side(before))
        if (here >= 0) != (there >= 0) {
          let t = there / (there - here)
          kept.append(ImagePoint(x: before.x + (point.x - before.x) * t, y: before.y + (point.y - before.y) * t))
        }
        if here >= 0 { kept.append(point) }
      }
      cut = kept
      if cut.count < 3 { return 0 }
    }
    let common = abs(area(cut))
    return min(1, common / (abs(first) + abs(second) - common))
  }

  /// The area of a shape: above 0 if its corners are clockwise in a picture.
  private static func area(_ corners: [ImagePoint]) -> Double {
    corners.indices.reduce(0.0) { sum, index in
      let (p, q) = (corners[index], corners[(index + 1) % corners.count])
      return sum + p.x * q.y - q.x * p.y
    } / 2
  }
}
