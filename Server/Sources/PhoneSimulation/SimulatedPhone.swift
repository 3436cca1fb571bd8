import HandsetSimulation
import HostSystem
public import OutOfBand
import TextFormats

/// A phone that gets a message, opens the app or does not, redeems the token, and does what its user wants.
///
/// ```swift
/// let phone = SimulatedPhone(try PhoneName(parsing: "android-14:camera"), user: .approve)
/// let report = phone.act(on: try PhoneMessage(Array(link.utf8)))
/// report.ending  // .reported(status: "succeeded")
/// ```
/// It goes no further than a real phone: a message that its camera does not forward is never redeemed. Its end of the
/// operation is reported to the stand-in for nevisFIDO; no other server takes it.
public struct SimulatedPhone: Sendable {
  /// The phone, and how messages reach it.
  public var name: PhoneName
  /// What its user does with an operation.
  public var user: PhoneUser
  /// The hosts that the app sends tokens to, and the callbacks that it opens.
  public var policy: TrustPolicy
  /// A file (PEM) with the certificates that the phone trusts instead of the system's; `nil` for those.
  public var certificates: String?

  /// Hosts of this machine, where a stand-in listens.
  public static let localHosts = ["127.0.0.1", "localhost", "[::1]"]

  /// A phone that sends tokens to this machine alone, unless a policy says otherwise.
  ///
  /// - Parameters:
  ///   - name: The phone, and how messages reach it.
  ///   - user: What its user does.
  ///   - policy: The hosts and callbacks that the app trusts.
  public init(_ name: PhoneName, user: PhoneUser, policy: TrustPolicy = TrustPolicy(redeemHosts: localHosts)) {
    (self.name, self.user, self.policy) = (name, user, policy)
  }

  /// Does what the phone and its user would do. A token that is redeemed is spent.
  public func act(on message: PhoneMessage) -> PhoneReport {
    let check = MessageCheck(message.bytes, options: .init(policy: policy))
    let simulator = Simulator(policy: policy)
    let seen = SimulatedMessage(Self.secured(message.bytes, check), policy: policy)
    let verdict = simulator.verdict(on: seen, name.entry, name.handset)
    var report = PhoneReport(name: name, user: user, kind: check.message.kind, verdict: verdict)
    // A system that asks, or lets choose among apps, gets the app as its answer.
    guard verdict.outcome.reachesApp else { return report }
    do {
      let request = try RedeemRequest(check, allowedBy: policy)
      report.host = request.host
      report.token = request.token
      let redeemed = try redeem(request)
      report.operation = redeemed.operation
      report.requests = redeemed.requests
      guard let outcome = user.outcome else {
        report.ending = .ignored
        return report
      }
      report.ending = .reported(status: try conclude(request, redeemed.serverData, outcome))
      if let kind = user.callback, let callback = check.link?.callbacks.first(where: { $0.kind == kind }) {
        let after = simulator.afterwards(of: seen, kind, name.handset)
        if after.place == .target { report.callback = callback.text }
      }
    } catch let refusal as RedeemRequest.Refusal {
      report.ending = .notSent("\(refusal)")
    } catch let failure as Failure {
      report.ending = .refused(failure.reason)
    } catch {
      report.ending = .refused("\(error)")
    }
    return report
  }

  private struct Failure: Error { var reason: String }

  private struct Redeemed {
    var operation: GetUAFRequest.Operation
    var requests: [UAFRequest]
    var serverData: String
  }

  private func redeem(_ request: RedeemRequest) throws -> Redeemed {
    let answer = try post(request.body, to: request.url.text, RedeemRequest.headers, for: request)
    guard answer.status == 200 else { throw Failure(reason: "the server answered with HTTP status \(answer.status)") }
    let response = try RedeemResponse(json: answer.body)
    guard response.isSuccess, let operation = response.operation else {
      let code = response.statusCode.map(String.init) ?? "missing"
      let error = response.json["error"]?.text.map { " (\(PrintableText.of($0)))" } ?? ""
      throw Failure(reason: "the token was not redeemed: the status code is \(code)\(error)")
    }
    let text = response.uafRequest ?? ""
    let requests = try UAFRequest.all(in: text)
    let value = try JSONDocument(parsing: Array(text.utf8)).value
    guard let serverData = value.elements?.first?["header"]?["serverData"]?.text else {
      throw Failure(reason: "the UAF request has no serverData, by which the stand-in knows the operation")
    }
    return Redeemed(operation: operation, requests: requests, serverData: serverData)
  }

  /// Sends bytes to the server of a redeem request, under the same conditions.
  private func post(
    _ body: [UInt8], to url: String, _ headers: [(String, String)], for request: RedeemRequest
  ) throws(CurlExchange.Failure) -> CurlExchange.Response {
    var exchange = CurlExchange("POST", url, headers: headers, body: body)
    exchange.allowsPlainHTTP = request.isPlainHTTP
    exchange.certificates = certificates
    return try exchange.send()
  }

  /// Reports the end of the operation, and returns its status.
  private func conclude(_ request: RedeemRequest, _ serverData: String, _ outcome: String) throws -> String {
    let body: JSONValue = ["serverData": .string(serverData), "outcome": .string(outcome)]
    let url = "\(request.url.scheme ?? "https")://\(request.url.authority ?? "")/phone/outcome"
    let answer = try post(
      Array(body.description.utf8), to: url, [("Accept", "application/json"), ("Content-Type", "application/json")],
      for: request)
    let json = try? JSONDocument(parsing: answer.body).value
    guard answer.status == 200, let status = json?["status"]?.text else {
      let reason = json?["error"]?.text ?? "it is not the stand-in"
      throw Failure(
        reason: "the server did not take the end of the operation (HTTP status \(answer.status)): "
          + PrintableText.of(reason))
    }
    return PrintableText.of(status)
  }

  /// The message as it would be if the server under development were reached by https: the app refuses plain http, and every
  /// other answer of the simulation is the same.
  static func secured(_ bytes: [UInt8], _ check: MessageCheck) -> [UInt8] {
    guard check.errors.allSatisfy({ [.redeemNotHTTPS, .privateHost].contains($0.rule) }),
      let data = check.carried?["nma_data"],
      let url = data["redeem_url"]?.text, url.hasPrefix("http://"), localHosts.contains(URLText(url).host ?? ""),
      let json = check.carried
    else { return bytes }
    func replacing(_ name: String, of object: JSONValue, by value: JSONValue) -> JSONValue {
      .object((object.members ?? []).map { $0.name == name ? JSONValue.Member(name, value) : $0 })
    }
    let secured = replacing("redeem_url", of: data, by: .string("https://" + url.dropFirst("http://".count)))
    let payload = Array(replacing("nma_data", of: json, by: secured).description.utf8)
    switch check.message {
    case .link: return check.link.map { Array($0.text(payload: Base64.encodeURL(payload)).utf8) } ?? bytes
    case .payload(_, .json): return payload
    case .payload: return Array(Base64.encodeURL(payload).utf8)
    default: return bytes
    }
  }
}
