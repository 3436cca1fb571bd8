extension SecretText {
  /// Whether a message is worth hiding: one for an app, or a text with something that looks like a token.
  package static func isSecret(_ message: RecognizedMessage) -> Bool {
    if message.content.isOutOfBand { return true }
    // Also finds tokens in UTF-16, where ASCII characters alternate with zero bytes.
    let text = String(decoding: message.bytes.filter { $0 != 0 }, as: UTF8.self)
    return SecretText().redacted(text) != text
  }
}
