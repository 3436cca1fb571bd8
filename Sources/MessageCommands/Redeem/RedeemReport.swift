import CommandSupport
import HostSystem
import OutOfBand
import TextFormats

/// A server's answer to a redemption, as text or JSON.
struct RedeemReport {
  var request: RedeemRequest
  var response: CurlExchange.Response
  /// The answer, if it is one to a redemption.
  private var answer: RedeemResponse?
  private var requests: [UAFRequest] = []
  /// What is wrong with the answer.
  private var fault: String?

  init(request: RedeemRequest, response: CurlExchange.Response) {
    (self.request, self.response) = (request, response)
    if 300..<400 ~= response.status {
      fault = "the server answered with a redirect, and redirects are not followed"
    } else if response.status != 200 {
      fault = "the server answered with HTTP status \(response.status)"
      if let json = try? JSONDocument(parsing: response.body).value, let text = ServerObject.errorText(of: json) {
        fault = "the server answered with HTTP status \(response.status): \(text)"
      }
    }
    do throws(Fault) { answer = try RedeemResponse(json: response.body) } catch {
      fault = fault ?? "\(error)"
      return
    }
    if let answer, !answer.isSuccess, let text = ServerObject.errorText(of: answer.json.value) {
      fault = fault ?? "the server refused the token: \(text)"
    }
    if answer?.isSuccess == true, answer?.operation == nil {
      fault = fault ?? "the answer names no operation that is known"
    }
    if let text = answer?.uafRequest {
      do throws(Fault) { requests = try UAFRequest.all(in: text) } catch { fault = fault ?? "\(error)" }
    } else if answer?.isSuccess == true {
      fault = fault ?? "the answer has no uafRequest"
    }
  }

  /// Whether the server returned an operation.
  var isAccepted: Bool { fault == nil && answer?.isSuccess == true && !requests.isEmpty }

  /// Whether the token is spent; `nil` when the server does not say.
  private var isSpent: Bool? { answer?.isSuccess == true ? true : nil }

  var text: String {
    var lines = ["\(isAccepted ? "redeemed" : "not redeemed") at \(shown(self.request.host))"]
    if let fault { lines.append("  fault      \(shown(fault))") }
    if isSpent == nil {
      lines.append("  token      the server got it; whether it is spent is not known")
    }
    if let answer {
      lines.append("  status     " + (answer.statusCode.map(String.init) ?? "missing"))
      lines.append("  operation  " + (answer.operation?.rawValue ?? "missing"))
      lines.append("  lifetime   " + (answer.lifetimeMillis.map { "\(Double($0) / 1000) s" } ?? "missing"))
    }
    for request in requests {
      lines.append("  UAF \(shown(request.version ?? "?"))    \(shown(request.operation ?? "no operation"))")
      if let user = request.username { lines.append("    user       " + shown(user)) }
      lines.append("    appID      " + (request.appID.map(shown) ?? "none"))
      lines.append("    challenge  " + (request.challenge.map { Secret.shortened($0) } ?? "none"))
      lines.append(
        "    policy     accepts \(request.accepted.counting("set")) of authenticators, "
          + "disallows \(request.disallowed)")
      for transaction in request.transactions {
        lines.append(
          "    confirms   "
            + (transaction.text.map { shown(TransactionText($0).shown) }
              ?? "\(shown(transaction.contentType)), not a text"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    [
      "redeemed": .boolean(isAccepted), "host": .string(shown(self.request.host)),
      "http_status": .number(response.status), "token_spent": .optional(isSpent), "fault": .optional(fault.map(shown)),
      "status_code": .optional(answer?.statusCode), "op": .optional(answer?.operation?.rawValue),
      "lifetime_millis": .optional(answer?.lifetimeMillis),
      "uaf_requests": .array(
        requests.map { request in
          [
            "version": .optional(request.version.map(shown)), "op": .optional(request.operation.map(shown)),
            "user": .optional(request.username.map(shown)), "app_id": .optional(request.appID.map(shown)),
            "challenge": .optional(request.challenge.map(Secret.shortened)),
            "accepted": .number(request.accepted), "disallowed": .number(request.disallowed),
            "transactions": .array(
              request.transactions.map {
                ["content_type": .string(shown($0.contentType)), "text": .optional($0.text.map(shown))]
              }),
          ]
        }),
    ]
  }

  private func shown(_ text: String) -> String {
    PrintableText.of(Secrets([self.request.token]).redacted(text))
  }
}
