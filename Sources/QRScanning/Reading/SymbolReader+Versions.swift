import Imaging
import QRSymbology

extension SymbolReader {
  /// The versions that a triple may have, by version information, or by distances and timing patterns, the most likely
  /// first. None where there is nothing like a timing pattern.
  func versions(
    for triple: FinderTriple<LevelPixels>, _ prospect: Prospect, _ image: GrayImage
  ) -> [QRSymbol.Version] {
    let counts = prospect.counts
    let estimate = triple.estimatedSize
    func distance(_ size: Int) -> Double { abs(Double(size) - estimate) }
    if counts.isEmpty { return [] }
    // Three good patterns are enough evidence; others need timing patterns between them.
    if triple.quality < tuning.search.countedTriple,
      !counts.contains(where: { distance($0) < Self.confirmedDistance(estimate) })
    {
      return []
    }
    // Version 7, the first with version information, has 45 modules.
    if estimate > 38, let version = triple.informedVersion(in: image),
      distance(version.size) < 4 + estimate * 0.2
    {
      // Data of smaller symbols can look like version information by accident.
      let counted = prospect.showsTiming ? QRSymbol.Version(size: counts[0]) : nil
      return [version] + [counted].compactMap { $0 == version ? nil : $0 }
    }
    let nearest = QRSymbol.Version.number(nearestTo: estimate)
    let reach = max(1, Int((estimate * 0.1 / Double(QRSymbol.Version.sizeStep)).rounded()))
    let near = (nearest - reach...nearest + reach).compactMap { QRSymbol.Version($0) }
    let counted = counts.compactMap { QRSymbol.Version(size: $0) }
      .filter { distance($0.size) < 6 + estimate * 0.4 }
    return (near + counted.filter { !near.contains($0) })
      .sorted { (distance($0.size), $0) < (distance($1.size), $1) }
  }

  /// Modules by which a count of timing modules that confirms an estimated size may differ from it.
  static func confirmedDistance(_ estimate: Double) -> Double { 3 + estimate * 0.22 }
}
