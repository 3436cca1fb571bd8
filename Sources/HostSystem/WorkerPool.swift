import Synchronization

/// A pool of processes that answer requests, so that a crash or an endless loop costs only one request.
///
/// Each request takes an idle process, or starts one if there is none; so there are at most as many processes as asking
/// threads. Each runs ``WorkerService/serve(_:)``.
package final class WorkerPool<Request: WorkerMessage, Reply: WorkerMessage>: Sendable {
  private let executable: String
  private let arguments: [String]
  private let seconds: Double
  private let idle = Mutex<[ChildProcess]>([])

  /// - Parameter seconds: Time limit for one request, after which its process is killed.
  package init(executable: String, arguments: [String], seconds: Double) {
    (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
  }

  /// The outcome of a request.
  package enum Outcome: Sendable {
    case reply(Reply)
    case timedOut
    /// The process ended by itself: by this signal, or normally if it is 0.
    case died(signal: Int32)
    case cannotStart(ChildProcess.StartFailure)
  }

  /// Sends a request to a process and waits for its reply.
  package func ask(_ request: Request) -> Outcome {
    let process: ChildProcess
    if let waiting = idle.withLock({ $0.popLast() }) {
      process = waiting
    } else {
      do throws(ChildProcess.StartFailure) { process = try ChildProcess(executable, arguments) } catch {
        return .cannotStart(error)
      }
    }
    let deadline = ContinuousClock.now + .seconds(seconds)
    // If the process is gone, reading its reply shows it.
    process.send(FrameReader.frame(request.workerBytes))
    var frames = FrameReader()
    while true {
      if let frame = frames.next() {
        guard let reply = Reply(workerBytes: frame) else { return .died(signal: 0) }
        idle.withLock { $0.append(process) }
        return .reply(reply)
      }
      switch process.read(until: deadline) {
      case .bytes(let bytes): frames.add(bytes)
      case .timedOut: return .timedOut
      case .ended:
        process.closeInput()
        // Writing a core file takes time.
        if case .crashed(let signal) = process.wait(until: .now + .seconds(2)) { return .died(signal: signal) }
        return .died(signal: 0)
      }
    }
  }
}
