import ArgumentParser
import CommandSupport
import HostSystem
import SymbolBatches
import SymbolFixtures

/// `oobqr fixtures export`: a set in the formats of other tools.
struct FixturesExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a set, or its labels, in the form of another tool.",
    usage: "",
    discussion: """
        oobqr fixtures export fixtures --as coco -o fixtures.json
        oobqr fixtures export fixtures --as yolo -o fixtures-yolo

      coco is a JSON file with the outline of each symbol and the box around it; csv a table with the corners of \
      each symbol; webdataset a tar archive of pictures, each with its entry of the manifest; yolo a folder with a \
      file of boxes for each picture, and a link to the set.

      Exit codes: 0 exported; 1 a picture or the manifest is not what 'oobqr fixtures make' wrote; 74 a file \
      cannot be written.
      More: docs/suites.md.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case coco, csv, webdataset, yolo }

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

  func validate() throws {
    try Console.refuse(
      output, replacing: ["\(directory)/\(Manifest.fileName)", "\(directory)/\(Manifest.linesFileName)"])
    try refuse(["yolo is a folder: give -o its name.": format == .yolo && output == "-"])
  }

  func run() throws {
    let selections = selectOptions.selections
    try Console.refuse([output], within: directory)
    let export = FixtureExport(ofDirectory: directory) { entry in
      (selections.isEmpty || selections.contains { $0.contains(entry) })
        && shard?.contains(Array(entry.path.utf8)) ?? true
    }
    let count = try exported(export)
    if count == 0 && !selections.isEmpty {
      throw selectOptions.failure(among: try ManifestReader(ofDirectory: directory).count)
    }
    Console.current.say(
      "\(output == "-" ? "standard output" : output): \(count) \(count == 1 ? "picture" : "pictures")")
  }

  /// Writes the export and returns the number of its pictures. When there are none, nothing is written but an empty part.
  private func exported(_ export: FixtureExport) throws -> Int {
    if format == .yolo { return try export.writeYOLO(to: output) }
    let file = output == "-" ? try PendingFile() : try PendingFile(output, mode: FileMode.owner.bits)
    let count =
      switch format {
      case .coco: try export.writeCOCO { try file.append($0) }
      case .csv: try export.writeCSV { try file.append($0) }
      case .webdataset, .yolo: try export.writeWebDataset { try file.append($0) }
      }
    guard count > 0 || shard != nil else { return 0 }
    if output == "-" { try file.copy(write: Console.current.writeOutput) } else { try file.commit() }
    return count
  }
}
