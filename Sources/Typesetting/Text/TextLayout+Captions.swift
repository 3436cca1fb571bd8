extension TextLayout {
  /// The rectangle for a caption, in units of the context, and how many of them are a point.
  package struct CaptionSpace {
    package var width: Double
    package var height: Double
    package var point: Double

    package init(width: Double, height: Double, point: Double) {
      (self.width, self.height, self.point) = (width, height, point)
    }
  }

  /// Lays out a caption in a rectangle.
  ///
  /// - Throws: ``TypesettingFailure/captionDoesNotFit(size:largest:)`` if nothing but the ellipsis, or no whole line, fits;
  ///   ``TypesettingFailure/unknownCharacters(_:)`` unless the style allows them.
  package func set(
    caption text: String, _ style: CaptionStyle, in space: CaptionSpace, _ alignment: Alignment
  ) throws(TypesettingFailure) -> (extent: Extent, findings: CaptionFindings) {
    var style = style
    if let fit = style.fit { style.size = fittingSize(text, style, fit, space) ?? fit.lowerBound }
    let limit = min(space.height, style.height * space.point)
    func laidOut(_ text: String) -> Extent {
      set(text, size: style.size * space.point, width: space.width, height: limit, alignment)
    }
    var extent = laidOut(text)
    var findings = CaptionFindings(isCut: extent.isEllipsized)
    // Some scripts have higher lines than those that the height was made for; their tails may be clipped.
    let isTooHigh = extent.height > 1.5 * limit
    if extent.isEllipsized || isTooHigh {
      findings.largestSize = largestSize(text, style, space)
      findings.leastLines = leastLines(text, style, space)
      if isTooHigh || extent.width <= laidOut("…").width {
        throw .captionDoesNotFit(size: style.size, largest: findings.largestSize)
      }
    }
    if extent.unknownCharacters > 0 {
      findings.unknownCharacters = unknownCharacters(text)
      if !style.allowsUnknownCharacters, !findings.unknownCharacters.isEmpty {
        throw .unknownCharacters(findings.unknownCharacters)
      }
    }
    findings.isBroken = !hasWholeWords(text, size: style.size * space.point, width: space.width)
    // The last layout is the one that is drawn.
    extent = laidOut(text)
    return (extent, findings)
  }

  /// Returns the largest size in steps of half a point at which a text fits: above the style's own size without any line
  /// broken, below it without a word broken; `nil` if there is none.
  ///
  /// - Parameter fit: The range of sizes, in points.
  package func fittingSize(
    _ text: String, _ style: CaptionStyle, _ fit: ClosedRange<Double>, _ space: CaptionSpace
  ) -> Double? {
    func suits(_ size: Double) -> Bool {
      guard fits(text, style, at: size, space) else { return false }
      let letters = size * space.point
      let widest = set(text, size: letters, width: 100_000, height: 100_000, .left).width
      return widest <= space.width || size <= style.size && hasWholeWords(text, size: letters, width: space.width)
    }
    // Where a size suits, every smaller one does.
    if suits(fit.upperBound) { return fit.upperBound }
    guard suits(fit.lowerBound) else { return nil }
    var (low, high) = (0, Int(((fit.upperBound - fit.lowerBound) * 2).rounded(.up)))
    while high - low > 1 {
      let middle = (low + high) / 2
      if suits(fit.upperBound - Double(middle) / 2) { high = middle } else { low = middle }
    }
    return max(fit.lowerBound, fit.upperBound - Double(high) / 2)
  }

  /// Returns the largest whole number of points, 4 or more, at which a text fits without an ellipsis, and if possible without a
  /// word broken.
  ///
  /// - Parameter style: The style whose size is too large.
  private func largestSize(_ text: String, _ style: CaptionStyle, _ space: CaptionSpace) -> Int? {
    let largest = Int((style.fit?.lowerBound ?? style.size).rounded(.up)) - 1
    let sizes = stride(from: largest, through: Int(CaptionStyle.sizes.lowerBound), by: -1)
      .filter { fits(text, style, at: Double($0), space) }
    return sizes.first { hasWholeWords(text, size: Double($0) * space.point, width: space.width) } ?? sizes.first
  }

  /// Returns the fewest lines in which a text fits at the smallest size; `nil` if the space is too low for it.
  private func leastLines(_ text: String, _ style: CaptionStyle, _ space: CaptionSpace) -> Int? {
    var style = style
    style.size = style.fit?.lowerBound ?? style.size
    let whole = set(text, size: style.size * space.point, width: space.width, height: 100_000, .left)
    if whole.height > space.height * 1.001 { return nil }
    return (style.lines...CaptionStyle.mostLines).first {
      style.lines = $0
      return fits(text, style, at: style.size, space)
    }
  }

  /// Whether a text fits at a size without an ellipsis.
  private func fits(_ text: String, _ style: CaptionStyle, at size: Double, _ space: CaptionSpace) -> Bool {
    var style = style
    style.size = size
    let limit = min(space.height, style.height * space.point)
    let extent = set(text, size: size * space.point, width: space.width, height: limit, .left)
    return !extent.isEllipsized && extent.height <= limit * 1.001
  }

  /// Whether no word of a text has to be broken, except after a hyphen; scripts that are written without spaces may be
  /// broken anywhere.
  package func hasWholeWords(_ text: String, size: Double, width: Double) -> Bool {
    let title = text.prefix { !$0.isNewline }
    return text.matches(of: /[^\s-]+-?/).map(\.output).allSatisfy { word in
      if !word.unicodeScalars.allSatisfy({ $0.value < 0x900 || 0x2000...0x206F ~= $0.value }) { return true }
      // As wide as it is in the first of several lines.
      let isInTitle = title.endIndex < text.endIndex && word.startIndex < title.endIndex
      return set(word + (isInTitle ? "\n" : ""), size: size, width: 100_000, height: 100_000, .left).width <= width
    }
  }
}
