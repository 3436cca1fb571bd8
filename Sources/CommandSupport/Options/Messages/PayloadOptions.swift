package import ArgumentParser
package import OutOfBand

/// A payload and its form.
package struct PayloadOptions: ParsableArguments {
  @OptionGroup package var content: PayloadSourceOptions

  @OptionGroup package var form: PayloadFormOptions

  package init() {}

  /// Whether any payload option was given.
  package var isGiven: Bool { content.isGiven }

  /// Refuses the form of a payload where there is no payload.
  package func validateForm() throws {
    try refuse([
      "These options need a payload: give --payload or --jwe-file FILE, or --redeem-url and --token-file.":
        !isGiven && (form.isGiven || !content.data.isEmpty)
    ])
  }

  /// The file of the payload, if any.
  package var source: String? { content.file }

  /// Builds the message: a link, a custom URI, base64url or JSON.
  package func message() throws -> RecognizedMessage { form.payloadForm.message(carrying: try content.json()) }
}
