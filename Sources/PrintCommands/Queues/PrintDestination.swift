import ArgumentParser
import CommandSupport
import HostSystem
import KioskPrinting
import OutOfBand
import TextFormats

/// The destination of a print: a file or a CUPS printer.
struct PrintDestination: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("A file or device to write; '-' is standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: .more(
      "Mode of a new file, such as 644; by default, only you can read the file, as it may contain one-time tokens. (default: 600)",
      valueName: "octal"), transform: FileMode.init(option:))
  var fileMode: FileMode = .owner

  @Option(help: ArgumentHelp("Print on this CUPS queue, and wait for it.", valueName: "name"))
  var printer: String?

  @Option(
    help: .more(
      "The queue's name for the paper; the default is the paper of the stock's size.", valueName: "name"))
  var media: String?

  @Option(help: .more("The title of the job in the queue. (default: oobqr)", valueName: "text"))
  var title: String?

  @Flag(help: "Send it unfiltered, in the printer's language.")
  var raw = false

  @Flag(help: .more("Do not wait until the job is printed."))
  var noWait = false

  /// Refuses contradictions. Commands call it after they have checked that there is something to print.
  func check() throws {
    try refuse([
      "Give exactly one of -o FILE and --printer NAME.": (output == nil) == (printer == nil),
      "--printer '\(printer ?? "")' is not a printer's name.": printer.map { $0.isEmpty || $0.hasPrefix("-") } ?? false,
      "--title is empty: give a text, or leave it out.": title == "",
      "--title begins with '-', which the queue takes for an option: give another text.": title?.hasPrefix("-")
        ?? false,
      "--raw takes the size from the file: leave out --media.": raw && media != nil,
      "--media, --title, --raw and --no-wait need --printer.": printer == nil
        && (raw || noWait || media != nil || title != nil),
    ])
  }

  /// Returns the requested language, or that of the file's extension, or PDF for a queue.
  ///
  /// - Throws: `ValidationError` if none of them is known, or a queue would not take it.
  func language(_ requested: PrinterLanguage?) throws -> PrinterLanguage {
    let named = output.flatMap { PrinterLanguage(rawValue: FileSystem.fileExtension(of: $0)) }
    guard let language = requested ?? (printer == nil ? named : .pdf) else {
      throw ValidationError("Give --to zpl, escpos, png or pdf.")
    }
    try refuse([
      "--to \(language.rawValue) and the name '\(output ?? "")' disagree: change one of them.": named.map {
        $0 != language
      } ?? false,
      "--printer takes a PDF; send \(language.rawValue) as it is with --raw.": printer != nil && language != .pdf
        && !raw,
      "Give the printer's language with --raw: --to zpl or --to escpos.": raw && requested == nil,
    ])
    return language
  }

  /// Refuses the name of a file that is not PDF.
  ///
  /// - Parameter what: What is to be written: `A sheet`.
  func checkPDF(_ what: String, _ resolution: PrintResolution) throws {
    guard let output, !isStream else { return }
    let name = FileSystem.fileExtension(of: output)
    let remedy =
      ["zpl", "prn", "escpos"].contains(name)
      ? "'oobqr print label' writes printer languages"
      : "'pdftoppm -r \(Int(resolution.dotsPerInch)) -png' makes pictures of its pages"
    try refuse([
      "\(what) is a PDF, so '\(output)' has the wrong name: give -o '\(output.dropLast(name.count))pdf'; \(remedy).":
        !name.isEmpty && name != "pdf"
    ])
  }

  /// The name in sentences.
  var name: String { output.map { $0 == "-" ? "standard output" : $0 } ?? "printer \(printer ?? "")" }

  /// Whether what is written is printed at once: by a device or a program.
  var isStream: Bool { output.map { $0 == "-" || FileSystem.isStream($0) } ?? false }

  var queue: PrinterQueue? {
    printer.map {
      PrinterQueue(
        name: $0, title: title.map { PrintableText.of(Console.current.secrets.all.redacted($0)) } ?? "oobqr",
        isRaw: raw, media: media,
        waits: !noWait)
    }
  }

  /// Prints a sentence about what was written or printed; it begins with the name of the destination.
  func say(_ sentence: String) { Console.current.say("\(name): \(sentence)") }
}
