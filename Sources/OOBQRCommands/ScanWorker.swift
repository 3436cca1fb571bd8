import Glibc
import OutOfBand
import Synchronization
import TextFormats

/// Scanning in other processes, so that a picture that crashes a library or takes for ever is lost alone.
///
/// A worker reads paths from its standard input, each with a NUL behind it, and answers every one with a frame on its
/// standard output: a byte for the status, two lengths of four bytes, least significant first, and that much output and
/// error text.
enum ScanWorker {
  private static let statuses: [UInt8: ScanCommand.Outcome.Status] = [0: .found, 1: .empty, 2: .failed]

  /// Answers until there is no more to read.
  ///
  /// - Parameter seconds: For one picture, after which the parent should have killed us.
  static func serve(seconds: Double, _ outcome: (String) -> ScanCommand.Outcome) throws {
    var pending: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      while let end = pending.firstIndex(of: 0) {
        let path = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        // Should the parent be gone, nobody else ends a scan that takes for ever.
        alarm(UInt32(seconds) + 10)
        let answer = outcome(path)
        alarm(0)
        try FileSystem.writeAll(frame(answer), descriptor: STDOUT_FILENO, name: "-")
      }
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      pending += chunk[..<count]
    }
  }

  private static func frame(_ outcome: ScanCommand.Outcome) -> [UInt8] {
    var errors = outcome.errors
    var status: UInt8 = 2
    switch outcome.status {
    case .found: status = 0
    case .empty: status = 1
    case .failed: break
    case .ended(let error): errors += "oobqr: \((error as? CommandFailure)?.message ?? "\(error)")\n"
    }
    let text = Array(errors.utf8)
    let lengths = [outcome.output.count, text.count].flatMap { length in
      (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    }
    return [status] + lengths + outcome.output + text
  }

  /// Scans pictures in workers and prints each outcome in the order of the inputs, as soon as it and all before it are
  /// there.
  ///
  /// - Parameters:
  ///   - arguments: The options with which a worker does what is wanted.
  ///   - seconds: For one picture.
  static func scan(
    _ inputs: [Input], executable: String, arguments: [String], jobs: Int, seconds: Double
  ) throws -> [ScanCommand.Outcome.Status] {
    let queue = Queue(count: inputs.count, console: Console.current)
    let pool = Pool(executable: executable, arguments: arguments, seconds: seconds)
    ParallelWork.forEach(inputs.count, jobs: jobs) { index in
      switch inputs[index] {
      case .known(let outcome): queue.put(outcome, at: index)
      case .picture(let path): queue.put(pool.scan(path), at: index)
      }
    }
    return try queue.statuses()
  }

  /// What is to be scanned, or has been.
  enum Input: Sendable {
    case picture(String)
    case known(ScanCommand.Outcome)
  }

  /// Workers that wait for pictures; a thread takes one, or starts one when there is none.
  private final class Pool: Sendable {
    private let executable: String
    private let arguments: [String]
    private let seconds: Double
    private let idle = Mutex<[Process]>([])

    init(executable: String, arguments: [String], seconds: Double) {
      (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
    }

    deinit { for process in idle.withLock({ $0 }) { process.kill() } }

    func scan(_ path: String) -> ScanCommand.Outcome {
      let process: Process
      do { process = try idle.withLock { $0.popLast() } ?? Process(executable, arguments) } catch {
        return Self.failure(path, "\((error as? CommandFailure)?.message ?? "\(error)")")
      }
      switch process.answer(to: path, seconds: seconds) {
      case .outcome(let outcome):
        idle.withLock { $0.append(process) }
        return outcome
      case .timedOut:
        process.kill()
        return Self.failure(path, "given up after \(Int(exactly: seconds).map(String.init) ?? "\(seconds)") seconds")
      case .died:
        let signal = process.end()
        return Self.failure(path, "the scan crashed" + (signal > 0 ? " with signal \(signal)" : ""))
      }
    }

    private static func failure(_ path: String, _ reason: String) -> ScanCommand.Outcome {
      ScanCommand.Outcome(status: .failed, errors: "oobqr: \(PrintableText.of("\(path): \(reason)"))\n")
    }
  }

  /// A worker as its parent sees it; used by one thread at a time.
  private final class Process: Sendable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32

    init(_ executable: String, _ arguments: [String]) throws {
      (process, input, output) = try ChildProcess.start(executable, arguments)
    }

    enum Answer {
      case outcome(ScanCommand.Outcome)
      case timedOut
      case died
    }

    func answer(to path: String, seconds: Double) -> Answer {
      let deadline = ChildProcess.now() + seconds
      // Whether a worker is gone is told by the read.
      ChildProcess.send(Array(path.utf8) + [0], to: input)
      var frame: [UInt8] = []
      func length(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(frame[at + $1]) << (8 * $1) } }
      while frame.count < 9 || frame.count < 9 + length(1) + length(5) {
        switch ChildProcess.readSome(output, until: deadline) {
        case .bytes(let bytes): frame += bytes
        case .timedOut: return .timedOut
        case .ended: return .died
        }
      }
      let (end, status) = (9 + length(1), statuses[frame[0]] ?? .failed)
      return .outcome(
        ScanCommand.Outcome(
          status: status, output: Array(frame[9..<end]), errors: String(decoding: frame[end...], as: UTF8.self)))
    }

    func kill() {
      close(input)
      close(output)
      ChildProcess.end(process)
    }

    /// Buries one that has died.
    ///
    /// - Returns: The signal that ended it, or 0.
    func end() -> Int32 {
      close(input)
      close(output)
      return ChildProcess.end(process, afterCrash: true)
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
          // What is printed need not be kept.
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
