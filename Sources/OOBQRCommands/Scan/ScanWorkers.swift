import HostSystem
import Synchronization
import TextFormats

/// Scanning in worker processes, so that a picture that crashes or hangs a library does not affect the others.
enum ScanWorkers {
  /// A picture to scan, or a known outcome.
  enum Input: Sendable {
    case picture(String)
    case known(ScanCommand.Outcome)
  }

  /// Scans pictures in workers and prints the outcomes in the order of the inputs, each as soon as it and all before it
  /// are available.
  ///
  /// - Parameters:
  ///   - executable: The worker program.
  ///   - arguments: The worker's arguments.
  ///   - seconds: Time limit for one picture.
  static func scan(
    _ inputs: [Input], executable: String, arguments: [String], jobs: Int, seconds: Double
  ) throws -> [ScanCommand.Outcome.Status] {
    let queue = Queue(count: inputs.count, console: Console.current)
    let pool = WorkerPool<Request, ScanCommand.Outcome>(
      executable: executable, arguments: arguments, seconds: seconds)
    ParallelWork.forEach(inputs.count, jobs: jobs) { index in
      switch inputs[index] {
      case .known(let outcome): queue.put(outcome, at: index)
      case .picture(let path): queue.put(outcome(of: .path(path), pool, seconds: seconds), at: index)
      }
    }
    return try queue.statuses()
  }

  /// Scans a picture in a worker, and reports what happened to the worker if it does not answer.
  static func outcome(
    of request: Request, _ pool: WorkerPool<Request, ScanCommand.Outcome>, seconds: Double
  ) -> ScanCommand.Outcome {
    let reason: String
    switch pool.ask(request) {
    case .reply(let outcome): return outcome
    case .timedOut: reason = "timed out after \(Int(exactly: seconds).map(String.init) ?? "\(seconds)") seconds"
    case .died(let signal): reason = "the scan crashed" + (signal > 0 ? " with signal \(signal)" : "")
    case .cannotStart(let failure): reason = "\(failure)"
    }
    return ScanCommand.Outcome(status: .failed, errors: "oobqr: \(PrintableText.of("\(request.name): \(reason)"))\n")
  }

  /// A picture to be scanned.
  enum Request: WorkerMessage {
    case path(String)
    /// The bytes of the file.
    case picture([UInt8])

    /// The name in sentences; `-` for a picture without one.
    var name: String { if case .path(let path) = self { path } else { "-" } }

    init?(workerBytes bytes: [UInt8]) {
      switch bytes.first {
      case 0:
        guard let path = String(validating: bytes.dropFirst(), as: UTF8.self) else { return nil }
        self = .path(path)
      case 1: self = .picture(Array(bytes.dropFirst()))
      default: return nil
      }
    }

    var workerBytes: [UInt8] {
      switch self {
      case .path(let path): [0] + Array(path.utf8)
      case .picture(let bytes): [1] + bytes
      }
    }
  }

  /// Outcomes in the order of the inputs.
  private final class Queue: Sendable {
    private struct State {
      var outcomes: [ScanCommand.Outcome?]
      var printed = 0
      var failure: (any Error)?
    }
    private let state: Mutex<State>
    private let console: Console

    init(count: Int, console: Console) {
      state = Mutex(State(outcomes: Array(repeating: nil, count: count)))
      self.console = console
    }

    func put(_ outcome: sending ScanCommand.Outcome, at index: Int) {
      state.withLock { state in
        state.outcomes[index] = outcome
        console.endProgress()
        while state.printed < state.outcomes.count, let next = state.outcomes[state.printed] {
          if state.failure == nil {
            if !next.errors.isEmpty { console.writeError(next.errors) }
            do { if !next.output.isEmpty { try console.writeOutput(next.output) } } catch { state.failure = error }
          }
          // Printed outcomes are released.
          state.outcomes[state.printed] = ScanCommand.Outcome(status: next.status)
          state.printed += 1
        }
        if state.printed < state.outcomes.count {
          console.progress("\(state.printed) of \(state.outcomes.count) pictures")
        }
      }
    }

    func statuses() throws -> [ScanCommand.Outcome.Status] {
      try state.withLock { state in
        if let failure = state.failure { throw failure }
        return state.outcomes.compactMap { $0?.status }
      }
    }
  }
}
