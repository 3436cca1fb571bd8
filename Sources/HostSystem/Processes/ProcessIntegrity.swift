import CJail
import Glibc

/// What a process does first, so that its streams and its memory are its own.
package enum ProcessIntegrity {
  /// Keeps the places of closed standard streams, and writes no memory to core files.
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
  }

  /// Lets a crash for want of memory end a process in the jail with ``Jail/outOfMemory``: libraries, and Swift itself, crash right
  /// after the call that failed.
  static func endOnCrash() {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      if errno == ENOMEM || oobqr_has_memory() == 0 { _exit(Jail.outOfMemory) }
      // It ends the process when the handler returns.
      signal(number, SIG_DFL)
      raise(number)
    }
    action.sa_flags = SA_ONSTACK
    oobqr_use_other_stack()
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { unsafe sigaction(number, &action, nil) }
    errno = 0
  }
}
