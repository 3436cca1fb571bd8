package import ArgumentParser
package import OutOfBand

/// One message: a text, or a payload with its form. The same options for `make`, `print plan` and `print label`.
package struct MessageOptions: ParsableArguments {
  @OptionGroup package var source: MessageSource
  @OptionGroup package var payload: PayloadOptions

  package init() {}

  package func validate() throws {
    try payload.form.refuseIntent()
    try refuse(["Give a message or a payload, not both.": source.isGiven && payload.isGiven])
  }

  /// Whether there is a message, and not only a form for the rows of a list.
  package var isGiven: Bool { source.isGiven || payload.isGiven }

  /// The file of the message, if any.
  package var file: String? { payload.isGiven ? payload.source : source.file == "-" ? nil : source.file }

  /// The exact bytes, with what they are.
  package func message() throws -> RecognizedMessage {
    payload.isGiven ? try payload.message() : RecognizedMessage(try source.message())
  }
}
