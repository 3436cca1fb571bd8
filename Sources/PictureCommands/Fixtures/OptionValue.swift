import ArgumentParser

/// The value of an option with the text that it was parsed from, for what repeats the text.
struct OptionValue<Value: Sendable>: Sendable, CustomStringConvertible {
  let text: String
  let value: Value

  /// Parses the value by a library, whose fault completes the sentence.
  init(_ text: String, of option: String, _ parse: (String) throws -> Value) throws {
    do { (self.text, value) = (text, try parse(text)) } catch {
      throw ValidationError("\(option) '\(text)': \(error).")
    }
  }

  var description: String { text }
}

/// The values of `--seed`.
enum SeedOption {
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else { throw ValidationError("it is not a whole number in 0…\(UInt64.max).") }
    return seed
  }
}
