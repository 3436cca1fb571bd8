import HostSystem
import OutOfBand

/// The output of one of CUPS' programs, in English.
struct CUPSAnswer {
  var text: String
  var isSuccess: Bool

  /// Runs a program.
  ///
  /// - Parameter input: Returns the next bytes of its standard input, and none at the end.
  init(to command: String, seconds: Int = 30, input: () -> [UInt8]? = { [] }) throws(PrinterQueueError) {
    let result = try Self.shell("export LC_ALL=C; " + command + " 2>&1", seconds: seconds, input: input)
    text = String(decoding: result.output, as: UTF8.self)
    switch result.ending {
    case .exited(let code): isSuccess = code == 0
    case .crashed(let signal): throw .endedBySignal(signal, command: command)
    case .timedOut: throw .timedOut(command: command, seconds: seconds)
    case .wroteTooMuch: throw .tooMuchOutput(limit: ChildProcess.outputLimit)
    }
  }

  static func shell(
    _ command: String, seconds: Int, input: () -> [UInt8]? = { [] }
  ) throws(PrinterQueueError) -> ChildProcess.Transcript {
    do { return try ChildProcess.shell(command, seconds: Double(seconds), input: input) } catch {
      throw .cannotStart(error)
    }
  }

  /// The first lines, for a sentence.
  var sentence: String {
    text.split(whereSeparator: \.isNewline).prefix(3).map { $0.drop { $0 == "\t" || $0 == " " } }
      .joined(separator: "; ")
  }

  /// Returns the reason on the line after a state: `nil` if the text does not have the state, empty if no reason
  /// is given.
  func reason(after state: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let index = lines.firstIndex(where: { $0.contains(state) }) else { return nil }
    guard index + 1 < lines.count, lines[index + 1].hasPrefix("\t") else { return "" }
    return String(lines[index + 1].dropFirst())
  }
}
