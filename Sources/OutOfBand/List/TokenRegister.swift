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
  package mutating func line(ofEarlierUse token: String, on line: Int) -> Int? {
    let key = token.hashValue
    if let earlier = lines[key] { return earlier }
    lines[key] = line
    return nil
  }

  /// The reason to refuse a row.
  package static func sentence(earlier line: Int) -> String {
    "the one-time token is that of line \(line), and only one of the two can be redeemed; dispatch one for each"
  }
}
