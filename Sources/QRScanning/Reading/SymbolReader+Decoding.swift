import QRSymbology

/// From the grays of one map to a message.
extension SymbolReader {
  /// Reads the grays plain, sharpened, and with other thresholds.
  func readVariants(
    _ grays: ModuleGrays, _ map: GridMap<LevelPixels>, _ version: QRSymbol.Version, _ kind: Detection.Attempt.Map
  ) -> FoundSymbol<LevelPixels>? {
    for variant in variants {
      if let found = decode(grays.decided(variant), map, version, kind, variant) { return found }
    }
    return nil
  }

  private var variants: [Detection.Attempt.Variant] {
    var variants: [Detection.Attempt.Variant] = [.plain, .sharpened]
    if tuning.search.sharpensMore { variants += [.wide, .sharpenedTwice, .sharpenedMuch] }
    if tuning.search.samplesNarrowly { variants.append(.narrow) }
    return variants
  }

  /// Reads only the middle of each module: in decorated symbols, a picture fills the rest.
  ///
  /// The map has to be more exact than for whole modules. Finder and timing patterns are as clear at all places near their centres, but
  /// on the softened level clearest there. Modules of six pixels or more have a middle of two.
  func readCentres(
    _ start: GridMap<LevelPixels>, _ version: QRSymbol.Version, level: Int
  ) -> FoundSymbol<LevelPixels>? {
    let map = GridFit(pyramid.softened(level), version: version, tuning).improved(start)
    let fine = pyramid.level(where: map.moduleSize * Pyramid.factor(ofLevel: level), isAtLeast: 6)
    let grays = ModuleGrays(pyramid.levels[fine], map.inLevel(fine, from: level), tuning, offset: 0.06)
    return decode(grays.decided(.centres), map, version, .plane, .centres)
  }

  /// Reads the grays with blur removed.
  func readDeblurred(
    _ grays: ModuleGrays, known: [Double], _ map: GridMap<LevelPixels>, _ version: QRSymbol.Version,
    _ kind: Detection.Attempt.Map
  ) -> FoundSymbol<LevelPixels>? {
    let least = tuning.acceptance
    for radius in 1...2 {
      guard let decision = grays.deblurred(known: known, radius: radius) else { continue }
      // The blur was fitted to these modules, so they must agree well.
      let agreement = decision.agreement(size: version.size)
      guard agreement.exceeds(finder: least.deblurredFinder, timing: least.deblurredTiming) else { continue }
      if let found = decode(decision, map, version, kind, .deblurred) { return found }
    }
    return nil
  }

  /// Decodes modules as they are and mirrored, as Model 2 and as Model 1.
  func decode(
    _ decision: ModuleGrays.Decision, _ map: GridMap<LevelPixels>, _ version: QRSymbol.Version,
    _ kind: Detection.Attempt.Map, _ variant: Detection.Attempt.Variant
  ) -> FoundSymbol<LevelPixels>? {
    let agreement = decision.agreement(size: version.size)
    guard agreement.exceeds(finder: tuning.acceptance.finder, timing: tuning.acceptance.timing) else { return nil }
    func found(
      _ reading: SymbolReading, isMirrored: Bool, _ modules: ModuleGrays.Decision?
    ) -> FoundSymbol<LevelPixels> {
      FoundSymbol(
        reading: reading, version: .qr(version), map: map, isMirrored: isMirrored,
        attempt: .grid(kind, variant, isModelOne: modules == nil), decision: modules)
    }
    for isMirrored in [false, true] {
      let oriented = isMirrored ? decision.transposed(size: version.size) : decision
      if let symbol = try? QRSymbol(modules: oriented.modules),
        let reading = try? symbol.reading(isUncertain: oriented.isUncertain, tuning.acceptance.reserve),
        !reading.message.isEmpty, isTrustworthy(reading, symbol, agreement)
      {
        return found(reading, isMirrored: isMirrored, oriented)
      }
      if let reading = modelOne(oriented.modules, agreement) {
        return found(reading, isMirrored: isMirrored, nil)
      }
    }
    return nil
  }

  /// Reads a symbol of Model 1. It has to be clear, as a second reading of the same modules is a second chance for
  /// accidents.
  private func modelOne(_ modules: [Bool], _ agreement: ModuleGrays.Decision.Agreement) -> SymbolReading? {
    guard agreement.exceeds(finder: 0.9, timing: 0.9), let symbol = try? ModelOneSymbol(modules: modules),
      let reading = try? symbol.reading(), !reading.message.isEmpty, reading.spareCorrection >= 0.4
    else { return nil }
    return reading
  }

  /// Whether a reading has enough error correction left to be no accident.
  ///
  /// Small symbols have so little error correction that noise sometimes passes. ISO/IEC 18004:2015 (table 9) keeps some of
  /// it in reserve in versions 1 to 3; that reserve is required unless nearly all finder and timing modules agree.
  private func isTrustworthy(
    _ reading: SymbolReading, _ symbol: QRSymbol, _ agreement: ModuleGrays.Decision.Agreement
  ) -> Bool {
    let least = tuning.acceptance
    if symbol.version.number > least.reservedVersion
      || agreement.exceeds(finder: least.unreservedFinder, timing: least.unreservedTiming)
    {
      return true
    }
    let spent = 1 - reading.spareCorrection
    let corrections = symbol.version.codewords - symbol.version.dataCodewords(at: symbol.level)
    return spent * Double(corrections) <= Double(corrections - least.reservedCodewords)
  }
}

extension ModuleGrays {
  fileprivate func decided(_ variant: Detection.Attempt.Variant) -> Decision {
    switch variant {
    case .plain, .centres, .deblurred: decided()
    case .sharpened: sharpened().decided()
    case .wide: sharpened(0.08).decided(radius: 12)
    case .sharpenedTwice: sharpened(0.4).decided()
    case .sharpenedMuch: sharpened(0.4).sharpened(0.3).decided()
    case .narrow: decided(radius: 3)
    }
  }
}
