import Imaging
import QRSymbology

/// Three finder patterns → a map of the modules → a message.
struct SymbolReader {
  let pyramid: Pyramid
  let tuning: Tuning

  /// The result for three finder patterns.
  enum Outcome {
    case read(FoundSymbol<PicturePixels>)
    /// They have timing patterns, or something similar, between them; this many modules were sampled.
    case unreadable(modules: Int)
    case implausible
  }

  private typealias Candidate = (
    fit: GridFit, version: QRSymbol.Version, map: GridMap<LevelPixels>, score: Double, showsTiming: Bool
  )

  /// What is known about three finder patterns before they are read: the level at which their modules are sampled, and their timing
  /// patterns.
  struct Prospect {
    let level: Int
    /// Sizes by the modules along the two timing patterns, or none; ``TimingCount``.
    let counts: [Int]
    /// Whether both timing patterns are seen, with as many modules as a symbol of about the estimated size has.
    let showsTiming: Bool
  }

  /// Counts the timing modules of a triple. Finder patterns of different symbols have none between them.
  func prospect(_ triple: FinderTriple<PicturePixels>) -> Prospect {
    // At a flat angle the modules are shorter in one direction.
    let module = min(triple.corner.shortModule, triple.right.shortModule, triple.below.shortModule)
    let level = pyramid.level(ofModules: module)
    let local = triple.inLevel(level)
    let counts = TimingCount.sizes(of: local, in: pyramid.levels[level])
    let estimate = local.estimatedSize
    let showsTiming =
      counts.count == 2 && counts[0] == counts[1] && QRSymbol.Version(size: counts[0]) != nil
      && abs(Double(counts[0]) - estimate) < Self.confirmedDistance(estimate)
    return Prospect(level: level, counts: counts, showsTiming: showsTiming)
  }

  /// Reads the symbol that three finder patterns belong to.
  ///
  /// - Parameters:
  ///   - prospect: That of this triple, from ``prospect(_:)``.
  ///   - isThorough: Whether more is tried than the first map of the likeliest version, which reads a clear symbol on flat ground
  ///     and takes a small part of the time of all attempts.
  func readSymbol(
    of triple: FinderTriple<PicturePixels>, _ prospect: Prospect, isThorough: Bool = true
  ) -> Outcome {
    let level = prospect.level
    let triple = triple.inLevel(level)
    let isLikely = triple.quality > tuning.search.likelyTriple
    var tried = 0
    for candidate in candidates(triple, prospect, isLikely: isLikely, isThorough: isThorough)
      .prefix(isThorough ? tuning.budget.versions : 1)
    {
      let fit = candidate.fit
      var start = candidate.map
      if let reached = fit.reachingFourthCorner(start), fit.score(reached) > fit.score(start) { start = reached }
      let found =
        isThorough
        ? readMaps(triple, fit, candidate.version, start, level: level, isLikely: isLikely, sampled: &tried)
        : readDirectly(fit, candidate.version, start)
      if let found { return .read(found.inPicture(fromLevel: level)) }
      tried += fit.size * fit.size
    }
    return tried == 0 ? .implausible : .unreadable(modules: tried)
  }

  /// The versions with finder and timing patterns under their first map, those of the clearest timing patterns first.
  private func candidates(
    _ triple: FinderTriple<LevelPixels>, _ prospect: Prospect, isLikely: Bool, isThorough: Bool
  ) -> [Candidate] {
    let image = pyramid.levels[prospect.level]
    // Faint patterns are often accidents.
    let least = triple.quality < 0.75 ? 0.3 : 0.05
    func candidate(_ fit: GridFit, _ version: QRSymbol.Version, _ map: GridMap<LevelPixels>) -> Candidate? {
      let (finders, timing) = fit.parts(map)
      guard finders > 8, isLikely || timing > finders * least else { return nil }
      return (fit, version, map, timing, timing > finders / 2)
    }
    var candidates = versions(for: triple, prospect, image).compactMap { version in
      triple.map(size: version.size).flatMap { candidate(GridFit(image, version: version, tuning), version, $0) }
    }
    // A lens moves timing patterns away from the lines between finder patterns. What else hides them does so under any lens.
    if isThorough, isLikely, !candidates.contains(where: \.showsTiming) {
      candidates = candidates.map { plain in
        let bent = candidate(plain.fit, plain.version, plain.fit.throughLens(plain.map))
        return bent.flatMap { $0.showsTiming ? $0 : nil } ?? plain
      }
    }
    return candidates.sorted { ($0.score, $1.version) > ($1.score, $0.version) }
  }

