import CommandSupport
import Synchronization

/// Prints what is known of pictures in the order of the command line, each as soon as it and all before it are there.
final class OrderedOutcomes: Sendable {
  private struct State {
    var waiting: [Int: ScanOutcome] = [:]
    var printed = 0
    var isEmpty = false
    var failure: Int32 = 0
    /// Why nothing can be printed any more.
    var end: (any Error)?
  }

  private let state = Mutex(State())
  private let count: Int
  private let console = Console.current

  init(count: Int) { self.count = count }

  func put(_ outcome: ScanOutcome, at index: Int) {
    state.withLock { state in
      state.waiting[index] = outcome
      console.endProgress()
      while let next = state.waiting.removeValue(forKey: state.printed) {
        if state.end == nil { do { try next.print(on: console) } catch { state.end = error } }
        state.failure = CommandFailure.worse(state.failure, next.failure?.exitCode ?? 0)
        state.isEmpty = state.isEmpty || next.isEmpty
        state.printed += 1
      }
      if state.printed < count { console.progress("\(state.printed) of \(count) pictures") }
    }
  }

  /// Ends as the pictures say.
  func finish() throws {
    try state.withLock { state in
      if let end = state.end { throw end }
      try ScanCommand.finish(failure: state.failure, isEmpty: state.isEmpty)
    }
  }
}
