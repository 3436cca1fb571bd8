import Glibc
import Synchronization

/// A pool of processes that answer requests, so that a crash or an endless loop costs only one request.
///
/// Each request takes an idle process, or starts one if there is none; so there are at most as many processes as asking
/// threads. Each runs ``WorkerService/serve(_:)``.
package final class WorkerPool<Request: WorkerMessage, Reply: WorkerMessage>: Sendable {
  private let executable: String
  private let arguments: [String]
  private let seconds: Double
  private let state = Mutex(State())

  private struct State {
    var idle: [Worker] = []
    /// The number of processes that are working on a request, or are being started for one.
    var asked = 0
    /// The number of requests that wait because the system allows no more processes.
    var waiting = 0
    /// Whether a process could ever be started.
    var hasStarted = false
  }

  /// A process, and what it has been used for.
  private struct Worker {
    var process: ChildProcess
    var arguments: [String]
    /// The seconds that it has been waited for; 0 until it is asked for the first time.
    var used = 0.0

    var isFresh: Bool { used == 0 }
  }

  /// - Parameter seconds: Time limit of a process for one request, after which it is killed. A request that is sent twice may take
  ///   twice as long.
  package init(executable: String, arguments: [String], seconds: Double) {
    (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
  }

  package typealias Outcome = WorkerOutcome<Reply>

  /// Starts a process before there are threads that ask, which could take up the whole limit on processes.
  package func prepare() {
    guard let process = try? ChildProcess(executable, arguments) else { return }
    state.withLock { state in
      state.hasStarted = true
      state.idle.append(Worker(process: process, arguments: arguments))
    }
  }

  /// Sends a request to a process and waits for its reply.
  ///
  /// If a process that has answered before ends, runs out of memory or does not reply, a fresh one is asked, with the whole time limit:
  /// an earlier request may have damaged the first. If the system allows no more processes, the request waits until another
  /// has been answered.
  ///
  /// - Parameters:
  ///   - arguments: Those of the process; `nil` for those of the pool.
  ///   - seconds: Time limit of each process for this request; `nil` for that of the pool.
  ///   - onStart: Called each time a process is about to be asked: what was spent on others, or on waiting, comes before.
  package func ask(
    _ request: Request, arguments: [String]? = nil, seconds: Double? = nil, onStart: () -> Void = {}
  ) -> Outcome {
    let arguments = arguments ?? self.arguments
    let limit = Duration.seconds(seconds ?? self.seconds)
    var (first, isWaiting, tries): (Outcome?, Bool, Int) = (nil, false, 0)
    while true {
      switch turn(arguments, isWaiting: isWaiting, needsFresh: first != nil) {
      case .wait:
        isWaiting = true
        usleep(5_000)
      case .use(let worker):
        isWaiting = false
        onStart()
        // An idle process may have died since its last reply: that is not the fault of this request.
        guard let outcome = ask(request, worker, .now + limit) else { break }
        switch outcome {
        case .reply, .cannotStart: return outcome
        case .outOfMemory, .died, .timedOut:
          if worker.isFresh { return outcome }
          first = outcome
        }
      case .start(let idle):
        idle?.process.kill()
        do throws(ChildProcess.StartFailure) {
          let worker = Worker(process: try ChildProcess(executable, arguments), arguments: arguments)
          state.withLock { state in
            state.hasStarted = true
            if isWaiting { state.waiting -= 1 }
          }
          onStart()
          let outcome = ask(request, worker, .now + limit) ?? .died(signal: 0)
          if let first, case .timedOut = outcome { return first }
          return outcome
        } catch {
          guard mayWait(error.isAtLimit, isWaiting: isWaiting, &tries) else { return first ?? .cannotStart(error) }
          isWaiting = true
          usleep(5_000)
        }
      }
    }
  }

  /// What a request does next.
  private enum Turn {
    case use(Worker)
    /// The end of an idle process makes room for the fresh one.
    case start(after: Worker?)
    case wait
  }

  /// - Parameters:
  ///   - isWaiting: Whether the request has been told to wait before.
  ///   - needsFresh: Whether only a process that has not answered before is asked.
  private func turn(_ arguments: [String], isWaiting: Bool, needsFresh: Bool) -> Turn {
    state.withLock { state in
      // Those that wait already come first.
      if !isWaiting, state.waiting > 0, state.idle.count <= state.waiting {
        state.waiting += 1
        return .wait
      }
      state.asked += 1
      if !needsFresh, let index = state.idle.lastIndex(where: { $0.arguments == arguments }) {
        if isWaiting { state.waiting -= 1 }
        return .use(state.idle.remove(at: index))
      }
      return .start(after: isWaiting ? state.idle.popLast() : nil)
    }
  }

  /// How often a request tries to start a process while there is no other: those that have just ended may still count.
  private static var mostTries: Int { 200 }

  /// Whether a request that could not start a process waits: another one can answer, or end.
  ///
  /// - Parameter tries: How often it has tried while there was no other.
  private func mayWait(_ isAtLimit: Bool, isWaiting: Bool, _ tries: inout Int) -> Bool {
    let (hasOthers, hasStarted) = state.withLock { state in
      state.asked -= 1
      return (state.asked > 0 || !state.idle.isEmpty, state.hasStarted)
    }
    tries = hasOthers ? 0 : tries + 1
    let waits = isAtLimit && (hasOthers || hasStarted && tries < Self.mostTries)
    if waits != isWaiting { state.withLock { $0.waiting += waits ? 1 : -1 } }
    return waits
  }

  /// - Returns: `nil` if the process is not fresh and ended, or wrote something, before it was asked.
  private func ask(
    _ request: Request, _ worker: Worker, _ deadline: ContinuousClock.Instant
  ) -> Outcome? {
    var worker = worker
    let process = worker.process
    var isIdle = false
    defer {
      if !isIdle { process.kill() }
      state.withLock {
        $0.asked -= 1
        if isIdle { $0.idle.append(worker) }
      }
    }
    // Output that follows a reply, as of a decoder that was taken over, would be taken for the answer to this request.
    if !worker.isFresh, process.wait(until: .now) != nil || process.hasOutput { return nil }
    let start = ContinuousClock.now
    // Whether the process is gone shows when its reply is read.
    // In two pieces, because a picture may be large.
    let message = request.workerBytes
    if process.send(Parts.number(message.count), until: deadline) { process.send(message, until: deadline) }
    let (outcome, isComplete): (Outcome, Bool) = process.reply(until: deadline)
    // One that says more than it was asked for would answer the next request wrongly.
    worker.used += start.duration(to: .now) / .seconds(1)
    let isWorn = worker.used > self.seconds * (WorkerService.limitsPerWorker - 1)
    if case .reply = outcome, isComplete, !isWorn { isIdle = true }
    return outcome
  }
}
