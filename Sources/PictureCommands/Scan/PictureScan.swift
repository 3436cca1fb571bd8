import CommandSupport
import ConfinedReading
import HostSystem
import OutOfBand

/// From a picture to what `oobqr scan` prints about it.
struct PictureScan: Sendable {
  private let command: ScanCommand
  private let console = Console.current
  private let policy: TrustPolicy?
  let reader: PictureReader

  /// Starts a worker, and reads the policy.
  ///
  /// - Parameter usesThreads: Whether several threads scan.
  init(_ command: ScanCommand, usesThreads: Bool) throws {
    self.command = command
    reader = command.jailOptions.reader(command.readerOptions, usesThreads: usesThreads)
    reader.prepare()
    let checks = command.answer.check || command.answer.simulate || command.isJSON
    policy = checks || command.checkOptions.policy != nil ? try command.checkOptions.trustPolicy() : nil
  }

  /// Reads a file.
  func picture(_ path: Result<String, ScanFailure>) -> Result<ScanPicture, ScanFailure> {
    Result { () throws(ScanFailure) in try ScanPicture(path: path.get(), on: console, seconds: reader.options.seconds) }
  }

  /// Scans a picture.
  func outcome(of picture: Result<ScanPicture, ScanFailure>) -> ScanOutcome {
    var outcome = ScanOutcome()
    do throws(ScanFailure) {
      let picture = try picture.get()
      let reading = try read(picture, &outcome.notes)
      if command.answer.annotate != nil { outcome.outlines = reading.symbols.map(\.corners) }
      outcome.failure = cut(reading, of: picture)
      try add(reading, of: picture, to: &outcome)
    } catch {
      let cut = outcome.failure
      if let cut { outcome.notes.append(cut.line) }
      outcome.failure = error
      outcome.failure?.exitCode = CommandFailure.worse(error.exitCode, cut?.exitCode ?? 0)
    }
    return outcome
  }

  /// The symbols of a picture, for joining.
  ///
  /// - Throws: ``ScanFailure``; also if the search was cut short, as a part of a set may be missing.
  func symbols(of path: Result<String, ScanFailure>) throws(ScanFailure) -> [ReadSymbol] {
    let picture = try picture(path).get()
    var notes: [String] = []
    defer { for note in notes { console.say(note) } }
    let reading = try read(picture, &notes)
    if let cut = cut(reading, of: picture) { throw cut }
    if reading.symbols.isEmpty { notes.append("\(picture.name): \(reading.emptiness)") }
    return reading.symbols
  }

  private func read(_ picture: ScanPicture, _ notes: inout [String]) throws(ScanFailure) -> PictureReading {
    if let note = picture.misnaming { notes.append(note) }
    do {
      let reading = try reader.read(picture.file) { notes.append("\(picture.name): \($0)") }
      if reading.isCutFile { notes.append("note: \(picture.name): \(PictureReading.cutFile)") }
      return reading
    } catch {
      guard case .tooManyPixels = error else { throw ScanFailure(picture: picture.name, error) }
      throw ScanFailure(picture: picture.name, "\(error); use --max-pixels to raise it")
    }
  }

  private static let moreTime = "raise --timeout"

  private func cut(_ reading: PictureReading, of picture: ScanPicture) -> ScanFailure? {
    reading.cut(by: reader.options.seconds).map { ScanFailure(picture: picture.name, "\($0); \(Self.moreTime)") }
  }

  /// Adds what is printed about the symbols of a picture.
  private func add(
    _ reading: PictureReading, of picture: ScanPicture, to outcome: inout ScanOutcome
  ) throws(ScanFailure) {
    let symbols = reading.symbols
    if symbols.isEmpty {
      outcome.isEmpty = true
      if reading.isComplete { outcome.notes.append("\(picture.name): \(reading.emptiness)") }
      return
    }
    if command.answer.raw0 {
      outcome.output = Array(symbols.map { $0.message + [0] }.joined())
      return
    }
    if command.answer.raw {
      guard symbols.count == 1 else {
        throw ScanFailure(
          picture: picture.name, "\(symbols.count) symbols, but --raw prints only one; use --raw0 or --json",
          exitCode: CommandFailure.refused)
      }
      outcome.output = symbols[0].message
      return
    }
    let report = ScanReport(command: command, picture: picture.name, reading: reading, policy: policy)
    if command.isJSON { outcome.objects = report.objects }
    if !command.isJSON { outcome.output = Array(report.text(usesColor: console.colorsOutput).utf8) }
    if command.answer.printerProfile != nil, reading.isComplete { try addProfile(symbols, of: picture, to: &outcome) }
  }

  private func addProfile(
    _ symbols: [ReadSymbol], of picture: ScanPicture, to outcome: inout ScanOutcome
  ) throws(ScanFailure) {
    // Without all symbols, the smallest of them would be too large.
    for case .outOfTime? in symbols.map(\.grade) {
      throw ScanFailure(
        picture: picture.name, "there was not enough time to grade all symbols; \(Self.moreTime)")
    }
    do {
      let report = try CalibrationReport(symbols)
      outcome.notes.append(report.sentence)
      outcome.profile = report.file
    } catch { throw ScanFailure(sentence: CommandFailure.sentence(error), exitCode: CommandFailure.refused) }
  }
}
