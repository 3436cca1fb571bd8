import Glibc

/// When a search ends, complete or not.
package struct TimeLimit: Hashable, Sendable {
  /// Not before this time.
  private var time: ContinuousClock.Instant
  /// Nor before this thread has used so much CPU time, if that counts.
  private var processorTime: Duration?

  /// A limit by the wall clock.
  package init(_ time: ContinuousClock.Instant) { self.time = time }

  /// A limit by the CPU time of this thread, from now on: a search reads as much on a busy machine as on an idle one.
  package init(processorTime duration: Duration) {
    (time, processorTime) = (.now + duration, Self.processorTime + duration)
  }

  /// At least so much is left.
  package var left: Duration {
    let left = ContinuousClock.now.duration(to: time)
    // A thread uses no more than passes, and asking how much it has used is slow.
    guard left <= .zero, let processorTime else { return left }
    return processorTime - Self.processorTime
  }

  package static func + (limit: Self, duration: Duration) -> Self {
    var later = limit
    later.time += duration
    later.processorTime? += duration
    return later
  }

  /// What this thread has used.
  private static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
