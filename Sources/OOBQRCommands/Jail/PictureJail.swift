import HostSystem
import ImageCoding
import Imaging
import QRScanning

/// Reading pictures in a copy of this process that is in the jail.
struct PictureJail {
  var rules = JailRules()
  /// The most pixels of a picture.
  var maxPixels = 100_000_000
  /// The time limit.
  var seconds = ScanTime.normal

  /// Does work on the bytes of a stranger; in this process where it is not the `oobqr` program but another one, which may
  /// have other threads.
  ///
  /// - Parameter left: Seconds to the deadline of the search; `nil` for the whole time limit.
  func run<Reply: WorkerMessage>(
    left: Double? = nil, _ work: () throws(InputFailure) -> Reply
  ) throws(InputFailure) -> Reply {
    let console = Console.current
    guard console.executable != nil else { return try work() }
    let timeout = ScanTime.withGrace(left ?? seconds)
    let outcome: WorkerOutcome<Confined<Reply>> = rules.jail(maxPixels: maxPixels).run(timeout: timeout) {
      Confined(rules, $0, work)
    }
    let confined = try outcome.reply(seconds: seconds)
    rules.note(confined.shortfall, on: console)
    return try confined.result.get()
  }

  /// Decodes a picture.
  func image(_ file: [UInt8]) throws(InputFailure) -> ColorImage {
    try run { () throws(InputFailure) in try PicturePixels(decoding: file, maxPixels: maxPixels) }.image
  }

  /// Finds the symbols of a picture.
  ///
  /// - Parameter image: Makes the picture, in the jail.
  /// - Throws: ``InputFailure``; also if the time was over and nothing had been found.
  func symbols(
    by scanner: QRScanner, in image: () throws(InputFailure) -> GrayImage
  ) throws(InputFailure) -> [FoundSymbol] {
    let time = ScanTime(seconds: seconds)
    var found = try run { () throws(InputFailure) in
      let own = scanner.explainWithoutZBar(try image(), deadline: time.deadline)
      return PictureReading(
        symbols: own.detections.map { FoundSymbol($0) }, leavesZBar: own.leavesZBar, isComplete: own.isComplete)
    }
    if found.leavesZBar {
      // If it cannot be opened, the scanner says so.
      if Console.current.executable != nil { try? QRScanner.openZBar() }
      found = try run(left: time.left) { () throws(InputFailure) in
        do {
          let zbar = try scanner.askZBar(try image(), deadline: time.deadline)
          return PictureReading(symbols: zbar.detections.map { FoundSymbol($0) }, isComplete: zbar.isComplete)
        } catch { throw error as? InputFailure ?? InputFailure(message: "\(error)") }
      }
    }
    if found.isComplete { return found.symbols }
    let sentence = ScanTime.cutShort(seconds, symbols: found.symbols.count)
    if found.symbols.isEmpty { throw InputFailure(message: sentence) }
    Console.current.say("note: \(sentence)")
    return found.symbols
  }
}
