import QRSymbology

/// Three finder patterns → a map of the modules → a message.
struct SymbolReader {
  private let pyramid: Pyramid
  private let effort: QRScanner.Effort

  init(_ pyramid: Pyramid, effort: QRScanner.Effort) {
    (self.pyramid, self.effort) = (pyramid, effort)
  }

  /// What was read, and where.
  struct Found {
    var reading: SymbolReading
    var version: QRSymbol.Version
    /// In pixels of the whole picture.
    var map: GridMap
    var isMirrored: Bool
    var attempt: String
  }

  /// Reads the symbol that three finder patterns, in pixels of the whole picture, belong to.
  func read(_ triple: FinderTriple) -> Outcome {
    // A symbol that is seen at a flat angle has less room in one direction.
    let module = min(triple.corner.shortModule, triple.right.shortModule, triple.below.shortModule)
    let level = pyramid.level(where: module, isAtLeast: 2.6)
    let image = pyramid.levels[level]
    let factor = Double(1 << level)
    let local = triple.scaled(by: 1 / factor)

    let isClear = triple.quality > 0.85
    // The sizes whose timing patterns show first.
    var candidates: [(fit: GridFit, version: QRSymbol.Version, map: GridMap, score: Double)] = []
    for version in versions(for: local, image) {
      guard let map = local.map(size: version.size) else { continue }
      let fit = GridFit(image, version: version)
      let (finders, timing) = fit.parts(map)
      guard finders > 8, isClear || timing > finders * (triple.quality < 0.75 ? 0.3 : 0.05) else { continue }
      candidates.append((fit, version, map, timing))
    }
    if candidates.isEmpty { return .implausible }
    candidates.sort { ($0.score, $1.version) > ($1.score, $0.version) }
    var tried = 0
    for candidate in candidates.prefix(effort == .fast ? 1 : effort == .normal ? 2 : 3) {
      let fit = candidate.fit
      var start = candidate.map
      if let reached = fit.reachingFourthCorner(start), fit.score(reached) > fit.score(start) { start = reached }
      if let found = read(local, fit, candidate.version, start, level: level, isClear: isClear) {
        var result = found
        result.map = found.map.scaled(by: factor)
        return .read(result)
      }
      tried += fit.size * fit.size
    }
    return .unreadable(modules: tried)
  }

  /// Reads a symbol that has discs in the place of finder patterns: only one whose timing patterns are nearly perfect, and
  /// which keeps a third of its error correction.
  func readOrnamental(_ triple: FinderTriple) -> Found? {
    let module = triple.corner.moduleSize
    let level = pyramid.level(where: module, isAtLeast: 4)
    let image = pyramid.levels[level]
    let factor = Double(1 << level)
    let local = triple.scaled(by: 1 / factor)
    let nearest = Int(((triple.estimatedSize - 17) / 4).rounded())
    for offset in [0, -1, 1, -2, 2] {
      guard let version = QRSymbol.Version(nearest + offset), let start = local.map(size: version.size) else {
        continue
      }
      let fit = GridFit(image, version: version)
      // A wrong size, or no symbol at all, has no timing patterns.
      guard fit.parts(start).timing > 40 else { continue }
      for map in [start, fit.reachingFourthCorner(start)].compactMap({ $0 }) {
        let decision = ModuleGrays(image, map).decided(radius: 5)
        guard decision.agreement(size: version.size).timing > 0.9,
          let symbol = try? QRSymbol(modules: decision.modules),
          let reading = try? symbol.reading(), reading.spareCorrection > 0.34, !reading.message.isEmpty
        else { continue }
        return Found(
          reading: reading, version: version, map: map.scaled(by: factor), isMirrored: false, attempt: "discs")
      }
    }
    return nil
  }

  /// What three finder patterns turned out to be.
  enum Outcome {
    case read(Found)
    /// There are timing patterns between them, or something like them; so many modules were looked at.
    case unreadable(modules: Int)
    case implausible
  }

