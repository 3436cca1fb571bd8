extension ChildProcess {
  /// What a program printed, and how it ended.
  package struct Transcript: Sendable {
    package var output: [UInt8]
    package var ending: Ending
  }

  /// The most bytes of output that are kept: 16 MiB.
  package static let outputLimit = 1 << 24

  /// Runs a shell command that reads nothing, to its end.
  ///
  /// - Parameters:
  ///   - seconds: After which it is killed, with everything that it has started.
  ///   - limit: The most bytes of output that are kept.
  package static func shell(
    _ command: String, seconds: Double, limit: Int = outputLimit
  ) throws(StartFailure) -> Transcript {
    let process = try ChildProcess("/bin/sh", ["-c", command], sharesErrors: false)
    process.closeInput()
    let deadline = ContinuousClock.now + .seconds(seconds)
    var output: [UInt8] = []
    reading: while true {
      switch process.read(until: deadline) {
      case .bytes(let bytes): if output.count <= limit { output += bytes }
      case .ended: break reading
      case .timedOut: return Transcript(output: [], ending: .timedOut)
      }
    }
    // It may have closed its output and run on.
    guard let ending = process.wait(until: deadline) else { return Transcript(output: [], ending: .timedOut) }
    return output.count > limit
      ? Transcript(output: [], ending: .wroteTooMuch) : Transcript(output: output, ending: ending)
  }

  /// A text as one word of a shell command.
  package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
