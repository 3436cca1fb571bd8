import Imaging
import QRSymbology

/// One finder pattern → a Micro QR symbol → a message.
struct MicroReader {
  let pyramid: Pyramid
  let tuning: Tuning

  /// Reads the symbol that has a finder pattern in its corner.
  ///
  /// - Parameter isUnreadable: Becomes true if what is beside the pattern looks like the timing patterns of a symbol that cannot be
  ///   read.
  func readSymbol(
    at pattern: FinderPattern<PicturePixels>, _ isUnreadable: inout Bool
  ) -> FoundSymbol<PicturePixels>? {
    let level = pyramid.level(ofModules: pattern.moduleSize)
    let image = pyramid.levels[level]
    let local = pattern.inLevel(level)
    for version in MicroQRSymbol.Version.allCases.reversed() {
      let fit = GridFit(micro: image, size: version.size, tuning)
      for map in Self.maps(local, size: version.size) {
        // Only the timing patterns distinguish a Micro QR symbol from the corner of a large one.
        let (finder, timing) = fit.parts(map)
        guard finder > FinderGrays.leastContrast, timing > tuning.search.microTiming * finder else { continue }
        // As it is first: noise moves the corner that no known module is near.
        let improved = fit.improved(map)
        if let found = decode(image, map, version) ?? decode(image, improved, version)
          ?? decode(image, fit.clarified(improved), version)
        {
          return found.inPicture(fromLevel: level)
        }
        isUnreadable = true
      }
    }
    return nil
  }

  /// Maps of a symbol on each of the four sides of the pattern.
  private static func maps(_ pattern: FinderPattern<LevelPixels>, size: Int) -> [GridMap<LevelPixels>] {
    let half = FinderGeometry.half
    let (a, b) = pattern.step
    let clockwise = a.cross(b) > 0
    return Vector.quarterTurns(a, b).map { right, down in
      let (right, down) = clockwise ? (right, down) : (down, right)
      return GridMap(size: size, origin: pattern.centre - right * half - down * half, right: right, down: down)
    }
  }

  private func decode(
    _ image: GrayImage, _ map: GridMap<LevelPixels>, _ version: MicroQRSymbol.Version
  ) -> FoundSymbol<LevelPixels>? {
    // M1 only detects errors: its other modules must be right.
    let (timingErrors, formatErrors) = version == .m1 ? (0, 0) : (1, 2)
    let size = version.size
    for decision in ModuleGrays(image, map, tuning).decisions {
      let timing = version.timing
      let across = timing.count { decision.modules[$0] == FunctionPattern.isTimingDark($0) }
      let down = timing.count { decision.modules[$0 * size] == FunctionPattern.isTimingDark($0) }
      guard across + down >= 2 * timing.count - timingErrors else { continue }
      for isMirrored in [false, true] {
        let oriented = isMirrored ? decision.transposed(size: size) : decision
        guard let symbol = try? MicroQRSymbol(modules: oriented.modules), symbol.version == version,
          symbol.formatErrors <= formatErrors, let reading = try? symbol.reading(), !reading.message.isEmpty
        else { continue }
        return FoundSymbol(
          reading: reading, version: .micro(version), map: map, isMirrored: isMirrored, attempt: .micro,
          decision: oriented)
      }
    }
    return nil
  }
}
