import HostSystem
import OutOfBand
import TextFormats

/// The output of one of CUPS' programs, in English.
struct CUPSAnswer {
  var text: String
  var isSuccess: Bool

  /// Runs a program.
  ///
  /// - Parameter input: Returns the next bytes of its standard input, and none at the end.
  init(to command: String, seconds: Int = 30, input: () -> [UInt8]? = { [] }) throws {
    let result = try ChildProcess.shell(
      "export LC_ALL=C; " + command + " 2>&1", seconds: Double(seconds), input: input)
    text = String(decoding: result.output, as: UTF8.self)
    switch result.ending {
    case .exited(let code): isSuccess = code == 0
    case .crashed(let signal): throw Fault("CUPS: '\(command)' was ended by signal \(signal)")
    case .timedOut: throw Fault("CUPS did not answer '\(command)' within \(seconds) seconds")
    case .wroteTooMuch: throw Fault("CUPS printed more than \(ChildProcess.outputLimit) bytes")
    }
  }

  /// The first lines, for a sentence.
  var sentence: String {
    text.split(whereSeparator: \.isNewline).prefix(3).map { $0.drop { $0 == "\t" || $0 == " " } }
      .joined(separator: "; ")
  }

  /// Returns the reason on the line after a state, in brackets: `nil` if the text does not have the state, empty if no reason
  /// is given.
  func reason(after state: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let index = lines.firstIndex(where: { $0.contains(state) }) else { return nil }
    guard index + 1 < lines.count, lines[index + 1].hasPrefix("\t") else { return "" }
    return Self.bracketed(String(lines[index + 1].dropFirst()))
  }

  /// Puts a reason into brackets, if there is one.
  static func bracketed(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }
}
