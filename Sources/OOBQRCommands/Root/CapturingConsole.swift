import Synchronization

/// A console that captures output, and reads from another console.
final class CapturingConsole: Sendable {
  private let source: Console
  private let kept = Mutex<(output: [UInt8], errors: String)>(([], ""))

  init(reading source: Console) { self.source = source }

  var output: [UInt8] { kept.withLock { $0.output } }
  var errors: String { kept.withLock { $0.errors } }

  var console: Console {
    var console = source
    console.writeOutput = { bytes in self.kept.withLock { $0.output += bytes } }
    console.writeError = { text in self.kept.withLock { $0.errors += text } }
    console.showsProgress = false
    return console
  }
}
