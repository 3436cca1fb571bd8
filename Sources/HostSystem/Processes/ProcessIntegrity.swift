import CJail
import Glibc
import Synchronization

/// What a process does first, so that its streams and its memory are its own.
@safe package enum ProcessIntegrity {
  /// How a process ends that gets no memory.
  nonisolated(unsafe) static let outOfMemory: UnsafeMutablePointer<oobqr_out_of_memory> = {
    let end = UnsafeMutablePointer<oobqr_out_of_memory>.allocate(capacity: 1)
    unsafe end.initialize(to: oobqr_out_of_memory(exit_code: 1, clean_up: { Interruption.cleanUp() }))
    return unsafe end
  }()

  /// Keeps the places of closed standard streams, writes no memory to core files, and reports that there is no memory in one line.
  ///
  /// To be called once, before any file is opened.
  package static func begin() {
    // Whatever is opened next would get the number of a closed stream, and what is printed would go there. In the wrong direction,
    // reading and writing still fail.
    for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
      _ = unsafe open("/dev/null", mode)
    }
    // Messages hold one-time tokens. The limit is for systems whose core files are plain files, the other for those with a program
    // that receives them.
    _ = oobqr_limit(OOBQR_RLIMIT_CORE, 0)
    _ = oobqr_not_dumpable()
    unsafe oobqr_report_no_memory(outOfMemory)
    // The thread that started us may have blocked these signals; one sent by another process would then stay pending.
    Interruption.unblock(crashSignals)
    // The sanitiser reports crashes itself.
    if !Jail.isSanitised { endOnCrash() }
  }

  private static let crashSignals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// The thread (pthread_self(3)) whose crash ends the process; 0 for none. Without memory, several may crash at a time.
  private static let crashed = Atomic<UInt>(0)

  /// Lets a crash clean up and end the process, as one without memory if that is the reason.
  static func endOnCrash() {
    crashed.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_sigaction = { number, info, _ in
      let thread = UInt(pthread_self())
      let first = ProcessIntegrity.crashed.compareExchange(
        expected: 0, desired: thread, ordering: .sequentiallyConsistent)
      if !first.exchanged {
        // The first thread ends the process; without a second try, should this handler itself have crashed.
        while first.original != thread { poll(nil, 0, -1) }
        signal(number, SIG_DFL)
        return
      }
      // Libraries that get no memory, and Swift itself, crash right after the call that failed.
      if errno == ENOMEM || oobqr_has_memory() == 0 { unsafe oobqr_end_without_memory(ProcessIntegrity.outOfMemory) }
      unsafe ProcessIntegrity.outOfMemory.pointee.clean_up()
      signal(number, SIG_DFL)
      // A crash happens again when the handler returns; a signal that a process has sent does not.
      if let info = unsafe info, unsafe info.pointee.si_code <= 0 { raise(number) }
    }
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER
    oobqr_use_other_stack()
    for number in crashSignals { unsafe sigaction(number, &action, nil) }
    errno = 0
  }
}
