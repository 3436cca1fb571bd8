import OutOfBand
import QRSymbology
public import TextFormats

/// A parser for lists of messages: JSON lines, CSV with a header, or plain lines.
public enum FixtureMessageList {
  /// The format of a list.
  public enum Format: Hashable, Sendable {
    /// CSV or TSV with a column `message`, `payload`, `link` or `text`, and optionally `name`.
    case csv
    /// On each line a string, a payload, or an object with `message` or `message_base64` and optionally `name`.
    case jsonLines
    /// A message on each line.
    case plain

    /// Chooses by a file's extension, in lower case without its dot.
    public init(fileExtension: String) {
      self =
        switch fileExtension {
        case "csv", "tsv": .csv
        case "jsonl", "ndjson", "json": .jsonLines
        default: .plain
        }
    }
  }

  /// Reads the messages with their names; a message without a name is called `line-7`, by its line.
  ///
  /// The line is only for files: the pictures of a message without a name are the same on every line. A repeated message
  /// without a name gets different pictures.
  ///
  /// - Throws: ``FixtureMessageListError``.
  public static func messages(_ bytes: [UInt8], _ format: Format) throws(FixtureMessageListError) -> FixtureMessages {
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
  /// - Throws: ``FixtureMessageListError``; `FileFailure`.
  package static func messages(
    _ stream: ByteStream, _ format: Format, mostInMemory: Int = usualMostInMemory, most: Int = mostMessages
  ) throws -> FixtureMessages {
    var collector = FixtureMessageCollector(mostInMemory: mostInMemory, most: most)
    do {
      switch format {
      case .csv: try csv(stream) { try collector.add($0) }
      case .jsonLines: try lines(stream) { try collector.add(try jsonLine($0)) }
      case .plain: try lines(stream) { try collector.add(try named(nil, $0)) }
      }
    } catch let failure as CSVReader.Failure {
      throw FixtureMessageListError.badLine(failure.line, reason: failure.reason)
    }
    return try collector.finished()
  }

  /// The most messages that the commands keep in memory.
  package static let usualMostInMemory = 10_000
  /// The most messages of a list. Without a limit, an endless one would fill the disk.
  public static let mostMessages = 10_000_000

  private typealias Line = (line: Int, bytes: [UInt8])

  /// The most bytes in a line: a message with every byte escaped, and more.
  private static let lineLimit = 1 << 20

  /// Splits into lines without their ends, and skips blank lines.
  private static func lines(_ stream: ByteStream, _ take: (Line) throws -> Void) throws {
    var (stream, number) = (stream, 0)
    try stream.skipByteOrderMark()
    while let line = try stream.line(limit: lineLimit, skipsRest: false) {
      number += 1
      if line.count > lineLimit {
        throw FixtureMessageListError.badLine(number, reason: "the line is longer than \(lineLimit) bytes")
      }
      if !line.isEmpty { try take((number, line)) }
    }
  }

  /// Returns the message if a symbol can hold it.
  private static func checked(_ line: Line) throws(FixtureMessageListError) -> [UInt8] {
    guard 1...QRSymbol.Version.mostBytes ~= line.bytes.count else {
      throw .badLine(
        line.line,
        reason: line.bytes.isEmpty
          ? "the message is empty"
          : "\(line.bytes.count) bytes are more than \(QRSymbol.Version.mostBytes), the most that a symbol holds")
    }
    return line.bytes
  }

  private static func named(_ name: String?, _ line: Line) throws(FixtureMessageListError) -> FixtureMessage {
    if let name {
      let allowed = name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
      }
      guard SecretText().redacted(name) == name else {
        throw .badLine(line.line, reason: "the name looks like a token; names are used as file names")
      }
      guard allowed, 1...100 ~= name.utf8.count else {
        throw .badLine(
          line.line,
          reason:
            "the name '\(SecretText().redacted(name))' is not 1…100 letters, digits, '-' and '_', the characters of "
            + "file names")
      }
    }
    return FixtureMessage(name: name ?? "line-\(line.line)", bytes: try checked(line), seedName: name ?? "")
  }

  private static func csv(_ stream: ByteStream, _ take: (FixtureMessage) throws -> Void) throws {
    var table = try CSVReader(stream)
    if Set(table.header).count < table.header.count {
      throw FixtureMessageListError.badLine(1, reason: "two columns have the same name")
    }
    guard let column = table.header.firstIndex(where: { ["message", "payload", "link", "text"].contains($0) }) else {
      throw FixtureMessageListError.badLine(
        1, reason: "no column for messages ('message', 'payload', 'link' or 'text')")
    }
    let name = table.header.firstIndex(of: "name")
    while let record = try table.next() {
      try take(try named(name.map { record.fields[$0] }, (record.line, Array(record.fields[column].utf8))))
    }
  }

  /// Reads a string, a payload, or an object with `message` or `message_base64` and optionally `name`.
  private static func jsonLine(_ line: Line) throws(FixtureMessageListError) -> FixtureMessage {
    let value: JSONValue
    do { value = try JSONDocument(parsing: line.bytes).value } catch {
      throw .notJSON(line: line.line, error)
    }
    if let text = value.text { return try named(nil, (line.line, Array(text.utf8))) }
    if value["nma_data"] != nil { return try named(nil, line) }
    if let text = value["message"]?.text { return try named(value["name"]?.text, (line.line, Array(text.utf8))) }
    let encoded = value["message_base64"]?.text.map(Base64.decode)
    if case .failure? = encoded { throw .badLine(line.line, reason: "'message_base64' is not base64") }
    guard case .success(let decoded)? = encoded else {
      throw .badLine(
        line.line, reason: "neither a string, nor an object with 'message' or 'message_base64', nor a payload")
    }
    return try named(value["name"]?.text, (line.line, decoded.bytes))
  }
}

/// The reason why a text is not a list of messages.
public enum FixtureMessageListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line, from 1, is not a message.
  case badLine(Int, reason: String)
  /// A line, from 1, is not JSON.
  case notJSON(line: Int, JSONSyntaxError)
  /// The list has no messages.
  case noMessages
  /// The list has more messages than the limit.
  case tooManyMessages(limit: Int)
  /// Two names are the same apart from case; names are used as file names.
  case duplicateName(String)

  public var description: String {
    switch self {
    case .badLine(let line, let reason): "line \(line): \(reason)"
    case .notJSON(let line, let error): "line \(line): not JSON: \(error)"
    case .noMessages: "it holds no messages"
    case .tooManyMessages(let limit): "it holds more than \(limit) messages; divide it"
    case .duplicateName(let name):
      "two messages are called '\(name)'; names must differ in more than case"
    }
  }
}
