import ArgumentParser
import Glibc
import HostSystem
import ImageCoding
import Imaging
import OutOfBand
import QRScanning
import SymbolFixtures
import Synchronization
import TextFormats

/// `oobqr fixtures verify`: the reading rates of a scanner on a set.
struct FixturesVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Scan a set of fixtures with our scanner or another, and print the reading rates.",
    discussion: """
      Another scanner is any command that prints messages to standard output, such as --with 'zbarimg -q --raw {}'; \
      {} stands for the picture's path. A symbol counts as read when its exact message is printed.
      """)

  @Argument(help: "The directory made by 'oobqr fixtures make'.")
  var directory: String

  @Option(help: ArgumentHelp("The scanner, as a shell command with {} for the path.", valueName: "command"))
  var with: String?

  @Option(help: "Use only one reader of our scanner: modules (our own) or zbar.")
  var engine: Detection.Engine?

  @Option(help: "Fail unless at least this share of all symbols is read, 0…1.")
  var require: Double?

  @Option(help: "Seconds after which the scanner's command is killed.")
  var timeout = 60.0

  @OptionGroup var jobsOptions: JobsOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var formatOptions: OutputFormatOptions

  mutating func validate() throws {
    json = try formatOptions.isJSON(json)
    if let with, !with.contains("{}") { throw ValidationError("--with '\(with)' has no {} for the picture's path.") }
    if with != nil && engine != nil {
      throw ValidationError("--engine selects a reader of our scanner: leave out --with.")
    }
    if let require, !(0...1 ~= require) { throw ValidationError("--require \(require) is not in 0…1.") }
    if !(0.1...86_400 ~= timeout) { throw ValidationError("--timeout \(timeout) is not in 0.1…86400 seconds.") }
  }

  func run() throws {
    let manifest = try Manifest(ofDirectory: directory)
    let console = Console.current
    let counts = Mutex((results: [ReadingRates.Result?](repeating: nil, count: manifest.entries.count), done: 0))
    let shared = Shared(counts)
    let workers = try scanWorkers(console)
    ParallelWork.forEach(manifest.entries.count, jobs: jobsOptions.number) { index in
      let entry = manifest.entries[index]
      let result = read(entry, workers)
      let done = shared.counts.withLock { counts in
        counts.results[index] = result
        counts.done += 1
        return counts.done
      }
      console.progress("\(done) of \(manifest.entries.count) pictures")
    }
    console.endProgress()
    let results = shared.counts.withLock { $0.results }.compactMap { $0 }
    let codes = Set(results.map(\.exitCode))
    if with != nil, codes.count == 1, let code = codes.first ?? 0, code != 0 {
      console.say("note: the command's exit code was \(code) for every picture")
    }
    for case let failure? in results.map(\.failure) { console.say(failure) }
    let rates = ReadingRates(manifest.entries, results)
    try console.write(json ? "\(rates.json(reader: with ?? "oobqr"))\n" : rates.table)
    if results.contains(where: { $0.failure != nil }) { throw CommandFailure(nil) }
    if let require, rates.total.rate < require {
      throw CommandFailure(
        "\(rates.total.read) of \(rates.total.symbols) symbols read, a share of \(rates.total.rate), "
          + "below the required \(require)")
    }
  }

  /// Scans a picture after checking its digest.
  private func read(_ entry: Manifest.Entry, _ workers: ScanWorkers?) -> ReadingRates.Result {
    let path = "\(directory)/\(entry.path)"
    do {
      guard FileSystem.isRegularFile(path) else {
        return ReadingRates.Result(failure: "'\(path)' is missing or not a regular file")
      }
      let file = try Console.current.read(path, limit: 1 << 28)
      guard SHA256.hexDigest(of: file) == entry.fileDigest else {
        return ReadingRates.Result(failure: "'\(path)' is not the picture listed in the manifest")
      }
      guard let with else {
        let found =
          try workers.map { try Self.messages(in: file, of: path, $0) }
          ?? QRScanner(engine: engine).scan(GrayImage(imageFile: file)).map(\.message)
        let read = min(entry.symbols, found.count { $0 == entry.message })
        return ReadingRates.Result(read: read, wrong: found.count { $0 != entry.message })
      }
      let command = with.replacing("{}", with: ChildProcess.quoted(path))
      let result = try ChildProcess.shell(command, seconds: timeout)
      switch result.ending {
      case .exited(126), .exited(127):
        return ReadingRates.Result(failure: "cannot run '\(SecretText().redacted(with))'")
      case .timedOut: return ReadingRates.Result(failure: "'\(path)': stopped after \(timeout) seconds")
      case .crashed(let signal): return ReadingRates.Result(failure: "'\(path)': ended by signal \(signal)")
      case .wroteTooMuch:
        return ReadingRates.Result(failure: "'\(path)': the command wrote more than \(ChildProcess.outputLimit) bytes")
      case .exited(let code): return result.output.count(of: entry.message, upTo: entry.symbols, exitCode: code)
      }
    } catch {
      return ReadingRates.Result(failure: "'\(path)': \(CommandFailure.sentence(error))")
    }
  }

  /// The workers for our own scanner; `nil` where there is no program to start.
  private func scanWorkers(_ console: Console) throws -> ScanWorkers? {
    guard with == nil, let executable = console.executable else { return nil }
    let engine = engine.map { ["--engine", $0.rawValue] } ?? []
    return try ScanCommand.parse(["--json", "--timeout", "\(timeout)", "-"] + engine).workers(executable)
  }

  /// Scans a file in a worker, which prints a JSON object for each symbol.
  private static func messages(in file: [UInt8], of path: String, _ workers: ScanWorkers) throws -> [[UInt8]] {
    let outcome = workers.outcome(of: ScanWorkers.Request(name: path, file: file))
    if outcome.status.isFailed { throw CommandFailure(ScanLines.reason(outcome.errors, name: path)) }
    return try outcome.output.split(separator: UInt8(ascii: "\n")).map { line in
      guard let text = try JSONDocument(parsing: Array(line)).value["message_base64"]?.text,
        case .success(let decoded) = Base64.decode(text)
      else { throw CommandFailure("the worker's answer has no message") }
      return decoded.bytes
    }
  }

  private final class Shared: Sendable {
    let counts: Mutex<(results: [ReadingRates.Result?], done: Int)>

    init(_ counts: consuming Mutex<(results: [ReadingRates.Result?], done: Int)>) { self.counts = counts }
  }
}

extension [UInt8] {
  /// Counts the occurrences of a message between line ends, and the other lines that are not blank.
  fileprivate func count(of message: [UInt8], upTo symbols: Int, exitCode: Int32) -> ReadingRates.Result {
    let newline = UInt8(ascii: "\n")
    var result = ReadingRates.Result(exitCode: exitCode)
    var start = 0
    while start < count {
      let end = start + message.count
      if result.read < symbols, end <= count, end == count || self[end] == newline,
        self[start..<end].elementsEqual(message)
      {
        result.read += 1
        start = end + 1
        continue
      }
      let lineEnd = self[start...].firstIndex(of: newline) ?? count
      if self[start..<lineEnd].contains(where: { $0 > UInt8(ascii: " ") }) { result.wrong += 1 }
      start = lineEnd + 1
    }
    return result
  }
}
