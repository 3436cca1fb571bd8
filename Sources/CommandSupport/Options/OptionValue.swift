/// The value of an option with the text that it was parsed from, for what repeats the text.
package struct OptionValue<Value: Sendable>: Sendable, CustomStringConvertible {
  package let text: String
  package let value: Value

  package init(_ text: String, _ value: Value) { (self.text, self.value) = (text, value) }

  package var description: String { text }
}
