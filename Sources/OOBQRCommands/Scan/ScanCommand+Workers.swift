import ArgumentParser
import HostSystem
import ImageCoding
import Imaging
import QRScanning
import TextFormats

/// Reading a picture, in this process or another, in the jail.
extension ScanCommand {
  /// The readers that a process asks.
  enum Readers: String, ExpressibleByArgument {
    /// All, where there is no jail.
    case all
    /// Our own, which leave to zbar what it may read.
    case own
    /// zbar.
    case zbar
    /// Nobody: pictures are only decoded.
    case none
  }

  func workers(_ executable: String) throws -> ScanWorkers {
    ScanWorkers(self, policies: try ScanPolicies(self), executable: executable)
  }

  /// The options for a worker that reads as this process would. What is done with a message is not its business.
  func workerArguments(_ readers: Readers) -> [String] {
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
  func serve(_ readers: Readers) throws {
    // If it cannot be opened, the scanner says so.
    if readers == .zbar { try? QRScanner.openZBar() }
    let rules = jailOptions.rules
    let jail = rules.jail(maxPixels: maxPixels)
    if readers == .none {
      return try WorkerService.serve(seconds: timeout, jail: jail) { (request: ScanWorkers.Request, shortfall) in
        Confined(rules, shortfall) { () throws(InputFailure) in
          try PicturePixels(decoding: request.file, maxPixels: maxPixels)
        }
      }
    }
    try WorkerService.serve(seconds: timeout, jail: jail) { (request: ScanWorkers.Request, shortfall) in
      Confined(rules, shortfall) { () throws(InputFailure) in
        try read(request.file, seconds: request.seconds, by: readers)
      }
    }
  }

  /// Asks our own readers, and zbar if they leave the picture to it.
  ///
  /// - Parameters:
  ///   - path: The picture's name in sentences.
  ///   - ask: Asks readers, which have so many seconds.
  func reading(
    of path: String, _ ask: (Readers, Double) throws(InputFailure) -> PictureReading
  ) throws(InputFailure) -> PictureReading {
    let time = ScanTime(seconds: timeout)
    func asked(_ readers: Readers) throws(InputFailure) -> PictureReading {
      let reading = try ask(readers, time.left)
      for attempt in explain ? reading.attempts : [] { Console.current.say("\(path): \(attempt)") }
      return reading
    }
    if engine == .zbar { return try asked(.zbar) }
    let own = try asked(.own)
    return own.leavesZBar ? try asked(.zbar) : own
  }

  /// Reads a picture in a copy of this process; there must be no workers or threads yet.
  func readingAlone(of picture: ScanPicture) throws(InputFailure) -> PictureReading {
    let jail = PictureJail(rules: jailOptions.rules, maxPixels: maxPixels, seconds: timeout)
    let isProgram = Console.current.executable != nil
    return try reading(of: picture.name) { readers, seconds throws(InputFailure) in
      if readers == .zbar, isProgram { try? QRScanner.openZBar() }
      return try jail.run(left: seconds) { () throws(InputFailure) in
        try read(picture.file, seconds: seconds, by: isProgram ? readers : .all)
      }
    }
  }

  /// Decodes a picture and finds its symbols, in this process.
  private func read(
    _ file: [UInt8], seconds: Double, by readers: Readers
  ) throws(InputFailure) -> PictureReading {
    let time = ScanTime(seconds: seconds)
    do {
      let image = try GrayImage(imageFile: file, maxPixels: maxPixels)
      let scanner = QRScanner(engine: engine, effort: effort)
      var reading = PictureReading(orientation: PictureOrientation(ofFile: file))
      let (detections, attempts): ([Detection], [ScanAttempt])
      switch readers {
      case .all: (detections, attempts, reading.isComplete) = try scanner.explain(image, deadline: time.deadline)
      case .own:
        (detections, attempts, reading.leavesZBar, reading.isComplete) =
          scanner.explainWithoutZBar(image, deadline: time.deadline)
      case .none: return reading
      case .zbar: (detections, attempts, reading.isComplete) = try scanner.askZBar(image, deadline: time.deadline)
      }
      if explain { reading.attempts = attempts.map(Self.sentence) }
      if reading.leavesZBar { return reading }
      reading.symbols = detections.map {
        FoundSymbol($0, grade: grade ? GradeReport($0, in: image, until: time.endOfGrading) : nil)
      }
      if annotate != nil { reading.annotation = try Annotation.draw(detections, on: image) }
      return reading
    } catch ImageCodingError.tooManyPixels(let width, let height, let limit) {
      let error = ImageCodingError.tooManyPixels(width: width, height: height, limit: limit)
      throw InputFailure(message: "\(error); use --max-pixels to raise it")
    } catch {
      throw InputFailure(message: "\(error)")
    }
  }

  private static func sentence(_ attempt: ScanAttempt) -> String {
    let (seconds, attoseconds) = attempt.duration.components
    let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
    let found = attempt.symbols == 0 ? "" : ": \(attempt.symbols) symbol\(attempt.symbols == 1 ? "" : "s")"
    return "\(tenths / 10).\(tenths % 10) ms, \(attempt.pass)\(found)"
  }
}
