import CJail
import Glibc

/// The worker side of a ``WorkerPool``.
package enum WorkerService {
  /// Answers the requests on standard input, one after another, until there are no more.
  ///
  /// - Parameters:
  ///   - jail: Entered before the first request is read.
  ///   - answer: Gets a request, the bytes after it, and why there is no filter of system calls, or `nil` if there is one.
  package static func serve<Request: Decodable, Reply: Encodable>(
    jail: Jail, _ answer: (Request, [UInt8], Jail.Shortfall?) -> (reply: Reply, bytes: [UInt8])
  ) -> Never {
    // The kernel ends this process with the one that started it, which nothing in the jail can prevent. If that one is gone
    // already, there is no request.
    _ = oobqr_end_with_parent()
    // A signal ends only this worker, of which the parent reports.
    Interruption.leaveToParent()
    let shortfall = jail.enter()
    oobqr_keep_freed_memory()
    do throws(FileFailure) {
      while true {
        let (request, bytes): (Request, [UInt8]) = try next()
        let (reply, rest) = answer(request, bytes, shortfall)
        for piece in [WorkerMessage.start(reply, before: rest), rest] {
          try FileSystem.writeAll(piece, descriptor: STDOUT_FILENO, name: "-")
        }
      }
    } catch { _exit(0) }
  }

  private static func next<Request: Decodable>() throws(FileFailure) -> (Request, [UInt8]) {
    func read(_ count: Int) throws(FileFailure) -> [UInt8] {
      try FileSystem.read(count, descriptor: STDIN_FILENO, name: "-")
    }
    guard let lengths = WorkerMessage.lengths(in: try read(WorkerMessage.headerBytes)),
      let request = try? WorkerCoding.value(Request.self, in: read(lengths.value))
    else { throw .cannotRead(path: "-", reason: "it holds a malformed request") }
    return (request, try read(lengths.bytes))
  }
}
