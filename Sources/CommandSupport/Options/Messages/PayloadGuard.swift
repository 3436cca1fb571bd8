package import OutOfBand

/// A check of a new message before it is used: errors stop the command, warnings are printed.
package struct PayloadGuard {
  package var options: CheckOptions
  package let policy: TrustPolicy?
  package var isForced: Bool
  /// What makes the message despite errors.
  package var remedy: String

  package init(options: CheckOptions, isForced: Bool, remedy: String = "use --force to ignore them") throws {
    (self.options, self.isForced, self.remedy) = (options, isForced, remedy)
    policy = try options.trustPolicy()
  }

  /// Checks a message.
  ///
  /// - Throws: As ``judge(_:)``.
  package func examine(_ message: RecognizedMessage, channel: MessageCheck.Channel) throws {
    let check = MessageCheck(message, options: options.options(policy: policy, channel: channel))
    try judge(check.diagnostics)
  }

  /// Prints what a check found.
  ///
  /// - Throws: A failure with exit code 1 for errors, unless forced.
  package func judge(_ findings: [Diagnostic]) throws {
    Self.say(findings.filter { $0.severity > .note || $0.rule == .rawPayloadInSymbol })
    if !isForced, findings.contains(where: { $0.severity == .error }) {
      // A policy that nobody named may be the reason.
      let found = options.policy == nil && policy != nil ? " (under the policy '\(TrustPolicy.fileName)')" : ""
      throw CommandFailure("stopped because of these errors\(found); \(remedy)")
    }
  }

  /// Prints each finding with its remedy.
  package static func say(_ findings: [Diagnostic]) {
    for finding in findings {
      Console.current.say(finding.sentence)
    }
  }
}

extension Diagnostic {
  /// The finding with its place and remedy, in one line.
  package var sentence: String {
    "\(severity) \(rule.code)\(pointer.map { " at \($0)" } ?? ""): \(message); \(remedy)"
  }

  /// The JSON pointer to what is wrong, if there is one.
  private var pointer: String? {
    if case .pointer(let pointer) = place, !pointer.isEmpty { pointer } else { nil }
  }
}
