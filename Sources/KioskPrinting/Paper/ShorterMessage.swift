import OutOfBand

/// Shorter messages that say the same to the phone that scans.
package enum ShorterMessage {
  /// Without the callbacks, which serve only on the phone that opened the link itself.
  ///
  /// - Returns: The bytes of each, and what has to be done to the message.
  package static func of(_ message: [UInt8]) -> [(bytes: Int, deed: String)] {
    guard let link = MessageCheck(message).link, !link.callbacks.isEmpty else { return [] }
    return [(link.withoutCallbacks.description.utf8.count, "drop the callbacks")]
  }
}
