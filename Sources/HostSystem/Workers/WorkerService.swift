import CJail
import Glibc

/// The worker side of a ``WorkerPool``.
package enum WorkerService {
  /// Answers the requests on standard input, one after another, until there are no more.
  ///
  /// - Parameter seconds: Time limit for one request. The parent kills a worker that takes longer; if the parent is
  ///   gone, an alarm ends it ten seconds later.
  /// - Parameter jail: Entered before the first request.
  /// - Parameter answer: Is told why there is no filter of system calls, or `nil` if there is one.
  package static func serve<Request: WorkerMessage, Reply: WorkerMessage>(
    seconds: Double, jail: Jail, _ answer: (Request, Jail.Shortfall?) -> Reply
  ) throws(FileFailure) {
    let shortfall = jail.enter(startingThreads: endWithParent)
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

  /// Ends this process as soon as nobody reads its standard output, in the middle of a request, too.
  private static func endWithParent() {
    var thread = pthread_t()
    // A pipe whose reader is gone is in error; nothing else is waited for.
    unsafe pthread_create(
      &thread, nil,
      { _ in
        var event = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        while unsafe poll(&event, 1, -1) < 0, errno == EINTR {}
        _exit(1)
      }, nil)
    pthread_detach(thread)
  }
}
