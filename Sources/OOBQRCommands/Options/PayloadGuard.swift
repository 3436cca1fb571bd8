import OutOfBand

/// Checks a message that was built before it is used: errors stop it, warnings are printed.
struct PayloadGuard {
  var options: CheckOptions
  var isForced: Bool
  /// Where the payload came from, for the policy beside it.
  var source: String?

  /// - Throws: A failure with exit code 1 when the check finds errors, unless forced; each has been printed.
  func examine(_ message: [UInt8], channel: MessageCheck.Channel) throws {
    let policy = try options.policy(beside: source)
    let check = MessageCheck(message, options: options.options(policy: policy, channel: channel))
    Self.say(check.diagnostics.filter { $0.severity > .note || $0.rule == .rawPayloadInSymbol })
    if check.severity == .error && !isForced {
      throw CommandFailure("nothing was made because of these errors; --force insists")
    }
  }

  /// Prints each finding with its remedy.
  static func say(_ findings: [Diagnostic]) {
    for finding in findings {
      Console.current.say("\(finding.severity) \(finding.rule.code): \(finding.message); \(finding.remedy)")
    }
  }
}