  private func read(
    _ triple: FinderTriple, _ fit: GridFit, _ version: QRSymbol.Version, _ start: GridMap, level: Int, isClear: Bool
  ) -> Found? {
    // Most pictures are easy.
    if let found = read(ModuleGrays(fit.image, start).decided(radius: 5), start, version, "direct") { return found }
    // Large symbols are seldom flat to a module.
    let isLarge = version.number >= 7 && isClear
    var tracked = isLarge ? fit.tracked(triple, soft: pyramid.softened(level)) : nil
    if let tracked, let found = read(ModuleGrays(fit.image, tracked), tracked, version, "tracked") { return found }
    let map = fit.improved(start)
    // Noise and glyphs look like three finder patterns now and then, but not like timing patterns between them as well.
    let parts = fit.parts(map)
    guard parts.finders > 6, isClear || parts.timing > parts.finders * 0.1 else { return nil }
    let grays = ModuleGrays(fit.image, map)
    // Three very clear finder patterns are a symbol, and where its timing patterns are not, the surface is bent.
    let agreement = grays.decided(radius: 5).agreement(size: version.size)
    let isConvincing = isClear || (agreement.finder > 0.6 && agreement.timing > (effort == .hard ? 0.6 : 0.7))
    if isConvincing, let found = read(grays, map, version, "plane") { return found }
    if effort != .fast, let found = readBlurred(grays, fit, map, version, "plane") { return found }
    if !isConvincing { return nil }
    if !isLarge {
      tracked = fit.tracked(triple, soft: pyramid.softened(level))
      if let tracked, let found = read(ModuleGrays(fit.image, tracked), tracked, version, "tracked") { return found }
    }
    if effort == .fast { return nil }
    if let tracked,
      let found = readBlurred(ModuleGrays(fit.image, tracked), fit, tracked, version, "tracked")
    {
      return found
    }
    if version.number <= (effort == .hard ? 20 : 6) {
      let clarified = fit.clarified(map)
      if let found = read(ModuleGrays(fit.image, clarified), clarified, version, "clarified") { return found }
    }
    return nil
  }

  /// Tries thresholds on the grays of one map.
  private func read(_ grays: ModuleGrays, _ map: GridMap, _ version: QRSymbol.Version, _ name: String) -> Found? {
    for (suffix, variant) in variants(of: grays) {
      if let found = read(variant.grays.decided(radius: variant.radius), map, version, name + suffix) { return found }
    }
    return nil
  }

  /// Reads the grays of one map with blur taken back.
  private func readBlurred(
    _ grays: ModuleGrays, _ fit: GridFit, _ map: GridMap, _ version: QRSymbol.Version, _ name: String
  ) -> Found? {
    let known = fit.known
    for radius in 1...2 {
      guard let decision = grays.deblurred(known: known, radius: radius) else { continue }
      // The blur was fitted to these modules: they have to come out well.
      let agreement = decision.agreement(size: version.size)
      guard agreement.finder > 0.85, agreement.timing > 0.75 else { continue }
      if let found = read(decision, map, version, "\(name), deblurred") { return found }
    }
    return nil
  }

  private func read(
    _ decision: ModuleGrays.Decision, _ map: GridMap, _ version: QRSymbol.Version, _ name: String
  ) -> Found? {
    let agreement = decision.agreement(size: version.size)
    guard agreement.finder > 0.7, agreement.timing > 0.55 else { return nil }
    for isMirrored in [false, true] {
      let oriented = isMirrored ? decision.transposed(size: version.size) : decision
      if let symbol = try? QRSymbol(modules: oriented.modules),
        let reading = try? symbol.reading(isUncertain: oriented.isUncertain), !reading.message.isEmpty,
        Self.isTrustworthy(reading, symbol, agreement)
      {
        return Found(reading: reading, version: version, map: map, isMirrored: isMirrored, attempt: name)
      }
      if let reading = modelOne(oriented.modules, agreement) {
        return Found(
          reading: reading, version: version, map: map, isMirrored: isMirrored, attempt: "Model 1, \(name)")
      }
    }
    return nil
  }

  /// Reads a symbol of Model 1: a clear one, as a second way to read the same modules is a second chance for accidents.
  private func modelOne(_ modules: [Bool], _ agreement: (finder: Double, timing: Double)) -> SymbolReading? {
    guard agreement.finder > 0.9, agreement.timing > 0.9, let symbol = try? ModelOneSymbol(modules: modules),
      let reading = try? symbol.reading(), !reading.message.isEmpty, reading.spareCorrection >= 0.4
    else { return nil }
    return reading
  }

  /// Whether a reading could not just as well be an accident.
  ///
  /// Most finder and timing modules are right at this point. Small symbols have so little error correction that noise would pass
  /// for one now and then; ISO/IEC 18004:2015 (table 9) therefore keeps some of it back in versions 1 to 3, and so do we
  /// unless nearly all known modules are right.
  private static func isTrustworthy(
    _ reading: SymbolReading, _ symbol: QRSymbol, _ agreement: (finder: Double, timing: Double)
  ) -> Bool {
    if symbol.version.number > 3 || (agreement.finder > 0.85 && agreement.timing > 0.85) { return true }
    let spent = 1 - reading.spareCorrection
    let corrections = symbol.version.codewords - symbol.version.dataCodewords(at: symbol.level)
    return spent * Double(corrections) <= Double(corrections - 3)
  }

