/// The reason why a label cannot be written in a printer language.
public enum PrinterLanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A symbol that the printer draws cannot have this many dots per module; the range is 1…`limit`.
  case moduleSize(Int, limit: Int)
  /// A side of the label has more than `limit` dots.
  case labelTooLarge(width: Int, height: Int, limit: Int)
  /// The label has more than `limit` dots, width × height.
  case tooManyDots(width: Int, height: Int, limit: Int)
  /// The message with its escapes has more than `limit` bytes, the most in a ZPL field.
  case messageTooLong(bytes: Int, limit: Int)
  /// The message is not ASCII; ESC/POS cannot mark bytes as not being Shift JIS.
  case notASCII
  /// The caption of an ESC/POS receipt in the printer's font is not printable ASCII.
  case captionNotASCII

  public var description: String { sentence(PrintParameter.inWords) }
}

extension PrinterLanguageError: ParameterNaming {
  package func sentence(_ name: PrintParameter.Names) -> String {
    switch self {
    case .moduleSize(let dots, let limit):
      "the printer's own symbols have modules of 1…\(limit) dots, not \(dots); leave out \(name(.native)) "
        + "or give \(name(.moduleDots))"
    case .labelTooLarge(let width, let height, let limit):
      "a label of \(width) × \(height) dots has a side above \(limit) dots, the limit of ZPL"
    case .tooManyDots(let width, let height, let limit):
      "a label of \(width) × \(height) dots is above the limit of \(limit); use a lower \(name(.resolution)) or a smaller label"
    case .messageTooLong(let bytes, let limit):
      "\(bytes) bytes with escapes are more than \(limit), the most in a printer's field; leave out \(name(.native))"
    case .notASCII:
      "an ESC/POS printer may read bytes above 127 as Shift JIS when it draws the symbol; leave out \(name(.native))"
    case .captionNotASCII:
      "the caption is not ASCII, and not every ESC/POS printer can print more; leave out \(name(.native))"
    }
  }
}
