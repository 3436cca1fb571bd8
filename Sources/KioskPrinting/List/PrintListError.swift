public import OutOfBand

/// The reason why a row of a print list, or the whole list, cannot be printed.
public enum PrintListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row has no message.
  case row(MessageListError)
  /// The number of copies, without secrets, is not in the range.
  case copiesOutOfRange(line: Int, String)
  /// The header lacks a column that captions use; it has those listed.
  case columnMissing(String, columns: String)
  /// The row lacks a column that captions use.
  case valueMissing(line: Int, column: String)
  /// The caption contains a NUL.
  case captionWithNUL(line: Int)
  /// The label cannot be written in the printer's language.
  case unprintable(line: Int, PrinterLanguageError)

  /// The line in the list, from 1.
  public var line: Int {
    switch self {
    case .row(let error): error.line
    case .columnMissing: 1
    case .copiesOutOfRange(let line, _), .valueMissing(let line, _), .captionWithNUL(let line),
      .unprintable(let line, _):
      line
    }
  }

  public var description: String { sentence(PrintParameter.inWords) }
}

extension PrintListError: ParameterNaming {
  package func sentence(_ name: PrintParameter.Names) -> String { "line \(line): \(reason(name))" }

  /// The sentence without the line.
  package func reason(_ name: PrintParameter.Names) -> String {
    switch self {
    case .row(let error): error.reason
    case .copiesOutOfRange(_, let copies): "copies '\(copies)' is not in 1…10000"
    case .columnMissing(let column, let columns):
      "\(name(.caption)) uses a column '\(column)', which the header lacks; its columns are \(columns)"
        + RowCaption.hint(for: column)
    case .valueMissing(_, let column): "\(name(.caption)) uses '\(column)', which the row lacks"
    case .captionWithNUL: "the caption contains a NUL"
    case .unprintable(_, let error): error.sentence(name)
    }
  }
}
