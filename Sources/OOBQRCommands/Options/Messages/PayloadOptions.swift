import ArgumentParser
import OutOfBand

/// A payload and its form.
struct PayloadOptions: ParsableArguments {
  @OptionGroup var content: PayloadSourceOptions

  @OptionGroup var form: PayloadFormOptions

  /// Whether any payload option was given.
  var isGiven: Bool { content.isGiven }

  /// Refuses the form of a payload where there is no payload.
  func validateForm() throws {
    if !isGiven && (form.isGiven || !content.data.isEmpty) {
      throw ValidationError(
        "These options need a payload: give --payload or --jwe-file FILE, or --redeem-url and --token-file.")
    }
  }

  /// The file of the payload, if any.
  var source: String? { content.file }

  /// Builds the message: a link, a custom URI, base64url or JSON.
  func message() throws -> RecognizedMessage { form.payloadForm.message(carrying: try content.json()) }
}
