public import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import ImageCoding
public import QRScanning
import QRSymbology
import TextFormats

/// `oobqr scan`: picture → messages.
package struct ScanCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
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

  @Option(
    help: "Refuse pictures with more pixels (width × height); default \(ImageFormat.usualMaxPixels).",
    transform: Bounded("--max-pixels", 1...mostPixels).parse)
  var maxPixels = ImageFormat.usualMaxPixels

  @OptionGroup var jobsOptions: JobsOptions

  @Option(
    help: """
      Time limit for the search of each picture in seconds, 0.1…86400, default 20; what was read by then is printed. Waiting \
      for standard input does not count.
      """, transform: Bounded("--timeout", 0.1...86_400, "seconds").parse)
  var timeout = PictureReader.Options().seconds

  @OptionGroup(title: "Jail") var jailOptions: JailOptions

  package init() {}

  /// zbar counts pixels in 32 bits.
  private static let mostPixels = Int(Int32.max)

  package mutating func validate() throws {
    json = try formatOptions.isJSON(json)
    if list != nil { return try validateList() }
    let isSingle = files.count == 1 && !recursive
    try refuse([
      "Missing expected argument '<files> ...'; '-' is standard input.": files.isEmpty,
      "--raw prints only bytes: leave out --simulate.": raw && simulate,
      "--json prints one object per symbol: use oobqr simulate --json.": json && simulate,
      "Give only one of --raw, --json and --check.": [raw, json, check].count(where: { $0 }) > 1,
      "--show-token needs --check.": showToken && !check,
      "--printer-profile needs --grade.": printerProfile != nil && !grade,
      "--printer-profile takes a single picture.": printerProfile != nil && !isSingle,
      "Give --printer-profile or --annotate, not both.": printerProfile != nil && annotate != nil,
      "--raw prints only bytes: leave out --grade.": raw && grade,
      "--raw takes a single picture.": raw && !isSingle && !join,
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
    if let list { return try answer(list) }
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
      "pictures": !files.isEmpty, "--raw": raw, "--check": check, "--simulate": simulate, "--join": join,
      "--annotate": annotate != nil, "--printer-profile": printerProfile != nil, "--explain": explain,
      "--recursive": recursive, "--show-token": showToken, "--format text": formatOptions.format == .text,
    ] as KeyValuePairs {
      try refuse(["--list prints one line of JSON for each picture: leave out \(name).": isGiven])
    }
    try refuse(["Standard input can be read only once.": readsTwice([list])])
  }

  private func readsTwice(_ inputs: [String?]) -> Bool {
    (inputs + [checkOptions.namedPolicy]).count(where: { $0 == "-" }) > 1
  }

  private func answer(_ list: String) throws {
    guard Console.current.executable != nil else {
      throw CommandFailure("--list starts worker processes, which is only possible from the oobqr program")
    }
    var scanning = self
    scanning.json = true
    // A program that sends lines one by one waits for each answer.
    let jobs = jobsOptions.jobs == nil && list == "-" ? 1 : jobsOptions.number
    try ScanLines(scan: try PictureScan(scanning, usesThreads: true), jobs: jobs).answer(list)
  }

  /// Whether a line of text begins with its picture's path.
  var showsPath: Bool { files.count > 1 || recursive }

  var readerOptions: PictureReader.Options {
    var options = PictureReader.Options()
    (options.engine, options.effort, options.grades, options.explains) = (engine, effort, grade, explain)
    (options.maxPixels, options.seconds) = (maxPixels, timeout)
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
    if let printerProfile, let profile = outcome.profile { try console.write(profile, to: printerProfile) }
    if let annotate, let outlines = outcome.outlines {
      let drawing: [UInt8]
      let picture = try picture.get()
      do { drawing = try Annotation.draw(outlines, on: scan.reader.gray(picture.file)) } catch {
        throw CommandFailure("\(picture.name): no outlines were drawn: \(error)")
      }
      try console.write(drawing, to: annotate, mode: .owner)
    }
    try Self.finish(hasFailed: outcome.failure != nil, isEmpty: outcome.isEmpty)
  }

  /// Ends with the exit code of pictures that were not all read.
  static func finish(hasFailed: Bool, isEmpty: Bool) throws {
    if hasFailed { throw CommandFailure(nil) }
    if isEmpty { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  /// Prints the joined messages of all sets, and the messages of all other symbols.
  private func printJoined(_ paths: [Result<String, ScanFailure>]) throws {
    let scan = try PictureScan(self, usesThreads: false)
    var symbols: [ReadSymbol] = []
    var (hasFailed, isEmpty) = (false, false)
    for path in paths {
      do throws(ScanFailure) {
        let found = try scan.symbols(of: path)
        isEmpty = isEmpty || found.isEmpty
        symbols += found
      } catch {
        hasFailed = true
        Console.current.say(error.line)
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
    try Self.finish(hasFailed: hasFailed || !joined.faults.isEmpty, isEmpty: isEmpty)
  }
}

extension QRScanner.Effort: ExpressibleByArgument {}
