package import ImageCoding
import TextFormats

/// What was read in a picture. It comes from a worker that the picture may have taken over.
package struct PictureReading: Codable, Sendable {
  package var symbols: [ReadSymbol] = []
  /// How the picture is turned before it is shown, and scanned.
  package var orientation = PictureOrientation.topLeft
  /// What was tried, if it was asked for.
  var attempts: [String] = []
  /// Whether the search ended before its deadline.
  package var isComplete = true
  /// Clear finder patterns of a symbol that could not be read, 0…3.
  package var cornersSeen = 0
  /// Whether the file is cut off or damaged near its end, and was read as far as it goes.
  package var isCutFile = false

  /// The shorter side of the picture, in pixels.
  package var shortSide = 0

  /// What is said of ``isCutFile``.
  package static let cutFile = "the file is cut off or damaged; only the undamaged part was read"

  /// What is known of a picture in which no symbol was read.
  package var emptiness: String {
    switch cornersSeen {
    case ...0: "no symbol found"
    case 1, 2:
      "no symbol read, but \(cornersSeen) of the 3 corner patterns of one \(cornersSeen == 1 ? "was" : "were") found: the rest "
        + "is cut off, covered or blurred"
    default:
      "no symbol read, but the 3 corner patterns of one were found: too much between them is covered (by a logo that is too large?), "
        + "worn, blurred or altered"
    }
  }

  /// Says that a search was ended by its time limit, if it was.
  package func cut(by seconds: Double) -> String? {
    if isComplete { return nil }
    let found = symbols.isEmpty ? "no symbol" : symbols.count.counting("symbol")
    return "the search was cut short because of its limit of \(PictureFailure.words(seconds)), with \(found) so far"
  }
}

extension PictureOrientation: Codable {}
