import ArgumentParser
import HostSystem
import KioskPrinting

/// Where what is printed goes: to a file, or to a printer that CUPS knows.
struct PrintDestination: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file or device to write; '-' is standard output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Hand a PDF to this printer of CUPS, unscaled.", valueName: "name"))
  var printer: String?

  func validate() throws {
    if (output == nil) == (printer == nil) { throw ValidationError("Give -o FILE or --printer NAME, one of them.") }
    if let printer, printer.isEmpty || printer.hasPrefix("-") {
      throw ValidationError("--printer '\(printer)' is no name.")
    }
  }

  /// What it is called in sentences.
  var name: String { output.map { $0 == "-" ? "standard output" : $0 } ?? "printer \(printer ?? "")" }

  /// - Throws: `CommandFailure` when there is no `lp` to hand a file to.
  func check() throws { if printer != nil { try PrinterQueue.check() } }

  /// The file that is written until it is complete.
  func open() throws -> PendingFile {
    try output.map { $0 == "-" ? try PendingFile() : try PendingFile($0) } ?? PendingFile()
  }

  /// Gives the file its name, or hands it to the printer.
  func deliver(_ file: PendingFile, page: LabelStock.Size) throws {
    if let printer { return try PrinterQueue(name: printer, page: page).print(file.temporary) }
    guard output == "-" else { return try file.commit() }
    file.rewind()
    while true {
      let piece = try file.nextPiece()
      if piece.isEmpty { return }
      try Console.current.writeOutput(piece)
    }
  }
}
