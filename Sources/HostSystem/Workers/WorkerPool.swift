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
    /// How many processes are being asked.
    var asked = 0
  }

  /// A process, and the seconds that it has been waited for.
  private struct Worker {
    var process: ChildProcess
    var used = 0.0
  }

  /// - Parameter seconds: Time limit of a process for one request, after which it is killed. A request that is sent twice may take
  ///   twice as long.
  package init(executable: String, arguments: [String], seconds: Double) {
    (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
  }

  package typealias Outcome = WorkerOutcome<Reply>

  /// Sends a request to a process and waits for its reply.
  ///
  /// If a process that has answered before ends, runs out of memory or stays silent, a fresh one is asked, with the whole time limit: an
  /// earlier request may have damaged the first. If the system allows no more processes, the request waits for one that is being asked.
  ///
  /// - Parameters:
  ///   - seconds: Time limit of each process for this request; `nil` for that of the pool.
  ///   - onRetry: Called before a fresh process is asked because another did not answer.
  package func ask(_ request: Request, seconds: Double? = nil, onRetry: () -> Void = {}) -> Outcome {
    let limit = Duration.seconds(seconds ?? self.seconds)
    var first: Outcome?
    while true {
      // An idle process may have died since its last reply: that is not the fault of this request.
      if first == nil, let waiting = takeIdle(), let outcome = ask(request, waiting, .now + limit, isFresh: false) {
        switch outcome {
        case .reply, .cannotStart: return outcome
        case .outOfMemory, .died, .timedOut: first = outcome
        }
        onRetry()
      }
      do throws(ChildProcess.StartFailure) {
        let worker = Worker(process: try ChildProcess(executable, arguments))
        let outcome = ask(request, worker, .now + limit, isFresh: true) ?? .died(signal: 0)
        if let first, case .timedOut = outcome { return first }
        return outcome
      } catch {
        let isOver = !error.isAtLimit || state.withLock { $0.idle.isEmpty && $0.asked == 0 }
        if isOver { return first ?? .cannotStart(error) }
        // The end of one that is not used makes room for the fresh one.
        if first != nil { _ = takeIdle() }
        usleep(10_000)
      }
    }
  }

  private func takeIdle() -> Worker? { state.withLock { $0.idle.popLast() } }

  /// - Returns: `nil` if the process is not fresh and ended, or wrote something, before it was asked.
  private func ask(
    _ request: Request, _ worker: Worker, _ deadline: ContinuousClock.Instant, isFresh: Bool
  ) -> Outcome? {
    var worker = worker
    let process = worker.process
    state.withLock { $0.asked += 1 }
    var isIdle = false
    defer {
      state.withLock {
        $0.asked -= 1
        if isIdle { $0.idle.append(worker) }
      }
    }
    // Output that follows a reply, as of a decoder that was taken over, would be taken for the answer to this request.
    if !isFresh, process.wait(until: .now) != nil || process.hasOutput { return nil }
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
