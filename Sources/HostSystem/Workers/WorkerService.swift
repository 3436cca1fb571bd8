import CJail
import Glibc

/// The worker side of a ``WorkerPool``.
package enum WorkerService {
  /// Time limits of a request that a worker may work, before it is replaced by a fresh one: its processor time is limited for
  /// good when it enters the jail.
  static let limitsPerWorker = 50.0

  /// Answers the requests on standard input, one after another, until there are no more.
  ///
  /// - Parameter seconds: Time limit for one request. The parent kills a worker that takes longer; if the parent is
  ///   gone, an alarm ends it ten seconds later.
  /// - Parameter jail: Entered before the first request.
  /// - Parameter answer: Is told why there is no filter of system calls, or `nil` if there is one.
  package static func serve<Request: WorkerMessage, Reply: WorkerMessage>(
    seconds: Double, jail: Jail, _ answer: (Request, Jail.Shortfall?) -> Reply
  ) throws(FileFailure) {
    endWithParent()
    // A signal ends only this worker, of which the parent reports.
    Interruption.leaveToParent()
    var jail = jail
    jail.seconds = Int(seconds * Self.limitsPerWorker) + 10
    let shortfall = jail.enter()
    oobqr_keep_freed_memory()
    var frames = FrameReader()
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      while let frame = frames.next() {
        guard let request = Request(workerBytes: frame) else {
          throw .cannotRead(path: "-", reason: "it holds a malformed request")
        }
        alarm(UInt32(seconds) + 10)
        let reply = answer(request, shortfall)
        alarm(0)
        try FileSystem.writeAll(FrameReader.frame(reply.workerBytes), descriptor: STDOUT_FILENO, name: "-")
      }
      let count = FileDescriptor.read(STDIN_FILENO, into: &chunk)
      if count <= 0 { return }
      frames.add(chunk[..<count])
    }
  }

  /// Lets the kernel end this process with the one that started it, which nothing in the jail can prevent.
  private static func endWithParent() {
    _ = oobqr_end_with_parent()
    // The parent may already have ended.
    if oobqr_is_orphan() != 0 { _exit(1) }
    // If the input is not a socket: poll reports an error for a pipe whose reader is gone.
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if unsafe poll(&output, 1, 0) > 0 { _exit(1) }
  }
}
