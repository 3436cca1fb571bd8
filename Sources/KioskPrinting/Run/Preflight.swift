import Imaging
import PictureDamage
import QRScanning
import QRSymbology
public import SymbolDrawing
public import SymbolGrading

/// A trial scan of symbols as they will be printed, before printing.
///
/// The symbol is drawn dot for dot and then damaged as printer and camera damage it, all at once: a print head with one
/// dead dot, whose line crosses both finder patterns on the left; ink that spreads by half a dot on each side, or by
/// what ``PrintConditions/profile`` has measured if that is more (if its dots shrink, with that shrinkage); a camera
/// whose pixels are several dots wide if a module has at least six dots, which leaves at least three pixels per module;
/// and defocus by a disc of one module at the greatest distance (``PrintConditions/furthestDistance(_:)``), and
/// proportionally less at shorter distances. These strengths are our choice: a printer in need of service, not a broken
/// one.
public struct Preflight: Sendable {
  public var conditions: PrintConditions
  /// Whether the printer has no gray, so that logos are thresholded.
  public var isBilevel: Bool
  /// The colours of the symbols.
  public var colors: SymbolColors

  public init(_ conditions: PrintConditions, isBilevel: Bool = false, colors: SymbolColors = .blackOnWhite) {
    (self.conditions, self.isBilevel, self.colors) = (conditions, isBilevel, colors)
  }

  /// The least symbol contrast: grade C of print quality (ISO/IEC 15415).
  public static let leastSymbolContrast = 0.4
  /// The least contrast ratio: below it, cameras in bad light fail.
  public static let leastContrast = 3.0

  /// Whether colours are far enough apart, and dark on light.
  public static func accepts(_ colors: SymbolColors) -> Bool {
    !colors.isInverted && colors.contrast >= leastContrast && colors.symbolContrast >= leastSymbolContrast
  }

  /// The dots by which dark modules grow in the trial: one, or more if the printer was measured and spreads more. Below 0 they
  /// shrink, if the printer was measured and does so.
  private var spreadDots: Double {
    let growth = conditions.profile?.growth ?? 1
    return growth < 0 ? min(-1, growth) : max(1, growth)
  }

  /// The most dots per module in trial drawings.
  private static let mostDots = 16

  /// A kind of damage to the drawn symbol.
  public enum Trial: String, Hashable, Sendable, CaseIterable {
    case deadDot = "dead-dot"
    case dotGain = "dot-gain"
    case blur
  }

  /// The result for a symbol.
  public struct Result: Hashable, Sendable {
    /// Whether it was read with all damage at once.
    public let isReadable: Bool
    /// The kinds of damage that alone make it unreadable; empty if it is readable, or only unreadable with all at once.
    public let failures: [Trial]
    /// Whether it is not even read undamaged, because its logo is too large.
    public let failsUndamaged: Bool
    /// Whether it has enough dots per module for printer and distance.
    public let isLargeEnough: Bool

    public var passes: Bool { isReadable && isLargeEnough }
  }

  /// How a print without faults will be graded.
  public struct Prediction: Hashable, Sendable {
    /// `nil` if it cannot be read at all, which is ``letter`` F.
    public let grade: SymbolGrade?
    /// What would raise the grade.
    public let remedies: [SymbolGrade.Remedy]

    public var letter: SymbolGrade.Grade { grade?.overall ?? .f }
  }

  /// Scans a symbol with all damage at once, and with each kind if that fails.
  public func examine(_ printed: PrintedSymbol, holds message: [UInt8]) -> Result {
    let isReadable = reads(printed, message, Trial.allCases)
    return Result(
      isReadable: isReadable, failures: isReadable ? [] : Trial.allCases.filter { !reads(printed, message, [$0]) },
      failsUndamaged: !isReadable && !reads(printed, message, []),
      isLargeEnough: printed.dots >= conditions.leastDots)
  }

  private func reads(_ printed: PrintedSymbol, _ message: [UInt8], _ trials: [Trial]) -> Bool {
    // Above this size one dot matters little; drawing more dots would only take memory.
    let dots = min(printed.dots, Self.mostDots)
    var image = drawing(printed, dots: dots)
    if trials.contains(.deadDot) { image.clearColumn((printed.quietZone + 3) * dots + dots / 2) }
    if trials.contains(.dotGain) {
      image = spread(image, by: spreadDots / Double(printed.dots), module: Double(dots), printed)
    }
    let pixel = max(1, dots / 3)
    image = image.reduced(by: pixel)
    if trials.contains(.blur) {
      let radius = 0.5 * conditions.distance / conditions.furthestDistance(printed.dots) * Double(dots) / Double(pixel)
      image = apply(.defocus, min(60, radius), to: image, module: Double(dots) / Double(pixel), printed)
    }
    // Only our own reader: a symbol that needs a second reader is not safe to print.
    return detections(in: image).map(\.message) == [message]
  }

