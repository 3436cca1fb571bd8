import Glibc
import Synchronization

/// The thread that starts processes, and that ends this one when a signal arrives.
///
/// It lasts as long as this process, because a worker asks the kernel to be killed when the *thread* that started it ends
/// (`PR_SET_PDEATHSIG`). Processes start one at a time: one that starts at the same time would inherit another's pipe and hold
/// it open. It waits without a lock, which a copy of this process would find taken for ever.
@safe enum Attendant {
  private static let (wake, done) = (Semaphore(), Semaphore())
  private static let turn = Mutex(())
  nonisolated(unsafe) private static var work: () -> Void = {}

  /// The signal that arrived first; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// Whether the thread could be started.
  static let isThere = {
    // Made now, so that no handler of a signal has to.
    _ = (wake, signal.load(ordering: .relaxed))
    // No signal is delivered to the thread.
    var (all, own) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &own)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &own, nil) }
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        while true {
          Attendant.wake.wait()
          let signal = Attendant.signal.load(ordering: .relaxed)
          if signal != 0 { Interruption.end(signal) }
          unsafe Attendant.work()
          Attendant.done.post()
        }
      }, nil)
    if status == 0 { pthread_detach(thread) }
    return status == 0
  }()

  /// Starts a process in the thread, if there is one.
  static func result<Value: Sendable>(of start: () -> Value) -> Value {
    turn.withLock { _ in
      guard isThere else { return start() }
      var value: Value?
      withoutActuallyEscaping({ value = start() }) { start in
        unsafe work = start
        wake.post()
        done.wait()
        unsafe work = {}
      }
      guard let value else { preconditionFailure("the thread has not started the process") }
      return value
    }
  }

  /// Ends this process. Called by handlers of signals, so it takes no lock.
  static func end(_ number: Int32) {
    _ = signal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    wake.post()
  }
}

/// A semaphore (sem_overview(7)).
@safe private final class Semaphore: Sendable {
  nonisolated(unsafe) private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(pointer, 0, 0) }

  deinit { unsafe pointer.deallocate() }

  func post() { unsafe sem_post(pointer) }

  func wait() { while unsafe sem_wait(pointer) != 0 {} }
}
