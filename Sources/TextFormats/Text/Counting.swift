extension Int {
  /// The number with a noun, as in `1 case` and `2 cases`.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
