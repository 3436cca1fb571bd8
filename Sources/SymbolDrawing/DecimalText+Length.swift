import TextFormats

extension DecimalText {
  /// Formats a length in a drawing, or a share, with up to seven decimals.
  static func length(_ value: Double) -> String { short(value, decimals: 7) }
}
