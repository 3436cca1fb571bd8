import Glibc
import Synchronization

/// Numbered pieces of work, distributed over threads.
package enum ParallelWork {
  /// The number of processors that are online, at least 1.
  package static var availableProcessors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The most jobs that the limit of open files suffices for, at least 1: each has a file open, and pipes to two workers;
  /// one at a time starts another.
  package static var mostJobs: Int {
    let (others, each) = (6, 5)
    // With so many, the limit is not reached by 1024 jobs.
    let limit = min(Int(sysconf(Int32(_SC_OPEN_MAX))), 8192)
    let free = (0..<Int32(limit)).count { fcntl($0, F_GETFD) < 0 }
    return max(1, (free - others) / each)
  }

  /// Calls `body` once for each of `0..<count`, started in order, from up to `jobs` threads at a time.
  ///
  /// Task-local values do not reach the other threads: capture what is needed.
  package static func forEach(_ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = Work(count: count, body: body)
    let threads = (1..<max(1, min(jobs, count))).compactMap { _ -> pthread_t? in
      var thread = pthread_t()
      let argument = unsafe Unmanaged.passRetained(work)
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          guard let argument = unsafe argument else { return nil }
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, argument.toOpaque())
      if status == 0 { return thread }
      unsafe argument.release()
      return nil
    }
    work.run()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Transforms `0..<count` on up to `jobs` threads; the results are in order.
  package static func map<Result: Sendable>(
    _ count: Int, jobs: Int, _ transform: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Results<Result>(count: count)
    forEach(count, jobs: jobs) { index in results.put(transform(index), at: index) }
    return results.all
  }

  /// Results by index, stored by several threads.
  private final class Results<Result: Sendable>: Sendable {
    private let kept: Mutex<[Result?]>

    init(count: Int) { kept = Mutex(Array(repeating: nil, count: count)) }

    func put(_ result: Result, at index: Int) { kept.withLock { $0[index] = result } }

    var all: [Result] { kept.withLock { $0.compactMap { $0 } } }
  }

  private final class Work: Sendable {
    private let next = Atomic(0)
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(count: Int, body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }

    func run() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= count { return }
        body(index)
      }
    }
  }
}
