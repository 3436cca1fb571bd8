import Imaging

/// Three finder patterns that may be those of one symbol.
struct FinderTriple<Frame: PixelFrame> {
  /// The pattern at the right angle.
  var corner: FinderPattern<Frame>
  /// The next pattern clockwise as seen from the corner: on the right unless the symbol is mirrored.
  var right: FinderPattern<Frame>
  var below: FinderPattern<Frame>
  /// The rank among other triples: smaller is likelier.
  var doubt: Double
  /// Indices of the three in the list that they were chosen from.
  var members: [Int]

  /// The mean quality of the three, 0…1.
  var quality: Double { (corner.quality + right.quality + below.quality) / 3 }
}

extension FinderTriple<PicturePixels> {
  /// The triple in pixels of a level.
  func inLevel(_ level: Int) -> FinderTriple<LevelPixels> {
    FinderTriple<LevelPixels>(
      corner: corner.inLevel(level), right: right.inLevel(level), below: below.inLevel(level), doubt: doubt,
      members: members)
  }

  /// Whether another triple's patterns are at the places of this one's.
  ///
  /// - Parameter modules: The distance within which two places are the same, in modules.
  func isAlmost(_ other: Self, within modules: Double) -> Bool {
    let limit = modules * corner.moduleSize
    return (corner.centre - other.corner.centre).length < limit
      && (right.centre - other.right.centre).length < limit && (below.centre - other.below.centre).length < limit
  }
}

extension FinderTriple<LevelPixels> {
  /// The triple in pixels of the whole picture.
  func inPicture(fromLevel level: Int) -> FinderTriple<PicturePixels> {
    FinderTriple<PicturePixels>(
      corner: corner.inPicture(fromLevel: level), right: right.inPicture(fromLevel: level),
      below: below.inPicture(fromLevel: level), doubt: doubt, members: members)
  }
}
