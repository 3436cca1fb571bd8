package import OutOfBand
import QRSymbology
package import TextFormats

/// A reader of lists of messages for fixtures: those of `MessageList`, with names for pictures.
public enum FixtureMessageList {
  /// The most messages of a list. Without a limit, an endless one would fill the memory.
  public static let mostMessages = 10_000_000

  /// Reads the messages with their names; a message without a name is called `line-7`, by its line.
  ///
  /// The line is only for files: the pictures of a message without a name are the same on every line. A repeated message
  /// without a name gets different pictures. Payloads stay as they are written.
  ///
  /// - Parameter most: The most messages.
  /// - Throws: `MessageListError` about a line, ``FixtureFault`` about the list; errors of the stream.
  package static func messages(
    _ stream: ByteStream, _ format: MessageList.Format, most: Int = mostMessages
  ) throws -> [FixtureMessage] {
    var (messages, names, repetitions) = ([FixtureMessage](), Set<String>(), [[UInt8]: Int]())
    var list = try MessageList(stream, format, form: nil)
    while let row = try list.next() {
      var message = try message(try row.get())
      if message.seedName.isEmpty {
        let number = repetitions[message.bytes, default: 0] + 1
        repetitions[message.bytes] = number
        // No name in a list begins with a space.
        if number > 1 { message = FixtureMessage(name: message.name, bytes: message.bytes, seedName: " \(number)") }
      }
      // Names are used as file names, which may ignore case.
      guard names.insert(message.name.lowercased()).inserted else {
        throw FixtureFault("two messages are called '\(message.name)'; names must differ in more than case")
      }
      messages.append(message)
      if messages.count > most { throw FixtureFault("it holds more than \(most) messages; divide it") }
    }
    guard !messages.isEmpty else { throw FixtureFault("it holds no messages") }
    return messages
  }

  /// Returns the message of a row if a symbol can hold it, and a file can have its name.
  private static func message(_ row: MessageRow) throws(MessageListError) -> FixtureMessage {
    let (count, most) = (row.message.count, QRSymbol.Version.mostBytes)
    guard count <= most else {
      throw MessageListError(
        line: row.line,
        reason: "\(count) bytes are more than \(most), the most that a symbol holds in byte mode, which fixtures use")
    }
    guard let name = row.fields["name"], !name.isEmpty else {
      return FixtureMessage(name: "line-\(row.line)", bytes: row.message, seedName: "")
    }
    if let token = RecognizedMessage(row.message).payload?.token, name.contains(token.value) {
      throw MessageListError(
        line: row.line, reason: "the name holds the token, and names become file names; use another name")
    }
    guard name.utf8.allSatisfy({ $0.isLetterOrDigit(or: "-_") }), name.utf8.count <= 100 else {
      throw MessageListError(
        line: row.line,
        reason: "the name '\(name)' is not 1…100 letters, digits, '-' and '_', the characters of file names")
    }
    return FixtureMessage(name: name, bytes: row.message)
  }
}
