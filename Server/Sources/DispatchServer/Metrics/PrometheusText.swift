/// Prometheus's text format, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
enum PrometheusText {
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// A name of which every letter is allowed: others become underscores.
  static func name(_ text: String) -> String {
    let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.first?.isNumber ?? true ? "_" + name : name
  }

  /// Labels as they are between braces, in the order of their names; empty for none.
  static func labels(_ labels: [PrometheusRegistry.Label]) -> String {
    labels.sorted { $0.name < $1.name }.map { "\($0.name)=\"\(escaped($0.value).replacing("\"", with: "\\\""))\"" }
      .joined(separator: ",")
  }

  /// A help text on its line.
  static func help(_ text: String) -> String { escaped(text) }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  /// A number; whole ones without a point.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }

  static func line(_ name: String, _ labels: String, _ value: Double) -> String {
    "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number(value))\n"
  }
}
