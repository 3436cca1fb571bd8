import HostSystem
import Synchronization
import TextFormats

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
  private let own: WorkerPool<Request, Confined<Outcome>>
  private let zbar: WorkerPool<Request, Confined<Outcome>>

  /// - Parameter executable: The worker program.
  init(_ command: ScanCommand, executable: String) {
    self.command = command
    console = Console.current
    func pool(_ readers: ScanCommand.Readers) -> WorkerPool<Request, Confined<Outcome>> {
      WorkerPool(
        executable: executable, arguments: command.workerArguments(readers),
        seconds: ScanTime.withGrace(command.timeout))
    }
    (own, zbar) = (pool(.own), pool(.zbar))
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
      return outcome(of: try command.request(path, console, until: .now + .seconds(command.timeout)))
    } catch {
      return Outcome(failed: error)
    }
  }

  /// Scans the bytes of a file in a worker.
  func outcome(of name: String, _ file: [UInt8]) -> Outcome {
    do throws(InputFailure) { return outcome(of: try command.request(name, file: file)) } catch {
      return Outcome(failed: error)
    }
  }

  /// Scans a picture in a worker, and reports what happened to the worker if it does not answer.
  func outcome(of request: Request) -> Outcome {
    command.outcome { readers, seconds in
      var request = request
      request.seconds = seconds
      do throws(InputFailure) {
        let pool = readers == .zbar ? zbar : own
        let confined = try pool.ask(request, seconds: ScanTime.withGrace(seconds)).reply(seconds: command.timeout)
        command.jailOptions.rules.note(confined.shortfall, on: console)
        return try confined.result.get()
      } catch {
        return Outcome(failed: InputFailure(message: "\(request.name): \(error.message)"))
      }
    }
  }

  /// A picture to be scanned.
  struct Request: WorkerMessage {
    /// The name in sentences; `-` for a picture without one.
    var name: String
    /// The bytes of the file.
    var file: [UInt8]
    /// Whether output lines begin with the name.
    var showsName = true
    var policy: CheckOptions.PolicyFile?
    /// The time for the search.
    var seconds: Double

    init(name: String, file: [UInt8], seconds: Double) {
      (self.name, self.file, self.seconds) = (name, file, seconds)
    }

    init?(workerBytes bytes: [UInt8]) {
      guard let parts = Parts.split(bytes), [3, 5].contains(parts.count), parts[2].count == 4 else { return nil }
      let milliseconds = Parts.number(in: parts[2], at: 0)
      self.init(name: String(decoding: parts[0], as: UTF8.self), file: parts[1], seconds: Double(milliseconds) / 1000)
      if parts.count == 5 {
        policy = CheckOptions.PolicyFile(name: String(decoding: parts[3], as: UTF8.self), text: parts[4])
      }
    }

    /// The name, the file, the time in milliseconds, and the policy.
    var workerBytes: [UInt8] {
      Parts.joined(
        [Array(name.utf8), file, Parts.number(Int(seconds * 1000))]
          + (policy.map { [Array($0.name.utf8), $0.text] } ?? []))
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
