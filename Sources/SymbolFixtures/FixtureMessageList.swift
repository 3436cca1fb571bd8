import OutOfBand
import QRSymbology
import TextFormats

/// A parser for lists of messages: JSON lines, CSV with a header, or plain lines.
public enum FixtureMessageList {
  /// The format of a list.
  public enum Format: Hashable, Sendable {
    /// CSV with a column `message`, `payload`, `link` or `text`, and optionally `name`.
    case csv
    /// On each line a string, a payload, or an object with `message` or `message_base64` and optionally `name`.
    case jsonLines
    /// A message on each line.
    case plain

    /// Chooses by a file's extension, in lower case without its dot.
    public init(fileExtension: String) {
      self =
        switch fileExtension {
        case "csv": .csv
        case "jsonl", "ndjson", "json": .jsonLines
        default: .plain
        }
    }
  }

  /// Reads the messages with their names; a message without a name is called `line-7`, by its line.
  ///
  /// The line is only for files: the pictures of a message without a name are the same on every line. Those of a message
  /// that appears again without a name are others.
  ///
  /// - Throws: ``FixtureMessageListError``.
  public static func messages(
    _ bytes: [UInt8], _ format: Format
  ) throws(FixtureMessageListError) -> [FixtureMessage] {
    var messages: [FixtureMessage]
    do {
      switch format {
      case .csv: messages = try csv(bytes)
      case .jsonLines: messages = try lines(bytes).map(jsonLine)
      case .plain: messages = try lines(bytes).map { try named(nil, $0) }
      }
    } catch let failure as CSVReader.Failure {
      throw .badLine(failure.line, reason: failure.reason)
    } catch {
      preconditionFailure("reading a list in memory has no other errors: \(error)")
    }
    guard !messages.isEmpty else { throw .noMessages }
    number(&messages)
    var seen: Set<String> = []
    if let twice = messages.first(where: { !seen.insert($0.name.lowercased()).inserted }) {
      throw .duplicateName(twice.name)
    }
    return messages
  }

  /// Numbers messages without names that are the same.
  private static func number(_ messages: inout [FixtureMessage]) {
    var counts: [[UInt8]: Int] = [:]
    for index in messages.indices where messages[index].seedName.isEmpty {
      let message = messages[index]
      let earlier = counts[message.bytes, default: 0]
      counts[message.bytes] = earlier + 1
      if earlier > 0 {
        // No name in a list begins with a space.
        messages[index] = FixtureMessage(name: message.name, bytes: message.bytes, seedName: " \(earlier + 1)")
      }
    }
  }

  private typealias Line = (line: Int, bytes: [UInt8])

  /// Splits into lines without their ends, and drops blank lines.
  private static func lines(_ bytes: [UInt8]) -> [Line] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { ($0 + 1, Array($1.last == UInt8(ascii: "\r") ? $1.dropLast() : $1)) }
      .filter { !$0.bytes.isEmpty }
  }

  /// Returns the message if a symbol can hold it.
  private static func checked(_ line: Line) throws -> [UInt8] {
    guard 1...QRSymbol.Version.mostBytes ~= line.bytes.count else {
      throw CSVReader.Failure(
        line: line.line,
        reason: line.bytes.isEmpty
          ? "the message is empty"
          : "\(line.bytes.count) bytes are more than \(QRSymbol.Version.mostBytes), the most that a symbol holds")
    }
    return line.bytes
  }

  private static func named(_ name: String?, _ line: Line) throws -> FixtureMessage {
    if let name {
      let allowed = name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
      }
      guard SecretText().redacted(name) == name else {
        throw CSVReader.Failure(line: line.line, reason: "the name looks like a token; names are used as file names")
      }
      guard allowed, 1...100 ~= name.utf8.count else {
        throw CSVReader.Failure(
          line: line.line,
          reason:
            "the name '\(SecretText().redacted(name))' is not 1…100 letters, digits, '-' and '_', the characters of "
            + "file names")
      }
    }
    return FixtureMessage(name: name ?? "line-\(line.line)", bytes: try checked(line), seedName: name ?? "")
  }

  private static func csv(_ bytes: [UInt8]) throws -> [FixtureMessage] {
    var table = try CSVReader(ByteStream(bytes))
    if Set(table.header).count < table.header.count {
      throw CSVReader.Failure(line: 1, reason: "two columns have the same name")
    }
    guard let column = table.header.firstIndex(where: { ["message", "payload", "link", "text"].contains($0) }) else {
      throw CSVReader.Failure(line: 1, reason: "no column for messages ('message', 'payload', 'link' or 'text')")
    }
    let name = table.header.firstIndex(of: "name")
    var messages: [FixtureMessage] = []
    while let record = try table.next() {
      messages.append(
        try named(name.map { record.fields[$0] }, (record.line, Array(record.fields[column].utf8))))
    }
    return messages
  }

  /// Reads a string, a payload, or an object with `message` or `message_base64` and optionally `name`.
  private static func jsonLine(_ line: Line) throws -> FixtureMessage {
    let value: JSONValue
    do { value = try JSONDocument(parsing: line.bytes).value } catch {
      throw CSVReader.Failure(line: line.line, reason: "not JSON: \(error)")
    }
    if let text = value.text { return try named(nil, (line.line, Array(text.utf8))) }
    if value["nma_data"] != nil { return try named(nil, line) }
    if let text = value["message"]?.text { return try named(value["name"]?.text, (line.line, Array(text.utf8))) }
    let encoded = value["message_base64"]?.text.map(Base64.decode)
    if case .failure? = encoded { throw CSVReader.Failure(line: line.line, reason: "'message_base64' is not base64") }
    guard case .success(let decoded)? = encoded else {
      throw CSVReader.Failure(
        line: line.line, reason: "neither a string, nor an object with 'message' or 'message_base64', nor a payload")
    }
    return try named(value["name"]?.text, (line.line, decoded.bytes))
  }
}

/// The reason why a text is not a list of messages.
public enum FixtureMessageListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line, from 1, is not a message.
  case badLine(Int, reason: String)
  /// The list has no messages.
  case noMessages
  /// Two names are the same apart from case; names are used as file names.
  case duplicateName(String)

  public var description: String {
    switch self {
    case .badLine(let line, let reason): "line \(line): \(reason)"
    case .noMessages: "it holds no messages"
    case .duplicateName(let name):
      "two messages are called '\(name)'; names must differ in more than case"
    }
  }
}
