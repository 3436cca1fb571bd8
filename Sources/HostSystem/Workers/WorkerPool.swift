import Synchronization

/// A pool of processes that answer requests, so that a crash or an endless loop costs only one request.
///
/// Each request takes an idle process, or starts one if there is none; so there are at most as many processes as asking
/// threads. Each runs ``WorkerService/serve(_:)``.
package final class WorkerPool<Request: WorkerMessage, Reply: WorkerMessage>: Sendable {
  private let executable: String
  private let arguments: [String]
  private let seconds: Double
  private let idle = Mutex<[Worker]>([])

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
  /// If a process that has answered before ends, runs out of memory or stays silent, a fresh one is asked: an earlier request may have
  /// damaged the first. After silence, the fresh one has the whole time limit again; otherwise it has the time that is left.
  ///
  /// - Parameter seconds: Time limit of each process for this request; `nil` for that of the pool.
  package func ask(_ request: Request, seconds: Double? = nil) -> Outcome {
    let limit = Duration.seconds(seconds ?? self.seconds)
    var deadline = ContinuousClock.now + limit
    var first: Outcome?
    // An idle process may have died since its last reply: that is not the fault of this request.
    if let waiting = idle.withLock({ $0.popLast() }), let outcome = ask(request, waiting, deadline, isFresh: false) {
      switch outcome {
      case .outOfMemory, .died: first = outcome
      case .timedOut: (first, deadline) = (outcome, .now + limit)
      case .reply, .cannotStart: return outcome
      }
    }
    do throws(ChildProcess.StartFailure) {
      let worker = Worker(process: try ChildProcess(executable, arguments))
      let outcome = ask(request, worker, deadline, isFresh: true) ?? .died(signal: 0)
      if let first, case .timedOut = outcome { return first }
      return outcome
    } catch {
      return first ?? .cannotStart(error)
    }
  }

  /// - Returns: `nil` if the process is not fresh and ended, or wrote something, before it was asked.
  private func ask(
    _ request: Request, _ worker: Worker, _ deadline: ContinuousClock.Instant, isFresh: Bool
  ) -> Outcome? {
    var worker = worker
    let process = worker.process
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
    if case .reply = outcome, isComplete, !isWorn { idle.withLock { $0.append(worker) } }
    return outcome
  }
}
