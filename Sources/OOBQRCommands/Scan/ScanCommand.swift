public import ArgumentParser
import HandsetSimulation
import HostSystem
import ImageCoding
import OutOfBand
public import QRScanning
import QRSymbology
import TextFormats

/// `oobqr scan`: picture → messages.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Scan PNG and JPEG pictures for QR symbols.",
    discussion: """
      The message of every symbol is printed, in reading order. In text output, bytes that are not printable text are \
      shown as \\xNN; --raw and --json print the exact bytes.

      By default, the policy is that of the current folder, because a file beside a picture may come from the same \
      stranger; --policy beside takes it from the folder of each picture.

      Exit codes: 0 every picture had a symbol; 4 some picture had none; 1 some input could not be read, or its \
      search was cut short by --timeout (the others are still scanned). With --list, 0 means that every line was \
      answered, if only with an error. Diagnostics of --check do not change the exit code: use 'oobqr check' as a gate.
      """)

  @Argument(help: "Pictures; '-' is standard input.")
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Answer each line of a file with a line of JSON; a line is a path, or JSON with path or image_base64 and an optional \
      id. Or answer each picture in a tar archive.
      """,
      valueName: "file"))
  var list: String?

  @Flag(name: .shortAndLong, help: "Scan the PNG and JPEG files below directories.")
  var recursive = false

  @Flag(help: "Print only the exact bytes of a single symbol.")
  var raw = false

  @Flag(help: "Print a JSON object for each symbol on its own line, with the kind and diagnostics of its message.")
  var json = false

  @OptionGroup var formatOptions: OutputFormatOptions

  @Flag(help: "Check each message and print diagnostics; tokens are shortened.")
  var check = false

  @Flag(help: "Add a table of what phones do with each message.")
  var simulate = false

  @Flag(help: "Grade the print quality of each symbol by the rules of ISO/IEC 15415, and print how to improve it.")
  var grade = false

  @Option(
    help: ArgumentHelp(
      """
      With --grade, on a photograph of a page from 'oobqr print calibration': write a profile with the smallest module \
      that the printer and the camera handle, to be read by 'oobqr print … --printer-profile'.
      """, valueName: "file"))
  var printerProfile: String?

  @Flag(help: "With --check: show tokens and payloads in full.")
  var showToken = false

  @OptionGroup(title: "Check") var checkOptions: CheckOptions

  @Option(help: "Use only one reader: modules (our own) or zbar.")
  var engine: Detection.Engine?

  @Option(help: "How hard to search: fast, normal or hard; hard takes the longest.")
  var effort = QRScanner.Effort.normal

  @Flag(help: "Join the symbols of structured append sets, across all pictures.")
  var join = false

  @Flag(help: "Print each attempt on a picture, with its time in milliseconds, to standard error.")
  var explain = false

  @Option(help: ArgumentHelp("Write the picture with outlines around the symbols found.", valueName: "file.png"))
  var annotate: String?

  @Option(help: "Refuse pictures with more pixels (width × height).")
  var maxPixels = ImageFormat.usualMaxPixels

  @OptionGroup var jobsOptions: JobsOptions

  @Option(
    help: """
      Time limit for the search of each picture in seconds, 0.1…86400; what was read by then is printed. Waiting for \
      standard input does not count.
      """)
  var timeout = ScanTime.normal

  @OptionGroup(title: "Jail") var jailOptions: JailOptions

  /// Marks a worker process, which asks these readers; see ``ScanWorkers``.
  @Option(help: .hidden)
  var worker: PictureReaders?

  /// zbar counts pixels in 32 bits.
  private static let mostPixels = Int(Int32.max)

  mutating func validate() throws {
    json = try formatOptions.isJSON(json)
    if list != nil { return try validateList() }
    if files.isEmpty { throw ValidationError("Missing expected argument '<files> ...'; '-' is standard input.") }
    if raw && simulate { throw ValidationError("--raw prints only bytes: leave out --simulate.") }
    if json && simulate { throw ValidationError("--json prints one object per symbol: use oobqr simulate --json.") }
    if [raw, json, check].count(where: { $0 }) > 1 {
      throw ValidationError("Give only one of --raw, --json and --check.")
    }
    if showToken && !check { throw ValidationError("--show-token needs --check.") }
    if let printerProfile {
      if !grade { throw ValidationError("--printer-profile needs --grade.") }
      if files.count > 1 || recursive { throw ValidationError("--printer-profile takes a single picture.") }
      if annotate != nil { throw ValidationError("Give --printer-profile or --annotate, not both.") }
      try Console.refuse(printerProfile, replacing: files)
    }
    if raw && grade { throw ValidationError("--raw prints only bytes: leave out --grade.") }
    if raw && (files.count > 1 || recursive) && !join { throw ValidationError("--raw takes a single picture.") }
    try validateRanges()
    if (files + [checkOptions.namedPolicy]).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    if join && jobsOptions.jobs != nil {
      throw ValidationError("--join scans one picture after another: leave out --jobs.")
    }
    if join && (json || check || simulate || grade || annotate != nil) {
      throw ValidationError("--join prints messages: leave out --json, --check, --simulate, --grade and --annotate.")
    }
    if let annotate {
      if files.count > 1 || recursive { throw ValidationError("--annotate takes a single picture.") }
      try Console.refuse(annotate, replacing: files)
      if FileSystem.fileExtension(of: annotate) != "png" {
        throw ValidationError("--annotate '\(annotate)' must end in .png.")
      }
    }
  }

  func run() throws {
    if let worker { return try serve(worker) }
    if let list { return try answer(list) }
    try scanAll()
  }

  private func validateList() throws {
    for (isGiven, name) in [
      (!files.isEmpty, "pictures"), (raw, "--raw"), (check, "--check"), (simulate, "--simulate"), (join, "--join"),
      (annotate != nil, "--annotate"), (printerProfile != nil, "--printer-profile"), (explain, "--explain"),
      (recursive, "--recursive"), (showToken, "--show-token"), (formatOptions.format == .text, "--format text"),
    ] where isGiven { throw ValidationError("--list prints one line of JSON for each picture: leave out \(name).") }
    if list == "-", checkOptions.namedPolicy == "-" { throw ValidationError("Standard input can be read only once.") }
    try validateRanges()
  }

  private func validateRanges() throws {
    if !(1...Self.mostPixels ~= maxPixels) {
      throw ValidationError("--max-pixels \(maxPixels) is not in 1…\(Self.mostPixels).")
    }
    if !(0.1...86_400 ~= timeout) {
      throw ValidationError("--timeout \(DecimalText.exact(timeout)) is not in 0.1…86400 seconds.")
    }
  }

  private func answer(_ list: String) throws {
    guard let executable = Console.current.executable else {
      throw CommandFailure("--list starts worker processes, which is only possible from the oobqr program")
    }
    var worker = self
    worker.json = true
    // A program that sends lines one by one waits for each answer.
    let jobs = jobsOptions.jobs == nil && list == "-" ? 1 : jobsOptions.number
    try ScanLines(workers: try worker.workers(executable), jobs: jobs).answer(list)
  }

  private func scanAll() throws {
    let inputs = files.flatMap(expand)
    // Checked first, so that nothing is written into an input.
    for case .success(let path) in inputs { try Console.refuseStandardOutput(path) }
    if join { return try printJoined(inputs) }
    let showsPath = files.count > 1 || recursive
    guard inputs.count > 1, let executable = Console.current.executable else {
      // A single picture needs no worker process, and may be standard input.
      let policies = try ScanPolicies(self)
      return try finish(inputs.map { try finished($0, showsPath: showsPath, policies) })
    }
    let workers = try workers(executable)
    try finish(workers.scan(inputs.map { workerInput($0, workers) }, jobs: jobsOptions.number))
  }

  /// Returns a picture for a worker; standard input and failures are handled in this process.
  private func workerInput(_ input: Result<String, InputFailure>, _ workers: ScanWorkers) -> ScanWorkers.Input {
    if case .success(let path) = input, path != "-" { return .picture(path) }
    return .known(outcome(ofLone: input, showsPath: true, workers.policies).amongOthers)
  }

  private func finished(
    _ input: Result<String, InputFailure>, showsPath: Bool, _ policies: ScanPolicies
  ) throws -> Outcome.Status {
    let outcome = outcome(ofLone: input, showsPath: showsPath, policies)
    if !outcome.errors.isEmpty { Console.current.writeError(outcome.errors) }
    // First: what was read is printed, whatever happens to the file.
    if !outcome.output.isEmpty { try Console.current.writeOutput(outcome.output) }
    if let printerProfile, !outcome.profile.isEmpty { try Console.current.write(outcome.profile, to: printerProfile) }
    if let annotate, let outlined = outcome.outlined {
      do throws(InputFailure) {
        let drawing = try draw(outlined)
        try Result { try Console.current.write(drawing, to: annotate, mode: .owner) }
          .mapError { InputFailure(message: CommandFailure.sentence($0)) }.get()
      } catch {
        Console.current.say(error.message)
        if case .ended = outcome.status { return outcome.status }
        return .failed
      }
    }
    return outcome.status
  }

  private func finish(_ statuses: [Outcome.Status]) throws {
    if let own = statuses.compactMap({ if case .ended(let failure) = $0 { failure } else { nil } }).first { throw own }
    if statuses.contains(where: { $0.isFailed }) { throw CommandFailure(nil) }
    if statuses.contains(where: { $0.isEmpty }) { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  /// Prints the joined messages of all sets, and the messages of all other symbols.
  private func printJoined(_ inputs: [Result<String, InputFailure>]) throws {
    var symbols: [ReadSymbol] = []
    var (anyFailed, anyEmpty) = (false, false)
    for input in inputs {
      do throws(InputFailure) {
        let path = try input.get()
        let found = try self.symbols(of: path)
        if found.isEmpty { Console.current.say("\(path): no symbol found") }
        anyEmpty = anyEmpty || found.isEmpty
        symbols += found
      } catch {
        anyFailed = true
        Console.current.say(error.message)
      }
    }
    let joined = StructuredAppendJoiner(symbols.map { ($0.message, $0.structuredAppend) })
    if raw && joined.messages.count > 1 {
      throw CommandFailure("\(joined.messages.count) messages, but --raw prints only one")
    }
    for message in joined.messages {
      if raw {
        try Console.current.writeOutput(message)
      } else {
        try Console.current.write(ScanReport.shown(message, keepingNewlines: joined.messages.count == 1) + "\n")
      }
    }
    for fault in joined.faults { Console.current.say("\(fault)") }
    if anyFailed || !joined.faults.isEmpty { throw CommandFailure(nil) }
    if anyEmpty { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  func printTables(_ symbols: [ReadSymbol], of path: String, policy: TrustPolicy?) throws {
    let simulator = Simulator(policy: policy)
    for symbol in symbols {
      let table = VerdictTable(symbol.message, simulator, entries: simulator.catalogue.scans)
      let report = SimulationReport(path: path, table: table, usesColor: Console.current.colorsOutput)
      try Console.current.write(report.text)
    }
  }

  func write(single symbols: [ReadSymbol], of path: String) throws {
    switch symbols.count {
    case 0: throw CommandFailure("\(path): no symbol found", exitCode: CommandFailure.noSymbol)
    case 1: try Console.current.writeOutput(symbols[0].message)
    default: throw CommandFailure("\(path): \(symbols.count) symbols, but --raw prints only one; use --json")
    }
  }
}

extension QRScanner.Effort: ExpressibleByArgument {}
