import Imaging
import QRSymbology

/// One finder pattern → an rMQR symbol → a message.
///
/// The symbol is up to twenty times as long as its finder pattern. The map starts with the pattern and the timing modules
/// beside it, which all versions have; there the format information says how large the symbol is. The map is then
/// extended step by step, and fitted to the function patterns that it has reached.
struct RectangularReader {
  let pyramid: Pyramid
  let tuning: Tuning

  /// Reads the symbol that has a finder pattern in its upper left corner.
  ///
  /// - Parameter isUnreadable: Becomes true if what is beside the pattern looks like the timing pattern and the format information of a
  ///   symbol that cannot be read.
  func readSymbol(
    at pattern: FinderPattern<PicturePixels>, _ isUnreadable: inout Bool
  ) -> FoundSymbol<PicturePixels>? {
    let level = pyramid.level(ofModules: pattern.moduleSize)
    let image = pyramid.levels[level]
    let local = pattern.inLevel(level)
    guard let grays = FinderGrays(local, image) else { return nil }
    for (right, down) in Self.frames(local)
    where showsTiming(OrientedPattern(pattern: local, right: right, down: down), image, grays) {
      let fit = GridFit(rectangularHead: image, columns: Self.headColumns, tuning)
      let head = fit.improved(head(local.centre, right, down), GridFit.whole)
      guard fit.weakest(head) > grays.leastClarity, let version = version(under: head, image, grays) else { continue }
      guard
        var found = readExtension(of: head, to: version, image, grays, isBent: false)?.inPicture(fromLevel: level)
          ?? readExtension(of: head, to: version, image, grays, isBent: true)?.inPicture(fromLevel: level)
      else {
        isUnreadable = true
        continue
      }
      found.isMirrored = right.cross(down) < 0
      if found.isMirrored { found.map = found.map.transposed }
      return found
    }
    return nil
  }

  /// One module to the right and one down, for each of the four sides of the pattern, and mirrored.
  private static func frames(_ pattern: FinderPattern<LevelPixels>) -> [(right: Vector, down: Vector)] {
    let (a, b) = pattern.step
    return Vector.quarterTurns(a, b) + Vector.quarterTurns(b, a)
  }

  /// Columns of the first map: in the first 20, the upper row has only timing modules. More are more exact, and wrong sooner on
  /// bent paper.
  private static let headColumns = 16

  /// The map of the pattern and the columns behind it.
  private func head(_ centre: Vector, _ right: Vector, _ down: Vector) -> GridMap<LevelPixels> {
    let columns = Self.headColumns
    let origin = centre - (right + down) * FinderGeometry.half
    let (across, along) = (right * Double(columns), down * Double(FunctionPattern.finderSize))
    return GridMap(
      columns: columns, rows: FunctionPattern.finderSize,
      corners: (origin, origin + across, origin + across + along, origin + along))
  }

  /// Whether the column beside the pattern is light, and two dark and two light modules alternate in its first row.
  private func showsTiming(_ pattern: OrientedPattern, _ image: GrayImage, _ grays: FinderGrays) -> Bool {
    func gray(_ column: Int, _ row: Int) -> Double {
      image.value(at: pattern.place(column: column, row: row))
    }
    let count = 4
    let timing = (0..<count).map { gray(FunctionPattern.timingStart + $0, 0) }
    guard timing.indices.dropLast().allSatisfy({ (timing[$0] < timing[$0 + 1]) == ($0 % 2 == 0) }) else { return false }
    func mean(from first: Int) -> Double {
      stride(from: first, to: count, by: 2).reduce(0) { $0 + timing[$1] } / Double(count / 2)
    }
    let (dark, light) = (mean(from: 0), mean(from: 1))
    let middle = FunctionPattern.finderMiddle
    let separator = (gray(FunctionPattern.finderSize, middle - 1) + gray(FunctionPattern.finderSize, middle + 1)) / 2
    return light - dark > grays.leastClarity && separator - dark > grays.leastClarity
  }

