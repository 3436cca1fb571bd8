import CommandSupport
import HostSystem
import OutOfBand

/// The text of a transaction on the command line: a file, `-`, or the text itself.
struct TransactionInput {
  var argument: String

  init(_ argument: String) { self.argument = argument }

  /// The text, without one line end at the end of a file or of standard input.
  ///
  /// - Throws: `CommandFailure` when the input cannot be read, is not UTF-8 or looks like a misspelled name of a file: a
  ///   typing error must not be what a user is asked to confirm.
  func text() throws -> String {
    if isFile { return try file() }
    let isWord = !argument.contains { $0.isWhitespace || $0 == "<" }
    if isWord, argument.dropLast().contains(where: { $0 == "/" || $0 == "." }) {
      throw CommandFailure(
        "'\(CommandFailure.shown(argument))' is not a file; to give a text without spaces, put it into a file or use '-'"
      )
    }
    return argument
  }

  /// The same for a content in base64url, which is not like the name of a file.
  func content() throws -> String { isFile ? try file() : argument }

  private var isFile: Bool { argument == "-" || FileSystem.exists(argument) }

  private func file() throws -> String {
    let bytes = try Console.current.read(argument, limit: MessageCheck.sizeLimit).droppingNewline()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("'\(argument)' is not UTF-8; the text of a transaction must be")
    }
    return text
  }
}
