import QRSymbology

/// One finder pattern → a Micro QR symbol → a message.
struct MicroReader {
  private let pyramid: Pyramid

  init(_ pyramid: Pyramid) { self.pyramid = pyramid }

  struct Found {
    var reading: SymbolReading
    var version: MicroQRSymbol.Version
    /// In pixels of the whole picture.
    var map: GridMap
    var isMirrored: Bool
  }

  /// Reads the symbol in whose corner a finder pattern, in pixels of the whole picture, stands.
  func read(_ pattern: FinderPattern) -> Found? {
    let level = pyramid.level(where: pattern.moduleSize, isAtLeast: 2.6)
    let (image, factor) = (pyramid.levels[level], Double(1 << level))
    let local = pattern.scaled(by: 1 / factor)
    for version in MicroQRSymbol.Version.allCases.reversed() {
      let fit = GridFit(micro: image, size: version.size)
      for map in Self.maps(local, size: version.size) {
        // Nothing but the timing patterns tells a Micro QR symbol from the corner of a large one.
        let (finder, timing) = fit.parts(map)
        guard finder > 10, timing > 0.5 * finder else { continue }
        let improved = fit.improved(map)
        if let found = read(image, improved, version) ?? read(image, fit.clarified(improved), version) {
          var result = found
          result.map = found.map.scaled(by: factor)
          return result
        }
      }
    }
    return nil
  }

  /// The symbol may lie on any of four sides of the pattern.
  private static func maps(_ pattern: FinderPattern, size: Int) -> [GridMap] {
    let (a, b) = (pattern.axes.0 / 3.5, pattern.axes.1 / 3.5)
    let clockwise = a.cross(b) > 0
    return [(a, b), (b, -a), (-a, -b), (-b, a)].map { right, down in
      let (right, down) = clockwise ? (right, down) : (down, right)
      let origin = pattern.centre - right * 3.5 - down * 3.5
      let side = Double(size)
      return GridMap(
        size: size, corners: (origin, origin + right * side, origin + (right + down) * side, origin + down * side))
    }
  }

  private func read(_ image: GrayImage, _ map: GridMap, _ version: MicroQRSymbol.Version) -> Found? {
    let grays = ModuleGrays(image, map)
    for variant in [grays, grays.sharpened(0.15)] {
      let decision = variant.decided(radius: 5)
      let size = version.size
      // The light row and column beside the timing patterns' ends would be too much to ask; the patterns are not.
      let timing = (8..<size).count { decision.modules[$0] == ($0 % 2 == 0) }
      let other = (8..<size).count { decision.modules[$0 * size] == ($0 % 2 == 0) }
      guard timing + other >= 2 * (size - 8) - (version == .m1 ? 0 : 1) else { continue }
      for isMirrored in [false, true] {
        let oriented = isMirrored ? decision.transposed(size: size) : decision
        guard let symbol = try? MicroQRSymbol(modules: oriented.modules), symbol.version == version,
          symbol.formatErrors <= (version == .m1 ? 0 : 2), let reading = try? symbol.reading(),
          !reading.message.isEmpty
        else { continue }
        return Found(reading: reading, version: version, map: map, isMirrored: isMirrored)
      }
    }
    return nil
  }
}
