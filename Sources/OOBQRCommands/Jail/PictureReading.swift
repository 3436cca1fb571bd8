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
  /// The picture with outlines, as a PNG file, if it was asked for.
  var annotation: [UInt8] = []
}

extension PictureReading: WorkerMessage {
  /// A picture of 100 million pixels has no room for more.
  private static let mostSymbols = 1 << 17

  /// With a picture with outlines.
  static var mostBytes: Int { 1 << 29 }

  /// A byte for zbar, one for the deadline and one for the orientation; the attempts; the annotation; for each symbol four
  /// parts.
  var workerBytes: [UInt8] {
    Parts.joined(
      [
        [leavesZBar ? 1 : 0, isComplete ? 1 : 0, UInt8(orientation.rawValue)],
        Parts.joined(attempts.map { Array($0.utf8) }), annotation,
      ] + symbols.flatMap(\.parts))
  }

  init?(workerBytes bytes: [UInt8]) {
    let perSymbol = ReadSymbol.partCount
    guard let parts = Parts.split(bytes), parts.count >= 3, (parts.count - 3) % perSymbol == 0,
      (parts.count - 3) / perSymbol <= Self.mostSymbols, parts[0].count == 3,
      let orientation = PictureOrientation(rawValue: Int(parts[0][2])), let attempts = Parts.split(parts[1])
    else { return nil }
    self.init(
      leavesZBar: parts[0][0] == 1, isComplete: parts[0][1] == 1, orientation: orientation,
      attempts: attempts.map { String(decoding: $0, as: UTF8.self) }, annotation: parts[2])
    for start in stride(from: 3, to: parts.count, by: perSymbol) {
      guard let symbol = ReadSymbol(parts: parts[start..<start + perSymbol]) else { return nil }
      symbols.append(symbol)
    }
  }
}
