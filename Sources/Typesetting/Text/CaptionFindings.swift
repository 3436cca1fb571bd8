/// What happened to a caption when it was typeset.
public struct CaptionFindings: Hashable, Sendable {
  /// Whether the caption ends in an ellipsis, because it exceeds its lines.
  public var isCut = false
  /// The largest whole number of points at which a cut caption fits; `nil` if it does not even fit at 4 points, or is
  /// not known.
  public var largestSize: Int?
  /// The characters that no installed font has, each once; for captions that a printer sets in a font of its own, the
  /// characters that this font may lack.
  public var unknownCharacters = ""

  public init(isCut: Bool = false, unknownCharacters: String = "") {
    (self.isCut, self.unknownCharacters) = (isCut, unknownCharacters)
  }
}
