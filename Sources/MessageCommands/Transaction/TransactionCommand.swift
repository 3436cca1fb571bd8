package import ArgumentParser
import CommandSupport
import OutOfBand

/// `oobqr transaction`: text ↔ content, and what the user sees of both.
package struct TransactionCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "transaction",
    abstract: "Encode the text of a transaction, and show it as the app does.",
    discussion: """
      Prints transaction.content (base64url), then the text as the Access App shows it. Inside <html></html>, the tags \
      b, br, em, i, strong and u format the text; other tags and all attributes are removed. --profile auth-cloud \
      refuses them instead, as the Authentication Cloud does. --lock-screen also shows what a locked phone displays of \
      the push message.

      Exit codes: 0 done; 1 refused, or not text, or something sensitive on the lock screen.
      """)

  @Argument(help: "The text, a file with it, or '-'; with --decode, its content in base64url.")
  var input: String?

  @Flag(help: "Decode transaction.content (base64url) and show its text.")
  var decode = false

  @Option(help: "Rules for transaction texts: access-app or auth-cloud.")
  var profile = MessageCheck.Profile.accessApp

  @Flag(help: "Show the notification as a locked phone does, before the text.")
  var lockScreen = false

  @Option(help: "The title of the notification.")
  var title: String?

  @Option(help: "The body of the notification.")
  var body: String?

  @Flag(help: "Print a JSON object for the text, and one for the lock screen, each on its own line.")
  var json = false

  @OptionGroup var formatOptions: OutputFormatOptions

  package init() {}

  package mutating func validate() throws {
    json = try formatOptions.isJSON(json)
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
    if let text, json || !isRefused {
      let report = TransactionReport(
        text: text, diagnostics: findings, isRefused: isRefused, usesStyles: Console.current.colorsOutput)
      try Console.current.write(json ? "\(report.json)\n" : report.description)
    }
    if !json || text == nil { PayloadGuard.say(findings) }
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
    try console.write(json ? "\(report.json)\n" : report.description)
    if !json {
      console.say(
        "note: a notification is not encrypted: no amounts, account numbers or personal data; these belong in the "
          + "transaction")
      PayloadGuard.say(report.diagnostics)
    }
    return report.diagnostics.contains { $0.severity == .error }
  }
}
