import OutOfBand
import TextFormats

/// The SDK's phases as text or JSON.
struct SDKReport {
  var walkthrough: SDKWalkthrough
  /// Text as it may be shown.
  private let shown: (String) -> String

  init(_ check: MessageCheck, showsTokens: Bool) {
    walkthrough = SDKWalkthrough(check)
    shown = { check.shown($0, showsTokens: showsTokens) }
  }

  /// Lines without an indent; one line for a message without a payload.
  var lines: [String] {
    guard walkthrough.decoder != nil else { return ["SDK       nothing: this message carries no payload"] }
    var lines: [String] = []
    for step in walkthrough.steps {
      lines.append("SDK \(step.phase.rawValue.padded(to: 10))\(shown(step.text))")
      if !step.asks.isEmpty { lines.append("    needs     " + step.asks.joined(separator: ", ")) }
      if step.phase == .redeem, let request = walkthrough.redeemRequest {
        lines.append("    not sent  " + shown("\(request)"))
      }
      if !step.errors.isEmpty { lines.append("    errors    " + step.errors.map(\.rawValue).joined(separator: ", ")) }
      lines.append("    source    " + step.source)
    }
    let causes = Set(walkthrough.steps.flatMap(\.errors))
    for error in SDKWalkthrough.ErrorClass.allCases where causes.contains(error) {
      lines.append("    \(error.rawValue): \(error.cause)")
    }
    return lines
  }

  var json: JSONValue {
    [
      "decoder": .optional(walkthrough.decoder?.rawValue),
      "decode_error": .optional(walkthrough.decodeError?.rawValue),
      "operation": .optional(walkthrough.operation?.rawValue),
      "steps": .array(
        walkthrough.steps.map {
          [
            "phase": .string($0.phase.rawValue), "text": .string(shown($0.text)),
            "asks": .strings($0.asks), "errors": .strings($0.errors.map(\.rawValue)), "sources": [.string($0.source)],
          ]
        }),
    ]
  }
}
