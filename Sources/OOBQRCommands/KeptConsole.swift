import Synchronization

/// A console that keeps what is written to it.
final class KeptConsole: Sendable {
  private let kept = Mutex<(output: [UInt8], errors: String)>(([], ""))

  var output: [UInt8] { kept.withLock { $0.output } }
  var errors: String { kept.withLock { $0.errors } }

  var console: Console {
    Console(
      readInput: { _ in [] },
      writeOutput: { bytes in self.kept.withLock { $0.output += bytes } },
      writeError: { text in self.kept.withLock { $0.errors += text } })
  }
}
