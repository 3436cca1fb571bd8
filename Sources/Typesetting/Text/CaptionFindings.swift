import TextFormats

/// What happened to a caption when it was typeset.
public struct CaptionFindings: Hashable, Sendable {
  /// Whether the caption ends in an ellipsis, because it exceeds its lines.
  public var isCut = false
  /// Whether a word is broken, because it is wider than the space for the caption.
  public var isBroken = false
  /// The largest whole number of points at which a cut caption fits; `nil` if it does not even fit at 4 points, or is
  /// not known.
  public var largestSize: Int?
  /// The fewest lines in which a cut caption fits where it is; `nil` if it does not fit in any number, or is not known.
  public var leastLines: Int?
  /// The characters that no installed font has, each once; for captions that a printer sets in a font of its own, the
  /// characters that this font may lack.
  public var unknownCharacters = ""

  public init(isCut: Bool = false, unknownCharacters: String = "") {
    (self.isCut, self.unknownCharacters) = (isCut, unknownCharacters)
  }

  /// Names characters, also for readers whose fonts lack them, as in `'Ж' (U+0416)`: each once, and at most twenty.
  public static func names(of characters: String) -> String {
    var seen: Set<Character> = []
    let each = characters.filter { seen.insert($0).inserted }
    let names = each.prefix(20).map { character in
      let codes = character.unicodeScalars.map {
        "U+" + HexadecimalText.padded(Int($0.value), to: 4, isUpperCase: true)
      }
      return "'\(character)' (\(codes.joined(separator: " ")))"
    }
    return names.joined(separator: ", ") + (each.count > 20 ? " and \(each.count - 20) more" : "")
  }
}
