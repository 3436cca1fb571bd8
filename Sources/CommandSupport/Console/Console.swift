package import HostSystem
import Glibc
package import OutOfBand
import Synchronization
import TextFormats

/// The input and output of a command: the streams of the process, or arrays in tests.
package struct Console: Sendable {
  /// Reads standard input to its end; throws if it is longer than the limit in bytes.
  var readInput: @Sendable (_ limit: ReadLimit) throws -> [UInt8]
  /// Returns the next bytes of standard input as soon as there are any, and none at its end.
  var nextInput: @Sendable () throws -> [UInt8]
  /// Writes bytes to standard output.
  package var writeOutput: @Sendable ([UInt8]) throws -> Void
  /// Writes text to standard error.
  var writeError: @Sendable (String) -> Void
  /// The width of the terminal in columns; `nil` if standard output is not a terminal.
  var terminalColumns: Int?
  /// Whether colours are used (https://no-color.org).
  package var usesColor: Bool
  /// Whether standard error is a terminal, on which a line can be overwritten.
  var showsProgress: Bool
  /// The executable of this process, for worker processes; `nil` if it is another program, as in tests.
  package var executable: String?
  /// What has been read by name.
  package let inputs = InputFiles()
  /// The secrets of the messages that have been read.
  package let secrets = KnownSecrets()

  package init(
    readInput: @escaping @Sendable (_ limit: ReadLimit) throws -> [UInt8],
    nextInput: @escaping @Sendable () throws -> [UInt8],
    writeOutput: @escaping @Sendable ([UInt8]) throws -> Void,
    writeError: @escaping @Sendable (String) -> Void, terminalColumns: Int? = nil, usesColor: Bool = true,
    showsProgress: Bool = false, executable: String? = nil
  ) {
    (self.readInput, self.nextInput, self.writeOutput) = (readInput, nextInput, writeOutput)
    (self.writeError, self.terminalColumns, self.usesColor) = (writeError, terminalColumns, usesColor)
    (self.showsProgress, self.executable) = (showsProgress, executable)
  }

  /// The console of the running command.
  @TaskLocal package static var current = Console.process

  /// The streams of this process.
  package static let process = Console(
    readInput: { try FileSystem.readAll(descriptor: STDIN_FILENO, name: "-", limit: $0) },
    nextInput: { try FileSystem.readNext(descriptor: STDIN_FILENO, name: "-") },
    writeOutput: { try FileSystem.writeAll($0, descriptor: STDOUT_FILENO, name: "-") },
    writeError: { try? FileSystem.writeAll(Array($0.utf8), descriptor: STDERR_FILENO, name: "-") },
    terminalColumns: columnsOfStandardOutput(),
    usesColor: unsafe getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true,
    showsProgress: isatty(STDERR_FILENO) == 1, executable: ChildProcess.thisProgram)

  /// Whether text on standard output is coloured: on a terminal whose user wants colours.
  package var colorsOutput: Bool { usesColor && terminalColumns != nil }

  package func write(_ text: String) throws { try writeOutput(Array(text.utf8)) }

  /// Prints a sentence with the command's name to standard error, always as one line, and without the secrets of this run.
  package func say(_ sentence: String) { writeError(line(sentence)) }

  /// A sentence in the form in which ``say(_:)`` prints it.
  package func line(_ sentence: String) -> String { "oobqr: \(PrintableText.of(secrets.all.redacted(sentence)))\n" }

  /// Overwrites the last line on a terminal; prints nothing elsewhere.
  package func progress(_ text: String) {
    if showsProgress { writeError("\r\(text)\u{1B}[K") }
  }

  /// Clears the progress line.
  package func endProgress() {
    if showsProgress { writeError("\r\u{1B}[K") }
  }

  private static func columnsOfStandardOutput() -> Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}

/// The secrets of the messages that a command was given or has read, which no sentence repeats.
package final class KnownSecrets: Sendable {
  private let state = Mutex<(secrets: Secrets, unread: [[UInt8]])>((Secrets(), []))

  /// Adds a text that may be a message; it is parsed when the first sentence is printed.
  package func add(_ text: some Sequence<UInt8>) { state.withLock { $0.unread.append(Array(text)) } }

  package var all: Secrets {
    state.withLock { state in
      for text in state.unread { state.secrets = state.secrets.union(MessageCheck(text).secrets) }
      state.unread = []
      return state.secrets
    }
  }
}
