import Glibc
import HostSystem
import KioskPrinting
import OutOfBand

/// A CUPS printer, to which `lp` sends a PDF.
struct PrinterQueue {
  var name: String
  var page: LabelStock.Size

  private static let missing = CommandFailure(
    "lp, which sends files to printers, is not installed (Debian: cups-client); write a file with -o")

  /// - Throws: `CommandFailure` if `lp` is not installed.
  static func check() throws {
    if try ChildProcess.shell("command -v lp", seconds: 10).ending != .exited(0) { throw missing }
  }

  /// Sends a file to the printer without scaling.
  ///
  /// - Throws: `CommandFailure` if `lp` is not installed or refuses.
  func print(_ path: String) throws {
    let command =
      "command -v lp >/dev/null || exit 127; exec lp -d \(ChildProcess.quoted(name)) "
      + "-t oobqr -o print-scaling=none -o media=\(media) -- \(ChildProcess.quoted(path)) 2>&1"
    let result = try ChildProcess.shell(command, seconds: 120)
    let said = SecretText().redacted(String(decoding: result.output, as: UTF8.self))
      .split(whereSeparator: \.isNewline).prefix(3).joined(separator: "; ")
    switch result.ending {
    case .exited(0):
      if !said.isEmpty { Console.current.say("lp: \(said)") }
    case .exited(127): throw Self.missing
    case .exited(let code):
      throw CommandFailure("lp cannot print on '\(name)': \(said.isEmpty ? "exit code \(code)" : said)")
    case .crashed(let signal): throw CommandFailure("lp was ended by signal \(signal)")
    case .timedOut: throw CommandFailure("lp did not answer within 120 seconds")
    case .wroteTooMuch: throw CommandFailure("lp printed more than \(ChildProcess.outputLimit) bytes")
    }
  }

  /// The CUPS name of the media: well-known sizes by name, others by their dimensions.
  private var media: String {
    switch page {
    case .a4: "A4"
    case .letter: "Letter"
    default: "Custom.\(NumberFormat.shown(page.width, decimals: 2))x\(NumberFormat.shown(page.height, decimals: 2))mm"
    }
  }
}
