import ArgumentParser
import HostSystem
import KioskPrinting

/// The destination of a print: a file or a CUPS printer.
struct PrintDestination: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file or device to write; '-' is standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Mode of a new file, such as 644; the default is 600, as prints may carry one-time tokens.", valueName: "octal"))
  var fileMode: FileMode = .owner

  @Option(help: ArgumentHelp("Send a PDF to this CUPS printer, unscaled.", valueName: "name"))
  var printer: String?

  func validate() throws {
    if (output == nil) == (printer == nil) { throw ValidationError("Give -o FILE or --printer NAME, and not both.") }
    if let printer, printer.isEmpty || printer.hasPrefix("-") {
      throw ValidationError("--printer '\(printer)' is not a printer's name.")
    }
  }

  /// The name in sentences.
  var name: String { output.map { $0 == "-" ? "standard output" : $0 } ?? "printer \(printer ?? "")" }

  /// - Throws: `CommandFailure` if `lp` is not installed.
  func check() throws { if printer != nil { try PrinterQueue.check() } }

  /// Opens the pending file.
  func open() throws -> PendingFile {
    try output.map { $0 == "-" ? try PendingFile() : try PendingFile($0, mode: fileMode.bits) } ?? PendingFile()
  }

  /// Renames the file to its destination, or sends it to the printer.
  func deliver(_ file: PendingFile, page: LabelStock.Size) throws {
    if let printer {
      guard let path = file.temporary else { throw CommandFailure("the print has no file") }
      return try PrinterQueue(name: printer, page: page).print(path)
    }
    guard output == "-" else { return try file.commit() }
    file.rewind()
    while true {
      let piece = try file.nextPiece()
      if piece.isEmpty { return }
      try Console.current.writeOutput(piece)
    }
  }
}
