/// What happened to a caption when it was typeset.
public struct CaptionFindings: Hashable, Sendable {
  /// Whether the caption ends in an ellipsis, because it exceeds its lines.
  public var isCut = false
  /// The largest whole number of points at which a cut caption fits; `nil` if it does not even fit at 4 points, or is
  /// not known.
  public var largestSize: Int?
  /// The characters that no installed font has, each once; for captions that a printer sets in a font of its own, the
  /// characters that this font may lack.
  public var unknownCharacters = ""

  public init(isCut: Bool = false, largestSize: Int? = nil, unknownCharacters: String = "") {
    (self.isCut, self.largestSize, self.unknownCharacters) = (isCut, largestSize, unknownCharacters)
  }
}

extension TextLayout {
  /// Lays out a caption in a rectangle.
  ///
  /// - Parameters:
  ///   - width: Units of the context, like the height.
  ///   - point: Units of the context in a point.
  /// - Throws: ``PrintError/captionDoesNotFit(size:largest:)`` if nothing but the ellipsis, or no whole line, fits.
  func set(
    caption text: String, _ style: LabelLayout.CaptionStyle, width: Double, height: Double, point: Double,
    _ alignment: Alignment
  ) throws(PrintError) -> (extent: Extent, findings: CaptionFindings) {
    var style = style
    if let fit = style.fit { style.size = fittingSize(text, style, fit, width: width, height: height, point: point) }
    func laidOut(_ text: String) -> Extent {
      set(text, size: style.size * point, width: width, height: min(height, style.height * point), alignment)
    }
    var extent = laidOut(text)
    var findings = CaptionFindings(isCut: extent.isEllipsized)
    // Some scripts have higher lines than those that the height was made for; their tails may be clipped.
    let isTooHigh = extent.height > 1.5 * min(height, style.height * point)
    if extent.isEllipsized || isTooHigh {
      findings.largestSize = largestSize(text, style, width: width, height: height, point: point)
      if isTooHigh || extent.width <= laidOut("…").width {
        throw .captionDoesNotFit(size: style.size, largest: findings.largestSize)
      }
    }
    if extent.unknownCharacters > 0 { findings.unknownCharacters = unknownCharacters(text) }
    // The last layout is the one that is drawn.
    extent = laidOut(text)
    return (extent, findings)
  }

  /// Returns the largest size in steps of half a point at which a text fits: above the style's own size without any line
  /// broken, below it without a word broken; the smallest size if there is none.
  private func fittingSize(
    _ text: String, _ style: LabelLayout.CaptionStyle, _ fit: ClosedRange<Double>, width: Double, height: Double,
    point: Double
  ) -> Double {
    var size = fit.upperBound
    while size > fit.lowerBound {
      var candidate = style
      candidate.size = size
      let limit = min(height, candidate.height * point)
      let extent = set(text, size: size * point, width: width, height: limit, .left)
      if !extent.isEllipsized && extent.height <= limit * 1.001 {
        let widest = set(text, size: size * point, width: 100_000, height: 100_000, .left)
        if widest.width <= width || size <= style.size && hasWholeWords(text, size: size * point, width: width) {
          return size
        }
      }
      size -= 0.5
    }
    return fit.lowerBound
  }

  /// Whether no word of a text has to be broken; scripts that are written without spaces may be broken anywhere.
  func hasWholeWords(_ text: String, size: Double, width: Double) -> Bool {
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard word.unicodeScalars.allSatisfy({ $0.value < 0x900 || 0x2000...0x206F ~= $0.value }) else { continue }
      if set(String(word), size: size, width: 100_000, height: 100_000, .left).width > width { return false }
    }
    return true
  }
}
