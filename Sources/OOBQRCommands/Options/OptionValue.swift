/// The value of an option with the text that it was parsed from, for what repeats the text.
struct OptionValue<Value: Sendable>: Sendable, CustomStringConvertible {
  let text: String
  let value: Value

  init(_ text: String, _ value: Value) { (self.text, self.value) = (text, value) }

  var description: String { text }
}