  private func variants(of grays: ModuleGrays) -> [(String, (grays: ModuleGrays, radius: Int))] {
    var variants: [(String, (grays: ModuleGrays, radius: Int))] = [
      ("", (grays, 5)), (", sharpened", (grays.sharpened(0.15), 5)),
    ]
    if effort != .fast {
      variants += [(", wide", (grays.sharpened(0.08), 12)), (", sharpened twice", (grays.sharpened(0.4), 5))]
      variants.append((", sharpened much", (grays.sharpened(0.4).sharpened(0.3), 5)))
    }
    if effort == .hard { variants.append((", narrow", (grays, 3))) }
    return variants
  }

  /// The versions that a triple may have: what the version information says, or what distances and timing patterns
  /// say. None when there is nothing like a timing pattern.
  private func versions(for triple: FinderTriple, _ image: GrayImage) -> [QRSymbol.Version] {
    let estimate = triple.estimatedSize
    let counts = TimingCount.sizes(of: triple, in: image)
    // Three clear patterns are evidence enough; others need timing patterns between them.
    if counts.isEmpty { return [] }
    if triple.quality < 0.75, effort != .hard,
      !counts.contains(where: { abs(Double($0) - estimate) < 3 + estimate * 0.22 })
    {
      return []
    }
    if estimate > 38, let version = VersionInformation.version(of: triple, in: image),
      abs(Double(version.size) - estimate) < 4 + estimate * 0.2
    {
      return [version]
    }
    let nearest = Int(((estimate - 17) / 4).rounded())
    let reach = max(1, Int((estimate * 0.1 / 4).rounded()))
    let near = (nearest - reach...nearest + reach).compactMap { QRSymbol.Version($0) }
    let counted = counts.compactMap { QRSymbol.Version(size: $0) }
      .filter { abs(Double($0.size) - estimate) < 6 + estimate * 0.4 }
    return (near + counted.filter { !near.contains($0) })
      .sorted { (abs(Double($0.size) - estimate), $0) < (abs(Double($1.size) - estimate), $1) }
  }
}

extension FinderTriple {
  func scaled(by factor: Double) -> FinderTriple {
    FinderTriple(
      corner: corner.scaled(by: factor), right: right.scaled(by: factor), below: below.scaled(by: factor), doubt: doubt,
      members: members)
  }
}

/// The version information of symbols from version 7 on: eighteen bits, twice (ISO/IEC 18004:2015, 7.10).
enum VersionInformation {
  /// Reads it beside the right and the lower finder pattern, in their own frames, whatever the size of the symbol.
  static func version(of triple: FinderTriple, in image: GrayImage) -> QRSymbol.Version? {
    let frames = triple.frames()
    func bits(_ frame: (pattern: FinderPattern, right: Vector, down: Vector), _ place: (Int) -> (Int, Int)) -> Int {
      func gray(_ column: Int, _ row: Int) -> Double {
        let (x, y) = (Double(column) - 3, Double(row) - 3)
        return image.value(at: frame.pattern.centre + frame.right * x + frame.down * y)
      }
      // Dark and light of the finder pattern itself tell the threshold.
      let dark = (gray(3, 3) + gray(0, 3) + gray(3, 0) + gray(6, 3) + gray(3, 6)) / 5
      let light = (gray(1, 3) + gray(3, 1) + gray(5, 3) + gray(3, 5)) / 4
      return (0..<18).reduce(0) { bits, i in
        let (column, row) = place(i)
        return bits | (gray(column, row) < (dark + light) / 2 ? 1 << i : 0)
      }
    }
    // Bit i stands in row i / 3 and column i % 3 of the block to the left of the right pattern, and turned above the
    // lower one. In a mirrored symbol the two have changed places.
    let first = bits(frames[1]) { ($0 % 3 - 4, $0 / 3) }
    let second = bits(frames[2]) { ($0 / 3, $0 % 3 - 4) }
    let candidates = [first, second].flatMap { read in
      (7...40).map { (distance: (code($0) ^ read).nonzeroBitCount, $0) }
    }
    guard let best = candidates.min(by: { $0.distance < $1.distance }), best.distance <= 2 else { return nil }
    return QRSymbol.Version(best.1)
  }

  /// Six bits of the version and twelve of the BCH code with generator 0x1F25.
  static func code(_ version: Int) -> Int {
    var remainder = version
    for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11 & 1) * 0x1F25 }
    return version << 12 | remainder & 0xFFF
  }
}
