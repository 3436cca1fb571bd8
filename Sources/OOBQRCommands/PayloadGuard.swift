import OutOfBand

/// Stands between a message that was built and its use: errors stop it, warnings are told.
struct PayloadGuard {
  var options: CheckOptions
  var isForced: Bool
  /// Where the payload came from, for the policy beside it.
  var source: String?

  /// - Throws: A failure with exit code 1 when the check finds errors, unless forced; each has been printed.
  func examine(_ message: [UInt8], channel: MessageCheck.Channel, symbolVersion: Int? = nil) throws {
    let policy = try options.policy(beside: source)
    let check = MessageCheck(
      message, options: options.options(policy: policy, channel: channel, symbolVersion: symbolVersion))
    for finding in check.diagnostics where finding.severity > .note || finding.rule == .rawPayloadInSymbol {
      Console.current.say("\(finding.severity) \(finding.rule.code): \(finding.message); \(finding.remedy)")
    }
    if check.severity == .error && !isForced {
      throw CommandFailure("nothing was made because of these errors; --force insists")
    }
  }
}
