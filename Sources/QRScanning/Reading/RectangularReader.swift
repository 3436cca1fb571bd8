import Imaging
import QRSymbology

/// One finder pattern → an rMQR symbol → a message.
///
/// The symbol is up to twenty times as long as its finder pattern. The map starts with the pattern and the timing modules
/// beside it, which all versions have; there the format information says how large the symbol is. The map is then
/// extended step by step, and fitted to the function patterns that it has reached.
struct RectangularReader {
  private let pyramid: Pyramid
  private let tuning: Tuning

  init(_ pyramid: Pyramid, _ tuning: Tuning) { (self.pyramid, self.tuning) = (pyramid, tuning) }

  typealias Found<Frame: PixelFrame> = FoundSmallSymbol<RectangularMicroQRSymbol.Version, Frame>

  /// Reads the symbol that has a finder pattern in its upper left corner.
  func readSymbol(at pattern: FinderPattern<PicturePixels>) -> SmallSymbolOutcome {
    let level = pyramid.level(where: pattern.moduleSize, isAtLeast: tuning.fit.modulePixels)
    let image = pyramid.levels[level]
    let local = pattern.inLevel(level)
    guard let grays = FinderGrays(local, image), grays.contrast > tuning.search.microContrast else {
      return .implausible
    }
    var outcome = SmallSymbolOutcome.implausible
    for (right, down) in Self.frames(local)
    where showsTiming(OrientedPattern(pattern: local, right: right, down: down), image, grays) {
      let fit = GridFit(rectangularHead: image, columns: tuning.fit.rectangularHead, tuning)
      let head = fit.improvedAffinely(head(local.centre, right, down))
      guard fit.weakest(head) > tuning.search.rectangularClarity * grays.contrast,
        let version = version(under: head, image, grays)
      else { continue }
      guard
        let found = readExtension(of: head, to: version, image, grays, isBent: false)
          ?? readExtension(of: head, to: version, image, grays, isBent: true)
      else {
        outcome = .unreadable
        continue
      }
      let isMirrored = right.cross(down) < 0
      let map = found.map.inPicture(fromLevel: level)
      let placed = Found<PicturePixels>(
        reading: found.reading, version: version, map: isMirrored ? map.transposed : map, isMirrored: isMirrored,
        decision: found.decision)
      return .read(Detection(placed), map: placed.map)
    }
    return outcome
  }

  /// One module to the right and one down, for each of the four sides of the pattern, and mirrored.
  private static func frames(_ pattern: FinderPattern<LevelPixels>) -> [(right: Vector, down: Vector)] {
    let (a, b) = pattern.step
    return Vector.quarterTurns(a, b) + Vector.quarterTurns(b, a)
  }

  /// The map of the pattern and the columns behind it.
  private func head(_ centre: Vector, _ right: Vector, _ down: Vector) -> GridMap<LevelPixels> {
    let columns = tuning.fit.rectangularHead
    let origin = centre - (right + down) * FinderGeometry.half
    let (across, along) = (right * Double(columns), down * Double(FunctionPattern.finderSize))
    return GridMap(
      columns: columns, rows: FunctionPattern.finderSize,
      corners: (origin, origin + across, origin + across + along, origin + along))
  }

  /// Whether the column beside the pattern is light, and dark and light modules alternate in its first row.
  private func showsTiming(_ pattern: OrientedPattern, _ image: GrayImage, _ grays: FinderGrays) -> Bool {
    func gray(_ column: Int, _ row: Int) -> Double {
      image.value(at: pattern.place(column: column, row: row))
    }
    let count = 2 * tuning.search.rectangularPairs
    let timing = (0..<count).map { gray(FunctionPattern.timingStart + $0, 0) }
    guard timing.indices.dropLast().allSatisfy({ (timing[$0] < timing[$0 + 1]) == ($0 % 2 == 0) }) else { return false }
    func mean(from first: Int) -> Double {
      stride(from: first, to: count, by: 2).reduce(0) { $0 + timing[$1] } / Double(count / 2)
    }
    let (dark, light) = (mean(from: 0), mean(from: 1))
    let middle = FunctionPattern.finderMiddle
    let separator = (gray(FunctionPattern.finderSize, middle - 1) + gray(FunctionPattern.finderSize, middle + 1)) / 2
    let least = tuning.search.rectangularClarity * grays.contrast
    return light - dark > least && separator - dark > least
  }

