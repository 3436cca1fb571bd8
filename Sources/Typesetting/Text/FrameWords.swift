import Imaging

/// The words of a frame around a symbol, on one line as large as fits.
public struct FrameWords: Hashable, Sendable {
  /// How much of each pixel the words cover, 0…255, row by row.
  public let coverage: [UInt8]
  /// The number of characters that no installed font has.
  public let unknownCharacters: Int

  /// The smallest letters, in pixels of their size: below this they cannot be read.
  private static let leastSize = 10.0
  /// The most characters: more are refused before they are laid out.
  package static let mostCharacters = 500

  /// - Parameters:
  ///   - text: One line, in any script.
  ///   - width: Pixels in a row, 1 or more.
  ///   - height: Rows, 1 or more.
  /// - Throws: ``TypesettingFailure/wordsDoNotFit(reason:)`` if the words do not fit in letters of 10 pixels, or another
  ///   failure of typesetting.
  public init(_ text: String, width: Int, height: Int) throws(TypesettingFailure) {
    precondition(width > 0 && height > 0, "words have at least one pixel")
    guard text.count <= Self.mostCharacters else {
      throw .wordsDoNotFit(
        reason: "a frame has at most \(Self.mostCharacters) characters, and there are \(text.count)")
    }
    var unknown = 0
    let image = try TextImage.draw(font: "Sans Bold", width: width, height: height, .centre) {
      layout throws(TypesettingFailure) in
      var size = max(Double(height) * 0.75, Self.leastSize)
      while size >= Self.leastSize {
        let extent = layout.set(text, size: size, width: Double(width), height: 0, .centre)
        if !extent.isEllipsized, extent.height <= Double(height) {
          unknown = extent.unknownCharacters
          return extent
        }
        size *= 0.95
      }
      throw .wordsDoNotFit(
        reason: "the \(text.count) characters of the frame do not fit below the symbol in letters of 10 pixels")
    }
    (coverage, unknownCharacters) = (image.pixels.map { ~$0 }, unknown)
  }
}
