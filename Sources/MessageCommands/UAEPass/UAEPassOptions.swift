public import ArgumentParser
import CommandSupport
import OutOfBand
import TextFormats
public import UAEPass

/// What is expected of a URI for the UAE PASS app.
struct UAEPassOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: "The environment; default: that of the callbacks' host")
  var environment: UAEPassURI.Environment?

  @Option(help: "The phone's system, which decides the URI's host")
  var platform: UAEPassURI.Platform?

  func expectation(hosts: [String]) -> UAEPassCheck.Expectation {
    UAEPassCheck.Expectation(
      environment: environment, platform: platform, hosts: hosts.isEmpty ? UAEPassURI.identityHosts : hosts)
  }
}

/// Hosts that an original callback may have.
struct CallbackHostOptions: ParsableArguments {
  @Option(
    name: .customLong("host"),
    help:
      """
      An allowed host of the original callback, such as id.example or *.id.example; may be repeated. The default is \
      the hosts of UAE PASS.
      """)
  var hosts: [String] = []

  func validate() throws {
    for host in hosts where !TrustPolicy.isHostPattern(host) {
      throw ValidationError(
        "--host '\(host)' is not a host: write id.example or *.id.example, without scheme, port "
          + "and path.")
    }
  }
}

/// The one URL that a command is about: an argument, a file, a picture or standard input.
struct URLInput {
  var argument: String

  /// The exact bytes.
  func bytes() throws -> [UInt8] {
    try MessageInput(argument).single().bytes
  }

  /// The URI for the UAE PASS app.
  func uri() throws -> UAEPassURI {
    let message = OutOfBandMessage(try bytes())
    guard case .uaePass(let uri) = message else {
      throw CommandFailure(
        "\(CommandFailure.name(ofInput: argument)) is not a URI for the UAE PASS app: "
          + "uaepass://…?successURL=…&failureURL=…")
    }
    return uri
  }
}

/// The scheme of the calling app.
struct AppSchemeOptions: ParsableArguments {
  @Option(help: "The scheme that the calling app has registered, such as yourapp.")
  var app: String

  func validate() throws {
    if UAEPassURI.isAppScheme(app) { return }
    let reason =
      URLText.isScheme(app)
      ? "is a scheme of UAE PASS, the web or the system: give the scheme of the calling app"
      : "is not the scheme of an app: letters, digits, '+', '-' and '.', without ':'"
    throw ValidationError("--app '\(app)' \(reason).")
  }
}

extension UAEPassURI.Environment: ExpressibleByArgument {}
extension UAEPassURI.Platform: ExpressibleByArgument {}