  /// The version by the format information beside the finder pattern: the value that agrees best with the grays.
  private func version(
    under map: GridMap<LevelPixels>, _ image: GrayImage, _ grays: FinderGrays
  ) -> RectangularMicroQRSymbol.Version? {
    let values = RectangularMicroQRSymbol.Version.firstFormatPlaces.map {
      grays.middle - image.value(at: map.place(Double($0.column) + 0.5, Double($0.row) + 0.5))
    }
    var best = (version: RectangularMicroQRSymbol.Version.all[0], agreement: 0.0)
    for version in RectangularMicroQRSymbol.Version.all {
      for level in RectangularMicroQRSymbol.levels {
        let bits = RectangularMicroQRSymbol.formatBits(version, level).first
        var agreement = 0.0
        for (bit, value) in values.enumerated() { agreement += bits >> bit & 1 == 1 ? value : -value }
        if agreement > best.agreement { best = (version, agreement) }
      }
    }
    let sum = values.reduce(0) { $0 + abs($1) }
    return best.agreement > tuning.search.rectangularFormat * sum ? best.version : nil
  }

  /// Reads the symbol of a version whose first columns are under a map.
  ///
  /// - Parameter isBent: Whether the map may bend while it is extended.
  private func readExtension(
    of head: GridMap<LevelPixels>, to version: RectangularMicroQRSymbol.Version, _ image: GrayImage,
    _ grays: FinderGrays, isBent: Bool
  ) -> FoundSymbol<LevelPixels>? {
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
      map = fit.improved(
        map.extended(columns: columns, rows: version.rows),
        GridFit.rightSide + (isBent ? GridFit.bends : GridFit.corners))
      guard fit.weakest(map) > grays.leastClarity else { return nil }
      if columns == version.columns { return map }
      // Larger steps may lose the timing patterns.
      columns = min(version.columns, columns + columns / 4)
    }
  }

  private func decode(
    _ image: GrayImage, _ map: GridMap<LevelPixels>, _ version: RectangularMicroQRSymbol.Version
  ) -> FoundSymbol<LevelPixels>? {
    for decision in ModuleGrays(image, map, tuning).decisions {
      guard accepts(decision, version),
        let symbol = try? RectangularMicroQRSymbol(modules: decision.modules, version: version),
        // Of 36 bits.
        symbol.formatErrors <= 6,
        let reading = try? symbol.reading(isUncertain: decision.isUncertain, tuning.acceptance.reserve),
        reading.spareCorrection > 0.05, !reading.message.isEmpty
      else { continue }
      return FoundSymbol(
        reading: reading, version: .rectangular(version), map: map, attempt: .rectangular, decision: decision)
    }
    return nil
  }

  /// Whether most modules of the finder sub-pattern, and of timing and alignment patterns, have their required value.
  private func accepts(_ decision: ModuleGrays.Decision, _ version: RectangularMicroQRSymbol.Version) -> Bool {
    let side = RectangularMicroQRSymbol.Version.subPatternSize
    var (subPatternErrors, right, all) = (0, 0, 0)
    for (module, pattern) in version.functionPatterns.enumerated() {
      let (row, column) = module.quotientAndRemainder(dividingBy: version.columns)
      guard column >= FunctionPattern.timingStart, let isDark = pattern?.isDark else { continue }
      let isRight = decision.modules[module] == isDark
      if row >= version.rows - side, column >= version.columns - side {
        subPatternErrors += isRight ? 0 : 1
      } else {
        all += 1
        right += isRight ? 1 : 0
      }
    }
    // The sub-pattern has 25 modules.
    return subPatternErrors <= 4 && Double(right) > 0.8 * Double(all)
  }
}

/// The grays of a finder pattern's dark and light modules.
struct FinderGrays {
  private let contrast: Double
  let middle: Double

  /// The contrast that the finder pattern of a Micro QR or rMQR symbol must exceed, in gray levels.
  static let leastContrast = 10.0

  /// The contrast that other function patterns must exceed.
  var leastClarity: Double { 0.25 * contrast }

  /// - Returns: `nil` for a pattern with too little contrast.
  init?(_ pattern: FinderPattern<LevelPixels>, _ image: GrayImage) {
    let (right, down) = pattern.step
    let oriented = OrientedPattern(pattern: pattern, right: right, down: down)
    // The centre, and the border around it.
    let border = oriented.sideGrays(at: Double(FunctionPattern.finderMiddle), in: image) / 4
    let dark = (oriented.centreGray(in: image) + border) / 2
    let light = oriented.ringGray(in: image)
    (contrast, middle) = (light - dark, (light + dark) / 2)
    guard contrast > Self.leastContrast else { return nil }
  }
}
