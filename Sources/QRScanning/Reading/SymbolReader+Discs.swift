import QRSymbology

extension SymbolReader {
  /// Reads a symbol that has discs for finder patterns: only one whose timing patterns are nearly perfect, and with
  /// plenty of error correction left.
  func readOrnamental(_ triple: FinderTriple<PicturePixels>) -> FoundSymbol<PicturePixels>? {
    let level = pyramid.level(where: triple.corner.moduleSize, isAtLeast: 4)
    let image = pyramid.levels[level]
    let local = triple.inLevel(level)
    let nearest = QRSymbol.Version.number(nearestTo: local.estimatedSize)
    for offset in [0, -1, 1, -2, 2] {
      guard let version = QRSymbol.Version(nearest + offset), let start = local.map(size: version.size) else {
        continue
      }
      let fit = GridFit(image, version: version, tuning)
      // A wrong size, or no symbol at all, has no timing patterns.
      guard fit.parts(start).timing > 40 else { continue }
      for map in [start, fit.reachingFourthCorner(start)].compactMap({ $0 }) {
        let decision = ModuleGrays(image, map, tuning).decided()
        guard decision.agreement(size: version.size).timing > tuning.acceptance.discTiming,
          let symbol = try? QRSymbol(modules: decision.modules), let reading = try? symbol.reading(),
          reading.spareCorrection > 0.34, !reading.message.isEmpty
        else { continue }
        return FoundSymbol(reading: reading, version: .qr(version), map: map, attempt: .discs, decision: decision)
          .inPicture(fromLevel: level)
      }
    }
    return nil
  }
}
