import HostSystem
import QREncoding
public import QRSymbology
import SymbolMaking

extension SymbolPreparation {
  /// The version and the layout of all symbols of a list, so that they have one size.
  public struct CommonLayout: Hashable, Sendable {
    public var version: QRSymbol.Version
    public var layout: LabelLayout

    /// The layout if it is for a version or a higher one.
    func holding(_ version: QRSymbol.Version) -> CommonLayout? { version <= self.version ? self : nil }
  }

  /// Gives all rows the version and the layout of the largest symbol.
  ///
  /// The symbol is as large as the label allows, unless captions can be larger beside or below a smaller one that is large
  /// enough for its distance. Rows whose symbol is too small on its label do not count, and are laid out on their own.
  ///
  /// - Parameters:
  ///   - rows: All rows of the list, also those that are not printed.
  ///   - jobs: Threads, 1 or more.
  ///   - captionSize: The size that the captions of the list have in a layout; `nil` if it does not depend on it.
  /// - Returns: The layout; `nil` if no row has a symbol that is large enough.
  public mutating func layOutAlike(_ rows: [PrintRow], jobs: Int, captionSize: (LabelLayout) -> Double?) -> LabelLayout?
  {
    let (encoder, hasCaption) = (maker.encoder, hasLabelLogo || rows.contains { $0.caption != nil })
    let versions = Set(
      ParallelWork.map(rows.count, jobs: jobs) { encoder.version(holding: rows[$0].message) }.compactMap(\.self))
    let layouts = versions.sorted(by: >).map { version in
      let modules = conditions.modules(version)
      return CommonLayout(version: version, layout: layout(modules, hasCaption, mostDots(modules)))
    }
    common = layouts.first { $0.layout.dots >= givenDots ?? conditions.leastDots }
    if let widest = common, size == nil {
      let layout = withLargestCaptions(widest, captionSize)
      common?.layout = layout
    }
    return common?.layout
  }

  private func withLargestCaptions(_ widest: CommonLayout, _ captionSize: (LabelLayout) -> Double?) -> LabelLayout {
    var best = widest.layout
    guard var size = captionSize(best) else { return best }
    // A few sizes between the largest and the smallest.
    let step = max(1, (best.dots - conditions.leastDots) / 8)
    for dots in stride(from: best.dots - step, through: conditions.leastDots, by: -step) {
      let smaller = layout(conditions.modules(widest.version), true, dots)
      if let larger = captionSize(smaller), larger > size { (best, size) = (smaller, larger) }
    }
    return best
  }
}
