import ArgumentParser
import HostSystem
import KioskPrinting
import OutOfBand
import TextFormats

/// The destination of a print: a file or a CUPS printer.
struct PrintDestination: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file or device to write; '-' is standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Mode of a new file, such as 644; by default, only you can read the file, as it may contain one-time tokens. (default: 600)",
      valueName: "octal"), transform: FileMode.init(option:))
  var fileMode: FileMode = .owner

  @Option(
    help: ArgumentHelp("Send a PDF to this CUPS queue, unscaled, and wait until it is printed.", valueName: "name"))
  var printer: String?

  @Option(
    help: ArgumentHelp(
      "The queue's name for the paper; the default is the paper of the stock's size.", valueName: "name"))
  var media: String?

  @Option(help: ArgumentHelp("The title of the job in the queue. (default: oobqr)", valueName: "text"))
  var title: String?

  @Flag(help: "Send the file to the printer as it is, without the queue's filters.")
  var raw = false

  @Flag(help: "Do not wait until the job is printed.")
  var noWait = false

  /// Refuses contradictions. Commands call it after they have looked for what to print, which is the first to be missed.
  func check() throws {
    if (output == nil) == (printer == nil) { throw ValidationError("Give exactly one of -o FILE and --printer NAME.") }
    if let printer, printer.isEmpty || printer.hasPrefix("-") {
      throw ValidationError("--printer '\(printer)' is not a printer's name.")
    }
    if let title, title.isEmpty { throw ValidationError("--title is empty: give a text, or leave it out.") }
    if let title, title.hasPrefix("-") {
      throw ValidationError("--title begins with '-', which the queue takes for an option: give another text.")
    }
    if raw && media != nil { throw ValidationError("--raw takes the size from the file: leave out --media.") }
    if printer == nil && (raw || noWait || media != nil || title != nil) {
      throw ValidationError("--media, --title, --raw and --no-wait need --printer.")
    }
  }

  /// The requested language, or that of the file's extension, or PDF for a queue; `nil` if none of them is known.
  func language(_ requested: PrintLabelCommand.Language?) -> PrintLabelCommand.Language? {
    if let requested { return requested }
    if printer != nil { return .pdf }
    return output.flatMap { PrintLabelCommand.Language(rawValue: FileSystem.fileExtension(of: $0)) }
  }

  /// Refuses a destination without a language, and a queue that would not take it.
  ///
  /// - Returns: The language; see ``language(_:)``.
  @discardableResult
  func check(language requested: PrintLabelCommand.Language?) throws -> PrintLabelCommand.Language {
    guard let language = self.language(requested) else { throw ValidationError("Give --to zpl, escpos, png or pdf.") }
    if printer != nil && language != .pdf && !raw {
      throw ValidationError("--printer takes a PDF; send \(language.rawValue) as it is with --raw.")
    }
    if raw && requested == nil {
      throw ValidationError("Give the printer's language with --raw: --to zpl or --to escpos.")
    }
    return language
  }

  /// The name in sentences.
  var name: String { output.map { $0 == "-" ? "standard output" : $0 } ?? "printer \(printer ?? "")" }

  /// Whether what is written is printed at once: by a device or a program.
  var isStream: Bool { output.map { $0 == "-" || FileSystem.isStream($0) } ?? false }

  private var queue: PrinterQueue? {
    printer.map {
      PrinterQueue(
        name: $0, title: title.map { PrintableText.of(Console.current.secrets.all.redacted($0)) } ?? "oobqr",
        isRaw: raw, media: media,
        waits: !noWait)
    }
  }

  /// Checks that the queue can print, and chooses the paper for a page.
  ///
  /// - Returns: The options for `lp`; `nil` without a printer.
  func queueOptions(for page: LabelStock.Size) throws(PrinterQueueError) -> String? {
    try queue?.options(for: page, report: say)
  }

  private func say(_ event: PrinterQueue.Event) {
    let isNote = if case .paused = event { true } else { false }
    Console.current.say((isNote ? "note: " : "") + "\(event)")
  }

  /// Prints a sentence about what was written or printed; it begins with the name of the destination.
  func say(_ sentence: String) {
    Console.current.say("\(name): \(sentence)")
  }

  /// Opens the pending file.
  func open() throws -> PendingFile {
    try output.flatMap { isStream ? nil : try PendingFile($0, mode: fileMode.bits) } ?? PendingFile()
  }

  /// Renames the file to its destination, or sends it to the printer.
  ///
  /// - Parameters:
  ///   - options: The options for `lp`.
  ///   - log: Records what was sent.
  func deliver(_ file: PendingFile, options: String?, log: DeliveryLog = DeliveryLog()) throws {
    if let queue, let options {
      return try queue.print(file, options: options, report: say, record: log.addJob)
    }
    if isStream {
      let device = try output.flatMap { $0 == "-" ? nil : try PendingFile($0) }
      try file.copy(parts: log.lengths, written: log.addSent) { piece in
        if let device { try device.append(piece) } else { try Console.current.writeOutput(piece) }
      }
    } else {
      try log.addAll(naming: file)
    }
    try log.addRest()
  }
}
