import TextFormats

/// A phone that push messages are sent to (nevisFIDO reference guide, *Dispatch Target Service*).
struct DispatchTarget: Hashable, Sendable {
  /// The identifier that dispatch requests name.
  let id: String
  let username: String
  /// Unique among the targets of a user.
  let name: String
  /// Messages that the phone has not fetched, the oldest first.
  var messages: [JSONValue] = []

  /// How many messages are kept for a phone; the oldest is dropped.
  static let messageLimit = 20
}
