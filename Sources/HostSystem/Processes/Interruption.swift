import CJail
import Glibc
import Synchronization

/// Cleans up when a signal ends this process, or when it gets no memory.
///
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE remove temporary files that have a name and kill child processes, each of which leads a
/// process group of its own that the terminal's signals do not reach. Then the signal ends the process as if it had not
/// been caught, so that a shell sees 128 + its number.
@safe package enum Interruption {
  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT]
  private static let slots = 64
  /// More than two programs for each of the most jobs.
  private static let groupSlots = 4096
  /// The longest path that is kept, with its final zero.
  private static let pathLimit = Int(PATH_MAX)

  /// Whether the slot of a name is empty (0), being written (1) or filled (2), and process groups, zero in an empty slot.
  /// Nothing is allocated or freed after the start, and a signal handler touches nothing else.
  nonisolated(unsafe) private static let states = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: slots)
  nonisolated(unsafe) private static let names = UnsafeMutablePointer<CChar>.allocate(capacity: slots * pathLimit)
  nonisolated(unsafe) private static let groups = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: groupSlots)
  private static let isPrepared: Bool = {
    for slot in 0..<slots { unsafe (states + slot).initialize(to: Atomic(0)) }
    for slot in 0..<groupSlots { unsafe (groups + slot).initialize(to: Atomic(0)) }
    return true
  }()

  /// Installs the handlers; to be called once, when the process starts. Signals that are ignored stay ignored.
  package static func handleSignals() {
    guard isPrepared else { return }
    unblock(signals)
    for number in signals {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { continue }
      // `nohup` ignores SIGHUP.
      if unsafe action.__sigaction_handler.sa_handler.map({ unsafe unsafeBitCast($0, to: Int.self) }) == 1 { continue }
      unsafe action.__sigaction_handler.sa_handler = { number in Interruption.end(number) }
      // The other signals wait, and so does a second one of this kind: `timeout` sends each twice.
      unsafe sigemptyset(&action.sa_mask)
      for number in signals { unsafe sigaddset(&action.sa_mask, number) }
      action.sa_flags = 0
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Lets signals arrive: the parent may have started us from a thread that blocks them.
  static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// How many programs are being started that are not registered yet, or sets of files get their names.
  private static let busy = Atomic(0)
  private static let isEnding = Atomic(false)

  /// Starts a program that leads a group, and registers it, so that no signal comes between the two.
  ///
  /// - Parameter start: Returns the identifier of the process; `nil` if it did not start.
  /// - Returns: `false` if a signal is ending this process.
  static func starting(_ start: () -> pid_t?) -> Bool {
    busy.add(1, ordering: .sequentiallyConsistent)
    defer { busy.subtract(1, ordering: .sequentiallyConsistent) }
    if isEnding.load(ordering: .sequentiallyConsistent) { return false }
    if let group = start() { add(group: group) }
    return true
  }

  /// Does what must not be done by halves, such as giving several files their names: signals wait until it is done, for a tenth of a
  /// second at most.
  static func holding<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) {
    var (set, old) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    // In this thread by the mask, in others by waiting in the handler.
    unsafe pthread_sigmask(SIG_BLOCK, &set, &old)
    busy.add(1, ordering: .sequentiallyConsistent)
    defer {
      busy.subtract(1, ordering: .sequentiallyConsistent)
      unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
    }
    waitIfEnding()
    try work()
  }

  /// Waits for the end if a signal in another thread is ending this process: whatever happens to its children then is not
  /// a failure.
  static func waitIfEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
  }

  /// Runs in the handler: only calls that are safe there (signal-safety(7)).
  private static func end(_ number: Int32) {
    // Another thread is ending this process: the mask of the handler holds for one thread only.
    if isEnding.exchange(true, ordering: .sequentiallyConsistent) { while true { pause() } }
    // For a tenth of a second at most, in case this thread is the one that is busy.
    var (wait, tries) = (timespec(tv_sec: 0, tv_nsec: 1_000_000), 0)
    while busy.load(ordering: .sequentiallyConsistent) > 0, tries < 100 {
      unsafe nanosleep(&wait, nil)
      tries += 1
    }
    cleanUp()
    // Otherwise a signal that arrived meanwhile, or SIGPIPE from the write below, would be handled first and wait above forever.
    for other in signals where other != number { signal(other, SIG_IGN) }
    // A pipe that is full, or a terminal that is stopped, would hold this process up.
    var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if number != SIGPIPE, unsafe poll(&output, 1, 0) > 0 {
      let line: StaticString = "oobqr: interrupted\n"
      _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    }
    // This ends the process once the handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Makes a copy of this process leave the files and child processes alone that the parent registered.
  static func leaveToParent() {
    for number in signals { signal(number, SIG_DFL) }
    guard isPrepared else { return }
    for slot in 0..<groupSlots { unsafe groups[slot].store(0, ordering: .relaxed) }
    for slot in 0..<slots { unsafe states[slot].store(0, ordering: .relaxed) }
  }

  /// Kills the registered child processes and removes the registered files; allocates nothing.
  static func cleanUp() {
    guard isPrepared else { return }
    for slot in 0..<groupSlots {
      let group = unsafe groups[slot].load(ordering: .relaxed)
      if group > 0 { Glibc.kill(-group, SIGKILL) }
    }
    for slot in 0..<slots {
      if unsafe states[slot].load(ordering: .acquiring) == 2 { unsafe unlink(names + slot * pathLimit) }
    }
  }

  /// Registers a temporary file, which may not exist yet. Beyond 64 at a time it is not removed by a signal.
  static func add(_ name: String) {
    guard isPrepared, name.utf8.count < pathLimit else { return }
    for slot in 0..<slots
    where unsafe states[slot].compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged {
      unsafe strcpy(names + slot * pathLimit, name)
      unsafe states[slot].store(2, ordering: .releasing)
      return
    }
  }

  /// Unregisters a temporary file that was renamed or removed.
  static func forget(_ name: String) {
    guard isPrepared else { return }
    for slot in 0..<slots
    where unsafe states[slot].load(ordering: .acquiring) == 2 && strcmp(names + slot * pathLimit, name) == 0 {
      unsafe states[slot].store(0, ordering: .releasing)
      return
    }
  }

  /// Registers a child process that leads a group.
  static func add(group: Int32) {
    guard isPrepared else { return }
    for slot in 0..<groupSlots
    where unsafe groups[slot].compareExchange(expected: 0, desired: group, ordering: .relaxed).exchanged { return }
  }

  /// Unregisters a child process that was waited for.
  static func forget(group: Int32) {
    guard isPrepared else { return }
    for slot in 0..<groupSlots {
      _ = unsafe groups[slot].compareExchange(expected: group, desired: 0, ordering: .relaxed)
    }
  }
}
