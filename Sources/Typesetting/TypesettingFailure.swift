import TextFormats

/// The reason why text cannot be typeset.
public enum TypesettingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Pango, cairo or zlib cannot be opened, or failed.
  case failed(reason: String)
  /// No installed font family has this name.
  case unknownFont(String, installed: [String])
  /// Nothing of a caption but its ellipsis fits at `size` points; `largest` points do, if any.
  case captionDoesNotFit(size: Double, largest: Int?)
  /// No installed font has these characters of a caption.
  case unknownCharacters(String)
  /// The words of a frame do not fit.
  case wordsDoNotFit(reason: String)

  public var description: String {
    switch self {
    case .failed(let reason): "cannot typeset: \(reason)"
    case .unknownFont(let font, let installed):
      "no installed font is called '\(font)'; "
        + (installed.isEmpty
          ? "install one (Debian: fonts-dejavu-core)"
          : "the installed ones are " + installed.prefix(12).joined(separator: ", ")
            + (installed.count > 12 ? " and \(installed.count - 12) more ('fc-list : family' lists all)" : ""))
    case .captionDoesNotFit(let size, let largest):
      "no part of the caption fits at \(DecimalText.short(size, decimals: 1)) points; "
        + (largest.map { "give --font-size \($0), or use a larger label" }
          ?? "use a larger label or a shorter caption")
    case .unknownCharacters(let characters):
      "no installed font has \(CaptionFindings.names(of: characters)) of the caption; install one that does, or change the caption"
    case .wordsDoNotFit(let reason): reason
    }
  }
}
