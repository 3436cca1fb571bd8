import HostSystem
import ImageCoding
import Imaging
import QRScanning

/// Reading pictures in a copy of this process that is in the jail.
struct PictureJail {
  var rules = JailRules()
  /// The most pixels of a picture.
  var maxPixels = ImageFormat.usualMaxPixels
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
    try run { () throws(InputFailure) in try DecodedPicture(decoding: file, maxPixels: maxPixels) }.image
  }

  /// Decodes a picture to gray.
  func gray(_ file: [UInt8]) throws(InputFailure) -> GrayImage {
    try run { () throws(InputFailure) in try DecodedGrays(decoding: file, maxPixels: maxPixels) }.image
  }

  /// Asks readers in the jail.
  ///
  /// - Parameter read: Asks the readers that it is given: `all` where there is no jail.
  func run(
    _ readers: PictureReaders, seconds: Double, _ read: (PictureReaders) throws(InputFailure) -> PictureReading
  ) throws(InputFailure) -> PictureReading {
    let isProgram = Console.current.executable != nil
    if isProgram { readers.open() }
    return try run(left: seconds) { () throws(InputFailure) in try read(isProgram ? readers : .all) }
  }

  /// Finds the symbols of a picture.
  ///
  /// - Parameter image: Makes the picture, in the jail.
  /// - Throws: ``InputFailure``; also if the time was over and nothing had been found.
  func symbols(
    by scanner: QRScanner, in image: () throws(InputFailure) -> GrayImage
  ) throws(InputFailure) -> [ReadSymbol] {
    let found = try PictureReaders.reading(seconds: seconds) { readers, time throws(InputFailure) in
      let left = time.left
      return try run(readers, seconds: left) { (readers) throws(InputFailure) in
        let deadline = ScanTime(seconds: left).deadline
        do {
          let search = try readers.search(try image(), by: scanner, deadline: deadline)
          return PictureReading(
            symbols: search.detections.map { ReadSymbol($0) }, leavesZBar: search.leavesZBar,
            isComplete: search.isComplete)
        } catch { throw InputFailure(error) }
      }
    }
    if found.isComplete { return found.symbols }
    let sentence = ScanTime.cutShort(seconds, symbols: found.symbols.count)
    if found.symbols.isEmpty { throw InputFailure(message: sentence) }
    Console.current.say("note: \(sentence)")
    return found.symbols
  }
}
