import FoundationEssentials
import OutOfBand
import TextFormats

/// Answers how far an operation has come (nevisFIDO reference guide, *Status Service*).
struct StatusService: Sendable {
  let store: OperationStore

  /// Answers a request; a session that is not known, or no longer, has the status `unknown`.
  ///
  /// - Throws: ``Refusal`` with status 400.
  func reply(to body: [UInt8], now: Date) async throws -> Reply {
    let id = try StrictObject(parsing: body, allowing: ["sessionId"]).text("sessionId")
    let session = await store.session(id, now: now)
    let json =
      session?.statusResponse
      ?? [
        "status": .string(StatusResponse.Status.unknown.rawValue), "timestamp": .string(Timestamp.text(now)),
      ]
    return Reply(json, note: "\(session?.status.rawValue ?? "unknown") session \(Secret.shortened(id))")
  }
}
