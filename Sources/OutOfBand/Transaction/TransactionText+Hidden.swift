import TextFormats

/// Characters that make a text look like another one: what the user sees is what they sign.
extension TransactionText {
  /// Controls of the direction of text (Unicode, UAX #9, section 2). The marks LRM, RLM and ALM are not here: Arabic and Hebrew
  /// texts need them, and they have no text of their own to reorder.
  static let directions: [UInt32: String] = [
    0x202A: "left-to-right embedding", 0x202B: "right-to-left embedding", 0x202C: "end of an embedding or override",
    0x202D: "left-to-right override", 0x202E: "right-to-left override", 0x2066: "left-to-right isolate",
    0x2067: "right-to-left isolate", 0x2068: "first strong isolate", 0x2069: "end of an isolate",
  ]

  /// The scalars of the shown text that are not seen, or that change its order: each once, and at most twenty.
  var hiddenScalars: [Unicode.Scalar] {
    var found: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in shown.unicodeScalars {
      defer { previous = scalar }
      guard PrintableText.isHidden(scalar), !Self.isOrthographic(scalar, after: previous), !found.contains(scalar)
      else {
        continue
      }
      found.append(scalar)
      if found.count == 20 { break }
    }
    return found
  }

  /// Whether a scalar belongs to the spelling of what is before it: line ends, tabs and marks of direction, and joiners and
  /// selectors that follow a character above ASCII, as in Persian words and emoji.
  private static func isOrthographic(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x200E, 0x200F, 0x061C: true
    case 0x200C, 0x200D: previous.map { !$0.isASCII } ?? false
    case 0xFE0E, 0xFE0F: previous.map { !$0.isASCII || $0.properties.isEmoji } ?? false
    // The flags of parts of countries.
    case 0xE0020...0xE007F: previous.map { $0.value == 0x1F3F4 || 0xE0020...0xE007E ~= $0.value } ?? false
    default: false
    }
  }
}
