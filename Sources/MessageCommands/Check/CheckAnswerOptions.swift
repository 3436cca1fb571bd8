import ArgumentParser
import CommandSupport
import OutOfBand

/// What `oobqr check` compares messages with, besides the policy.
struct CheckRuleOptions: ParsableArguments {
  @Option(help: "How the message arrives; pictures are qr")
  var channel: MessageCheck.Channel?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(help: ArgumentHelp("Leave out these rules, such as OOB415,OOB601.", valueName: "codes"))
  var ignore: String?

  @Option(help: ArgumentHelp("The address of the web page that is checked.", valueName: "url"))
  var pageUrl: String?
}

/// What `oobqr check` prints.
struct CheckAnswerOptions: ParsableArguments {
  @OptionGroup var output: OutputFormatOptions<Format>

  @Flag(name: .shortAndLong, help: "Print only what fails the check, and a summary.")
  var quiet = false

  @Flag(help: "Add what the SDK of an app does with the message.")
  var sdk = false

  @Flag(help: "Show tokens and payloads in full.")
  var showToken = false

  enum Format: String, AnswerFormat {
    case text, json, sarif, junit
  }

  var format: Format { output.format }
}
