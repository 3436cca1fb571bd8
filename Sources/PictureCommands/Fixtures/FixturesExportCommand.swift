import ArgumentParser
import CommandSupport
import ConfinedReading
import HostSystem
import PictureDamage
import SymbolBatches
import SymbolFixtures
import TextFormats

/// `oobqr fixtures export`: a set in the formats of other tools.
struct FixturesExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a set, or its labels, in the form of another tool.",
    usage: "",
    discussion: """
        oobqr fixtures export fixtures --as coco -o fixtures.json
        oobqr fixtures export fixtures --as yolo -o fixtures-yolo
        oobqr fixtures export fixtures --as y4m -o camera.y4m

      coco is a JSON file with the outline of each symbol and the box around it; csv a table with the corners of \
      each symbol; webdataset a tar archive of pictures, each with its entry of the manifest; yolo a folder with a \
      file of boxes for each picture, and a link to the set; y4m and mjpeg the video of a camera, for browsers and \
      emulators.

      Exit codes: 0 exported; 1 a picture or the manifest is not what 'oobqr fixtures make' wrote; 74 a file \
      cannot be written.
      More: docs/suites.md and docs/camera.md.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case coco, csv, webdataset, yolo, y4m, mjpeg }

  @Argument(help: "The directory made by 'oobqr fixtures make'.")
  var directory: String

  @Option(name: .customLong("as"), help: ArgumentHelp("The format", valueName: "format"))
  var format: Format

  @Option(name: .shortAndLong, help: ArgumentHelp("The file or, for yolo, the folder to write.", valueName: "file"))
  var output: String

  @OptionGroup var selectOptions: SelectOptions

  @Option(
    help: ArgumentHelp("Export one of several parts, chosen by path: 3/16 is the third of 16.", valueName: "n/m"),
    transform: BatchShard.init(option:))
  var shard: BatchShard?

  @Option(
    help: ArgumentHelp("Frames a second of a video; default 15, and 30 for mjpeg.", valueName: "n"),
    transform: Bounded("--fps", 1...60).parse)
  var fps: Int?

  @Option(
    help: ArgumentHelp("The size of a video; default 640x480.", valueName: "width×height"),
    transform: { try PictureSize($0, of: "--size") })
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "For how many frames a picture is shown; default: a second, or 1 for those of --sequence.", valueName: "n"),
    transform: Bounded("--hold", 1...3600).parse)
  var hold: Int?

  func validate() throws {
    try Console.refuse(
      output, replacing: ["\(directory)/\(Manifest.fileName)", "\(directory)/\(Manifest.objectFileName)"])
    let isOdd = size.map { !$0.value.width.isMultiple(of: 2) || !$0.value.height.isMultiple(of: 2) } ?? false
    try refuse([
      "yolo is a folder: give -o its name.": format == .yolo && output == "-",
      "\(format.rawValue) is not a video: leave out --fps, --size and --hold.": !isVideo
        && (fps != nil || size != nil || hold != nil),
      "--size '\(size?.text ?? "")' has an odd side; videos have even ones.": isOdd,
    ])
  }

  private var isVideo: Bool { [.y4m, .mjpeg].contains(format) }

  func run() throws {
    let selections = selectOptions.selections
    try Console.refuse([output], within: directory)
    let export = FixtureExport(ofDirectory: directory) { entry in
      (selections.isEmpty || selections.contains { $0.contains(entry) })
        && shard?.contains(Array(entry.path.utf8)) ?? true
    }
    let (count, frames) = try exported(export)
    if count == 0, shard == nil, !selections.isEmpty {
      throw selectOptions.failure(among: try ManifestReader(ofDirectory: directory).count)
    }
    let video = frames.map { " in \($0.counting("frame"))" } ?? ""
    Console.current.say("\(output == "-" ? "standard output" : output): \(count.counting("picture"))\(video)")
  }

  /// Writes the export and returns the number of its pictures, and of the frames of a video. When there are none, nothing is written
  /// but an empty part.
  private func exported(_ export: FixtureExport) throws -> (pictures: Int, frames: Int?) {
    if format == .yolo { return (try export.writeYOLO(to: output), nil) }
    let file = output == "-" ? try PendingFile() : try PendingFile(output, mode: FileMode.owner.bits)
    var frames: Int?
    let count: Int
    switch format {
    case .coco: count = try export.writeCOCO { try file.append($0) }
    case .csv: count = try export.writeCSV { try file.append($0) }
    case .webdataset, .yolo: count = try export.writeWebDataset { try file.append($0) }
    case .y4m, .mjpeg:
      let reader = Console.current.pictureReader()
      (count, frames) = try export.write(video, decode: { Picture(withoutNeedlessColor: try reader.color($0)) }) {
        try file.append($0)
      }
    }
    guard count > 0 || shard != nil else { return (0, frames) }
    if output == "-" { try file.copy(write: Console.current.writeOutput) } else { try file.commit() }
    return (count, frames)
  }

  private var video: FixtureVideo {
    FixtureVideo(
      // Browsers show an MJPEG, which has no rate of its own, at 30.
      format == .mjpeg ? .mjpeg : .y4m, rate: fps ?? (format == .mjpeg ? 30 : 15),
      size: size?.value ?? Fixture.SceneSize(width: 640, height: 480),
      hold: hold)
  }
}
