/// What is wrong with an input of a print, as a sentence with the options of `oobqr print` that help.
public enum PrintFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// No symbol holds the message.
  case message(String)
  /// The stock is unknown, or its labels do not fit on its pages.
  case stock(String)
  /// The text is not a template for captions.
  case captionTemplate(String)
  /// The label cannot be written in the printer's language.
  case label(String)
  /// The texts or the colours of a poster cannot be used.
  case poster(String)
  /// The texts of a poster leave too little room for its symbol.
  case posterSymbol(String)
  /// The page has no room for a calibration.
  case calibration(String)
  /// The photograph or the file gives no profile of a printer.
  case profile(String)

  public var description: String {
    switch self {
    case .message(let sentence), .stock(let sentence), .captionTemplate(let sentence), .label(let sentence),
      .poster(let sentence), .posterSymbol(let sentence), .calibration(let sentence), .profile(let sentence):
      sentence
    }
  }
}

extension PrintFault {
  /// Checks the dots per module of a symbol that the printer draws.
  static func checkModule(_ dots: Int, most: Int) throws(PrintFault) {
    guard 1...most ~= dots else {
      throw .label(
        "the printer's own symbols have modules of 1…\(most) dots, not \(dots); leave out --native or give "
          + "--module-dots")
    }
  }
}
