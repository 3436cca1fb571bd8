public import Imaging

/// Scans pictures for QR, Micro QR and rMQR symbols.
///
/// ```swift
/// for detection in try QRScanner().scan(picture) {
///   detection.text     // "https://example.com", or nil when the bytes are not UTF-8
///   detection.corners  // where in the picture, in pixels
/// }
/// ```
///
/// The stages: `CleanSymbol` reads drawings of one symbol. `SymbolSearch` goes through the levels of a `Pyramid`,
/// thresholds them (`Bitmap`), detects finder patterns (`FinderSearch`), groups them (`FinderTriple`), fits a grid
/// (`GridMap`, `GridFit`, `Lens`; on bent paper `TimingPath` and `SurfaceNet`), samples the modules (`ModuleGrays`),
/// removes blur (`Blur`) and decodes (`SymbolReader`). Lone finder patterns are tried as those of Micro QR and rMQR symbols
/// (`MicroReader`, `RectangularReader`). At `hard`, zbar is last. The thresholds whose effect is measured are in `Tuning`.
///
/// Every message from the reader of this library has passed Reed–Solomon correction and `Tuning.Acceptance`: most of the
/// finder and timing modules were right, and more of them where the picture was deblurred, because the blur is fitted to
/// them. Where modules were left out as erasures, unspent error correction codewords have confirmed the result. The
/// smallest versions, which have few of them, keep some unspent; Model 1 and symbols with discs for finder patterns
/// (`DiscSearch`), which accidents resemble more, keep a larger share. Messages from zbar have passed zbar's own checks.
public struct QRScanner: Hashable, Sendable {
  /// The only reader to use, or `nil` for all that ``effort`` includes.
  public var engine: Detection.Engine?
  /// The work that is done before a picture counts as empty.
  public var effort: Effort
  /// What replaces the tuning of an effort, to measure it.
  @_spi(Tuning) public var tunings: [Effort: Tuning] = [:]

  /// How much is tried.
  public enum Effort: String, Hashable, Sendable, CaseIterable {
    /// Dark symbols on light ground, with one threshold for most sizes.
    case fast
    /// Also light symbols, faint ones beside others, uneven light, bent surfaces, blur and discs for finder patterns; flat
    /// angles in pictures of at most four megapixels.
    case normal
    /// Everything, with looser limits and more time; zbar if nothing else read a symbol.
    case hard
  }

  public init(engine: Detection.Engine? = nil, effort: Effort = .normal) {
    (self.engine, self.effort) = (engine, effort)
  }

  /// Finds every symbol in a picture.
  ///
  /// - Returns: The detections in reading order: rows from the top, each from the left. Empty when no symbol was found,
  ///   which is an answer and not an error.
  ///   Those that were read until then if the deadline passes; ``explain(_:deadline:)`` returns whether it did.
  /// - Parameters:
  ///   - image: The picture.
  ///   - deadline: When the search ends, complete or not; `nil` for never.
  /// - Throws: ``QRScanningError/zbarUnavailable(reason:)`` when zbar cannot be opened, or gets no memory.
  public func scan(
    _ image: GrayImage, deadline: ContinuousClock.Instant? = nil
  ) throws(QRScanningError) -> [Detection] {
    try explain(image, deadline: deadline).detections
  }

  /// Finds every symbol, and lists the passes with their durations.
  ///
  /// ```swift
  /// let result = try QRScanner(effort: .hard).explain(picture, deadline: .now + .seconds(2))
  /// result.isComplete  // false when there may be more than result.detections
  /// ```
  ///
  /// The clock is checked every few milliseconds, inside a large symbol after up to a second. zbar cannot be
  /// interrupted: if it would exceed the deadline, it gets a smaller picture, or none.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - deadline: When the search ends, complete or not; `nil` for never.
  /// - Throws: as ``scan(_:deadline:)``.
  public func explain(
    _ image: GrayImage, deadline: ContinuousClock.Instant? = nil
  ) throws(QRScanningError) -> Explanation {
    try explain(image, until: deadline.map { TimeLimit($0) })
  }

  /// The same with a limit that may count CPU time.
  package func explain(_ image: GrayImage, until limit: TimeLimit?) throws(QRScanningError) -> Explanation {
    var result = engine == .zbar ? Explanation() : explainOwn(image, until: limit)
    guard asksZBar, result.detections.isEmpty, result.isComplete else { return result }
    let zbar = try askZBar(image, until: limit)
    (result.detections, result.isComplete) = (zbar.detections, zbar.isComplete)
    result.attempts += zbar.attempts
    return result
  }

  /// Whether zbar is asked for pictures in which no other reader finds a symbol.
  package var asksZBar: Bool { engine == .zbar || engine == nil && effort == .hard }

  /// What was found, and how.
  public struct Explanation: Sendable {
    public internal(set) var detections: [Detection] = []
    /// The passes, in their order.
    public internal(set) var attempts: [ScanAttempt] = []
    /// Whether the search ended before the deadline.
    public internal(set) var isComplete = true
    /// Clear finder patterns, at most 3, if nothing was read: those of a symbol that is cut off, covered or worn.
    package internal(set) var cornersSeen = 0
  }

