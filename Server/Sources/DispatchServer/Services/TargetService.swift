import HTTPTypes
import OutOfBand
import TextFormats

/// Creates dispatch targets (nevisFIDO reference guide, *Dispatch Target Service*).
struct TargetService: Sendable {
  let store: OperationStore
  let settings: ServerSettings

  /// Answers a request with HTTP 201 and the identifiers of the target.
  ///
  /// The keys of the phone and its address, such as a registration token of Firebase, are taken and not used: push messages of
  /// the stand-in are not encrypted, and wait for the phone.
  ///
  /// - Throws: ``Refusal`` with status 400, 403 for a user that there is not, or 422 for a name that is in use or an unknown
  ///   dispatcher.
  func reply(to body: [UInt8]) async throws -> Reply {
    let keys = ["signatureKey", "encryptionKey"]
    let members = try StrictObject(
      parsing: body, allowing: ["username", "deviceId", "name", "target", "dispatcher"] + keys)
    let (username, name) = (try members.text("username"), try members.text("name"))
    _ = try members.text("target")
    for other in ["deviceId"] + keys { _ = try members.optionalText(other) }
    guard try members.text("dispatcher") == DispatchRequest.Dispatcher.push.rawValue else {
      throw Refusal(
        .unprocessableContent, "the dispatcher of a target is \(DispatchRequest.Dispatcher.push.rawValue)",
        "name this dispatcher; the others need no target")
    }
    if let users = settings.users, !users.contains(username) {
      throw Refusal(.forbidden, "there is no such user", "name a user that the server was started with")
    }
    do {
      let target = try await store.addTarget(username: username, name: name)
      return Reply(
        ["id": .string(target.id), "extId": .string(target.id)], status: .created,
        note: "target \(Secret.shortened(target.id))")
    } catch let refusal as OperationStore.TargetRefusal {
      switch refusal {
      case .nameInUse:
        throw Refusal(.unprocessableContent, "the user has a target of this name already", "give it another name")
      case .full(let limit):
        throw Refusal(.unprocessableContent, "there are \(limit) targets, which is the limit", "restart the server")
      }
    }
  }
}
