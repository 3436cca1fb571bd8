import Imaging
import QRSymbology

/// One finder pattern → a Micro QR symbol → a message.
struct MicroReader {
  private let pyramid: Pyramid
  private let tuning: Tuning

  init(_ pyramid: Pyramid, _ tuning: Tuning) { (self.pyramid, self.tuning) = (pyramid, tuning) }

  typealias Found<Frame: PixelFrame> = FoundSmallSymbol<MicroQRSymbol.Version, Frame>

  /// Reads the symbol that has a finder pattern in its corner.
  func readSymbol(at pattern: FinderPattern<PicturePixels>) -> SmallSymbolOutcome {
    var outcome = SmallSymbolOutcome.implausible
    let search = tuning.search
    let level = pyramid.level(where: pattern.moduleSize, isAtLeast: tuning.fit.modulePixels)
    let image = pyramid.levels[level]
    let local = pattern.inLevel(level)
    for version in MicroQRSymbol.Version.allCases.reversed() {
      let fit = GridFit(micro: image, size: version.size, tuning)
      for map in Self.maps(local, size: version.size) {
        // Only the timing patterns distinguish a Micro QR symbol from the corner of a large one.
        let (finder, timing) = fit.parts(map)
        guard finder > search.microContrast, timing > search.microTiming * finder else { continue }
        // As it is first: noise moves the corner that no known module is near.
        let improved = fit.improved(map)
        if let found = decode(image, map, version) ?? decode(image, improved, version)
          ?? decode(image, fit.clarified(improved), version)
        {
          let placed = Found<PicturePixels>(
            reading: found.reading, version: version, map: found.map.inPicture(fromLevel: level),
            isMirrored: found.isMirrored, decision: found.decision)
          return .read(Detection(placed), map: placed.map)
        }
        outcome = .unreadable
      }
    }
    return outcome
  }

  /// Maps of a symbol on each of the four sides of the pattern.
  private static func maps(_ pattern: FinderPattern<LevelPixels>, size: Int) -> [GridMap<LevelPixels>] {
    let half = FinderGeometry.half
    let (a, b) = pattern.step
    let clockwise = a.cross(b) > 0
    return Vector.quarterTurns(a, b).map { right, down in
      let (right, down) = clockwise ? (right, down) : (down, right)
      let origin = pattern.centre - right * half - down * half
      let side = Double(size)
      return GridMap(
        size: size, corners: (origin, origin + right * side, origin + (right + down) * side, origin + down * side))
    }
  }

  private func decode(
    _ image: GrayImage, _ map: GridMap<LevelPixels>, _ version: MicroQRSymbol.Version
  ) -> Found<LevelPixels>? {
    let acceptance = tuning.acceptance
    let isM1 = version == .m1
    let timingErrors = isM1 ? acceptance.microTimingErrorsM1 : acceptance.microTimingErrors
    let formatErrors = isM1 ? acceptance.microFormatErrorsM1 : acceptance.microFormatErrors
    let grays = ModuleGrays(image, map, tuning)
    let size = version.size
    for variant in [grays, grays.sharpened(tuning.fit.sharpening)] {
      let decision = variant.decided(radius: tuning.fit.thresholdRadius)
      let timing = version.timing
      let across = timing.count { decision.modules[$0] == FunctionPattern.isTimingDark($0) }
      let down = timing.count { decision.modules[$0 * size] == FunctionPattern.isTimingDark($0) }
      guard across + down >= 2 * timing.count - timingErrors else { continue }
      for isMirrored in [false, true] {
        let oriented = isMirrored ? decision.transposed(size: size) : decision
        guard let symbol = try? MicroQRSymbol(modules: oriented.modules), symbol.version == version,
          symbol.formatErrors <= formatErrors, let reading = try? symbol.reading(), !reading.message.isEmpty
        else { continue }
        return Found<LevelPixels>(
          reading: reading, version: version, map: map, isMirrored: isMirrored, decision: oriented)
      }
    }
    return nil
  }
}
