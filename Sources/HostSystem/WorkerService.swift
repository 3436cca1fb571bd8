import Glibc

/// The worker side of a ``WorkerPool``.
package enum WorkerService {
  /// Answers the requests on standard input, one after another, until there are no more.
  ///
  /// - Parameter seconds: Time limit for one request. The parent kills a worker that takes longer; if the parent is
  ///   gone, an alarm ends it ten seconds later.
  package static func serve<Request: WorkerMessage, Reply: WorkerMessage>(
    seconds: Double, _ answer: (Request) -> Reply
  ) throws(FileFailure) {
    endWithParent()
    var frames = FrameReader()
    var chunk = [UInt8](repeating: 0, count: 4096)
    let input = FileDescriptor(owning: dup(STDIN_FILENO))
    while true {
      while let frame = frames.next() {
        guard let request = Request(workerBytes: frame) else {
          throw .cannotRead(path: "-", reason: "it holds a malformed request")
        }
        alarm(UInt32(seconds) + 10)
        let reply = answer(request)
        alarm(0)
        try FileSystem.writeAll(FrameReader.frame(reply.workerBytes), descriptor: STDOUT_FILENO, name: "-")
      }
      let count = input.read(into: &chunk)
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
