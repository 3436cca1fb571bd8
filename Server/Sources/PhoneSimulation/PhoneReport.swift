public import HandsetSimulation
public import OutOfBand
public import TextFormats

/// What a simulated phone did, without secrets.
public struct PhoneReport: Hashable, Sendable {
  /// The phone.
  public let name: PhoneName
  /// What its user was to do.
  public let user: PhoneUser
  /// What the message is: the `kind` of an `OutOfBandMessage`.
  public let kind: String
  /// What scanner and system do with the message.
  public let verdict: Verdict
  /// How far it went.
  public internal(set) var ending = Ending.notOpened
  /// Where the token was redeemed, or would have been; `nil` when the app did not open.
  public internal(set) var host: String?
  /// What the server asked for; `nil` without redemption.
  public internal(set) var operation: GetUAFRequest.Operation?
  /// The UAF requests of the server's answer.
  public internal(set) var requests: [UAFRequest] = []
  /// The callback that the app opens; `nil` for none.
  public internal(set) var callback: String?
  /// The one-time token: a bearer secret, which is shortened wherever it is shown.
  var token: Secret?

  /// How far it went.
  public enum Ending: Hashable, Sendable {
    /// The app did not open, so that nothing was redeemed.
    case notOpened
    /// The app opened, and refused to send the token, for this reason.
    case notSent(String)
    /// The server did not answer as it should, for this reason.
    case refused(String)
    /// The token was redeemed, and nothing more.
    case ignored
    /// The end was reported, and the operation has this status.
    case reported(status: String)
  }

  init(name: PhoneName, user: PhoneUser, kind: String, verdict: Verdict) {
    (self.name, self.user, self.kind, self.verdict) = (name, user, kind, verdict)
  }

  /// Whether the phone did what its user wanted.
  public var isDone: Bool {
    switch ending {
    case .ignored, .reported: true
    case .notOpened, .notSent, .refused: false
    }
  }

  /// Lines for a terminal.
  public var text: String {
    let source =
      verdict.sources.isEmpty ? "" : " [\(verdict.confidence.rawValue): \(verdict.sources.joined(separator: ", "))]"
    var lines = ["message   \(kind), \(name.entry.name) on \(name.handset)"]
    lines.append("verdict   \(verdict.outcome.rawValue)\(source)")
    lines += verdict.steps.map { "          \($0.text)" }
    if let remedy = verdict.remedy, !verdict.outcome.reachesApp { lines.append("instead   \(remedy)") }
    if let operation {
      let user = requests.first?.username.map { " for \(shown($0))" } ?? ""
      lines.append(
        "redeemed  \(operation.rawValue)\(user) at \(shown(host ?? "")), token \("\(token.map { "\($0)" } ?? "")")")
      for transaction in requests.first?.transactions ?? [] {
        lines.append("confirms  " + (transaction.text.map { shown(TransactionText($0).shown) } ?? "not a text"))
      }
    }
    switch ending {
    case .notOpened: lines.append("nothing   the app does not open, so the token is not redeemed")
    case .notSent(let reason): lines.append("nothing   \(shown(reason))")
    case .refused(let reason): lines.append("failed    \(shown(reason))")
    case .ignored: lines.append("ignored   nothing is reported")
    case .reported(let status): lines.append("reported  \(user.outcome ?? ""); the status is \(status)")
    }
    if case .reported = ending { lines.append("callback  \(callback.map(shown) ?? "none; the user stays in the app")") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One object: `format`, `kind`, `handset`, `entry`, `verdict` as `oobqr simulate --json` has it, `ending`, `reason`, `status`, `op`
  /// and `callback`.
  public var json: JSONValue {
    func optional(_ text: String?) -> JSONValue { text.map { .string(shown($0)) } ?? .null }
    let (word, reason, status): (String, String?, String?) =
      switch ending {
      case .notOpened: ("not-opened", nil, nil)
      case .notSent(let reason): ("not-sent", reason, nil)
      case .refused(let reason): ("refused", reason, nil)
      case .ignored: ("ignored", nil, nil)
      case .reported(let status): ("reported", nil, status)
      }
    return [
      "format": "oobqr-phone-1", "kind": .string(kind), "handset": .string("\(name.handset)"),
      "entry": .string(name.entry.program?.id ?? name.entry.word), "verdict": verdict.json, "ending": .string(word),
      "reason": optional(reason), "status": optional(status), "op": optional(operation?.rawValue),
      "callback": optional(callback),
    ]
  }

  private func shown(_ text: String) -> String {
    PrintableText.of(Secrets(token.map { [$0] } ?? []).redacted(text))
  }
}
