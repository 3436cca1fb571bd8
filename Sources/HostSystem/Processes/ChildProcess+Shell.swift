extension ChildProcess {
  /// The output of a program, and how it ended.
  package struct Transcript: Sendable {
    package var output: [UInt8]
    package var ending: Ending
  }

  /// The limit on output, in bytes: 16 MiB.
  package static let outputLimit = 1 << 24

  /// Runs a shell command and waits for it to end.
  ///
  /// - Parameters:
  ///   - seconds: Time after which it is killed, with everything that it started.
  ///   - limit: The most output, in bytes.
  ///   - input: Returns the next bytes of its standard input, none at the end, and `nil` if there is no whole input: then, and
  ///     if time runs out before, it is killed, so that it cannot take what it has for the whole. Its output is read afterwards.
  package static func shell(
    _ command: String, seconds: Double, limit: Int = outputLimit, input: () -> [UInt8]? = { [] }
  ) throws(StartFailure) -> Transcript {
    let process = try ChildProcess("/bin/sh", ["-c", "--", command], sharesErrors: false)
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      guard let piece = input(), process.send(piece, until: deadline) else {
        process.kill()
        return Transcript(output: [], ending: .timedOut)
      }
      if piece.isEmpty { break }
    }
    process.closeInput()
    var output: [UInt8] = []
    reading: while true {
      switch process.read(until: deadline) {
      case .bytes(let bytes): output += bytes
      case .ended: break reading
      case .timedOut: return Transcript(output: [], ending: .timedOut)
      }
      if output.count > limit { return Transcript(output: [], ending: .wroteTooMuch) }
    }
    // It may close its output and keep running.
    guard let ending = process.wait(until: deadline) else { return Transcript(output: [], ending: .timedOut) }
    return Transcript(output: output, ending: ending)
  }
}