  /// Finds symbols without zbar.
  private func explainOwn(_ image: GrayImage, until limit: TimeLimit?) -> Explanation {
    let tuning = tuning(effort, limit)
    let start = ContinuousClock.now
    if let found = CleanSymbol.scan(image) {
      let attempt = ScanAttempt(pass: .cleanDrawing, duration: start.duration(to: .now), symbols: 1)
      return Explanation(detections: [Detection(found)], attempts: [attempt])
    }
    var own = Explanation()
    var enlargements: [(wide: Bool, high: Bool)] = []
    // Frees its pyramids before the enlargements.
    do {
      var search = SymbolSearch(image, tuning)
      search.run()
      own.attempts = search.attempts
      if !search.detections.isEmpty {
        own.detections = search.detections.inReadingOrder()
        own.isComplete = !tuning.isOver
        return own
      }
      own.cornersSeen = search.cornersSeen
      if let smooth = smoothed(search.positive, tuning, &own.attempts) {
        own.detections = smooth
        own.isComplete = !tuning.isOver
        return own
      }
      enlargements = self.enlargements(of: image, after: search, tuning)
    }
    let enlargedTuning = self.tuning(tuning.effortOfEnlargement(pixels: image.pixels.count), limit).forPart
    for (wide, high) in enlargements where !tuning.isOver {
      var enlarged = SymbolSearch(
        image.doubled(horizontally: wide, vertically: high), enlargedTuning, isEnlarged: true)
      enlarged.run()
      own.attempts += enlarged.attempts
      if enlarged.detections.isEmpty { continue }
      let factor = Vector(wide ? 0.5 : 1, high ? 0.5 : 1)
      own.detections = enlarged.detections.map { $0.placed(by: factor) }.inReadingOrder()
      own.isComplete = !tuning.isOver
      return own
    }
    own.isComplete = !tuning.isOver
    return own
  }

  /// Searches a picture in which nothing was read with gaps between modules closed, and the dots of a dithered picture: the smallest
  /// level first.
  private func smoothed(
    _ pyramid: Pyramid, _ tuning: Tuning, _ attempts: inout [ScanAttempt]
  ) -> [Detection]? {
    guard tuning.search.usesAllThresholds else { return nil }
    let plain = self.tuning(.fast, tuning.limit).forPart
    let small = pyramid.levels.indices.filter { pyramid.levels[$0].pixels.count <= 1_000_000 }
    for level in small.prefix(3).reversed() where !tuning.isOver {
      // Six times closes gaps of two pixels.
      let image = (0..<6).reduce(pyramid.levels[level]) { image, _ in image.softened() }
      var search = SymbolSearch(image, plain)
      search.run()
      attempts += search.attempts
      if search.detections.isEmpty { continue }
      let factor = Pyramid.factor(ofLevel: level)
      return search.detections.map { $0.placed(by: Vector(factor, factor)) }.inReadingOrder()
    }
    return nil
  }

  /// Opens zbar with all that it needs, for a process that cannot open files later.
  ///
  /// - Throws: ``QRScanningError/zbarUnavailable(reason:)``.
  package static func openZBar() throws(QRScanningError) {
    _ = try ZBarLibrary.opened.get()
    ZBarLibrary.characterSets
  }

  /// Finds symbols by zbar.
  ///
  /// A picture that would take zbar longer than there is time is scanned smaller, or not at all.
  ///
  /// - Returns: Also whether a later deadline would change nothing.
  /// - Throws: as ``scan(_:deadline:)``.
  private func askZBar(
    _ image: GrayImage, until limit: TimeLimit?
  ) throws(QRScanningError) -> (detections: [Detection], attempts: [ScanAttempt], isComplete: Bool) {
    let tuning = tuning(effort, limit)
    // zbar reads no more of a large picture than of a small one, and takes longer.
    let most = engine == .zbar ? Int.max : 1_000_000
    var (small, factor) = (image, Vector(1, 1))
    func halve() -> Bool {
      guard min(small.width, small.height) > 1 else { return false }
      (small, factor) = (small.halved(), factor * 2)
      return true
    }
    while small.width * small.height > most, halve() {}
    // A longer limit would not help a picture that takes zbar too long anyway.
    var isComplete = true
    if let limit {
      while case let work = ZBarWork(small, tuning.search), work.isTooMuch(until: limit) {
        if work.isWithinBudget { isComplete = false }
        if tuning.isOver || !halve() { return ([], [], isComplete && !tuning.isOver) }
      }
    }
    let start = ContinuousClock.now
    let detections = try ZBar.scan(small).inReadingOrder()
    let attempt = ScanAttempt(
      pass: .zbar(width: small.width, height: small.height), duration: start.duration(to: .now),
      symbols: detections.count)
    return (detections.map { $0.placed(by: factor) }, [attempt], isComplete)
  }

  private func tuning(_ effort: Effort, _ limit: TimeLimit?) -> Tuning {
    var tuning = tunings[effort] ?? Tuning(effort)
    tuning.limit = limit
    return tuning
  }

  /// The directions in which to double the picture: for symbols at a flat angle, and for those of less than two pixels
  /// per module.
  private func enlargements(
    of image: GrayImage, after search: SymbolSearch, _ tuning: Tuning
  ) -> [(wide: Bool, high: Bool)] {
    guard image.width * image.height <= tuning.budget.enlargementPixels else { return [] }
    var result: [(wide: Bool, high: Bool)] = []
    if search.sawForeshortened.wide { result.append((false, true)) }
    if search.sawForeshortened.high { result.append((true, false)) }
    if tuning.search.doublesBothAxes { result.append((true, true)) }
    return result
  }
}
