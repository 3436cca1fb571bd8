extension SecretText {
  /// Whether a message is worth hiding: one for an app, or a text with something that looks like a token.
  package static func isSecret(_ message: RecognizedMessage) -> Bool {
    if message.content.isOutOfBand { return true }
    guard let text = String(validating: message.bytes, as: UTF8.self) else { return false }
    return SecretText().redacted(text) != text
  }
}
