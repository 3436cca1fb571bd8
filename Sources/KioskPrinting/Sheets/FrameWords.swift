/// The words of a frame around a symbol, on one line as large as it fits.
public struct FrameWords: Hashable, Sendable {
  /// How much of each pixel the words cover, 0…255, row by row.
  public let coverage: [UInt8]
  /// The number of characters that no installed font has.
  public let unknownCharacters: Int

  /// The smallest letters, in pixels of their size: below this they cannot be read.
  private static let leastSize = 10.0

  /// - Parameters:
  ///   - text: One line, in any script.
  ///   - width: Pixels in a row, 1 or more.
  ///   - height: Rows, 1 or more.
  /// - Throws: ``PrintError/typesettingFailed(reason:)`` if the words do not fit in letters of 10 pixels.
  public init(_ text: String, width: Int, height: Int) throws(PrintError) {
    precondition(width > 0 && height > 0, "words have at least one pixel")
    var size = Double(height) * 0.75
    while size >= Self.leastSize {
      let (coverage, extent) = try CaptionImage.draw(
        text, font: "Sans Bold", size: size, width: width, height: height, limit: 0, .centre, isCentred: true)
      if !extent.isEllipsized, extent.height <= Double(height) {
        (self.coverage, unknownCharacters) = (coverage, extent.unknownCharacters)
        return
      }
      size *= 0.95
    }
    throw .typesettingFailed(reason: "the \(text.count) characters of the frame do not fit below the symbol")
  }
}
