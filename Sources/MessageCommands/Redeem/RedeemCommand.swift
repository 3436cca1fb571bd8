package import ArgumentParser
import CommandSupport
import HostSystem
import OutOfBand
import TextFormats

/// `oobqr redeem`: does what a phone's SDK does with a message, up to the server's answer.
package struct RedeemCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "redeem",
    abstract: "Redeem the token of a message, print the answer.",
    usage: "",
    discussion: """
        oobqr redeem login.png --policy oobqr-policy.json

      Sends the same request as an app's SDK, with curl. This spends the token: no phone can redeem it afterwards. \
      The request goes only to a host that --policy lists under redeem_hosts, and only over https (or http to this \
      machine).

      Exit codes: 0 the server returned an operation; 1 it did not, or nothing was sent; 4 a picture held no \
      symbol.
      More: docs/dispatch.md.
      """)

  @Argument(help: "A picture, a file, a link or a payload; '-' is standard input.")
  var message: String

  @Option(help: ArgumentHelp("A JSON file with the redeem_hosts that the token may be sent to.", valueName: "file"))
  var policy: String

  @Option(help: ArgumentHelp("Trust the certificates of this file (PEM) instead of the system's.", valueName: "file"))
  var caFile: String?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  package init() {}

  package func run() throws {
    let policy = try TrustPolicy(file: policy)
    if let caFile, !FileSystem.exists(caFile) {
      throw CommandFailure("cannot read '\(caFile)': no such file", exitCode: CommandFailure.noInput)
    }
    let recognized = try MessageInput(message).single().recognized
    let request = try RedeemRequest(MessageCheck(recognized, options: .init(policy: policy)), allowedBy: policy)
    Console.current.say("note: this spends the one-time token \(request.token)")
    var exchange = CurlExchange("POST", request.url.text, headers: RedeemRequest.headers, body: request.body)
    exchange.allowsPlainHTTP = request.isPlainHTTP
    exchange.certificates = caFile
    let response: CurlExchange.Response
    do throws(CurlExchange.Failure) { response = try exchange.send() } catch {
      let state =
        error.mayHaveArrived ? "whether the token is spent is not known" : "nothing was sent: the token is not spent"
      throw CommandFailure("\(request.host): \(error); \(state)")
    }
    let report = RedeemReport(request: request, response: response)
    try Console.current.write(answer.isJSON ? report.json.line(as: .redeem) : report.text)
    if !report.isAccepted { throw CommandFailure(nil) }
  }
}
