extension PrinterQueue {
  /// What a queue reports while it prints.
  package enum Event: Hashable, Sendable, CustomStringConvertible {
    /// The queue is paused, and the job is to be left in it; the reason is empty if CUPS gives none.
    case paused(queue: String, reason: String)
    /// The job is in the queue, and nobody waits for its end.
    case queued(job: String, queue: String)
    /// The job was printed.
    case printed(job: String)
    /// The job is no longer in the queue; whether it was printed is unknown.
    case left(job: String)

    package var description: String {
      switch self {
      case .paused(let queue, let reason): "\(PrinterQueueError.paused(queue: queue, reason: reason))"
      case .queued(let job, let queue): "job \(job) is in the queue; 'lpstat -o \(queue)' shows whether it was printed"
      case .printed(let job): "job \(job) was printed"
      case .left(let job):
        "job \(job) has left the queue; install ipptool (Debian: cups-ipp-utils) to see whether it was printed"
      }
    }
  }
}
