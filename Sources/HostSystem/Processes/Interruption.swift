import Glibc
import Synchronization

/// Cleans up when a signal ends this process.
///
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE remove temporary files and kill child processes, each of which leads a process
/// group of its own that the terminal's signals do not reach. Then the signal ends the process as if it had not been caught, so
/// that a shell sees 128 + its number. The ``Attendant`` does that: a handler could take no lock. As long as there is nothing to
/// clean up, signals end the process at once.
package enum Interruption {
  private struct State {
    var isEnabled = false
    var isHandled = false
    var names: Set<String> = []
    var groups: Set<pid_t> = []
  }

  private static let state = Mutex(State())

  /// The signals that clean up. Those that are ignored stay ignored: `nohup` ignores SIGHUP.
  private static let caught = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE].filter { number in
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return unsafe action.__sigaction_handler.sa_handler.map { unsafe unsafeBitCast($0, to: Int.self) } != 1
  }

  /// Lets signals clean up, also those that the program that started this one blocks; to be called once, when the process starts.
  package static func handleSignals() {
    unblock(caught)
    state.withLock { $0.isEnabled = true }
  }

  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Changes what is to be cleaned up; installs the handlers before.
  private static func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      if state.isEnabled, !state.isHandled, Attendant.isThere {
        state.isHandled = true
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
          Attendant.end(number)
          // The write that nobody reads would fail.
          while number == SIGPIPE { pause() }
        }
        action.sa_flags = SA_RESTART
        for number in caught { unsafe sigaction(number, &action, nil) }
      }
      change(&state)
    }
  }

  /// Registers a temporary file, which may not exist yet.
  static func add(_ name: String) { change { $0.names.insert(name) } }

  /// Unregisters a temporary file that was renamed or removed.
  static func forget(_ name: String) { change { $0.names.remove(name) } }

  /// Registers a child process that leads a group.
  static func add(group: pid_t) { change { $0.groups.insert(group) } }

  /// Unregisters a child process that was waited for.
  static func forget(group: pid_t) { change { $0.groups.remove(group) } }

  /// Does work that no signal may interrupt, such as naming several files: signals wait until it is done.
  static func holding<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) {
    try state.withLock { _ throws(Failure) in try work() }
  }

  /// Waits for the end if a signal is ending this process: whatever happens to its children then is not a failure.
  static func waitIfEnding() { state.withLock { _ in } }

  /// Makes writing to a pipe that nobody reads any more fail, instead of ending this process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes a copy of this process leave the files and child processes alone that the parent registered.
  static func leaveToParent() { for number in caught { signal(number, SIG_DFL) } }

  /// Cleans up, and ends this process by a signal.
  static func end(_ number: Int32) -> Never {
    // The lock is never released: nothing else is registered or gets its name.
    state.withLock { state in
      for group in state.groups { kill(-group, SIGKILL) }
      for name in state.names { FileSystem.remove(name) }
      // A pipe that is full would hold this process up.
      var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      if number != SIGPIPE, unsafe poll(&output, 1, 0) > 0 {
        try? FileSystem.writeAll(Array("oobqr: interrupted\n".utf8), descriptor: STDERR_FILENO, name: "-")
      }
      signal(number, SIG_DFL)
      unblock([number])
      while true { raise(number) }
    }
  }
}
