import ArgumentParser
import CommandSupport

extension OptionValue {
  /// Parses the value of an option by a library, whose fault completes the sentence.
  init(_ text: String, of option: String, _ parse: (String) throws -> Value) throws {
    do { self.init(text, try parse(text)) } catch { throw ValidationError("\(option) '\(text)': \(error).") }
  }
}

/// The values of `--seed`.
enum SeedOption {
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else { throw ValidationError("it is not a whole number in 0…\(UInt64.max).") }
    return seed
  }
}
