package import ArgumentParser
import CommandSupport
import OutOfBand

/// `oobqr link`: payload → link.
package struct LinkCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Print the link that carries a payload.",
    usage: "",
    discussion: """
        oobqr link --payload login.json --base-url https://example.com/open
        oobqr link --payload login.json --scheme myapp --x-success https://a.example
        oobqr link --payload login.json --base-url https://a.example/open --as intent

      The output holds the full token, a secret. Without --base-url or --scheme it is base64url, not a link.

      Exit codes: 0 printed; 1 the payload is refused; 66 it cannot be read.
      All options: oobqr link --help-hidden, and docs/integration.md.
      """)

  @OptionGroup(title: "The payload") var payload: PayloadOptions
  @OptionGroup var checkOptions: CheckOptions

  @Option(
    help: .more("With --as intent: the app's package; no other app is asked.", valueName: "name"))
  var package: String?

  @Option(
    help: .more("With --as intent: the page to load where the app is missing.", valueName: "url"))
  var fallbackURL: String?

  @Flag(help: "Print the link even if the check finds errors.")
  var force = false

  package init() {}

  package func validate() throws {
    try refuse([
      "Give --payload or --jwe-file FILE, or --redeem-url and --token-file.": !payload.isGiven,
      "--package and --fallback-url need --as intent.": !payload.form.isIntent
        && (package != nil || fallbackURL != nil),
    ])
  }

  package func run() throws {
    let message = try payload.message()
    try PayloadGuard(options: checkOptions, isForced: force).examine(message, channel: .link)
    if payload.form.isUnlinked {
      Console.current.say("note: this is base64url, not a link; give --base-url or --scheme")
    }
    var bytes = message.bytes
    if payload.form.isIntent {
      let link = String(decoding: bytes, as: UTF8.self)
      bytes = Array(try IntentURI(link, package: package, fallback: fallbackURL).description.utf8)
    }
    try Console.current.writeOutput(bytes + [UInt8(ascii: "\n")])
  }
}
