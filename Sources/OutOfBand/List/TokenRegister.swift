/// The one-time tokens of the rows of a list, which must all be different: the second use of one is refused
/// (`TokenAlreadyRedeemed`, SDK API reference).
///
/// Tokens are kept as hashes, so that long lists take little memory and no secret is held.
package struct TokenRegister {
  private var lines: [Int: Int] = [:]

  package init() {}

  /// Registers the token of a row.
  ///
  /// - Returns: The line of an earlier row with the same token, if there is one.
  package mutating func line(ofEarlierUse token: Secret, on line: Int) -> Int? {
    let key = token.hashValue
    if let earlier = lines[key] { return earlier }
    lines[key] = line
    return nil
  }

  /// The finding about a row whose token an earlier row has.
  package static func finding(earlier line: Int) -> Diagnostic {
    Diagnostic(
      .repeatedToken, "the one-time token is that of line \(line), and only one of the two can be redeemed",
      at: .pointer("/nma_data/token"))
  }

  /// The reason to refuse a row.
  package static func sentence(earlier line: Int) -> String {
    let finding = finding(earlier: line)
    return "\(finding.rule.code): \(finding.message); dispatch once for each row"
  }
}
