extension StringProtocol {
  /// Splits at an ASCII sign, whatever follows it.
  ///
  /// Swift's own `split` does not see a sign that a combining character follows, with which it is one `Character`; URLs and
  /// the programs that read them know only code points.
  ///
  /// - Parameters:
  ///   - sign: An ASCII character.
  ///   - maxSplits: The most signs that divide.
  package func pieces(at sign: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = true) -> [String] {
    precondition(sign.isASCII, "the sign is one byte")
    return utf8.split(separator: UInt8(sign.value), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names and values of a URL's query, as they are written; a name without `=` has an empty value.
  package var queryPairs: [(name: String, value: String)] {
    pieces(at: "&").map { pair in
      let sides = pair.pieces(at: "=", maxSplits: 1, omittingEmpty: false)
      return (sides[0], sides.count > 1 ? sides[1] : "")
    }
  }
}
