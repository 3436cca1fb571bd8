import HTTPTypes
import Hummingbird
import NIOCore

/// Reads bodies of bounded length in bounded time.
enum BoundedBody {
  /// - Parameters:
  ///   - limit: The greatest length in bytes.
  ///   - seconds: The time for the whole body, however it trickles in.
  /// - Throws: ``Refusal`` with status 413, 408 or 400; the connection is then to be closed.
  static func read(_ request: Request, limit: Int, seconds: Double) async throws -> [UInt8] {
    let tooLong = Refusal(
      .contentTooLarge, "the body has more than \(limit) bytes", "send less", closesConnection: true)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLong }
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await buffer in request.body {
          bytes += buffer.readableBytesView
          if bytes.count > limit { throw tooLong }
        }
        // A body that was cut off ends like one that is complete.
        try Task.checkCancellation()
        return bytes
      }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw Refusal(
          .requestTimeout, "the body did not arrive within \(seconds) s", "send it at once", closesConnection: true)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }
}
