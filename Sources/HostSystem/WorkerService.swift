import Glibc

/// The worker's side of a ``WorkerPool``.
package enum WorkerService {
  /// Answers the requests on standard input, one after the other, until there are no more.
  ///
  /// - Parameter seconds: For one request. The parent kills a worker that takes longer; should the parent be gone, an
  ///   alarm does, ten seconds later.
  package static func serve<Request: WorkerMessage, Reply: WorkerMessage>(
    seconds: Double, _ answer: (Request) -> Reply
  ) throws(FileFailure) {
    var frames = FrameReader()
    var chunk = [UInt8](repeating: 0, count: 4096)
    let input = FileDescriptor(owning: dup(STDIN_FILENO))
    while true {
      while let frame = frames.next() {
        guard let request = Request(workerBytes: frame) else {
          throw .cannotRead(path: "-", reason: "a request that is not understood")
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
}
