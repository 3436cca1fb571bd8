import CommandSupport
import HandsetSimulation
import OutOfBand
import TextFormats

/// A response of the dispatcher with the messages in it, each checked, compared and simulated.
struct DispatchReadReport {
  var response: DispatchResponse
  /// The response itself.
  var report: CheckReport
  /// What the phone gets.
  var messages: [Message] = []
  /// Why the picture of the response holds no message.
  var unread: CommandFailure?

  struct Message {
    var report: CheckReport
    /// What is wrong with its token.
    var differences: [Diagnostic]
    /// Whether it has the token of the response; `nil` when they cannot be compared.
    var hasToken: Bool?
    /// What phones do with it, in a line; `nil` for a message that no phone takes.
    var answer: String?
  }

  init(path: String, input: [UInt8], policy: TrustPolicy?, options: CheckOptions, showsToken: Bool) throws {
    response = try CommandFailure.about(path) { try DispatchResponse(json: input) }
    let check = MessageCheck(input, options: options.options(policy: policy, channel: nil))
    report = CheckReport(
      path: path, check: check.ignoring([.serverObject]), bytes: input, showsToken: showsToken)
    let simulator = Simulator(Catalogue.builtIn, policy: policy)
    let catalogue = simulator.catalogue
    switch response.carried {
    case .png(let picture):
      do {
        for symbol in try MessageInput("the picture of \(path)").symbols(in: picture) {
          let check = MessageCheck(
            symbol.bytes, options: options.options(policy: policy, channel: .qr, symbolVersion: symbol.symbolVersion))
          let report = CheckReport(
            path: path, index: symbol.index, check: check, bytes: symbol.bytes, showsToken: showsToken)
          messages.append(message(report, simulator, entries: catalogue.scans))
        }
      } catch let failure as CommandFailure {
        unread = failure
      }
    case .link(let link):
      let bytes = Array(link.utf8)
      let check = MessageCheck(bytes, options: options.options(policy: policy, channel: .link))
      let report = CheckReport(path: "\(path), response", check: check, bytes: bytes, showsToken: showsToken)
      let taps = catalogue.browsers.map { Entry.browse($0, by: .tap, onSameDomain: false) }
      messages = [message(report, simulator, entries: taps)]
    case .text, nil: break
    }
  }

  private func message(_ report: CheckReport, _ simulator: Simulator, entries: [Entry]) -> Message {
    let payload = report.check.payload
    var answer: String?
    if report.check.message.isOutOfBand {
      let table = VerdictTable(RecognizedMessage(report.bytes), simulator, entries: entries)
      answer = SimulationReport(path: report.path, table: table).text.split(separator: "\n").first.map(String.init)
    }
    return Message(
      report: report, differences: response.diagnostics(comparing: payload), hasToken: response.hasToken(of: payload),
      answer: answer)
  }

  /// The picture or the line with the link that is written to a file.
  var carriedBytes: [UInt8]? {
    switch response.carried {
    case .png(let picture): picture
    case .link(let link): Array((link + "\n").utf8)
    case .text, nil: nil
    }
  }

  /// Why the command fails; `nil` when a message was dispatched that phones can take.
  var failure: CommandFailure? {
    if response.result != .dispatched {
      return CommandFailure("not dispatched" + (response.result.map { ": \($0.meaning)" } ?? ""))
    }
    if messages.contains(where: { $0.hasToken == false }) {
      return CommandFailure("the token in the message is not the one in the response")
    }
    if let unread { return unread }
    let isWrong = ([report] + messages.map(\.report)).contains { $0.check.severity == .error }
    return isWrong ? CommandFailure(nil) : nil
  }

  // MARK: Text and JSON

  var description: String { report.text + messages.map(text).joined() }

  private func text(_ message: Message) -> String {
    let token =
      switch message.hasToken {
      case true?: "the same as in the response"
      case false?: "not the one in the response"
      case nil: "not comparable: it is missing, or the payload is encrypted"
      }
    return message.report.text + "  token: \(token)\n" + (message.answer.map { "  phones: \($0)\n" } ?? "")
  }

  var json: JSONValue {
    [
      "path": .string(report.path), "dispatched": .boolean(response.result == .dispatched),
      "result": .optional(response.json["dispatchResult"]?.text.map(report.printable)),
      "text": .optional(response.result?.meaning),
      "dispatcher": .optional(response.dispatcherName.map(report.printable)),
      "token": .optional(response.token.map { report.showsToken ? $0 : Secret.shortened($0) }),
      "session": .optional(response.sessionID.map(report.printable)),
      "response": carriedJSON, "diagnostics": .array(report.check.diagnostics.map(\.json)),
      "messages": .array(
        messages.map {
          [
            "check": $0.report.json, "same_token": .optional($0.hasToken),
            "diagnostics": .array($0.differences.map(\.json)), "phones": .optional($0.answer),
          ]
        }),
    ]
  }

  private var carriedJSON: JSONValue {
    switch response.carried {
    case .png(let picture):
      ["kind": "png", "bytes": .number(picture.count), "sha256": .string(SHA256.hexDigest(of: picture))]
    case .link: ["kind": "link"]
    case .text: ["kind": "text"]
    case nil: .null
    }
  }
}
