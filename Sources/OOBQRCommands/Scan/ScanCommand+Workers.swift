import HostSystem
import ImageCoding
import Imaging
import QRScanning

/// Reading a picture, in this process or another, in the jail.
extension ScanCommand {
  func workers(_ executable: String) throws -> ScanWorkers {
    ScanWorkers(self, policies: try ScanPolicies(self), executable: executable)
  }

  /// The options for a worker that reads as this process would. Messages are checked and printed in this process.
  func workerArguments(_ readers: PictureReaders) -> [String] {
    var arguments = [
      "scan", "--worker", readers.rawValue, "--effort", effort.rawValue, "--max-pixels", "\(maxPixels)",
      "--timeout", "\(timeout)", "-",
    ]
    if grade { arguments.append("--grade") }
    if explain { arguments.append("--explain") }
    if let engine { arguments += ["--engine", engine.rawValue] }
    return arguments + jailOptions.workerArguments
  }

  /// Answers the requests of the parent.
  func serve(_ readers: PictureReaders) throws {
    readers.open()
    let rules = jailOptions.rules
    let jail = rules.jail(maxPixels: maxPixels)
    if readers == .none {
      return try WorkerService.serve(seconds: timeout, jail: jail) { (request: PictureRequest, shortfall) in
        Confined(rules, shortfall) { () throws(InputFailure) in
          try DecodedPicture(decoding: request.file, maxPixels: maxPixels)
        }
      }
    }
    try WorkerService.serve(seconds: timeout, jail: jail) { (request: PictureRequest, shortfall) in
      Confined(rules, shortfall) { () throws(InputFailure) in
        try read(request.file, seconds: request.seconds, by: readers)
      }
    }
  }

  /// Asks readers for a picture, and prints their attempts if they are asked for.
  ///
  /// - Parameters:
  ///   - path: The picture's name in sentences.
  ///   - ask: Asks the given readers within this time; restarts the time if it asks them again.
  func reading(
    of path: String, _ ask: (PictureReaders, inout ScanTime) throws(InputFailure) -> PictureReading
  ) throws(InputFailure) -> PictureReading {
    try PictureReaders.reading(engine: engine, seconds: timeout) { readers, time throws(InputFailure) in
      let reading = try ask(readers, &time)
      for attempt in explain ? reading.attempts : [] { Console.current.say("\(path): \(attempt)") }
      return reading
    }
  }

  /// Reads a picture in a copy of this process; there must be no workers or threads yet.
  func readingAlone(of picture: ScanPicture) throws(InputFailure) -> PictureReading {
    let jail = PictureJail(rules: jailOptions.rules, maxPixels: maxPixels, seconds: timeout)
    return try reading(of: picture.name) { readers, time throws(InputFailure) in
      let seconds = time.left
      return try jail.run(readers, seconds: seconds) { (readers) throws(InputFailure) in
        try read(picture.file, seconds: seconds, by: readers)
      }
    }
  }

  /// The picture with outlines around its symbols, as a PNG file. Only its pixels come from the jail.
  func draw(_ outlined: Outcome.Outlined) throws(InputFailure) -> [UInt8] {
    let most = min(maxPixels, ImageFormat.usualMaxPixels)
    let jail = PictureJail(rules: jailOptions.rules, maxPixels: most, seconds: timeout)
    do {
      return try Annotation.draw(outlined.corners, on: try jail.gray(outlined.picture.file))
    } catch { throw InputFailure(message: "\(outlined.picture.name): no outlines were drawn: \(error)") }
  }

  /// Decodes a picture and finds its symbols, in this process.
  private func read(
    _ file: [UInt8], seconds: Double, by readers: PictureReaders
  ) throws(InputFailure) -> PictureReading {
    let time = ScanTime(seconds: seconds)
    do {
      let image = try GrayImage(imageFile: file, maxPixels: maxPixels)
      let scanner = QRScanner(engine: engine, effort: effort)
      let search = try readers.search(image, by: scanner, deadline: time.deadline)
      var reading = PictureReading(leavesZBar: search.leavesZBar, isComplete: search.isComplete)
      if explain { reading.attempts = search.attempts.map(Self.sentence) }
      if reading.leavesZBar { return reading }
      reading.orientation = PictureOrientation(ofFile: file)
      reading.symbols = search.detections.map {
        ReadSymbol($0, grade: grade ? GradeReport($0, in: image, until: time.endOfGrading) : nil)
      }
      return reading
    } catch ImageCodingError.tooManyPixels(let width, let height, let limit) {
      let error = ImageCodingError.tooManyPixels(width: width, height: height, limit: limit)
      throw InputFailure(message: "\(error); use --max-pixels to raise it")
    } catch {
      throw InputFailure(error)
    }
  }

  private static func sentence(_ attempt: ScanAttempt) -> String {
    let (seconds, attoseconds) = attempt.duration.components
    let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
    let found = attempt.symbols == 0 ? "" : ": \(attempt.symbols) symbol\(attempt.symbols == 1 ? "" : "s")"
    return "\(tenths / 10).\(tenths % 10) ms, \(attempt.pass)\(found)"
  }
}
