import HostSystem
import Synchronization

/// Scanning in worker processes, so that a picture that crashes, hangs or takes over a library does not affect the others.
///
/// The workers are in the jail and read no files. Those that have opened zbar are of their own, because opening it takes
/// longer than starting a worker, and few pictures need it.
struct ScanWorkers: Sendable {
  typealias Outcome = ScanCommand.Outcome

  /// A picture to scan, or a known outcome.
  enum Input: Sendable {
    case picture(String)
    case known(Outcome)
  }

  let command: ScanCommand
  let console: Console
  let policies: ScanPolicies
  private let pool: WorkerPool<PictureRequest, Confined<PictureReading>>

  /// - Parameter executable: The worker program.
  init(_ command: ScanCommand, policies: ScanPolicies, executable: String) {
    (self.command, self.policies) = (command, policies)
    console = Console.current
    pool = WorkerPool(
      executable: executable, arguments: command.workerArguments(.own), seconds: ScanTime.withGrace(command.timeout))
    pool.prepare()
  }

  /// Scans pictures in workers and prints the outcomes in the order of the inputs, each as soon as it and all before it
  /// are available.
  func scan(_ inputs: [Input], jobs: Int) throws -> [Outcome.Status] {
    let queue = Queue(count: inputs.count, console: console)
    ParallelWork.forEach(inputs.count, jobs: jobs) { index in
      switch inputs[index] {
      case .known(let outcome): queue.put(outcome, at: index)
      case .picture(let path): queue.put(outcome(of: path), at: index)
      }
    }
    return try queue.statuses()
  }

  /// Reads a file and scans it in a worker.
  func outcome(of path: String) -> Outcome {
    do throws(InputFailure) {
      return outcome(of: try ScanPicture(path: path, on: console, seconds: command.timeout))
    } catch {
      return Outcome(failed: error)
    }
  }

  /// Scans a picture in a worker, and reports what happened to the worker if it does not answer.
  func outcome(of picture: ScanPicture) -> Outcome {
    command.outcome(of: picture, policies, on: console) { () throws(InputFailure) in
      try reading(of: picture)
    }.amongOthers
  }

  /// Reads a picture in a worker.
  func reading(of picture: ScanPicture) throws(InputFailure) -> PictureReading {
    try command.reading(of: picture.name) { readers, time throws(InputFailure) in
      let request = PictureRequest(file: picture.file, seconds: time.left)
      let outcome = pool.ask(
        request, arguments: command.workerArguments(readers), seconds: ScanTime.withGrace(request.seconds)
      ) {
        // This picture loses no time to what another did to a worker.
        time = ScanTime(seconds: request.seconds)
      }
      let confined = try outcome.reply(seconds: command.timeout)
      command.jailOptions.rules.note(confined.shortfall, on: console)
      return try confined.result.get()
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
