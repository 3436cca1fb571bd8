import Glibc
import Synchronization

/// What a signal that ends this process leaves behind: nothing.
///
/// SIGINT, SIGTERM, SIGHUP and SIGPIPE remove temporary files that have a name and kill child processes, each of which leads a
/// process group of its own that the terminal's signals do not reach. Then the signal ends the process as if it had not
/// been caught, so that a shell sees 128 + its number.
@safe package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]
  private static let slots = 64

  /// Temporary names, and process groups; zero in an empty slot. Only atomic words are touched in a signal handler.
  nonisolated(unsafe) private static let names = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: slots)
  nonisolated(unsafe) private static let groups = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: slots)
  private static let isPrepared: Bool = {
    for slot in 0..<slots {
      unsafe (names + slot).initialize(to: Atomic(0))
      unsafe (groups + slot).initialize(to: Atomic(0))
    }
    return true
  }()

  /// Installs the handlers; to be called once, when the process starts. Signals that are ignored stay ignored.
  package static func handleSignals() {
    guard isPrepared else { return }
    // The parent may have started us from a thread that blocks them.
    var caught = sigset_t()
    unsafe sigemptyset(&caught)
    for number in signals { unsafe sigaddset(&caught, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &caught, nil)
    for number in signals {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { continue }
      // `nohup` ignores SIGHUP.
      if unsafe action.__sigaction_handler.sa_handler.map({ unsafe unsafeBitCast($0, to: Int.self) }) == 1 { continue }
      unsafe action.__sigaction_handler.sa_handler = { number in Interruption.end(number) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Runs in the handler: only calls that are safe there (signal-safety(7)).
  private static func end(_ number: Int32) {
    for slot in 0..<slots {
      let group = unsafe groups[slot].load(ordering: .relaxed)
      if group > 0 { Glibc.kill(-group, SIGKILL) }
      let name = unsafe names[slot].load(ordering: .relaxed)
      if let path = unsafe UnsafePointer<CChar>(bitPattern: name) { unsafe unlink(path) }
    }
    if number != SIGPIPE {
      let line: StaticString = "oobqr: interrupted; nothing was left behind\n"
      _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    }
    // The handler was reset: this ends the process once it returns.
    raise(number)
  }

  /// Registers a temporary file. Beyond 64 at a time it is not removed by a signal.
  static func add(_ name: String) {
    guard isPrepared, let copy = unsafe strdup(name) else { return }
    let word = UInt(bitPattern: copy)
    for slot in 0..<slots
    where unsafe names[slot].compareExchange(expected: 0, desired: word, ordering: .relaxed).exchanged { return }
    unsafe free(copy)
  }

  /// Unregisters a temporary file that was renamed or removed.
  static func forget(_ name: String) {
    guard isPrepared else { return }
    for slot in 0..<slots {
      let word = unsafe names[slot].load(ordering: .relaxed)
      guard let path = unsafe UnsafeMutablePointer<CChar>(bitPattern: word), unsafe strcmp(path, name) == 0 else {
        continue
      }
      // A handler that reads the name at this moment unlinks what is gone already; so the few bytes are not freed.
      unsafe names[slot].store(0, ordering: .relaxed)
    }
  }

  /// Registers a child process that leads a group.
  static func add(group: Int32) {
    guard isPrepared else { return }
    for slot in 0..<slots
    where unsafe groups[slot].compareExchange(expected: 0, desired: group, ordering: .relaxed).exchanged { return }
  }

  /// Unregisters a child process that was waited for.
  static func forget(group: Int32) {
    guard isPrepared else { return }
    for slot in 0..<slots {
      _ = unsafe groups[slot].compareExchange(expected: group, desired: 0, ordering: .relaxed)
    }
  }
}
