import Typesetting

/// One layout and one size of captions for all labels of a list.
extension SheetWriter {
  /// How captions fit in a layout: first how many, then how large.
  private struct Fit: Comparable {
    /// The number of captions that fit at the smallest size without a word broken.
    var count: Int
    /// The size that they have in common, in points.
    var size: Double

    static func < (a: Fit, b: Fit) -> Bool { (a.count, a.size) < (b.count, b.size) }
  }

  /// The most captions that choose a layout and a size.
  private static let mostSamples = 200
  /// The most sizes of symbols that are tried.
  private static let mostSizes = 8

  /// Returns the layout in which most captions fit, then the one with the largest captions, then with the largest symbol.
  ///
  /// - Parameters:
  ///   - captions: The captions of the list.
  ///   - largest: The layout with the largest symbol.
  ///   - modules: Modules on the side of the symbol with its quiet zone.
  ///   - leastDots: The fewest dots per module, at which the symbol is large enough for its distance.
  public func layout(
    of captions: Set<String>, from largest: LabelLayout, modules: Int, leastDots: Int
  ) -> LabelLayout {
    let captions = Self.samples(of: captions)
    guard var fit = fit(captions, in: largest) else { return largest }
    var (best, places) = (largest, [options.caption.place])
    // With a logo, the place that suits the shape of the label.
    if places == [.auto] {
      places = options.logo == nil ? [.right, .below] : [largest.isCaptionBeside ? .right : .below]
    }
    let fewer = max(1, (largest.dots - leastDots) / Self.mostSizes)
    for dots in stride(from: largest.dots, through: leastDots, by: -fewer) {
      for place in places {
        let layout = options.layout(modules: modules, hasCaption: true, mostDots: dots, place: place)
        guard layout.dots == dots, let better = self.fit(captions, in: layout), better > fit else { continue }
        (best, fit) = (layout, better)
      }
    }
    return best
  }

  /// Gives captions the largest size at which nine in ten of a sample fit (of fewer than ten, all), and half of them without a line broken.
  ///
  /// The few that do not fit are set smaller. A given size stays.
  public func setOneSize(of captions: Set<String>, in layout: LabelLayout) {
    guard let range = options.caption.fit, let size = fit(Self.samples(of: captions), in: layout)?.size else { return }
    (options.caption.fit, options.caption.size) = (range.lowerBound...size, size)
  }

  /// The longest captions, and others of all lengths.
  private static func samples(of captions: Set<String>) -> [String] {
    let byLength = captions.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    let step = max(1, (byLength.count + mostSamples - 1) / mostSamples)
    return stride(from: 0, to: byLength.count, by: step).map { byLength[$0] }
  }

  private func fit(_ captions: [String], in layout: LabelLayout) -> Fit? {
    guard let place = layout.caption, !captions.isEmpty else { return nil }
    let style = options.caption
    let range = style.fit ?? style.size...style.size
    let rectangle = document.rectangle(place)
    let space = TextLayout.CaptionSpace(width: rectangle.width, height: rectangle.height, point: 1)
    var broken = style
    broken.size = range.upperBound
    let sizes = captions.compactMap { text.fittingSize($0, broken, range, space) }.sorted()
    guard let smallest = sizes.first else { return Fit(count: 0, size: range.lowerBound) }
    let whole = captions.compactMap { text.fittingSize($0, style, range, space) }.sorted()
    let unbroken = whole.isEmpty ? smallest : whole[whole.count / 2]
    return Fit(count: sizes.count, size: min(sizes[sizes.count / 10], unbroken))
  }
}
