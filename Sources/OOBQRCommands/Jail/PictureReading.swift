import HostSystem
import ImageCoding

/// What was read in a picture, as it leaves the jail. What comes from there is checked: it may have been taken over.
struct PictureReading: Sendable {
  var symbols: [ReadSymbol] = []
  /// Whether zbar is to be asked.
  var leavesZBar = false
  /// Whether the search ended before its deadline.
  var isComplete = true
  /// How the picture is turned before it is shown.
  var orientation = PictureOrientation.topLeft
  /// What was tried, if it was asked for.
  var attempts: [String] = []
}

extension PictureReading: WorkerMessage {
  /// A page of 100 million pixels, with modules of 2 pixels, has 40,000 symbols.
  private static let mostSymbols = 1 << 16
  /// Levels, thresholds and enlargements make about a hundred.
  private static let mostAttempts = 1000
  /// Bytes of an attempt; ours have about fifty.
  private static let mostAttemptBytes = 200

  /// A picture of 100 million pixels holds 9 MB in symbols of version 40 with modules of one pixel, and 40,000 of version 1 with modules
  /// of two. Each symbol needs about 150 bytes beside its message.
  static var mostBytes: Int { 12 << 20 }

  /// A byte for zbar, one for the deadline and one for the orientation; the attempts; for each symbol four parts.
  var workerBytes: [UInt8] {
    Parts.joined(
      [
        [leavesZBar ? 1 : 0, isComplete ? 1 : 0, UInt8(orientation.rawValue)],
        Parts.joined(attempts.map { Array($0.utf8) }),
      ] + symbols.flatMap(\.parts))
  }

  init?(workerBytes bytes: [UInt8]) {
    let perSymbol = ReadSymbol.partCount
    guard let parts = Parts.split(bytes, atMost: 2 + perSymbol * Self.mostSymbols), parts.count >= 2,
      (parts.count - 2) % perSymbol == 0, parts[0].count == 3,
      let orientation = PictureOrientation(rawValue: Int(parts[0][2])),
      let attempts = Parts.split(parts[1], atMost: Self.mostAttempts),
      attempts.allSatisfy({ $0.count <= Self.mostAttemptBytes })
    else { return nil }
    let texts = attempts.compactMap { String(validating: $0, as: UTF8.self) }
    if texts.count < attempts.count { return nil }
    self.init(
      leavesZBar: parts[0][0] == 1, isComplete: parts[0][1] == 1, orientation: orientation,
      attempts: texts)
    for start in stride(from: 2, to: parts.count, by: perSymbol) {
      guard let symbol = ReadSymbol(parts: parts[start..<start + perSymbol]) else { return nil }
      symbols.append(symbol)
    }
  }
}
