import FoundationEssentials
import HTTPTypes
import OutOfBand
import TextFormats

/// What the simulated phone asks for. nevisFIDO has nothing of it: real phones send signed UAF responses and get push messages
/// from Google.
struct PhoneService: Sendable {
  let store: OperationStore

  /// Ends an operation as the user did on the phone: `{"serverData": …, "outcome": "approved" | "declined"}`.
  ///
  /// - Throws: ``Refusal`` with status 400, 404 for `serverData` of no operation, or 409 for an operation that is not open.
  func conclude(_ body: [UInt8], now: Date) async throws -> Reply {
    let members = try StrictObject(parsing: body, allowing: ["serverData", "outcome"])
    let serverData = try members.text("serverData")
    guard let outcome = OperationOutcome(rawValue: try members.text("outcome")) else {
      throw Refusal(.badRequest, "'outcome' is not an outcome", "write approved or declined")
    }
    guard let ended = try await store.conclude(serverData: serverData, outcome, now: now) else {
      throw Refusal(
        .notFound, "no operation has this serverData", "send the serverData of the UAF request that was redeemed")
    }
    let status = ended.session.status.rawValue
    guard ended.isAccepted else {
      throw Refusal(.conflict, "the operation is not open; its status is \(status)", "start a new operation")
    }
    return Reply(
      ["status": .string(status)], note: "\(status) session \(Secret.shortened(ended.session.id))")
  }

  /// Hands over the push messages of a phone, once: `{"dispatchTargetId": …}`.
  ///
  /// - Throws: ``Refusal`` with status 400, or 404 for a target that there is not.
  func messages(_ body: [UInt8]) async throws -> Reply {
    let id = try StrictObject(parsing: body, allowing: ["dispatchTargetId"]).text("dispatchTargetId")
    guard let messages = try await store.takeMessages(of: id) else {
      throw Refusal(
        .notFound, "there is no such dispatch target", "create one at /nevisfido/token/dispatch/targets")
    }
    return Reply(["messages": .array(messages)], note: "\(messages.count) messages")
  }
}