  /// The version by the format information beside the finder pattern: the value that agrees best with the grays.
  private func version(
    under map: GridMap<LevelPixels>, _ image: GrayImage, _ grays: FinderGrays
  ) -> RectangularMicroQRSymbol.Version? {
    let values = RectangularMicroQRSymbol.Version.firstFormatPlaces.map {
      grays.middle - image.value(at: map.place(Double($0.column) + 0.5, Double($0.row) + 0.5))
    }
    var best = (version: RectangularMicroQRSymbol.Version.all[0], agreement: 0.0)
    for format in RectangularMicroQRSymbol.FormatInformation.all {
      var agreement = 0.0
      for (bit, value) in values.enumerated() { agreement += format.firstBits >> bit & 1 == 1 ? value : -value }
      if agreement > best.agreement { best = (format.version, agreement) }
    }
    let sum = values.reduce(0) { $0 + abs($1) }
    return best.agreement > tuning.search.rectangularFormat * sum ? best.version : nil
  }

  /// Reads the symbol of a version whose first columns are under a map.
  ///
  /// - Parameter isBent: Whether the map may bend while it is extended.
  private func readExtension(
    of head: GridMap<LevelPixels>, to version: RectangularMicroQRSymbol.Version, _ image: GrayImage,
    _ grays: FinderGrays,
    isBent: Bool
  ) -> Found<LevelPixels>? {
    guard let map = grown(head, to: version, image, grays, isBent: isBent) else { return nil }
    if let found = decode(image, map, version) { return found }
    if !isBent { return nil }
    let fit = GridFit(rectangular: image, version, columns: version.columns, tuning)
    return decode(image, fit.clarified(map), version)
  }

  /// Extends the map to all columns of a version; `nil` where its function patterns end.
  private func grown(
    _ head: GridMap<LevelPixels>, to version: RectangularMicroQRSymbol.Version, _ image: GrayImage,
    _ grays: FinderGrays, isBent: Bool
  ) -> GridMap<LevelPixels>? {
    var map = head
    var columns = map.columns
    while true {
      let fit = GridFit(rectangular: image, version, columns: columns, tuning)
      map = fit.improvedExtension(map.extended(columns: columns, rows: version.rows), isBent: isBent)
      guard fit.weakest(map) > tuning.search.rectangularClarity * grays.contrast else { return nil }
      if columns == version.columns { return map }
      columns = min(version.columns, columns + max(1, Int(Double(columns) * tuning.fit.rectangularGrowth)))
    }
  }

  private func decode(
    _ image: GrayImage, _ map: GridMap<LevelPixels>, _ version: RectangularMicroQRSymbol.Version
  ) -> Found<LevelPixels>? {
    let grays = ModuleGrays(image, map, tuning)
    for variant in [grays, grays.sharpened(tuning.fit.sharpening)] {
      let decision = variant.decided(radius: tuning.fit.thresholdRadius)
      guard accepts(decision, version),
        let symbol = try? RectangularMicroQRSymbol(modules: decision.modules, version: version),
        symbol.formatErrors.first + symbol.formatErrors.second <= tuning.acceptance.rectangularFormatErrors,
        let reading = try? symbol.reading(isUncertain: decision.isUncertain, tuning.acceptance.reserve),
        reading.spareCorrection > tuning.acceptance.rectangularSpare, !reading.message.isEmpty
      else { continue }
      return Found<LevelPixels>(reading: reading, version: version, map: map, decision: decision)
    }
    return nil
  }

  /// Whether most modules of the finder sub-pattern, and of timing and alignment patterns, have their required value.
  private func accepts(_ decision: ModuleGrays.Decision, _ version: RectangularMicroQRSymbol.Version) -> Bool {
    let side = RectangularMicroQRSymbol.Version.subPatternSize
    var (subPatternErrors, right, all) = (0, 0, 0)
    for row in 0..<version.rows {
      for column in FunctionPattern.timingStart..<version.columns {
        guard let isDark = version.functionPattern(row: row, column: column)?.isDark else { continue }
        let isRight = decision.modules[row * version.columns + column] == isDark
        if row >= version.rows - side, column >= version.columns - side {
          subPatternErrors += isRight ? 0 : 1
        } else {
          all += 1
          right += isRight ? 1 : 0
        }
      }
    }
    return subPatternErrors <= tuning.acceptance.rectangularSubPatternErrors
      && Double(right) > tuning.acceptance.rectangularTiming * Double(all)
  }
}

/// The grays of a finder pattern's dark and light modules.
private struct FinderGrays {
  var contrast: Double
  var middle: Double

  init?(_ pattern: FinderPattern<LevelPixels>, _ image: GrayImage) {
    let (right, down) = pattern.step
    let oriented = OrientedPattern(pattern: pattern, right: right, down: down)
    // The centre, and the border around it.
    let border = oriented.sideGrays(at: Double(FunctionPattern.finderMiddle), in: image) / 4
    let dark = (oriented.centreGray(in: image) + border) / 2
    let light = oriented.ringGray(in: image)
    (contrast, middle) = (light - dark, (light + dark) / 2)
    guard contrast > 0 else { return nil }
  }
}
