package import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import ImageCoding
import QRScanning
import QRSymbology
import TextFormats

/// `oobqr scan`: picture → messages.
package struct ScanCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Print the messages of the symbols in pictures.",
    usage: "",
    discussion: """
        oobqr scan photo.jpg
        oobqr scan --check --simulate login.png
        oobqr scan --json -r pictures/

      Messages hold whole tokens, which are secrets; --check shortens them. --json prints a line for each symbol, \
      and none for a picture without one.

      Exit codes: 0 every picture had a symbol; 4 some had none; 66 some could not be read, or took too long; \
      with --list, 0 when each line was answered.
      All options: oobqr scan --help-hidden, and docs/scanning.md.
      """)

  @Argument(help: "PNG and JPEG pictures; '-' is standard input.")
  var files: [String] = []

  @Flag(name: .shortAndLong, help: "Scan the PNG and JPEG files below directories.")
  var recursive = false

  @OptionGroup(title: "The answer") var answer: ScanAnswerOptions
  @OptionGroup(title: "The search") var search: ScanSearchOptions
  @OptionGroup(title: "The check") var checkOptions: CheckOptions

  @Option(
    help: ArgumentHelp(
      "Answer each path in a file, or each picture in a tar archive, with a line of JSON.", valueName: "file"))
  var list: String?

  @Flag(help: "Join the symbols of sets, across all pictures.")
  var join = false

  @OptionGroup var jobsOptions: JobsOptions
  @OptionGroup var jailOptions: JailOptions

  package init() {}

  package func validate() throws {
    let (raw, json, check) = (answer.raw || answer.raw0, answer.format.isJSON, answer.check)
    let (simulate, grade, annotate) = (answer.simulate, answer.grade, answer.annotate)
    let printerProfile = answer.printerProfile
    if list != nil { return try validateList() }
    let isSingle = files.count == 1 && !recursive
    try refuse([
      "Missing expected argument '<files> ...'; '-' is standard input.": files.isEmpty,
      "--raw prints only bytes: leave out --simulate.": raw && simulate,
      "--json prints one object per symbol: use oobqr simulate --json.": json && simulate,
      "Give only one of --raw, --raw0, --json and --check.":
        [answer.raw, answer.raw0, json, check].count(where: { $0 }) > 1,
      "--show-token needs --check.": answer.showToken && !check,
      "--printer-profile needs --grade.": printerProfile != nil && !grade,
      "--printer-profile takes a single picture.": printerProfile != nil && !isSingle,
      "Give --printer-profile or --annotate, not both.": printerProfile != nil && annotate != nil,
      "--raw prints only bytes: leave out --grade.": raw && grade,
      "--raw takes a single picture; --raw0 takes several.": answer.raw && !isSingle && !join,
      "Standard input can be read only once.": readsTwice(files),
      "--join scans one picture after another: leave out --jobs.": join && jobsOptions.jobs != nil,
      "--join prints messages: leave out --json, --check, --simulate, --grade and --annotate.":
        join && (json || check || simulate || grade || annotate != nil),
      "--annotate takes a single picture.": annotate != nil && !isSingle,
    ])
    try Console.refuse(printerProfile, replacing: files)
    try Console.refuse(annotate, replacing: files)
    if let annotate {
      try refuse(["--annotate '\(annotate)' must end in .png.": FileSystem.fileExtension(of: annotate) != "png"])
    }
  }

  package func run() throws {
    if let list { return try printLines(of: list) }
    let paths = files.flatMap(expand)
    // Checked first, so that nothing is written into an input.
    for case .success(let path) in paths { try Console.refuseStandardOutput(path) }
    if join { return try printJoined(paths) }
    if paths.count == 1 { return try scan(paths[0]) }
    let jobs = Console.current.executable == nil ? 1 : jobsOptions.number
    let scan = try PictureScan(self, usesThreads: true)
    let outcomes = OrderedOutcomes(count: paths.count)
    ParallelWork.forEach(paths.count, jobs: jobs) { index in
      outcomes.put(scan.outcome(of: scan.picture(paths[index])), at: index)
    }
    try outcomes.finish()
  }

  private func validateList() throws {
    for (name, isGiven) in [
      "pictures": !files.isEmpty, "--raw": answer.raw, "--raw0": answer.raw0, "--check": answer.check,
      "--simulate": answer.simulate,
      "--join": join, "--annotate": answer.annotate != nil, "--printer-profile": answer.printerProfile != nil,
      "--explain": search.explain, "--recursive": recursive, "--show-token": answer.showToken,
      "--format text": answer.format.named == .text,
    ] as KeyValuePairs {
      try refuse(["--list prints one line of JSON for each picture: leave out \(name).": isGiven])
    }
    try refuse(["Standard input can be read only once.": readsTwice([list])])
  }

  private func readsTwice(_ inputs: [String?]) -> Bool {
    (inputs + [checkOptions.policy]).count(where: { $0 == "-" }) > 1
  }

  private func printLines(of list: String) throws {
    guard Console.current.executable != nil else {
      throw CommandFailure("--list starts worker processes, which is only possible from the oobqr program")
    }
    // A program that sends lines one by one waits for each answer.
    let jobs = jobsOptions.jobs == nil && list == "-" ? 1 : jobsOptions.number
    try ScanLines(scan: try PictureScan(self, usesThreads: true), jobs: jobs).answer(list)
  }

  /// Whether a JSON object is printed for each symbol or, with a list, each picture.
  var isJSON: Bool { list != nil || answer.format.isJSON }

  /// Whether a line of text begins with its picture's path.
  var showsPath: Bool { files.count > 1 || recursive }

  var readerOptions: PictureReader.Options {
    var options = PictureReader.Options()
    (options.engine, options.effort, options.explains) = (search.engine, search.effort, search.explain)
    options.maxPixels = search.maxPixels
    if let timeout = search.timeout { (options.seconds, options.countsWaiting) = (timeout, true) }
    // A check looks at the symbol, too.
    options.grades = answer.grade || answer.check || answer.simulate
    return options
  }

  /// Returns a directory's pictures, or the path itself.
  private func expand(_ path: String) -> [Result<String, ScanFailure>] {
    guard path != "-", FileSystem.isDirectory(path) else { return [.success(path)] }
    guard recursive else {
      return [.failure(ScanFailure(picture: path, "is a directory; use -r to scan the pictures below it"))]
    }
    let files = FileSystem.files(below: path, extensions: ["png", "jpg", "jpeg"])
    if files.isEmpty {
      return [.failure(ScanFailure(picture: path, "no .png, .jpg or .jpeg file below this directory"))]
    }
    return files.map { $0.mapError { ScanFailure(sentence: CommandFailure.sentence($0)) } }
  }

  /// Scans a single picture, and writes the files that go with it.
  private func scan(_ path: Result<String, ScanFailure>) throws {
    let (console, scan) = (Console.current, try PictureScan(self, usesThreads: false))
    let picture = scan.picture(path)
    let outcome = scan.outcome(of: picture)
    // First: what was read is printed, whatever happens to the files.
    try outcome.print(on: console)
    if let file = answer.printerProfile, let profile = outcome.profile { try console.write(profile, to: file) }
    if let file = answer.annotate, let outlines = outcome.outlines {
      let picture = try picture.get()
      let drawing = try CommandFailure.about("\(picture.name): no outlines were drawn") {
        try Annotation.draw(outlines, on: scan.reader.gray(picture.file))
      }
      try console.write(drawing, to: file, mode: .owner)
    }
    try Self.finish(failure: outcome.failure?.exitCode ?? 0, isEmpty: outcome.isEmpty)
  }

  /// Ends with the exit code of pictures that were not all read.
  ///
  /// - Parameter failure: The exit code of the worst failure; 0 for none.
  static func finish(failure: Int32, isEmpty: Bool) throws {
    if failure != 0 { throw CommandFailure(nil, exitCode: failure) }
    if isEmpty { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  /// Prints the joined messages of all sets, and the messages of all other symbols.
  private func printJoined(_ paths: [Result<String, ScanFailure>]) throws {
    let scan = try PictureScan(self, usesThreads: false)
    var symbols: [ReadSymbol] = []
    var (failure, isEmpty): (Int32, Bool) = (0, false)
    for path in paths {
      do throws(ScanFailure) {
        let found = try scan.symbols(of: path)
        isEmpty = isEmpty || found.isEmpty
        symbols += found
      } catch {
        failure = CommandFailure.worse(failure, error.exitCode)
        Console.current.say(error.line)
      }
    }
    let joined = StructuredAppendJoiner(symbols.map { ($0.message, $0.structuredAppend) })
    if answer.raw && joined.messages.count > 1 {
      throw CommandFailure(
        "\(joined.messages.count) messages, but --raw prints only one; use --raw0",
        exitCode: CommandFailure.worse(failure, CommandFailure.refused))
    }
    for message in joined.messages {
      if answer.raw || answer.raw0 {
        try Console.current.writeOutput(answer.raw0 ? message + [0] : message)
      } else {
        try Console.current.write(ScanReport.shown(message, keepingNewlines: joined.messages.count == 1) + "\n")
      }
    }
    for fault in joined.faults { Console.current.say("\(fault)") }
    try Self.finish(
      failure: CommandFailure.worse(failure, joined.faults.isEmpty ? 0 : CommandFailure.refused), isEmpty: isEmpty)
  }
}
