package import OutOfBand

/// A check of a new message before it is used: errors stop the command, warnings are printed.
package struct PayloadGuard {
  package var options: CheckOptions
  package var isForced: Bool
  /// The file of the payload, for the policy beside it.
  package var source: String?
  /// What makes the message despite errors.
  package var remedy: String

  package init(
    options: CheckOptions, isForced: Bool, source: String? = nil, remedy: String = "use --force to ignore them"
  ) {
    (self.options, self.isForced, self.source, self.remedy) = (options, isForced, source, remedy)
  }

  /// Checks a message.
  ///
  /// - Throws: As ``judge(_:under:)``.
  package func examine(_ message: RecognizedMessage, channel: MessageCheck.Channel) throws {
    let policy = try options.policy(beside: source)
    let check = MessageCheck(message, options: options.options(policy: policy, channel: channel))
    try judge(check.diagnostics, under: policy)
  }

  /// Prints what a check found.
  ///
  /// - Throws: A failure with exit code 1 for errors, unless forced.
  package func judge(_ findings: [Diagnostic], under policy: TrustPolicy?) throws {
    Self.say(findings.filter { $0.severity > .note || $0.rule == .rawPayloadInSymbol })
    if !isForced, findings.contains(where: { $0.severity == .error }) {
      // A policy that nobody named may be the reason.
      let found = options.namedPolicy == nil && policy != nil ? source.map(TrustPolicy.name(beside:)) : nil
      throw CommandFailure(
        "stopped because of these errors" + (found.map { " (under the policy '\($0)')" } ?? "") + "; \(remedy)")
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
