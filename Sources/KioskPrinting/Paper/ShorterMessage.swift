package import OutOfBand

/// Shorter messages with the same meaning for the phone that scans.
package enum ShorterMessage {
  /// Drops the callbacks, which only work on the phone that opened the link itself.
  ///
  /// - Returns: The length of each message in bytes, and what to do to the message.
  package static func of(_ message: RecognizedMessage) -> [(bytes: Int, remedy: String)] {
    guard let link = MessageCheck(message).link, !link.callbacks.isEmpty else { return [] }
    return [(link.withoutCallbacks.description.utf8.count, "drop the callbacks")]
  }
}
