import TextFormats

extension DecimalText {
  /// Formats millimetres with up to one decimal.
  static func millimetres(_ value: Double) -> String { "\(short(value, decimals: 1)) mm" }
}
