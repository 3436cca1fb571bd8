import ArgumentParser
import OutOfBand

/// `oobqr link`: payload → link.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", _superCommandName: "oobqr",
    abstract: "Print the link that carries a payload.",
    discussion: """
      The link contains the full token: treat it as a secret.

      Exit codes: 0 printed; 1 the payload is refused or cannot be read.
      """)

  @OptionGroup var payload: PayloadOptions
  @OptionGroup(title: "Check") var checkOptions: CheckOptions

  @Flag(help: "Print the link even if the check finds errors.")
  var force = false

  func validate() throws {
    if !payload.isGiven {
      throw ValidationError("Give --payload or --jwe-file FILE, or --redeem-url and --token-file.")
    }
  }

  func run() throws {
    let message = try payload.message()
    try PayloadGuard(options: checkOptions, isForced: force, source: payload.source)
      .examine(message, channel: .link)
    try Console.current.writeOutput(message + [UInt8(ascii: "\n")])
  }
}
