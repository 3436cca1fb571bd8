package import ArgumentParser
import CommandSupport
import OutOfBand

/// `oobqr transaction`: text ↔ content, and what the user sees of both.
package struct TransactionCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "transaction",
    abstract: "Encode and show the text that a user confirms.",
    usage: "",
    discussion: """
        oobqr transaction 'Pay CHF 50 to Alice?'
        oobqr transaction --decode UGF5IENIRiA1MCB0byBBbGljZT8
        oobqr transaction pay.html --lock-screen --title 'New payment'

      Prints transaction.content (base64url), then the text as the Access App shows it. Inside <html></html>, the \
      tags b, br, em, i, strong and u format the text; --profile auth-cloud refuses the others, as the \
      Authentication Cloud does.

      Exit codes: 0 done; 1 refused, or not text, or something sensitive on the lock screen.
      More: docs/dispatch.md.
      """)

  @Argument(help: "The text, a file with it, or '-'; with --decode, its content in base64url.")
  var input: String?

  @Flag(help: "Decode transaction.content (base64url) and show its text.")
  var decode = false

  @Option(help: "Rules for the text")
  var profile = MessageCheck.Profile.accessApp

  @Flag(help: "Show the notification as a locked phone does, before the text.")
  var lockScreen = false

  @Option(help: "The title of the notification.")
  var title: String?

  @Option(help: "The body of the notification.")
  var body: String?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  package init() {}

  package func validate() throws {
    try refuse([
      "Missing expected argument '<input>', or --lock-screen.": input == nil && !lockScreen,
      "--lock-screen needs --title or --body.": lockScreen && title == nil && body == nil,
      "--title and --body are shown by --lock-screen.": !lockScreen && (title != nil || body != nil),
      "--decode needs a content.": decode && input == nil,
    ])
  }

  package func run() throws {
    let (text, findings) = try read()
    let isSensitive = lockScreen ? try showLockScreen(beside: text) : false
    let isRefused = text?.isRefused(by: profile) ?? false
    if let text, answer.isJSON || !isRefused {
      let report = TransactionReport(
        text: text, diagnostics: findings, isRefused: isRefused, usesStyles: Console.current.colorsOutput)
      try Console.current.write(answer.isJSON ? report.json.line(as: .transaction) : report.description)
    }
    if !answer.isJSON || text == nil { PayloadGuard.say(findings) }
    if isRefused { throw CommandFailure("the Authentication Cloud refuses this text with HTTP 400") }
    if isSensitive || findings.contains(where: { $0.severity == .error }) { throw CommandFailure(nil) }
  }

  /// The text and the findings about it; no text when there is no input, or none in it.
  private func read() throws -> (TransactionText?, [Diagnostic]) {
    guard let input else { return (nil, []) }
    if decode { return TransactionText.reading(content: try TransactionInput(input).content(), profile) }
    let text = TransactionText(try TransactionInput(input).text())
    return (text, text.diagnostics(profile))
  }

  /// - Returns: Whether it shows what must not be seen there.
  private func showLockScreen(beside text: TransactionText?) throws -> Bool {
    let console = Console.current
    let screen = LockScreen(title: title, body: body)
    let report = LockScreenReport(
      screen: screen, diagnostics: screen.diagnostics(repeating: text.map { [$0] } ?? []))
    try console.write(answer.isJSON ? report.json.line(as: .transaction) : report.description)
    if !answer.isJSON {
      console.say(
        "note: a notification is not encrypted: no amounts, account numbers or personal data; these belong in the "
          + "transaction")
      PayloadGuard.say(report.diagnostics)
    }
    return report.diagnostics.contains { $0.severity == .error }
  }
}
