import ArgumentParser
import OutOfBand

/// One message: a text, or a payload with its form. The same options for `make`, `print plan` and `print label`.
struct MessageOptions: ParsableArguments {
  @OptionGroup var source: MessageSource
  @OptionGroup(title: "Payload") var payload: PayloadOptions

  func validate() throws {
    if source.isGiven && payload.isGiven { throw ValidationError("Give a message or a payload, not both.") }
  }

  /// Whether there is a message, and not only a form for the rows of a list.
  var isGiven: Bool { source.isGiven || payload.isGiven }

  /// The file of the message, if any.
  var file: String? { payload.isGiven ? payload.source : source.file == "-" ? nil : source.file }

  /// The exact bytes, with what they are.
  func message() throws -> RecognizedMessage {
    payload.isGiven ? try payload.message() : RecognizedMessage(try source.message())
  }
}
