import ArgumentParser
import HandsetSimulation
import ImageCoding
import OutOfBand
import QRScanning
import QRSymbology

/// `oobqr scan`: picture → messages.
struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Scan PNG and JPEG pictures for QR symbols.",
    discussion: """
      Every symbol of every picture is printed, in reading order, as exactly the bytes it holds. In text output, \
      bytes that are not printable text are shown as \\xNN; --raw and --json give them exactly.

      Exit codes: 0 every picture had a symbol; 4 some picture had none; 1 some input could not be read (the \
      others are still scanned). Diagnostics of --check do not change it: oobqr check is the gate for messages.
      """)

  @Argument(help: "Pictures; '-' is standard input.")
  var files: [String]

  @Flag(name: .shortAndLong, help: "Scan the PNG and JPEG files below directories.")
  var recursive = false

  @Flag(help: "Print the exact bytes of a single symbol, and nothing else.")
  var raw = false

  @Flag(help: "Print a JSON object for each symbol, on its own line, with kind and diagnostics of its message.")
  var json = false

  @Flag(help: "Check each message and print what is wrong with it; tokens are shortened.")
  var check = false

  @Flag(help: "Add a table of what phones do with each message.")
  var simulate = false

  @Flag(help: "With --check: show tokens and payloads in full.")
  var showToken = false

  @OptionGroup(title: "Check") var checkOptions: CheckOptions

  @Option(help: "Use one reader only: modules (our own, for clean drawings) or zbar.")
  var engine: Detection.Engine?

  @Option(help: "Refuse pictures with more pixels (width × height).")
  var maxPixels = 100_000_000

  /// zbar counts pixels in 32 bits.
  private static let mostPixels = Int(Int32.max)

  /// Longer files are refused while they are read, so that an endless one ends.
  private static let fileLimit = 1 << 29

  func validate() throws {
    if raw && simulate { throw ValidationError("--raw prints nothing but bytes: leave out --simulate.") }
    if json && simulate { throw ValidationError("--json is one object per symbol: use oobqr simulate --json.") }
    if [raw, json, check].count(where: { $0 }) > 1 {
      throw ValidationError("Give one of --raw, --json and --check, not two.")
    }
    if raw && (files.count > 1 || recursive) { throw ValidationError("--raw takes a single picture.") }
    if !(1...Self.mostPixels ~= maxPixels) {
      throw ValidationError("--max-pixels \(maxPixels) is not in 1…\(Self.mostPixels).")
    }
    if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read once.") }
  }

  func run() throws {
    let console = Console.current
    var anyFailed = false
    var anyEmpty = false
    let showsPath = files.count > 1 || recursive
    for input in files.flatMap(expand) {
      do {
        let path = try input.get()
        let detections = try scan(path)
        if raw { return try write(single: detections, of: path) }
        if detections.isEmpty {
          anyEmpty = true
          console.say("\(path): no symbol found")
        }
        let policy = try checkOptions.policy(beside: path == "-" ? nil : path)
        let report = ScanReport(json: json, showsPath: showsPath, checks: check, showsToken: showToken) {
          [checkOptions] in
          checkOptions.options(policy: policy, channel: .qr, symbolVersion: $0.leastVersion)
        }
        try report.print(detections, of: path)
        if simulate { try printTables(detections, of: path, policy: policy) }
      } catch let failure as InputFailure {
        anyFailed = true
        console.say(failure.message)
      }
    }
    if anyFailed { throw CommandFailure(nil) }
    if anyEmpty { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  /// A directory's pictures, or the path itself.
  private func expand(_ path: String) -> [Result<String, InputFailure>] {
    guard path != "-", FileSystem.isDirectory(path) else { return [.success(path)] }
    guard recursive else {
      return [.failure(InputFailure(message: "\(path): is a directory; -r scans the pictures below it"))]
    }
    let files = FileSystem.files(below: path, extensions: ["png", "jpg", "jpeg"])
    if files.isEmpty {
      return [.failure(InputFailure(message: "\(path): no .png, .jpg or .jpeg file below this directory"))]
    }
    return files.map { $0.mapError { InputFailure(message: "\($0)") } }
  }

  private func scan(_ path: String) throws(InputFailure) -> [Detection] {
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(path, limit: Self.fileLimit) } catch { throw InputFailure(message: "\(error)") }
    do {
      let image = try GrayImage(imageFile: bytes, maxPixels: maxPixels)
      noteMisnaming(path, bytes)
      return try QRScanner(engine: engine).scan(image)
    } catch ImageCodingError.tooManyPixels(let width, let height, let limit) {
      let error = ImageCodingError.tooManyPixels(width: width, height: height, limit: limit)
      throw InputFailure(message: "\(path): \(error); --max-pixels raises it")
    } catch {
      throw InputFailure(message: "\(path): \(error)")
    }
  }

  private func printTables(_ detections: [Detection], of path: String, policy: TrustPolicy?) throws {
    let simulator = Simulator(policy: policy)
    for detection in detections {
      let report = SimulationReport(detection.message, named: path, simulator, simulator.catalogue.scans, Handset.usual)
      try Console.current.write(report.table)
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
      Console.current.say("note: \(path): named like a \(named) picture but is a \(format) one, and read as such")
    }
  }

  private func write(single detections: [Detection], of path: String) throws {
    switch detections.count {
    case 0: throw CommandFailure("\(path): no symbol found", exitCode: CommandFailure.noSymbol)
    case 1: try Console.current.writeOutput(detections[0].message)
    default: throw CommandFailure("\(path): \(detections.count) symbols, and --raw prints one; use --json")
    }
  }
}

/// An input that could not be read; the others still can.
private struct InputFailure: Error {
  var message: String
}
