import CJail
import Glibc

/// What a process does first, so that its streams and its memory are its own.
@safe package enum ProcessIntegrity {
  /// The exit code of a process that gets no memory.
  nonisolated(unsafe) static let outOfMemory: UnsafeMutablePointer<Int32> = {
    let code = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe code.initialize(to: 1)
    return unsafe code
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
  }
}