  /// Reads the plain grays under the first map.
  private func readDirectly(
    _ fit: GridFit, _ version: QRSymbol.Version, _ start: GridMap<LevelPixels>
  ) -> FoundSymbol<LevelPixels>? {
    decode(ModuleGrays(fit.image, start, tuning).decided(), start, version, .direct, .plain)
  }

  /// Reads the grays under one map after the other, from the cheapest on.
  ///
  /// - Parameter sampled: The last map, which takes as long as all others, adds its modules. Measured: no read is lost in
  ///   `make tune`, which takes a tenth less time; counting those of deblurring as well loses six of 24 symbols on a page.
  private func readMaps(
    _ triple: FinderTriple<LevelPixels>, _ fit: GridFit, _ version: QRSymbol.Version, _ start: GridMap<LevelPixels>,
    level: Int, isLikely: Bool, sampled: inout Int
  ) -> FoundSymbol<LevelPixels>? {
    let search = tuning.search
    func grays(_ map: GridMap<LevelPixels>) -> ModuleGrays { ModuleGrays(fit.image, map, tuning) }
    // Most pictures are easy.
    if let found = readDirectly(fit, version, start) { return found }
    // Large symbols are seldom flat to within a module.
    let isLarge = version.number >= 7 && isLikely
    var tracked = isLarge ? fit.tracked(triple, soft: pyramid.softened(level)) : nil
    if let tracked, let found = readVariants(grays(tracked), tracked, version, .tracked) { return found }
    let map = fit.improved(start)
    // Noise and glyphs sometimes resemble three finder patterns, but not timing patterns between them as well.
    let parts = fit.parts(map)
    guard parts.finders > 6, isLikely || parts.timing > parts.finders * 0.1 else { return nil }
    let planeGrays = grays(map)
    // Three very clear finder patterns are a symbol; where its timing patterns are not seen, the surface is bent.
    let decision = planeGrays.decided()
    let agreement = decision.agreement(size: version.size)
    // Other variants cannot make clear modules clearer. Measured: no read is lost in `make tune`; pages of spoilt symbols take
    // less time (`make bench-hostile`).
    if isLikely, agreement == .init(finder: 1, timing: 1), decision.uncertainShare <= 0.005 {
      return decode(decision, map, version, .plane, .plain)
    }
    let isConvincing = isLikely || agreement.exceeds(finder: 0.6, timing: search.convincingTiming)
    if isConvincing, let found = readVariants(planeGrays, map, version, .plane) { return found }
    if search.deblurs, let found = readDeblurred(planeGrays, known: fit.known, map, version, .plane) { return found }
    if !isConvincing { return nil }
    if let found = readCentres(start, version, level: level) { return found }
    if !isLarge {
      tracked = fit.tracked(triple, soft: pyramid.softened(level))
      if let tracked, let found = readVariants(grays(tracked), tracked, version, .tracked) { return found }
    }
    if search.deblurs, let tracked,
      let found = readDeblurred(grays(tracked), known: fit.known, tracked, version, .tracked)
    {
      return found
    }
    guard version.number <= tuning.budget.clarifiedVersion else { return nil }
    sampled += fit.size * fit.size
    let clarified = fit.clarified(map)
    return readVariants(grays(clarified), clarified, version, .clarified)
  }
}
