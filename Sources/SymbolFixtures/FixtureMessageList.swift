public import OutOfBand
import QRSymbology
package import TextFormats

/// A reader of lists of messages for fixtures: those of `MessageList`, with names for pictures.
public enum FixtureMessageList {
  /// Reads the messages with their names; a message without a name is called `line-7`, by its line.
  ///
  /// The line is only for files: the pictures of a message without a name are the same on every line. A repeated message
  /// without a name gets different pictures. Payloads stay as they are written.
  ///
  /// - Throws: ``FixtureMessageListError``.
  public static func messages(
    _ bytes: [UInt8], _ format: MessageList.Format
  ) throws(FixtureMessageListError) -> FixtureMessages {
    do { return try messages(ByteStream(bytes), format, mostInMemory: .max) } catch let error as FixtureMessageListError
    {
      throw error
    } catch {
      preconditionFailure("reading a list in memory has no other errors: \(error)")
    }
  }

  /// Reads the messages of a list of any length.
  ///
  /// - Parameters:
  ///   - mostInMemory: The most messages kept in memory; a longer list is kept in a temporary file.
  ///   - most: The most messages.
  /// - Throws: ``FixtureMessageListError``; `FileFailure`; errors of the stream.
  package static func messages(
    _ stream: ByteStream, _ format: MessageList.Format, mostInMemory: Int = usualMostInMemory, most: Int = mostMessages
  ) throws -> FixtureMessages {
    var collector = FixtureMessageCollector(mostInMemory: mostInMemory, most: most)
    do {
      var list = try MessageList(stream, format, form: nil)
      while let row = try list.next() { try collector.add(try message(try row.get())) }
    } catch let error as MessageListError {
      throw FixtureMessageListError.badRow(error)
    } catch let error as MessageList.Unreadable {
      throw FixtureMessageListError.unreadable(error)
    }
    return try collector.finished()
  }

  /// The most messages that the commands keep in memory.
  package static let usualMostInMemory = 10_000
  /// The most messages of a list. Without a limit, an endless one would fill the disk.
  public static let mostMessages = 10_000_000

  /// Returns the message of a row if a symbol can hold it, and a file can have its name.
  private static func message(_ row: MessageRow) throws(MessageListError) -> FixtureMessage {
    guard row.message.count <= QRSymbol.Version.mostBytes else {
      throw MessageListError(
        line: row.line,
        reason:
          "\(row.message.count) bytes are more than \(QRSymbol.Version.mostBytes), the most that a symbol holds in byte mode, which fixtures use"
      )
    }
    guard let name = row.fields["name"], !name.isEmpty else {
      return FixtureMessage(name: "line-\(row.line)", bytes: row.message, seedName: "")
    }
    if let token = RecognizedMessage(row.message).payload?.token, name.contains(token.value) {
      throw MessageListError(
        line: row.line, reason: "the name holds the token, and names become file names; use another name")
    }
    let isAllowed = name.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
    }
    guard isAllowed, name.utf8.count <= 100 else {
      throw MessageListError(
        line: row.line,
        reason: "the name '\(name)' is not 1…100 letters, digits, '-' and '_', the characters of file names")
    }
    return FixtureMessage(name: name, bytes: row.message, seedName: name)
  }
}

/// The reason why a text is not a list of messages.
public enum FixtureMessageListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A row has no message, or one that a symbol cannot hold, or a name that a file cannot have.
  case badRow(MessageListError)
  /// Nothing more of the list can be read.
  case unreadable(MessageList.Unreadable)
  /// The list has no messages.
  case noMessages
  /// The list has more messages than the limit.
  case tooManyMessages(limit: Int)
  /// Two names are the same apart from case; names are used as file names.
  case duplicateName(String)

  public var description: String {
    switch self {
    case .badRow(let error): "\(error)"
    case .unreadable(let error): "\(error)"
    case .noMessages: "it holds no messages"
    case .tooManyMessages(let limit): "it holds more than \(limit) messages; divide it"
    case .duplicateName(let name):
      "two messages are called '\(name)'; names must differ in more than case"
    }
  }
}
