extension StringProtocol {
  /// The text without white space at both ends.
  package var trimmingWhitespace: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
