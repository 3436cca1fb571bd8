import Imaging
import QRSymbology

extension SymbolReader {
  /// The versions that a triple may have, by version information, or by distances and timing patterns, the most likely
  /// first. None where there is nothing like a timing pattern.
  func versions(
    for triple: FinderTriple<LevelPixels>, _ prospect: Prospect, _ image: GrayImage
  ) -> [QRSymbol.Version] {
    let (search, counts) = (tuning.search, prospect.counts)
    let estimate = triple.estimatedSize
    func distance(_ size: Int) -> Double { abs(Double(size) - estimate) }
    if counts.isEmpty { return [] }
    // Three good patterns are enough evidence; others need timing patterns between them.
    if triple.quality < search.countedTriple,
      !counts.contains(where: { distance($0) < search.confirmedSlack + estimate * search.confirmedShare })
    {
      return []
    }
    if estimate > search.informedSize,
      let version = triple.informedVersion(in: image, correcting: tuning.acceptance.versionErrors),
      distance(version.size) < search.informedSlack + estimate * search.informedShare
    {
      // Data of smaller symbols can look like version information by accident.
      let counted = prospect.showsTiming ? QRSymbol.Version(size: counts[0]) : nil
      return [version] + [counted].compactMap { $0 == version ? nil : $0 }
    }
    let nearest = QRSymbol.Version.number(nearestTo: estimate)
    let reach = max(1, Int((estimate * search.nearShare / Double(QRSymbol.Version.sizeStep)).rounded()))
    let near = (nearest - reach...nearest + reach).compactMap { QRSymbol.Version($0) }
    let counted = counts.compactMap { QRSymbol.Version(size: $0) }
      .filter { distance($0.size) < search.countedSlack + estimate * search.countedShare }
    return (near + counted.filter { !near.contains($0) })
      .sorted { (distance($0.size), $0) < (distance($1.size), $1) }
  }
}
