import ArgumentParser
import OutOfBand

/// Explains why the value of an option is invalid, where the parser only says that it is.
enum InvalidValue {
  /// The parser's sentence about an error, and the reason why a value is invalid or what it was meant to be.
  ///
  /// - Parameter arguments: The command line.
  static func sentence(about error: any Error, in arguments: [String]) -> String {
    // The parser lists the values of an option on lines of their own.
    let said = OOBQR.message(for: error).replacing(#/:\n +- /#, with: ": ").replacing(#/\n +- /#, with: ", ")
    guard let match = said.wholeMatch(of: #/(The value '(.*?)' is invalid for '[^']*')(.*)/#.dotMatchesNewlines())
    else {
      return said
    }
    let (start, value, rest) = (String(match.1), String(match.2), match.3)
    // An option may name itself in its own sentence.
    if rest.hasPrefix(": --") { return String(rest.dropFirst(2)) }
    let values = values(in: String(rest))
    if let meant = Spelling.nearest(to: value, among: values, least: 4) { return "\(start); did you mean '\(meant)'?" }
    if !rest.isEmpty { return said }
    return limit(exceededBy: value, in: arguments)
      ?? "\(start): \(reason(value, range(in: OOBQR.fullMessage(for: error))))"
  }

  /// The values that the parser lists, as in `. Please provide one of 'text' and 'json'.`
  private static func values(in text: String) -> [String] {
    guard text.hasPrefix(". Please provide one of ") else { return [] }
    if let list = text.wholeMatch(of: #/.*the following: (.*?)\.?/#) {
      return list.1.split(separator: ", ").map(String.init)
    }
    return text.matches(of: #/'([^']*)'/#).map { String($0.1) }
  }

  /// The sentence of the command about a whole number that is too large even to be compared with its limit: what the command
  /// says about the largest number that can be. `nil` for any other value.
  private static func limit(exceededBy value: String, in arguments: [String]) -> String? {
    guard isTooLarge(value) else { return nil }
    let largest = "\(Int.max)"
    let changed = arguments.map { argument in
      argument == value
        ? largest : argument.hasSuffix("=\(value)") ? String(argument.dropLast(value.count)) + largest : argument
    }
    do { _ = try OOBQR.parseAsRoot(changed) } catch {
      let said = OOBQR.message(for: error)
      if said.hasPrefix("--"), said.contains(" \(largest) ") { return said.replacing(largest, with: value) }
    }
    return nil
  }

  /// Whether a text is a whole number in digits that no `Int` holds.
  private static func isTooLarge(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } && Int(value) == nil
  }

  /// Why a text is not the number that it should be: all other values have a list or a sentence of their own.
  private static func reason(_ value: String, _ range: (text: Substring, bounds: ClosedRange<Double>)?) -> String {
    guard let number = Double(value) else { return "it is not a number" + (range.map { " in \($0.text)" } ?? "") }
    if let range, !range.bounds.contains(number) { return "it is not in \(range.text)" }
    if isTooLarge(value) { return "it is more than \(Int.max)" }
    return number == number.rounded() ? "it is not written in digits alone" : "it is not a whole number"
  }

  /// The range that the help of an option states, as in `Help:  --distance <mm>  Scanning distance …, 10…10000.`
  private static func range(in message: String) -> (text: Substring, bounds: ClosedRange<Double>)? {
    guard let help = message.split(separator: "\n").first(where: { $0.hasPrefix("Help:") }),
      let match = help.firstMatch(of: #/([0-9.]*[0-9])…([0-9]+)/#), let first = Double(match.1),
      let last = Double(match.2),
      first <= last
    else { return nil }
    return (match.0, first...last)
  }
}
