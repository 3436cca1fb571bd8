extension [ClosedRange<Int>] {
  /// Adds a number above all others: to the last range if it follows that, or else as a range of its own.
  package mutating func append(_ number: Int) {
    if let last, last.upperBound + 1 == number {
      self[count - 1] = last.lowerBound...number
    } else {
      append(number...number)
    }
  }
}

extension ClosedRange<Int> {
  /// Writes `7`, or `7–9` with a dash between.
  package func text(_ dash: String = "–") -> String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound)\(dash)\(upperBound)"
  }
}
