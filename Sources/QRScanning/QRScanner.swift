public import Imaging
import QRSymbology

/// Scans pictures for QR and Micro QR symbols.
///
/// ```swift
/// for detection in try QRScanner().scan(picture) {
///   detection.text     // "https://example.com", or nil when the bytes are not UTF-8
///   detection.corners  // where in the picture, in pixels
/// }
/// ```
///
/// The stages, each in a file of its own: ``CleanSymbol`` for lone drawings; then ``SymbolSearch``, which goes through a
/// ``Pyramid`` of sizes, parts dark from light (``Bitmap``), looks for finder patterns (``FinderSearch``), groups them
/// (``FinderTriple``), lays a grid over the symbol (``GridMap``, ``GridFit``; over bent paper ``TimingPath`` and
/// ``SurfaceNet``), takes the modules' grays
/// (``ModuleGrays``), takes back blur that mixed them, and reads them with error correction (``QRSymbol/reading(uncertain:)``). zbar comes last.
///
/// Every message that our own reader gives has passed Reed–Solomon correction, and seven in ten of the finder patterns'
/// modules, and more than half of the timing patterns', were right; where blur was taken back that had been fitted to them,
/// 85 and 75 in a hundred. Where modules too doubtful to count were left out, a
/// quarter of the error correction codewords, four at least, have confirmed the result. In versions 1 to 3, three
/// codewords stay unspent unless nearly all known modules are right. Micro QR symbols need all timing modules but one. Symbols of Model 1, and those with discs for finder patterns
/// (``DiscSearch``), need nine timing modules in ten, and a third of their error correction unspent.
/// What zbar reads has passed zbar's own checks.
public struct QRScanner: Hashable, Sendable {
  /// The only reader to use, or `nil` for all, as far as ``effort`` goes.
  public var engine: Detection.Engine?
  /// How much is tried before a picture counts as empty.
  public var effort: Effort

  /// How hard to look.
  public enum Effort: String, Hashable, Sendable, CaseIterable {
    /// Dark symbols on light ground, with one threshold.
    case fast
    /// Light symbols, uneven light, bent surfaces, blur, discs in the place of finder patterns as well; flat angles in pictures
    /// of four megapixels at most; zbar where something looked like a symbol.
    case normal
    /// Whatever we know.
    case hard
  }

  public init(engine: Detection.Engine? = nil, effort: Effort = .normal) {
    (self.engine, self.effort) = (engine, effort)
  }

  /// Finds every symbol in a picture.
  ///
  /// - Returns: The detections in reading order: rows from the top, each from the left. Empty when
  ///   nothing was found, which is an answer and not an error.
  /// - Throws: ``QRScanningError/outOfMemory`` when zbar gets no memory,
  ///   ``QRScanningError/zbarUnavailable(reason:)`` when it cannot be opened.
  public func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] { try explain(image).detections }

  /// Finds every symbol, and tells what was tried and how long it took.
  ///
  /// - Throws: as ``scan(_:)``.
  public func explain(
    _ image: GrayImage
  ) throws(QRScanningError) -> (detections: [Detection], attempts: [ScanAttempt]) {
    if engine == .zbar { return try scanWithZBar(image) }
    let start = ContinuousClock().now
    if let detection = CleanSymbol.scan(image) {
      let duration = start.duration(to: ContinuousClock().now)
      return ([detection], [ScanAttempt(name: "clean drawing", duration: duration, symbols: 1)])
    }
    var search = SymbolSearch(image, effort: effort)
    search.run()
    var attempts = search.attempts
    if !search.detections.isEmpty { return (search.detections.inReadingOrder(), attempts) }
    var sawUnreadable = search.sawUnreadable
    // A second whole search is for pictures that take little time, and for whoever has it.
    let depth = effort == .hard || image.width * image.height <= 300_000 ? Effort.normal : .fast
    for (wide, high) in enlargements(of: image, after: search) {
      var enlarged = SymbolSearch(
        image.doubled(horizontally: wide, vertically: high), effort: depth)
      enlarged.run()
      attempts += enlarged.attempts
      sawUnreadable = sawUnreadable || enlarged.sawUnreadable
      if enlarged.detections.isEmpty { continue }
      let factor = Vector(wide ? 0.5 : 1, high ? 0.5 : 1)
      return (enlarged.detections.map { $0.scaled(by: factor) }.inReadingOrder(), attempts)
    }
    guard engine != .modules, effort == .hard || (effort == .normal && sawUnreadable) else {
      return ([], attempts)
    }
    // It reads no more of a large picture than of a small one, and takes its time.
    var small = image
    var factor = Vector(1, 1)
    while effort != .hard, small.width * small.height > 400_000, min(small.width, small.height) > 1 {
      small = small.halved()
      factor *= Vector(2, 2)
    }
    let zbar = try scanWithZBar(small)
    return (zbar.detections.map { $0.scaled(by: factor) }, attempts + zbar.attempts)
  }

  /// What to make twice as wide, twice as high, or both: symbols seen at a flat angle, and, for `hard`, those of less
  /// than two pixels per module.
  private func enlargements(of image: GrayImage, after search: SymbolSearch) -> [(wide: Bool, high: Bool)] {
    guard effort != .fast, image.width * image.height <= 4_000_000 else { return [] }
    var result: [(wide: Bool, high: Bool)] = []
    if search.sawForeshortened.wide { result.append((false, true)) }
    if search.sawForeshortened.high { result.append((true, false)) }
    if effort == .hard { result.append((true, true)) }
    return result
  }

  private func scanWithZBar(
    _ image: GrayImage
  ) throws(QRScanningError) -> (detections: [Detection], attempts: [ScanAttempt]) {
    let start = ContinuousClock().now
    let detections = try ZBar.scan(image).inReadingOrder()
    let name = "zbar, \(image.width) × \(image.height)"
    let duration = start.duration(to: ContinuousClock().now)
    return (detections, [ScanAttempt(name: name, duration: duration, symbols: detections.count)])
  }
}

extension Detection {
  /// The same in a picture that is `factor` times as wide and high.
  fileprivate func scaled(by factor: Vector) -> Detection {
    func scaled(_ point: ImagePoint) -> ImagePoint { ImagePoint(x: point.x * factor.x, y: point.y * factor.y) }
    return Detection(
      message: message,
      corners: Corners(
        topLeft: scaled(corners.topLeft), topRight: scaled(corners.topRight),
        bottomRight: scaled(corners.bottomRight), bottomLeft: scaled(corners.bottomLeft)),
      engine: engine, version: version, microVersion: microVersion, structuredAppend: structuredAppend,
      attempt: attempt)
  }
}
