import ArgumentParser
import CommandSupport
import OutOfBand
import TextFormats
import UAEPass

/// `oobqr uaepass rewrite`: what the app opens instead of the URI that its WebView receives.
struct UAEPassRewriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrite",
    abstract: "Rewrite a URI so that the UAE PASS app returns to yours.",
    usage: "",
    discussion: """
        oobqr uaepass rewrite uri.txt --app yourapp --env stg

      The success and failure URLs become yourapp:///resume_authn?url=<original, percent-encoded>, and the scheme \
      becomes that of the environment. The rest stays as it is.

      Exit codes: 0 done; 1 the URI cannot be rewritten.
      More: docs/uaepass.md.
      """)

  @Argument(help: "The URI that the WebView receives, or a file with it; '-' is standard input.")
  var url: String

  @OptionGroup var appOptions: AppSchemeOptions
  @OptionGroup var options: UAEPassOptions

  func run() throws {
    let uri = try URLInput(argument: url).uri()
    let rewritten = try CommandFailure.about("the URI cannot be rewritten") {
      try uri.rewritten(app: appOptions.app, environment: options.environment)
    }
    let findings = UAEPassCheck.diagnostics(uri, expecting: options.expectation(hosts: []))
      .filter { $0.severity > .note && $0.rule != .uaePassEnvironment }
    PayloadGuard.say(findings)
    // What is written goes to a system, or a terminal.
    if rewritten.contains(" ") || PrintableText.of(rewritten) != rewritten {
      throw CommandFailure("nothing was rewritten: the URI has a space or a control character")
    }
    try Console.current.write(rewritten + "\n")
  }
}
