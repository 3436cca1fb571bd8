package import ImageCoding

/// What was read in a picture. It comes from a worker that the picture may have taken over.
package struct PictureReading: Codable, Sendable {
  package var symbols: [ReadSymbol] = []
  /// How the picture is turned before it is shown, and scanned.
  package var orientation = PictureOrientation.topLeft
  /// What was tried, if it was asked for.
  var attempts: [String] = []
  /// Whether zbar is to be asked.
  var leavesZBar = false
  /// Whether the search ended before its deadline.
  package var isComplete = true

  /// Says that a search was ended by its time limit, if it was.
  package func cut(by seconds: Double) -> String? {
    if isComplete { return nil }
    let found = symbols.isEmpty ? "no symbol" : "\(symbols.count) symbol\(symbols.count == 1 ? "" : "s")"
    return "the search was cut short because of its limit of \(PictureFailure.words(seconds)), with \(found) so far"
  }
}

extension PictureOrientation: Codable {}
