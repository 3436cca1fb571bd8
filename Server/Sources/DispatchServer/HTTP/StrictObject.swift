import HTTPTypes
import TextFormats

/// A JSON object whose members are all expected, each once and of the right type.
struct StrictObject {
  private let members: [JSONValue.Member]

  /// The longest text of a member, in characters.
  static let textLimit = 2000

  /// Parses a body.
  ///
  /// - Throws: ``Refusal`` with status 400 that says where the body is not JSON, or which member is wrong.
  init(parsing bytes: [UInt8], allowing names: [String]) throws(Refusal) {
    let document: JSONDocument
    do throws(SyntaxError) { document = try JSONDocument(parsing: bytes) } catch {
      throw Refusal(.badRequest, "the body is not JSON: \(error)", "send a JSON object")
    }
    if let duplicate = document.duplicates.first {
      throw Refusal(.badRequest, "\(PrintableText.of(duplicate)) appears twice", "write each member once")
    }
    let list = names.joined(separator: ", ")
    guard let members = document.value.members else {
      throw Refusal(.badRequest, "the body is not a JSON object", "send an object with \(list)")
    }
    guard members.allSatisfy({ names.contains($0.name) }) else {
      throw Refusal(.badRequest, "the body has a member that is not expected", "send no more than \(list)")
    }
    self.members = members
  }

  private func value(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  func has(_ name: String) -> Bool { value(name) != nil }

  /// A text of 1…2000 characters.
  func text(_ name: String) throws(Refusal) -> String {
    guard let text = try optionalText(name) else {
      throw Refusal(.badRequest, "'\(name)' is missing", "send \"\(name)\" as a string")
    }
    return text
  }

  func optionalText(_ name: String) throws(Refusal) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.text, 1...Self.textLimit ~= text.count else {
      throw Refusal(
        .badRequest, "'\(name)' is not a string of 1…\(Self.textLimit) characters", "send such a string")
    }
    return text
  }

  /// A boolean; `false` if it is missing.
  func flag(_ name: String) throws(Refusal) -> Bool {
    switch value(name) {
    case nil: return false
    case .boolean(let value)?: return value
    default: throw Refusal(.badRequest, "'\(name)' is not a boolean", "send true or false")
    }
  }

  func whole(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(Refusal) -> Int {
    guard let value = value(name) else { return fallback }
    // JSON Schema counts 5.0 as a whole number.
    guard case .number(let digits) = value, let number = Double(digits).flatMap(Int.init(exactly:)),
      range.contains(number)
    else {
      throw Refusal(
        .badRequest, "'\(name)' is not a whole number in \(range.lowerBound)…\(range.upperBound)", "send such a number")
    }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(Refusal) -> Double? {
    guard let value = value(name) else { return nil }
    guard case .number(let digits) = value, let number = Double(digits), range.contains(number) else {
      throw Refusal(
        .badRequest, "'\(name)' is not a number in \(range.lowerBound)…\(range.upperBound)", "send such a number")
    }
    return number
  }
}
