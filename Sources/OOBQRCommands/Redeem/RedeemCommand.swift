import ArgumentParser
import HostSystem
import OutOfBand
import TextFormats

/// `oobqr redeem`: does what a phone's SDK does with a message, up to the server's answer.
struct RedeemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redeem",
    abstract: "Redeem the one-time token of a message, and print the server's answer.",
    discussion: """
      Sends the request that the SDK of an app sends. This spends the token: no phone can redeem it afterwards. It is \
      sent only to a host that --policy lists under redeemHosts, only by https (to this machine also by http), without \
      following redirects, within 10 seconds; answers of more than 1 MiB are refused. The request is sent by curl.

      Exit codes: 0 the server returned an operation; 1 it did not, or nothing was sent.
      """)

  @Argument(help: "A picture, a file, a link or a payload; '-' is standard input.")
  var message: String

  @Option(help: ArgumentHelp("A JSON file with the redeemHosts that the token may be sent to.", valueName: "file"))
  var policy: String

  @Option(help: ArgumentHelp("Trust the certificates of this file (PEM) instead of the system's.", valueName: "file"))
  var caFile: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var formatOptions: OutputFormatOptions

  mutating func validate() throws { json = try formatOptions.isJSON(json) }

  func run() throws {
    let policy = try TrustPolicy(file: policy)
    guard policy.redeemHosts != nil else {
      throw CommandFailure("'\(self.policy)' lists no redeemHosts; a token is sent only to a host that is listed")
    }
    if let caFile, !FileSystem.exists(caFile) { throw CommandFailure("cannot read '\(caFile)': no such file") }
    let messages = try MessageInput(message).messages()
    guard messages.count == 1, let bytes = messages.first?.bytes else {
      throw CommandFailure("the picture has \(messages.count) symbols; give one with a single symbol")
    }
    let target = try RedeemTarget(MessageCheck(bytes, options: .init(policy: policy)), policy)
    Console.current.say("note: this spends the one-time token \(SecretText.shortened(target.token))")
    var exchange = CurlExchange(
      "POST", target.url, headers: RedeemRequest.headers, body: RedeemRequest.body(token: target.token))
    exchange.allowsPlainHTTP = target.isPlainHTTP
    exchange.certificates = caFile
    let response: CurlExchange.Response
    do throws(CurlExchange.Failure) { response = try exchange.send() } catch {
      throw CommandFailure("\(target.host): \(error)")
    }
    let report = RedeemReport(target: target, response: response)
    try Console.current.write(json ? "\(report.json)\n" : report.text)
    if !report.isAccepted { throw CommandFailure(nil) }
  }
}

/// Where a token goes, after everything that forbids it was ruled out.
struct RedeemTarget {
  var url: String
  var host: String
  var token: String
  /// Whether it is this machine, by http: what a backend under development uses.
  var isPlainHTTP: Bool

  /// - Throws: `CommandFailure` with the reason why nothing may be sent.
  init(_ check: MessageCheck, _ policy: TrustPolicy) throws {
    if case .encrypted = check.payload?.content {
      throw CommandFailure("the payload is encrypted; only the phone that it is for can read its token")
    }
    let data = check.carried?["nma_data"]
    guard let token = data?["token"]?.text, let url = data?["redeem_url"]?.text, !token.isEmpty else {
      let reason = check.diagnostics.first { $0.severity == .error }.map { ": \($0.message)" } ?? ""
      throw CommandFailure("the message has no token and redeem URL\(reason)")
    }
    let address = URLText(url)
    let host = address.host ?? ""
    let isPlainHTTP = address.scheme == "http" && ["127.0.0.1", "localhost", "[::1]"].contains(host)
    let faults = check.diagnostics.filter { finding in
      finding.severity == .error && !(isPlainHTTP && finding.rule == .redeemNotHTTPS)
    }
    if let fault = faults.first {
      throw CommandFailure("nothing was sent: \(fault.message) (\(fault.rule.code)); \(fault.remedy)")
    }
    guard policy.allows(redeemHost: host) else {
      throw CommandFailure(
        "nothing was sent: the policy does not list '\(SecretText().redacted(host))' under redeemHosts")
    }
    (self.url, self.host, self.token, self.isPlainHTTP) = (url, host, token, isPlainHTTP)
  }
}
