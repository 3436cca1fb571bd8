package import ArgumentParser
import HostSystem
import OutOfBand

/// The source of a message for a new symbol: an argument, a file or standard input.
package struct MessageSource: ParsableArguments {
  @Argument(help: "The message, as UTF-8; '-' reads standard input.")
  package var text: String?

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("The message is in this file, byte for byte.", valueName: "file"))
  package var file: String?

  @Flag(help: .more("Drop one newline from the end of a message read from a file or standard input."))
  var trimNewline = false

  package init() {}

  /// The limit of input in bytes, enforced while reading, so that endless input is refused.
  private static let limit = 1 << 20

  package func validate() throws {
    try refuse(["Give the message as TEXT or with --file, not both.": text != nil && file != nil])
  }

  package var isGiven: Bool { text != nil || file != nil }

  /// The exact bytes, without the newline at the end of a file with a link or a payload, which are never meant to have one.
  package func message() throws -> [UInt8] {
    if let text, text != "-" { return Array(text.utf8) }
    let message = try Console.current.read(file ?? "-", limit: Self.limit)
    let trimmed = message.droppingNewline()
    if trimmed.count == message.count { return message }
    return trimNewline || OutOfBandMessage(trimmed).isOutOfBand ? trimmed : message
  }

  /// Prints notes that the user may have missed, after success.
  package func sayNotes(on message: [UInt8]) {
    if text == nil || text == "-", message.last == UInt8(ascii: "\n"), !trimNewline {
      Console.current.say("note: the message ends with a newline, which is kept; use --trim-newline to drop it")
    }
    if let text, text != "-", FileSystem.exists(text), !FileSystem.isDirectory(text) {
      Console.current.say(
        "note: the message is the text '\(text)', not what the file of this name holds; use --file for that")
    }
  }
}
