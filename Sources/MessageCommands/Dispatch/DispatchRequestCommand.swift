public import ArgumentParser
import CommandSupport
public import OutOfBand
import TextFormats

/// `oobqr dispatch request`: options → the JSON that a server sends.
struct DispatchRequestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Write a checked request to the dispatcher.",
    usage: "",
    discussion: """
        oobqr dispatch request --dispatcher link --op Auth -o request.json
        oobqr dispatch request --dispatcher link --op Auth --transaction 'Pay 50?'

      The request is checked first; errors stop the command unless --force is given.

      Exit codes: 0 written; 1 the request is refused; 66 and 74 a file cannot be read, or written.
      All options: oobqr dispatch request --help-hidden, and docs/dispatch.md.
      """)

  @Option(help: "How the message reaches the phone")
  var dispatcher: DispatchRequest.Dispatcher

  @Option(help: "Authentication, registration or deregistration")
  var op: GetUAFRequest.Operation

  @Option(help: "The user that the request is about.")
  var username: String?

  @Option(
    help: ArgumentHelp(
      "The text that the user confirms, or a file with it; '-' is stdin; may be repeated.", valueName: "text"))
  var transaction: [String] = []

  @Option(help: ArgumentHelp("Add a member to the payload's nma_data; may be repeated.", valueName: "key=value"))
  var data: [String] = []

  @Option(help: ArgumentHelp("The dispatchTargetId of a phone, for a push message.", valueName: "id"))
  var target: String?

  @Option(help: "The title of the notification, which is not encrypted.")
  var title: String?

  @Option(help: "The body of the notification, which is not encrypted.")
  var body: String?

  @Option(
    help: .more(
      "The mode and the content that both the phone and the page show, such as visualString:AB.",
      valueName: "mode:content"),
    transform: Self.channelLinking)
  var channelLinking: JSONValue.Member?

  @Option(help: .more("Rules for transaction texts"))
  var profile = MessageCheck.Profile.accessApp

  @Option(help: ArgumentHelp("Write a curl command that sends it to this URL.", valueName: "url"))
  var curl: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write to a file; '-' is standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Ignore errors that the check finds.")
  var force = false

  func validate() throws {
    _ = try members()
    try refuse(["-o is empty: name a file; '-' is standard output.": output == ""])
    let push = DispatchRequest.Dispatcher.push
    for (name, value) in [("--target", target), ("--title", title), ("--body", body)] where value != nil {
      try refuse([
        "\(name) is for push messages: leave it out, or give --dispatcher \(push.rawValue).": dispatcher != push
      ])
    }
    try refuse(["Standard input can be read only once.": transaction.count { $0 == "-" } > 1])
    if let curl {
      let url = URLText(curl)
      let isPlain = curl.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
      guard isPlain, ["https", "http"].contains(url.scheme), !(url.host ?? "").isEmpty else {
        throw ValidationError("--curl '\(curl)' is not https://host/path.")
      }
    }
  }

  func run() throws {
    let uafRequest = GetUAFRequest(
      op, username: username, transactions: try transaction.map { TransactionText(try TransactionInput($0).text()) })
    let request = DispatchRequest(
      dispatcher, uafRequest, targetID: target, title: title, body: body, data: try members())
    let check = MessageCheck(request.json.bytes, options: MessageCheck.Options(profile: profile))
    PayloadGuard.say(check.diagnostics)
    if check.severity == .error && !force {
      throw CommandFailure("nothing was written because of these errors; use --force to ignore them")
    }
    let text = curl.map { request.curlCommand(url: $0) } ?? request.json.description
    // Its context, its transaction and its URL may hold a token.
    try Console.current.write(Array((text + "\n").utf8), to: output ?? "-", mode: .owner)
  }

  private func members() throws -> [JSONValue.Member] {
    let linking = [channelLinking].compactMap(\.self)
    return try DataMember.list(data, besides: linking.map(\.name)) + linking
  }

  private static func channelLinking(_ argument: String) throws -> JSONValue.Member {
    let sides = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
      throw ValidationError("write mode and content, such as visualString:AB.")
    }
    return JSONValue.Member("channelLinking", ["mode": .string(sides[0]), "content": .string(sides[1])])
  }
}

extension DispatchRequest.Dispatcher: ExpressibleByArgument {}
extension GetUAFRequest.Operation: ExpressibleByArgument {}
