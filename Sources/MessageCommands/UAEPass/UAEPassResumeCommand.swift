import ArgumentParser
import CommandSupport
import OutOfBand
import UAEPass

/// `oobqr uaepass resume`: what the WebView opens when the UAE PASS app returns.
struct UAEPassResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Verify the URL that brings your app back; print the callback.",
    usage: "",
    discussion: """
        oobqr uaepass resume url.txt --app yourapp

      The URL has to be yourapp:///resume_authn?url=<original>; the original has to be https and on an allowed \
      host.

      Exit codes: 0 the original is printed; 1 the URL is refused, with the reason.
      More: docs/uaepass.md.
      """)

  @Argument(help: "The URL that your app was opened with, or a file with it; '-' is standard input.")
  var url: String

  @OptionGroup var appOptions: AppSchemeOptions
  @OptionGroup var hostOptions: CallbackHostOptions

  func run() throws {
    let text = String(decoding: try URLInput(argument: url).bytes(), as: UTF8.self)
    let hosts = hostOptions.hosts.isEmpty ? UAEPassURI.identityHosts : hostOptions.hosts
    let resumption = UAEPassResumption(text, app: appOptions.app, hosts: hosts)
    PayloadGuard.say(resumption.diagnostics)
    guard let original = resumption.original else { throw CommandFailure("the URL is refused; nothing is opened") }
    try Console.current.write(original + "\n")
  }
}
