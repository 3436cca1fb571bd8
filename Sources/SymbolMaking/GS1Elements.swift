package import TextFormats

/// The elements of a message in GS1 format: application identifiers (AI), each with its data (GS1 General Specifications, 3.2 and 7.8).
package struct GS1Elements: CustomStringConvertible {
  private var elements: [(identifier: String, data: String)] = []

  /// - Throws: `Fault` for a message that readers of GS1 data would refuse.
  package init(_ message: [UInt8]) throws(Fault) {
    var rest = String(decoding: message, as: UTF8.self)[...]
    if rest.hasPrefix("(") { throw Fault(Self.parentheses(rest)) }
    while !rest.isEmpty {
      guard let length = Self.identifierLength(rest), rest.prefix(length).allSatisfy(\.isWholeNumber) else {
        throw Fault("'\(rest.prefix(4))' is no GS1 application identifier")
      }
      let identifier = String(rest.prefix(length))
      rest.removeFirst(length)
      let end = rest.firstIndex(of: Self.separator) ?? rest.endIndex
      let data: Substring
      if let fixed = Self.fixedLength(identifier) {
        data = rest[..<end].prefix(fixed)
        guard data.count == fixed, data.allSatisfy(\.isWholeNumber) else {
          throw Fault("the GS1 element (\(identifier)) needs \(fixed) digits, and has '\(data)'")
        }
      } else {
        data = rest[..<end]
        guard !data.isEmpty else { throw Fault("the GS1 element (\(identifier)) has no data") }
      }
      if Self.hasCheckDigit(identifier), let digit = Self.checkDigit(data.dropLast()), data.last != digit {
        throw Fault("the check digit of the GS1 element (\(identifier)) is wrong: '\(data)' has to end with \(digit)")
      }
      elements.append((identifier, String(data)))
      rest = rest[data.endIndex...]
      if rest.first == Self.separator { rest.removeFirst() }
    }
  }

  /// As people read it, as in `(01)04012345678901(10)ABC123`.
  package var description: String { elements.map { "(\($0.identifier))\($0.data)" }.joined() }

  /// What FNC1 becomes after an element of variable length.
  private static let separator: Character = "\u{1D}"

  private static func parentheses(_ text: Substring) -> String {
    let bare = text.replacing("(", with: "").replacing(")", with: "")
    return
      "GS1 parentheses are printed for people and not encoded: give '\(bare)', with byte 1D behind each element of variable length "
      + "that is not the last"
  }

  /// The digits of the identifier with which a text begins, by its first two; `nil` where there is none.
  private static func identifierLength(_ text: Substring) -> Int? {
    switch text.prefix(2) {
    case "00", "01", "02", "03", "10", "11", "12", "13", "15", "16", "17", "20", "21", "22", "30", "37": 2
    case "90", "91", "92", "93", "94", "95", "96", "97", "98", "99": 2
    case "23", "24", "25", "40", "41", "42", "71": 3
    case "31", "32", "33", "34", "35", "36", "39", "43", "70", "72", "80", "81", "82": 4
    default: nil
    }
  }

  /// The digits of the data, where their number is fixed and no separator follows (GS1 General Specifications, 7.8.5).
  private static func fixedLength(_ identifier: String) -> Int? {
    switch identifier.prefix(2) {
    case "00": 18
    case "01", "02", "03": 14
    case "11", "12", "13", "15", "16", "17", "31", "32", "33", "34", "35", "36": 6
    case "20": 2
    case "41": 13
    default: nil
    }
  }

  private static func hasCheckDigit(_ identifier: String) -> Bool {
    ["00", "01", "02", "03"].contains(identifier) || identifier.hasPrefix("41")
  }

  /// The digit that makes the sum a multiple of ten, with weights 3 and 1 from the right (GS1 General Specifications, 7.9).
  private static func checkDigit(_ digits: Substring) -> Character? {
    let sum = digits.reversed().enumerated().reduce(0) {
      $0 + ($1.offset.isMultiple(of: 2) ? 3 : 1) * ($1.element.wholeNumberValue ?? 0)
    }
    return "\((10 - sum % 10) % 10)".first
  }
}
