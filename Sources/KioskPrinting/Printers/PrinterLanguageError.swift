/// Why a printer's own symbols cannot do what was asked; dots sent as a picture can.
public enum PrinterLanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  case moduleSize(Int, limit: Int)
  /// Sides in dots.
  case labelTooLarge(width: Int, height: Int, limit: Int)
  /// Sides in dots; the limit is on their product.
  case tooManyDots(width: Int, height: Int, limit: Int)
  case messageTooLong(bytes: Int, limit: Int)
  /// ESC/POS has no way to say that bytes are not Shift JIS.
  case notASCII
  case captionNotASCII

  public var description: String {
    switch self {
    case .moduleSize(let dots, let limit):
      "the printer's own symbols have modules of 1…\(limit) dots, not \(dots); leave out --native, or give --module-dots"
    case .labelTooLarge(let width, let height, let limit):
      "a label of \(width) × \(height) dots has a side of more than \(limit), the most that ZPL has"
    case .tooManyDots(let width, let height, let limit):
      "a label of \(width) × \(height) dots is above the limit of \(limit); use a lower --dpi or a smaller label"
    case .messageTooLong(let bytes, let limit):
      "\(bytes) bytes with escapes are more than the \(limit) of a printer's field; leave out --native"
    case .notASCII:
      "an ESC/POS printer may take bytes above 127 for Shift JIS when it makes the symbol; leave out --native"
    case .captionNotASCII: "the caption is not ASCII, which is all that every ESC/POS printer sets; leave out --native"
    }
  }
}
