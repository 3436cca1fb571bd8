import CJail
import Glibc
import Synchronization

/// The thread that starts processes.
///
/// It lives as long as this process, if it can be started at all, because a worker asks the kernel to be killed when the *thread* that started it ends
/// (`PR_SET_PDEATHSIG`). One thread also serialises starts: a process that starts at the same time would inherit another's
/// pipe and hold it open.
@safe final class ProcessStarter: Sendable {
  static let shared = ProcessStarter()

  private let work = Mutex<[@Sendable () -> Void]>([])
  nonisolated(unsafe) private let waiting: UnsafeMutablePointer<sem_t>
  /// Whether the thread could be started; otherwise each caller starts its processes, one at a time.
  private let hasThread: Bool
  private let alone = Mutex(())

  private init() {
    unsafe waiting = .allocate(capacity: 1)
    unsafe sem_init(waiting, 0, 0)
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        // Signals that end the process are for the others.
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
        ProcessStarter.shared.run()
        return nil
      }, nil)
    hasThread = status == 0
    if hasThread { pthread_detach(thread) }
  }

  /// Runs a start in the thread, and returns its result.
  func result<Value: Sendable, Failure: Error>(
    _ start: @escaping @Sendable () throws(Failure) -> Value
  ) -> Result<Value, Failure> {
    let answer = Answer<Value, Failure>()
    let fault: SystemCall.Fault = SystemCall.fault
    guard hasThread else {
      return alone.withLock { _ in Result { () throws(Failure) in try start() } }
    }
    work.withLock {
      $0.append { answer.give(SystemCall.with(fault) { Result { () throws(Failure) in try start() } }) }
    }
    unsafe sem_post(waiting)
    return answer.wait()
  }

  private func run() {
    while true {
      while unsafe sem_wait(waiting) != 0 {}
      let next = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      next?()
    }
  }
}

/// A result that another thread waits for.
@safe private final class Answer<Value: Sendable, Failure: Error>: Sendable {
  private let value = Mutex<Result<Value, Failure>?>(nil)
  nonisolated(unsafe) private let isThere: UnsafeMutablePointer<sem_t>

  init() {
    unsafe isThere = .allocate(capacity: 1)
    unsafe sem_init(isThere, 0, 0)
  }

  deinit {
    unsafe sem_destroy(isThere)
    unsafe isThere.deallocate()
  }

  func give(_ result: Result<Value, Failure>) {
    value.withLock { $0 = result }
    unsafe sem_post(isThere)
  }

  func wait() -> Result<Value, Failure> {
    while true {
      while unsafe sem_wait(isThere) != 0 {}
      if let result = value.withLock({ $0 }) { return result }
    }
  }
}
