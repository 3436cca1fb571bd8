public import OutOfBand
import Typesetting

/// A row as a symbol laid out on a label, with the results of check and trial.
public struct PreparedSymbol: Sendable {
  public var row: PrintRow
  public var printed: PrintedSymbol
  public var layout: LabelLayout
  public var preflight: Preflight.Result
  /// The print grade to expect: that of the first symbol of the run with the same version and dots; `nil` before it is known.
  public var prediction: Preflight.Prediction?
  /// Warnings and errors of the check.
  public var findings: [Diagnostic]
  /// The whole token, compared between rows, and shown shortened.
  package var token: Secret?

  /// The reason not to print it; `nil` if there is none.
  public var objection: Objection?

  /// The reason why a row should not, or cannot, be printed.
  public struct Objection: Error, Hashable, Sendable {
    /// The line of the row, from 1; 0 for a message that is not from a list.
    public var line: Int
    public var reason: String
    /// What the list has in the fields of a row that cannot be read.
    package var fields: [String]?
    /// Whether the symbol is too small or does not scan; otherwise its message is refused.
    public var isIllegible = false
  }
}
