import HostSystem
import OutOfBand
import Glibc
import TextFormats

/// Where a command reads and writes: the process's streams, or a test's arrays.
public struct Console: Sendable {
  /// Reads standard input to its end; throws when it is longer than the limit in bytes.
  var readInput: @Sendable (_ limit: Int) throws -> [UInt8]
  /// Writes bytes to standard output.
  var writeOutput: @Sendable ([UInt8]) throws -> Void
  /// Writes text to standard error.
  var writeError: @Sendable (String) -> Void
  /// The width of the terminal that standard output is, in columns, or `nil` when it is not a terminal.
  var terminalColumns: Int?
  /// Whether colours are wanted (https://no-color.org).
  var usesColor: Bool
  /// Whether standard error is a terminal, where a line can be written again and again.
  var showsProgress: Bool
  /// The program that this process runs, to start it again; `nil` where that would be another one, as in tests.
  var executable: String?

  public init(
    readInput: @escaping @Sendable (_ limit: Int) throws -> [UInt8],
    writeOutput: @escaping @Sendable ([UInt8]) throws -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    terminalColumns: Int? = nil,
    usesColor: Bool = true,
    showsProgress: Bool = false,
    executable: String? = nil
  ) {
    self.readInput = readInput
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.terminalColumns = terminalColumns
    self.usesColor = usesColor
    self.showsProgress = showsProgress
    self.executable = executable
  }

  /// The console of the command that runs.
  @TaskLocal static var current = Console.process

  /// The streams of this process.
  public static let process = Console(
    readInput: { try FileSystem.readAll(descriptor: STDIN_FILENO, name: "-", limit: $0) },
    writeOutput: { try FileSystem.writeAll($0, descriptor: STDOUT_FILENO, name: "-") },
    writeError: { try? FileSystem.writeAll(Array($0.utf8), descriptor: STDERR_FILENO, name: "-") },
    terminalColumns: columnsOfStandardOutput(),
    usesColor: unsafe getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true,
    showsProgress: isatty(STDERR_FILENO) == 1, executable: "/proc/self/exe")

  /// Whether text on standard output is coloured: on a terminal whose user wants colours.
  var colorsOutput: Bool { usesColor && terminalColumns != nil }

  func write(_ text: String) throws { try writeOutput(Array(text.utf8)) }

  /// Prints a sentence to standard error, under the command's name, as one line whatever names are in it.
  func say(_ sentence: String) { writeError("oobqr: \(PrintableText.of(sentence))\n") }

  /// Writes a line over the last one, on a terminal; nothing elsewhere.
  func progress(_ text: String) {
    if showsProgress { writeError("\r\(text)\u{1B}[K") }
  }

  /// Clears the line of progress.
  func endProgress() {
    if showsProgress { writeError("\r\u{1B}[K") }
  }

  private static func columnsOfStandardOutput() -> Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}
