import ArgumentParser
import Imaging
import QRScanning

/// The readers that a process in the jail asks.
enum PictureReaders: String, ExpressibleByArgument {
  /// All, where there is no jail.
  case all
  /// Our own, which leave to zbar what it may read.
  case own
  /// zbar.
  case zbar
  /// None: pictures are only decoded.
  case none

  /// Opens what the readers need, which is not possible in the jail. If it cannot be opened, the scanner says so.
  func open() { if self == .zbar { try? QRScanner.openZBar() } }

  /// What the readers find in a picture, what they tried, whether they leave it to zbar, and whether they finished in time.
  typealias Search = (detections: [Detection], attempts: [ScanAttempt], leavesZBar: Bool, isComplete: Bool)

  /// Searches a picture in this process.
  ///
  /// - Throws: `QRScanningError`.
  func search(
    _ image: GrayImage, by scanner: QRScanner, deadline: ContinuousClock.Instant
  ) throws -> Search {
    switch self {
    case .all:
      let (detections, attempts, isComplete) = try scanner.explain(image, deadline: deadline)
      return (detections, attempts, false, isComplete)
    case .own: return scanner.explainWithoutZBar(image, deadline: deadline)
    case .zbar:
      let (detections, attempts, isComplete) = try scanner.askZBar(image, deadline: deadline)
      return (detections, attempts, false, isComplete)
    case .none: return ([], [], false, true)
    }
  }

  /// Asks our own readers, and zbar if they leave the picture to it.
  ///
  /// - Parameters:
  ///   - engine: Asks only this one.
  ///   - seconds: The time limit for all.
  ///   - ask: Asks the given readers within this time; restarts the time if it asks them again.
  static func reading(
    engine: Detection.Engine? = nil, seconds: Double,
    _ ask: (PictureReaders, inout ScanTime) throws(InputFailure) -> PictureReading
  ) throws(InputFailure) -> PictureReading {
    var time = ScanTime(seconds: seconds)
    if engine != .zbar {
      let own = try ask(.own, &time)
      if !own.leavesZBar { return own }
    }
    return try ask(.zbar, &time)
  }
}
