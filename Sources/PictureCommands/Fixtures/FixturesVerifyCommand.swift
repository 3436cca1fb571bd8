import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import ImageCoding
import OutOfBand
import QRScanning
import SymbolFixtures
import SymbolGrading
import Synchronization
import TextFormats

/// `oobqr fixtures verify`: the reading rates of a scanner on a set.
struct FixturesVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Scan a set with our scanner or another; print rates.",
    usage: "",
    discussion: """
        oobqr fixtures verify fixtures --require 0.95
        oobqr fixtures verify fixtures --with 'zbarimg -q --raw {}'
        oobqr fixtures verify fixtures --results found.jsonl --junit report.xml

      A symbol counts as read when its exact message is printed.

      Exit codes: 0 verified; 1 fewer symbols read than --require or more wrong messages than --max-wrong, or the scanner or a picture \
      failed.
      All options: oobqr fixtures verify --help-hidden, and docs/testing.md.
      """)

  @Argument(help: "The directory made by 'oobqr fixtures make'.")
  var directory: String

  @Option(help: ArgumentHelp("Another scanner: a command with {} for the path.", valueName: "command"))
  var with: String?

  @Option(
    help: ArgumentHelp("Like --with, but it keeps running and reads paths as JSON.", valueName: "command"))
  var withLines: String?

  @Option(help: ArgumentHelp("A scanner's results, such as from 'oobqr scan --json'.", valueName: "file"))
  var results: String?

  @Option(help: "Use only one of our readers")
  var engine: Detection.Engine?

  @OptionGroup var selectOptions: SelectOptions

  @Option(
    help: ArgumentHelp("Fail unless this share of all symbols is read, 0…1.", valueName: "share"),
    transform: Bounded("--require", 0.0...1).parse)
  var require: Double?

  @Option(
    help: ArgumentHelp("Fail if more messages than this are wrong.", valueName: "n"),
    transform: Bounded("--max-wrong", 0...Int(Int32.max)).parse)
  var maxWrong: Int?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  @Option(help: ArgumentHelp("Write a JUnit report with a case for each picture.", valueName: "file"))
  var junit: String?

  @Flag(help: "Grade each symbol that our scanner reads; print means.")
  var grades = false

  @Option(
    help: .more("Seconds after which the scanner's command is killed, 0.1…86400; default 60.", valueName: "seconds"),
    transform: Bounded("--timeout", 0.1...86_400, "seconds").parse)
  var timeout = 60.0

  @OptionGroup var jobsOptions: JobsOptions

  func validate() throws {
    let others = [with, withLines, results].count { $0 != nil }
    try refuse([
      "--with '\(with ?? "")' has no {} for the picture's path.": with.map { !$0.contains("{}") } ?? false,
      "Give only one of --with, --with-lines and --results.": others > 1,
      "--engine selects a reader of our scanner: leave out --with, --with-lines and --results.": others > 0
        && engine != nil,
      "--grades is for our scanner; results of 'oobqr scan --json --grade' have grades of their own.": others > 0
        && grades,
    ])
    try Console.refuse(
      junit, replacing: [results, "\(directory)/\(Manifest.fileName)", "\(directory)/\(Manifest.objectFileName)"])
  }

  func run() throws {
    let console = Console.current
    try Console.refuse([junit ?? "-", "-"], within: directory)
    if let results { try Console.refuseStandardOutput(results) }
    let manifest = try ManifestReader(ofDirectory: directory)
    let predictions = try results.map { try PredictionFile($0, directory: directory) }
    let tally = try tally(manifest, predictions)
    console.endProgress()
    if let end = tally.end { throw end }
    let (failures, rates) = (tally.failures, tally.rates)
    if rates.total.pictures == 0 { throw selectOptions.failure(among: manifest.count) }
    try checkScanner(tally)
    if let example = tally.example {
      try predictions?.checkPaths(example: example, isNothingToRead: rates.total.symbols == 0)
    }
    if let junit { try console.write(Array(tally.junit.utf8), to: junit) }
    for sentence in failures { console.say(sentence) }
    if tally.wrongOfBarcodes > 0 {
      let wrong = tally.wrongOfBarcodes
      console.say(
        "note: \(wrong) wrong message\(wrong == 1 ? " was" : "s were") read from pictures of bar codes; let the scanner read QR codes "
          + "alone, such as zbarimg with -Sdisable -Sqrcode.enable")
    }
    try console.write(answer.isJSON ? rates.json.line(as: .fixturesVerify) : rates.table)
    if !failures.isEmpty { throw CommandFailure(nil) }
    let total = rates.total
    if let require, total.rate < require {
      throw CommandFailure(
        "\(total.read) of \(total.symbols) symbols read, a share of \(total.rate), below the required \(require)")
    }
    if let maxWrong, total.wrong > maxWrong {
      throw CommandFailure(
        "\(total.wrong.counting("wrong message")), more than the \(maxWrong) of --max-wrong")
    }
  }

  /// Scans the pictures, or looks their results up.
  private func tally(_ manifest: ManifestReader, _ predictions: PredictionFile?) throws -> VerificationTally {
    let console = Console.current
    let rates = ReadingRates(
      reader: with ?? withLines ?? results ?? "oobqr", fixturesDigest: manifest.digest,
      selections: selectOptions.texts)
    let selections = selectOptions.selections
    let shared = Mutex(VerificationTally(rates, keepsPictures: junit != nil))
    let reader = reader
    let lines = withLines.map { LineScanners($0, timeout: timeout) }
    ParallelWork.forEach(manifest.count, jobs: jobsOptions.number) { _ in
      do {
        let next = try shared.withLock { tally in
          try tally.end == nil ? tally.next(of: manifest, in: selections) : nil
        }
        guard let next else { return }
        let path = "\(directory)/\(next.entry.path)"
        let result = try predictions?.result(of: next.entry) ?? read(next.entry, path, reader, lines)
        let done = shared.withLock { $0.add(result, of: next, path: path) }
        console.progress("\(done) of \(manifest.count) pictures")
      } catch {
        shared.withLock { $0.end = $0.end ?? CommandFailure(error) }
      }
    }
    return shared.withLock { $0 }
  }

  /// Scans a picture after checking its digest.
  ///
  /// - Returns: A result whose failure completes the sentence that begins with the path.
  /// - Throws: `CommandFailure` if the command cannot be run at all.
  private func read(
    _ entry: Manifest.Entry, _ path: String, _ reader: PictureReader, _ lines: LineScanners?
  ) throws(CommandFailure) -> ReadingRates.Result {
    do {
      guard FileSystem.isRegularFile(path) else {
        return ReadingRates.Result(failure: " is missing or not a regular file")
      }
      let file = try Console.current.read(path, limit: ImageFormat.mostFileBytes)
      guard SHA256.hexDigest(of: file) == entry.fileDigest else {
        return ReadingRates.Result(failure: " is not the picture listed in the manifest")
      }
      if let lines { return try lines.read(entry, path) }
      if with != nil { return try readWithCommand(entry, path) }
      return Self.result(try reader.read(file), entry, seconds: timeout)
    } catch let failure as CommandFailure where with != nil || lines != nil {
      throw failure
    } catch {
      return ReadingRates.Result(failure: ": \(CommandFailure.sentence(error))")
    }
  }

  private func readWithCommand(_ entry: Manifest.Entry, _ path: String) throws -> ReadingRates.Result {
    let run = try ChildProcess.shell(command(on: path), seconds: timeout)
    switch run.ending {
    case .exited(126), .exited(127):
      throw CommandFailure("cannot run '\(with ?? "")'\(complaint(about: path)); give a command that runs as --with")
    case .timedOut: return ReadingRates.Result(failure: ": stopped after \(timeout) seconds")
    case .crashed(let signal): return ReadingRates.Result(failure: ": ended by signal \(signal)")
    case .wroteTooMuch:
      return ReadingRates.Result(failure: ": the command wrote more than \(ChildProcess.outputLimit) bytes")
    case .exited(let code):
      let found = PredictedSymbol.all(inLines: run.output, knowing: entry.messages)
      var result = ReadingRates.Result(found: found, in: entry)
      result.exitCode = code
      return result
    }
  }

  /// The command of `--with` with the path of a picture.
  private func command(on path: String) -> String { (with ?? "").replacing("{}", with: ShellText.word(path)) }

  /// Returns the first line that the command writes to standard error about a picture, after a colon; empty without one.
  private func complaint(about path: String) -> String {
    guard let run = try? ChildProcess.shell("{ \(command(on: path))\n} 2>&1", seconds: timeout),
      case let shown = String(decoding: run.output.prefix(1 << 16), as: UTF8.self),
      let line = shown.split(whereSeparator: \.isNewline).first(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return "" }
    return ": \(line.prefix(200))"
  }

  /// The exit codes of scanners that have worked: 4 is that of `zbarimg` and `oobqr scan` for a picture without a symbol.
  private static let answers: Set<Int32> = [0, 4]

  /// Reports a command that fails; rates would say nothing about one that never works.
  private func checkScanner(_ tally: VerificationTally) throws {
    guard let with, let path = tally.silentExample?.path else { return }
    let failed = tally.silent.filter { !Self.answers.contains($0.key) }
    let codes = failed.keys.sorted().map(String.init).joined(separator: ", ")
    let shown = "exit code\(failed.count == 1 ? "" : "s") \(codes)"
    let advice = "; run it on one picture: \(command(on: path))"
    if tally.isSilent, failed.count == tally.silent.count {
      throw CommandFailure(
        "the scanner failed on every picture, with \(shown)\(complaint(about: path))\(advice)")
    }
    // A shell's exit code hides what failed inside a pipe.
    if tally.isSilent, tally.silent[4] == nil {
      let complaint = complaint(about: path)
      if !complaint.isEmpty { throw CommandFailure("nothing was read, and '\(with)' wrote\(complaint)\(advice)") }
      Console.current.say("note: the scanner printed nothing for any picture\(advice)")
    }
    if !failed.isEmpty {
      let count = failed.values.reduce(0, +)
      Console.current.say("note: \(shown) for \(count) of \(tally.withSymbols) pictures, and nothing printed")
    }
  }

  /// Our own scanner.
  private var reader: PictureReader {
    var options = PictureReader.Options()
    (options.engine, options.grades) = (engine, grades)
    (options.seconds, options.countsWaiting) = (timeout, true)
    let reader = Console.current.pictureReader(options, usesThreads: true)
    if (with ?? withLines ?? results) == nil { reader.prepare() }
    return reader
  }

  /// Counts what was read. Symbols that were found before the search was cut short count, and the cut is the failure.
  static func result(_ reading: PictureReading, _ entry: Manifest.Entry, seconds: Double) -> ReadingRates.Result {
    var result = ReadingRates.Result(found: reading.symbols.map(PredictedSymbol.init), in: entry)
    if let cut = reading.cut(by: seconds) { result.failure = ": \(cut); raise --timeout" }
    return result
  }
}

extension PredictedSymbol {
  fileprivate init(_ symbol: ReadSymbol) {
    self.init(
      message: symbol.message, corners: symbol.printedCorners, grade: symbol.grade?.value?.overall.rawValue)
  }
}
