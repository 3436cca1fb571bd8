import CommandSupport
import OutOfBand
import TextFormats

/// Lists: each row is a message.
extension CheckRun {
  /// Checks the rows of CSV and of JSON lines, or the lines of any other list that are not empty.
  mutating func checkRows(of list: String) throws {
    var rows = try Self.rows(of: list)
    var tokens = TokenRegister()
    var count = 0
    var summary = CheckSummary(name: list, least: command.answer.quiet ? command.limit : .note)
    // What precedes a fault of the list itself is reported.
    func next() throws -> Result<MessageRow, MessageListError>? {
      do { return try rows.next() } catch let error as MessageListError {
        fail(list, CommandFailure("\(CommandFailure.name(ofList: list)), \(error)"))
        return nil
      }
    }
    while let next = try next() {
      count += 1
      let row: MessageRow
      do { row = try next.get() } catch {
        fail(list, CommandFailure("\(CommandFailure.name(ofList: list)), \(error)"))
        continue
      }
      let (line, bytes) = (row.line, row.message)
      var options = command.checkOptions.options(policy: policy, channel: command.rules.channel)
      addSize(of: bytes, to: &options)
      let message = RecognizedMessage(bytes)
      var check = examined(message, options)
      if let token = check.payload?.token, let earlier = tokens.line(ofEarlierUse: token, on: line) {
        options.earlierLine = earlier
        check = examined(message, options)
      }
      if let severity = check.severity { worstListed = max(worstListed ?? severity, severity) }
      let report = CheckReport(path: list, check: check, line: line, bytes: bytes, showsToken: command.answer.showToken)
      switch command.answer.format {
      case .text: summary.add(report)
      case .json: try console.write(report.json.line(as: .check))
      case .sarif: if !check.diagnostics.isEmpty { listed.append(report) }
      case .junit: listedCases.append(JUnit.testCase(for: report, failingAt: command.limit))
      }
    }
    if count == 0, failure == 0 { throw CommandFailure("\(CommandFailure.name(ofInput: list)) holds no messages") }
    if command.answer.format == .text, summary.messages > 0 { try console.write(summary.text) }
  }

  /// Opens a list, whose extension decides the format.
  private static func rows(of list: String) throws -> MessageList {
    do {
      let format = MessageList.Format(ofList: list) ?? .plain
      let stream = try Console.current.list(list, as: format)
      // The form that `make --list` uses by default.
      return try MessageList(stream, format, form: .base64URL) {
        Console.current.say("note: \(CommandFailure.name(ofList: list)): \($0)")
      }
    } catch let error as MessageListError {
      let remedy =
        error.lacksMessageColumn
        ? "; if it holds one message per line, give it a name that ends in .txt" : ""
      throw CommandFailure("\(CommandFailure.name(ofList: list)), \(error)\(remedy)")
    }
  }
}
