import QRSymbology

extension SymbolReader {
  /// Reads a symbol that has discs for finder patterns: only one whose timing patterns are nearly perfect, and with
  /// plenty of error correction left.
  func readOrnamental(_ triple: FinderTriple<PicturePixels>) -> FoundSymbol<PicturePixels>? {
    let level = pyramid.level(where: triple.corner.moduleSize, isAtLeast: tuning.fit.discModulePixels)
    let image = pyramid.levels[level]
    let local = triple.inLevel(level)
    let nearest = QRSymbol.Version.number(nearestTo: local.estimatedSize)
    for offset in offsets {
      guard let version = QRSymbol.Version(nearest + offset), let start = local.map(size: version.size, tuning.fit)
      else { continue }
      let fit = GridFit(image, version: version, tuning)
      // A wrong size, or no symbol at all, has no timing patterns.
      guard fit.parts(start).timing > tuning.search.discTimingContrast else { continue }
      for map in [start, fit.reachingFourthCorner(start)].compactMap({ $0 }) {
        let decision = ModuleGrays(image, map, tuning).decided(radius: tuning.fit.thresholdRadius)
        guard decision.agreement(size: version.size).timing > tuning.acceptance.discTiming,
          let symbol = try? QRSymbol(modules: decision.modules), let reading = try? symbol.reading(),
          reading.spareCorrection > tuning.acceptance.discSpare, !reading.message.isEmpty
        else { continue }
        let found = FoundSymbol(
          reading: reading, version: version, map: map, isMirrored: false, attempt: .discs, decision: decision)
        return found.inPicture(fromLevel: level)
      }
    }
    return nil
  }

  /// 0, −1, 1, −2, 2, …
  private var offsets: [Int] { [0] + (1...tuning.search.discVersions).flatMap { [-$0, $0] } }
}