  private func detections(in image: GrayImage) -> [Detection] {
    (try? QRScanner(engine: .modules, effort: .fast).scan(image)) ?? []
  }

  /// Grades the drawing with the dot gain that was measured, and without any other damage: what colours, logo and
  /// printer leave of the symbol when nothing is broken and the camera sees everything.
  ///
  /// It takes longer than the trial, and hardly depends on the message: once for each version and number of dots is enough.
  public func prediction(of printed: PrintedSymbol) -> Prediction {
    // The growth that was measured, as a share of a module: at most one on each side.
    let growth = min(2, max(-2, (conditions.profile?.growth ?? 0) / Double(printed.dots)))
    /// By how many pixels the edges of modules move.
    func shift(_ dots: Int) -> Double { abs(growth) / 2 * Double(dots) }
    // Edges that move by a part of a pixel would make it gray, and gray levels are not shares of ink.
    let fine = Self.spreadDots.min { inexactness(shift($0)) / Double($0) < inexactness(shift($1)) / Double($1) }
    let dots = growth == 0 ? Self.sharpDots : fine ?? Self.mostDots
    var image = drawing(printed, dots: dots)
    if shift(dots) >= 0.5 {
      let share = 2 * shift(dots).rounded() / Double(dots)
      image = spread(image, by: growth < 0 ? -share : share, module: Double(dots), printed)
    }
    let grade = detections(in: image).first.flatMap { try? SymbolGrade(of: $0, in: image) }
    let remedies =
      grade?.remedies ?? (growth < 0 ? [.inkShrinks(by: growth)] : growth > 0 ? [.inkSpreads(by: growth)] : [])
    return Prediction(grade: grade, remedies: remedies)
  }

  /// Spreads ink by a share of a module, or light where it is below 0: ink that shrinks.
  private func spread(_ image: GrayImage, by share: Double, module: Double, _ printed: PrintedSymbol) -> GrayImage {
    let grown = apply(.dotGain, min(2, abs(share)), to: share < 0 ? image.inverted() : image, module: module, printed)
    return share < 0 ? grown.inverted() : grown
  }

  private func inexactness(_ shift: Double) -> Double { abs(shift - shift.rounded()) }

  /// Dots per module in drawings that are graded as they are: whole dots need no more.
  private static let sharpDots = Int(SymbolGrade.leastModulePixels)
  /// The same with dot gain: at fewer dots, one of them is too large a part of the grade's aperture.
  private static let spreadDots = 10...mostDots

  /// Draws the symbol in its colours.
  private func drawing(_ printed: PrintedSymbol, dots: Int) -> GrayImage {
    var image = printed.raster(dots: dots)
    if isBilevel { image.binarise(at: 128) }
    if colors != .blackOnWhite { image.color(colors) }
    return image
  }

  /// - Parameter module: The side of a module in pixels.
  private func apply(
    _ kind: Damage.Kind, _ strength: Double, to image: GrayImage, module: Double, _ printed: PrintedSymbol
  ) -> GrayImage {
    let (low, high) = (Double(printed.quietZone) * module, Double(printed.quietZone + printed.symbol.size) * module)
    let corners = Corners(
      topLeft: ImagePoint(x: low, y: low), topRight: ImagePoint(x: high, y: low),
      bottomRight: ImagePoint(x: high, y: high), bottomLeft: ImagePoint(x: low, y: high))
    var scene = Scene(
      Picture(image), symbols: [Scene.PlacedSymbol(corners: corners, size: printed.symbol.size)])
    do throws(DamageFault) {
      try Damage(kind, strength).apply(to: &scene, seed: 1)
    } catch {
      preconditionFailure("the strength is in range and the picture does not grow: \(error)")
    }
    return scene.picture.gray
  }
}

extension GrayImage {
  /// Thresholds: values below the threshold become 0, the others 255.
  fileprivate mutating func binarise(at threshold: UInt8) { pixels = pixels.map { $0 < threshold ? 0 : 255 } }

  /// Replaces dark and light by the gray levels of colours.
  fileprivate mutating func color(_ colors: SymbolColors) {
    let levels = GrayImage(
      ColorImage(
        width: 2, height: 1,
        pixels: [colors.dark, colors.light].flatMap { [$0.red, $0.green, $0.blue] })
    ).pixels.map(Int.init)
    pixels = pixels.map { UInt8(levels[0] + (levels[1] - levels[0]) * Int($0) / 255) }
  }

  /// Makes a column light.
  fileprivate mutating func clearColumn(_ column: Int) {
    let width = width
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      for i in stride(from: column, to: pixels.count, by: width) { unsafe pixels[i] = 255 }
    }
  }
}
