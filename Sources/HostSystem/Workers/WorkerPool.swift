import Glibc
import Synchronization

/// A pool of processes that answer requests, so that a crash or an endless loop costs only one request.
///
/// Each request takes an idle process, or starts one if there is none; so there are at most as many processes as asking
/// threads. Each runs ``WorkerService/serve(jail:_:)``.
package final class WorkerPool<Request: Encodable, Reply: Decodable>: Sendable {
  /// Starts a process of a kind, from any thread that asks.
  package typealias Start = @Sendable (_ kind: String) throws(ChildProcess.StartFailure) -> ChildProcess

  private let start: Start
  private let state = Mutex(State())

  private struct State {
    var idle: [Worker] = []
    /// The number of processes that are working on a request.
    var busy = 0
  }

  private struct Worker {
    var process: ChildProcess
    var kind: String
    /// Whether it has not answered yet.
    var isFresh = true
  }

  package init(_ start: @escaping Start) { self.start = start }

  /// Starts a process before it is needed, and before there are threads that could take up the whole limit on processes.
  package func prepare(_ kind: String = "") {
    guard let process = try? start(kind) else { return }
    state.withLock { $0.idle.append(Worker(process: process, kind: kind)) }
  }

  /// Sends a request to a process and waits for its reply.
  ///
  /// If a process that has answered before fails, a fresh one is asked, with the whole time limit: an earlier request may have
  /// damaged the first.
  ///
  /// - Parameters:
  ///   - bytes: Are sent after the request.
  ///   - limit: The most bytes of the reply.
  ///   - seconds: Time limit of a process for this request, after which it is killed.
  /// - Returns: The reply, and the bytes after it.
  package func ask(
    _ request: Request, _ bytes: [UInt8] = [], of kind: String = "", atMost limit: Int, seconds: Double
  ) throws(WorkerFailure) -> (reply: Reply, bytes: [UInt8]) {
    var needsFresh = false
    while true {
      var worker = try worker(of: kind, needsFresh: needsFresh)
      do throws(WorkerFailure) {
        // Output that follows a reply, as of a decoder that was taken over, would be taken for the answer to this request.
        if !worker.isFresh, worker.process.hasOutput { throw .died(signal: 0) }
        let (reply, rest): (Reply, [UInt8]) = try worker.process.answer(
          to: request, bytes, atMost: limit, until: .now + .seconds(seconds))
        worker.isFresh = false
        state.withLock { state in
          state.busy -= 1
          state.idle.append(worker)
        }
        return (reply, rest)
      } catch {
        worker.process.kill()
        state.withLock { $0.busy -= 1 }
        if worker.isFresh { throw error }
        needsFresh = true
      }
    }
  }

  /// How often a request tries to start a process while there is no other: those that have just ended may still count.
  private static var mostTries: Int { 200 }

  /// Takes an idle process, or starts one. If the system allows no more, waits until another has answered.
  private func worker(of kind: String, needsFresh: Bool) throws(WorkerFailure) -> Worker {
    var tries = 0
    while true {
      let idle = state.withLock { state -> Worker? in
        let index = state.idle.lastIndex { $0.kind == kind && ($0.isFresh || !needsFresh) }
        if index != nil { state.busy += 1 }
        return index.map { state.idle.remove(at: $0) }
      }
      if let idle { return idle }
      do throws(ChildProcess.StartFailure) {
        let worker = Worker(process: try start(kind), kind: kind)
        state.withLock { $0.busy += 1 }
        return worker
      } catch {
        guard error.isAtLimit, tries < Self.mostTries else { throw .cannotStart(error) }
        // The end of an idle one makes room.
        let (idle, isBusy) = state.withLock { ($0.idle.popLast(), $0.busy > 0) }
        idle?.process.kill()
        tries = idle != nil || isBusy ? 0 : tries + 1
        usleep(5_000)
      }
    }
  }
}
