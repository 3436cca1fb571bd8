import Glibc
import Synchronization

/// Numbered pieces of work, spread over threads.
enum ParallelWork {
  /// As many as the machine has processors for this process.
  static var availableProcessors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls `body` once for each of `0..<count`, in order of start, from up to `jobs` threads at a time.
  ///
  /// Task-local values are those of the caller's thread only: take what is needed along.
  static func forEach(_ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Void) {
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
