import QRScanning
import QRSymbology
import SymbolFixtures

/// Scans symbols as they will be printed, before they are.
///
/// The symbol is drawn dot for dot and then suffers what print and camera do to it, all at once: a print head with one
/// dead dot, whose line runs through both finder patterns on the left; ink that spreads by half a dot on each side; and
/// a camera that is out of focus by a disc of one module at the greatest distance
/// (``PrintConditions/furthestDistance(_:)``), and of proportionally less nearer by. These strengths are our choice: a
/// printer in need of service, not a broken one.
public struct Preflight: Sendable {
  public var conditions: PrintConditions

  public init(_ conditions: PrintConditions) { self.conditions = conditions }

  /// What is done to the drawn symbol.
  public enum Trial: String, Hashable, Sendable, CaseIterable {
    case deadDot = "dead-dot"
    case dotGain = "dot-gain"
    case blur
  }

  /// What came of a symbol.
  public struct Result: Hashable, Sendable {
    /// Whether it was read with all trials at once.
    public let isReadable: Bool
    /// The trials that it fails alone; empty when it is readable, and when only all together are too much.
    public let failures: [Trial]
    /// Whether it is not even read as drawn: a logo too large.
    public let failsUndamaged: Bool
    /// Whether it has the dots that print and distance ask for.
    public let isLargeEnough: Bool

    public var passes: Bool { isReadable && isLargeEnough }
  }

  /// Scans a symbol with all trials, and with each when that fails.
  public func examine(_ printed: PrintedSymbol, holds message: [UInt8]) -> Result {
    let isLargeEnough = printed.dots >= conditions.leastDots
    if reads(printed, message, Trial.allCases) {
      return Result(isReadable: true, failures: [], failsUndamaged: false, isLargeEnough: isLargeEnough)
    }
    let failures = Trial.allCases.filter { !reads(printed, message, [$0]) }
    return Result(
      isReadable: false, failures: failures, failsUndamaged: !reads(printed, message, []), isLargeEnough: isLargeEnough)
  }

  private func reads(_ printed: PrintedSymbol, _ message: [UInt8], _ trials: [Trial]) -> Bool {
    var image = printed.raster
    if trials.contains(.deadDot) { image.clearColumn((printed.quietZone + 3) * printed.dots + printed.dots / 2) }
    let (low, high) = (
      Double(printed.quietZone * printed.dots), Double(printed.side - printed.quietZone * printed.dots)
    )
    let corners = Corners(
      topLeft: ImagePoint(x: low, y: low), topRight: ImagePoint(x: high, y: low),
      bottomRight: ImagePoint(x: high, y: high), bottomLeft: ImagePoint(x: low, y: high))
    var scene = Scene(
      Picture(image), symbols: [Scene.PlacedSymbol(corners: corners, size: printed.symbol.size)])
    for damage in damages(printed, trials) {
      // The picture does not grow, so that nothing is thrown.
      do { try damage.apply(to: &scene, seed: 1) } catch { return false }
    }
    // Our own reader alone: what only a second opinion reads is not safe to print.
    let detections = try? QRScanner(engine: .modules, effort: .fast).scan(scene.picture.gray)
    return detections?.map(\.message) == [message]
  }

  private func damages(_ printed: PrintedSymbol, _ trials: [Trial]) -> [Damage] {
    var damages: [Damage] = []
    if trials.contains(.dotGain), let damage = try? Damage(.dotGain, min(2, 1 / Double(printed.dots))) {
      damages.append(damage)
    }
    let radius = 0.5 * Double(printed.dots) * conditions.distance / conditions.furthestDistance(printed.dots)
    if trials.contains(.blur), let damage = try? Damage(.defocus, min(60, radius)) { damages.append(damage) }
    return damages
  }
}

extension GrayImage {
  /// Makes a column light.
  fileprivate mutating func clearColumn(_ column: Int) {
    let width = width
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      for i in stride(from: column, to: pixels.count, by: width) { unsafe pixels[i] = 255 }
    }
  }
}
