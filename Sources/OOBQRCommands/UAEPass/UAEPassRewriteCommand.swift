import ArgumentParser
import OutOfBand

/// `oobqr uaepass rewrite`: what the app opens instead of the URI that its WebView receives.
struct UAEPassRewriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrite",
    abstract: "Rewrite a URI's callbacks so that the UAE PASS app returns to yours.",
    discussion: """
      The success and failure URLs become yourapp:///resume_authn?url=<original, percent-encoded>, and the scheme \
      becomes that of the environment. The rest stays as it is.

      Exit codes: 0 done; 1 the URI cannot be rewritten.
      """)

  @Argument(help: "The URI that the WebView receives, or a file with it; '-' is standard input.")
  var url: String

  @OptionGroup var appOptions: AppSchemeOptions
  @OptionGroup var options: UAEPassOptions

  func run() throws {
    let uri = try URLInput(argument: url).uri()
    let rewritten: String
    do { rewritten = try uri.rewritten(app: appOptions.app, environment: options.environment) } catch {
      throw CommandFailure("the URI cannot be rewritten: \(error)")
    }
    PayloadGuard.say(
      UAEPassCheck.diagnostics(uri, expecting: options.expectation(hosts: []))
        .filter { $0.severity > .note && $0.rule != .uaePassEnvironment })
    try Console.current.write(rewritten + "\n")
  }
}
