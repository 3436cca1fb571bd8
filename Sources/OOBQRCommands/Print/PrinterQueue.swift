import Glibc
import HostSystem
import KioskPrinting
import OutOfBand

/// A printer that CUPS knows, which gets a PDF by `lp`.
struct PrinterQueue {
  var name: String
  var page: LabelStock.Size

  private static let missing = CommandFailure(
    "there is no lp here, which hands files to printers (Debian: cups-client); write a file with -o")

  /// - Throws: `CommandFailure` when there is no `lp`.
  static func check() throws {
    if try ChildProcess.shell("command -v lp", seconds: 10).ending != .exited(0) { throw missing }
  }

  /// Hands a file over, its size left as it is.
  ///
  /// - Throws: `CommandFailure` when there is no `lp`, or it refuses.
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
      throw CommandFailure("lp refused printer '\(name)': \(said.isEmpty ? "exit code \(code)" : said)")
    case .crashed(let signal): throw CommandFailure("lp was ended by signal \(signal)")
    case .timedOut: throw CommandFailure("lp did not answer within 120 seconds")
    case .wroteTooMuch: throw CommandFailure("lp printed more than can be read")
    }
  }

  /// As CUPS names media: well-known ones by name, others by their size.
  private var media: String {
    switch page {
    case .a4: "A4"
    case .letter: "Letter"
    default: "Custom.\(NumberFormat.shown(page.width, decimals: 2))x\(NumberFormat.shown(page.height, decimals: 2))mm"
    }
  }
}
