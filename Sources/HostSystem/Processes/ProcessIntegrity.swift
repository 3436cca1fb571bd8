import CJail
import Glibc

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
    // The sanitiser reports crashes itself.
    if !Jail.isSanitised { endOnCrash() }
  }

  /// Lets a crash clean up and end the process, as one without memory if that is the reason.
  static func endOnCrash() {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_sigaction = { number, info, _ in
      // Libraries that get no memory, and Swift itself, crash right after the call that failed.
      if errno == ENOMEM || oobqr_has_memory() == 0 { unsafe oobqr_end_without_memory(ProcessIntegrity.outOfMemory) }
      unsafe ProcessIntegrity.outOfMemory.pointee.clean_up()
      // The handler is gone when it returns, and a crash happens again; a signal that a process has sent does not.
      if let info = unsafe info, unsafe info.pointee.si_code <= 0 { raise(number) }
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_SIGINFO | SA_ONSTACK
    oobqr_use_other_stack()
    let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    for number in signals { unsafe sigaction(number, &action, nil) }
    Interruption.unblock(signals)
    errno = 0
  }
}
