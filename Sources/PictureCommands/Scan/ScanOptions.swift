public import ArgumentParser
import CommandSupport
import ConfinedReading
import ImageCoding
public import QRScanning

/// What `oobqr scan` prints and writes.
struct ScanAnswerOptions: ParsableArguments {
  @OptionGroup var format: OutputFormatOptions<OutputFormat>

  @Flag(help: "Print only the exact bytes of a single symbol.")
  var raw = false

  @Flag(help: .more("Print the exact bytes of each symbol, each ended by a NUL byte."))
  var raw0 = false

  @Flag(help: "Check each message and print diagnostics.")
  var check = false

  @Flag(help: "Add a table of what phones do with each message.")
  var simulate = false

  @Flag(help: "Grade the print quality of each symbol.")
  var grade = false

  @Option(
    help: .more(
      """
      With --grade, on a photograph of a page from 'oobqr print calibration': write a profile with the smallest module \
      that the printer and the camera handle, to be read by 'oobqr print … --printer-profile'.
      """, valueName: "file"))
  var printerProfile: String?

  @Flag(help: "With --check: show tokens and payloads in full.")
  var showToken = false

  @Option(help: ArgumentHelp("Write the picture with the symbols outlined.", valueName: "file.png"))
  var annotate: String?
}

/// How `oobqr scan` searches a picture.
struct ScanSearchOptions: ParsableArguments {
  @Option(help: "How hard to search; hard takes the longest")
  var effort = QRScanner.Effort.normal

  @Option(help: "Only one reader")
  var engine: Detection.Engine?

  @Flag(help: "Print each attempt with its time to standard error.")
  var explain = false

  @Option(
    help: .more(
      "Refuse pictures with more pixels (width × height); default \(ImageFormat.usualMaxPixels).", valueName: "n"),
    transform: Bounded("--max-pixels", 1...mostPixels).parse)
  var maxPixels = ImageFormat.usualMaxPixels

  @Option(
    help: ArgumentHelp("Limit for each picture, 0.1…86400; default 20 of CPU.", valueName: "seconds"),
    transform: Bounded("--timeout", 0.1...86_400, "seconds").parse)
  var timeout: Double?

  /// zbar counts pixels in 32 bits.
  private static let mostPixels = Int(Int32.max)
}

extension QRScanner.Effort: ExpressibleByArgument {}
