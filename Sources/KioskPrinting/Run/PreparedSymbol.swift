public import OutOfBand

/// A row that has become a symbol on a label, tried and found good or bad.
public struct PreparedSymbol: Sendable {
  public var row: PrintRow
  public var printed: PrintedSymbol
  public var layout: LabelLayout
  public var preflight: Preflight.Result
  /// Warnings and errors that the check found.
  public var findings: [Diagnostic]
  /// The token, shortened.
  public var token: String?

  /// Why it should not be printed; `nil` when nothing speaks against it.
  public var objection: Objection?

  /// Why a row should not, or cannot, be printed.
  public struct Objection: Error, Hashable, Sendable {
    /// Of the row, from 1; 0 for a message that is not from a list.
    public var line: Int
    public var reason: String
    /// Whether the symbol is too small or does not scan, rather than its message being refused.
    public var isIllegible = false
    /// Whether the caller may print it all the same.
    public var isForcible = false

    public init(line: Int, reason: String, isIllegible: Bool = false, isForcible: Bool = false) {
      (self.line, self.reason, self.isIllegible, self.isForcible) = (line, reason, isIllegible, isForcible)
    }
  }
}
