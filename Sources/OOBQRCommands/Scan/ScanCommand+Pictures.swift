import HostSystem
import ImageCoding
import Imaging
import QRScanning

/// From the paths of a command line to pictures and their symbols.
extension ScanCommand {
  /// The limit of a file in bytes, enforced while reading, so that endless input is refused.
  static let fileLimit = 1 << 29

  /// Returns a directory's pictures, or the path itself.
  func expand(_ path: String) -> [Result<String, InputFailure>] {
    guard path != "-", FileSystem.isDirectory(path) else { return [.success(path)] }
    guard recursive else {
      return [.failure(InputFailure(message: "\(path): is a directory; use -r to scan the pictures below it"))]
    }
    let files = FileSystem.files(below: path, extensions: ["png", "jpg", "jpeg"])
    if files.isEmpty {
      return [.failure(InputFailure(message: "\(path): no .png, .jpg or .jpeg file below this directory"))]
    }
    return files.map { $0.mapError { InputFailure(message: CommandFailure.sentence($0)) } }
  }

  /// Scans a picture in this process.
  ///
  /// - Returns: Also whether our own readers leave it to zbar, and whether the search ended before its deadline.
  func scan(
    _ request: ScanWorkers.Request, by readers: Readers
  ) throws(InputFailure) -> (image: GrayImage, detections: [Detection], leavesZBar: Bool, isComplete: Bool) {
    let path = request.name
    let deadline = ScanTime(seconds: request.seconds).deadline
    do {
      let image = try GrayImage(imageFile: request.file, maxPixels: maxPixels)
      // If both are asked, our own say so.
      if readers != .zbar || engine == .zbar { noteMisnaming(path, request.file) }
      let scanner = QRScanner(engine: engine, effort: effort)
      var (leavesZBar, isComplete) = (false, true)
      var (detections, attempts): ([Detection], [ScanAttempt]) = ([], [])
      switch readers {
      case .all: (detections, attempts, isComplete) = try scanner.explain(image, deadline: deadline)
      case .own:
        (detections, attempts, leavesZBar, isComplete) = scanner.explainWithoutZBar(image, deadline: deadline)
      case .zbar: (detections, attempts, isComplete) = try scanner.askZBar(image, deadline: deadline)
      }
      if explain { say(attempts, on: path) }
      return (image, detections, leavesZBar, isComplete)
    } catch ImageCodingError.tooManyPixels(let width, let height, let limit) {
      let error = ImageCodingError.tooManyPixels(width: width, height: height, limit: limit)
      throw InputFailure(message: "\(path): \(error); use --max-pixels to raise it")
    } catch {
      throw InputFailure(message: "\(path): \(error)")
    }
  }

  /// The symbols of a picture, for joining.
  ///
  /// - Throws: ``InputFailure``; also if the search was cut short, as a part of a set may be missing.
  func symbols(of path: String) throws(InputFailure) -> [FoundSymbol] {
    let found = try foundSymbols(of: path)
    if found.isComplete { return found.symbols }
    let sentence = ScanTime.cutShort(timeout, symbols: found.symbols.count)
    throw InputFailure(message: "\(path): \(sentence); \(Self.moreTime)")
  }

  static let moreTime = "raise --timeout"

  /// Says that the search of a picture was ended by its deadline.
  func say(cutShort path: String, symbols: Int) {
    Console.current.say("\(path): \(ScanTime.cutShort(timeout, symbols: symbols)); \(Self.moreTime)")
  }

  private func foundSymbols(of path: String) throws(InputFailure) -> FoundSymbols {
    var request = try request(path, Console.current, until: path == "-" ? nil : .now + .seconds(timeout))
    let jail = PictureJail(rules: jailOptions.rules, maxPixels: maxPixels, seconds: timeout)
    let time = ScanTime(seconds: timeout)
    func found(by readers: Readers) throws(InputFailure) -> FoundSymbols {
      request.seconds = time.left
      let (errors, found) = try jail.run(left: request.seconds) { () throws(InputFailure) in
        let kept = CapturingConsole(reading: Console.current)
        let result = Console.$current.withValue(kept.console) {
          Result { () throws(InputFailure) in try scan(request, by: readers) }
        }
        let search = try result.get()
        return Told(
          errors: kept.errors,
          value: FoundSymbols(search.detections, leavesZBar: search.leavesZBar, isComplete: search.isComplete))
      }.parts
      if !errors.isEmpty { Console.current.writeError(errors) }
      return found
    }
    guard Console.current.executable != nil else { return try found(by: .all) }
    if engine != .zbar {
      let own = try found(by: .own)
      if !own.leavesZBar { return own }
    }
    try? QRScanner.openZBar()
    return try found(by: .zbar)
  }

  /// A value, and what is to be said about it.
  private struct Told<Value: WorkerMessage>: WorkerMessage {
    var errors: String
    var value: Value

    var parts: (String, Value) { (errors, value) }

    init(errors: String, value: Value) { (self.errors, self.value) = (errors, value) }

    init?(workerBytes bytes: [UInt8]) {
      guard let parts = Parts.split(bytes), parts.count == 2, let value = Value(workerBytes: parts[1]) else {
        return nil
      }
      self.init(errors: String(decoding: parts[0], as: UTF8.self), value: value)
    }

    var workerBytes: [UInt8] { Parts.joined([Array(errors.utf8), value.workerBytes]) }
  }

  private func say(_ attempts: [ScanAttempt], on path: String) {
    for attempt in attempts {
      let (seconds, attoseconds) = attempt.duration.components
      let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
      let found = attempt.symbols == 0 ? "" : ": \(attempt.symbols) symbol\(attempt.symbols == 1 ? "" : "s")"
      Console.current.say("\(path): \(tenths / 10).\(tenths % 10) ms, \(attempt.pass)\(found)")
    }
  }

  private func noteMisnaming(_ path: String, _ bytes: [UInt8]) {
    let named: ImageFormat? =
      switch FileSystem.fileExtension(of: path) {
      case "png": .png
      case "jpg", "jpeg": .jpeg
      default: nil
      }
    if let named, let format = ImageFormat(signature: bytes), named != format {
      Console.current.say("note: \(path): has a \(named) extension but is a \(format) picture, and is read as such")
    }
  }
}

/// An input that could not be read, which does not affect the others.
struct InputFailure: Error {
  var message: String
}
