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

  /// Reads the symbols that a program printed between line ends: known messages, which may hold line ends themselves, and any
  /// other line that is not blank.
  ///
  /// - Parameters:
  ///   - output: What the program printed.
  ///   - messages: Those of the picture.
  public static func all(inLines output: [UInt8], knowing messages: [[UInt8]]) -> [PredictedSymbol] {
    let newline = UInt8(ascii: "\n")
    // Longer ones first: a message may begin as another.
    let known = Set(messages).sorted { $0.count > $1.count }
    var found: [PredictedSymbol] = []
    var start = 0
    while start < output.count {
      let next = known.first { message in
        let end = start + message.count
        return end <= output.count && (end == output.count || output[end] == newline)
          && output[start..<end].elementsEqual(message)
      }
      let end = next.map { start + $0.count } ?? output[start...].firstIndex(of: newline) ?? output.count
      let line = output[start..<end]
      if next != nil || line.contains(where: { $0 > UInt8(ascii: " ") }) {
        found.append(PredictedSymbol(message: Array(line)))
      }
      start = end + 1
    }
    return found
  }
}

extension ReadingRates.Result {
  /// Compares what was found in a picture with what is in it.
  ///
  /// - Parameters:
  ///   - found: The symbols in any order. A message that is found more often than it is there counts once for each symbol.
  ///   - entry: The picture.
  public init(found: [PredictedSymbol], in entry: Manifest.Entry) {
    self.init()
    var left = entry.readableMessages
    for symbol in found {
      guard let message = symbol.message else { continue }
      if let index = left.firstIndex(of: message) {
        left.remove(at: index)
        read += 1
        if let grade = symbol.grade { grades.append(grade) }
      } else if !entry.readableMessages.contains(message) {
        wrong += 1
      }
    }
    var places = found.filter { $0.corners != nil }
    hasPlaces = !places.isEmpty
    guard hasPlaces || found.isEmpty else { return }
    overlaps = zip(entry.symbols, entry.readableMessages).map { symbol, message in
      // The found symbol with its message, or without any, that covers it best.
      let best = places.indices.filter { places[$0].message.map { $0 == message } ?? true }
        .map { (index: $0, overlap: symbol.overlap(with: places[$0].corners ?? [])) }
        .max { $0.overlap < $1.overlap }
      guard let best, best.overlap > 0 else { return 0 }
      places.remove(at: best.index)
      return best.overlap
    }
  }
}

/// The corners of a shape, in order.
extension [ImagePoint] {
  /// The area that it has in common with a convex shape, as a share of what they cover together, 0…1 (intersection over
  /// union).
  func overlap(with other: [ImagePoint]) -> Double {
    let (first, second) = (signedArea, other.signedArea)
    guard abs(first) > 0, abs(second) > 0 else { return 0 }
    // Sutherland and Hodgman, 1974: cut this shape along each side of the other one.
    var cut = self
    for index in other.indices {
      let (from, to) = (other[index], other[(index + 1) % other.count])
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
    let common = abs(cut.signedArea)
    return Swift.min(1, common / (abs(first) + abs(second) - common))
  }
}
