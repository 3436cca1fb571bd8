import ArgumentParser
import TextFormats

/// A number on the command line with its limits, whose refusal is a sentence of its own: `--scale 0 is not in 1…1000.`
///
/// ```swift
/// @Option(help: "Pixels for each module, 1…1000; default 8.", transform: Bounded("--scale", 1...1000).parse)
/// var scale = 8
/// ```
package struct Bounded<Number: BoundedNumber>: Sendable {
  /// The option's name, with its dashes.
  package let option: String
  let limits: ClosedRange<Number>
  /// A unit, or why there is such a limit; empty if the number needs none.
  package let unit: String

  package init(_ option: String, _ limits: ClosedRange<Number>, _ unit: String = "") {
    (self.option, self.limits, self.unit) = (option, limits, unit)
  }

  @Sendable package func parse(_ text: String) throws -> Number {
    if let number = Number(text), limits.contains(number) { return number }
    // Digits that no `Int` holds are a number, too.
    let isNumber = Number(text) != nil || !text.isEmpty && text.allSatisfy(\.isNumber)
    let fault = isNumber ? "\(text) is not in" : "'\(text)' is not \(Number.kind) in"
    let (low, high) = (limits.lowerBound.written, limits.upperBound.written)
    throw ValidationError("\(option) \(fault) \(low)…\(high)\(unit.isEmpty || unit.hasPrefix(":") ? "" : " ")\(unit).")
  }
}

/// A number as it is written on the command line.
package protocol BoundedNumber: Comparable, LosslessStringConvertible, Sendable {
  /// In an error: `a number`.
  static var kind: String { get }
  var written: String { get }
}

extension Int: BoundedNumber {
  package static let kind = "a whole number"
  package var written: String { "\(self)" }
}

extension Double: BoundedNumber {
  package static let kind = "a number"
  package var written: String { DecimalText.exact(self) }
}
