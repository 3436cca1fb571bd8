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
  /// Rows whose symbol is too small on its label do not count, and are laid out on their own.
  ///
  /// - Parameters:
  ///   - rows: All rows of the list, also those that are not printed.
  ///   - jobs: Threads, 1 or more.
  ///   - better: Returns a better layout than `largest`, for symbols of `modules` modules with their quiet zone.
  /// - Returns: The layout; `nil` if no row has a symbol that is large enough.
  public mutating func layOutAlike(
    _ rows: [PrintRow], jobs: Int, better: (_ largest: LabelLayout, _ modules: Int) -> LabelLayout
  ) -> LabelLayout? {
    let (encoder, hasCaption) = (maker.encoder, hasLabelLogo || rows.contains { $0.caption != nil })
    let versions = Set(
      ParallelWork.map(rows.count, jobs: jobs) { encoder.version(holding: rows[$0].message) }.compactMap(\.self))
    let layouts = versions.sorted(by: >).map { version in
      let modules = conditions.modules(version)
      return CommonLayout(version: version, layout: layout(modules, hasCaption, mostDots(modules)))
    }
    common = layouts.first { $0.layout.dots >= givenDots ?? conditions.leastDots }
    if let largest = common, size == nil {
      common?.layout = better(largest.layout, conditions.modules(largest.version))
    }
    return common?.layout
  }
}
