import TextFormats

/// The source of a row's caption: a template with columns, or the column `caption`.
///
/// In both, `\n` begins a new line. Where a list has no columns of these names, `{line}` is the line of the row, `{token}` its shortened token, `{date}`
/// the day of printing, and `{date+30d}` thirty days later.
public struct RowCaption: Hashable, Sendable {
  public var template: CaptionTemplate?
  /// The day of printing; `nil` leaves `{date}` empty.
  public var day: CalendarDay?

  public init(template: CaptionTemplate? = nil, day: CalendarDay? = nil) { (self.template, self.day) = (template, day) }

  /// The columns that a list must have.
  public var columns: [String] { (template?.columns ?? []).filter { !Self.isKnown($0) } }

  /// Whether the caption uses a name, of a column or not.
  public func uses(_ name: String) -> Bool { template?.columns.contains(name) ?? false }

  /// Fills in the caption of a row.
  ///
  /// - Parameters:
  ///   - fields: The columns of the row.
  ///   - line: The line of the row in its list; `nil` for a single message.
  ///   - token: The shortened token.
  /// - Returns: Of a long text the first 500 characters and an ellipsis; `nil` for an empty caption.
  public func caption(of fields: [String: String], line: Int? = nil, token: String? = nil) -> String? {
    // A column that is empty leaves no empty line at the ends.
    let text =
      template?.filled { name in
        switch name {
        case _ where fields[name] != nil: fields[name]
        case "line": line.map { "\($0)" }
        case "token": token
        default: Self.days(name).flatMap { days in day?.adding(days).description }
        }
      }.trimmingWhitespace ?? fields["caption"]?.replacing("\\n", with: "\n") ?? ""
    if text.isEmpty { return nil }
    return text.count <= Self.mostCharacters ? text : text.prefix(Self.mostCharacters) + "…"
  }

  /// No label shows more; fitting a caption takes time quadratic in its length.
  private static let mostCharacters = 500

  /// A hint at what the name of a missing column may have meant; empty if nothing is close.
  public static func hint(for name: String) -> String {
    name.hasPrefix("date") ? "; for another day, write {date+30d} or {date-1d}" : ""
  }

  private static func isKnown(_ name: String) -> Bool { ["line", "token"].contains(name) || days(name) != nil }

  /// Returns the days from the day of printing to the one that `date`, `date+30d` or `date-1d` names.
  private static func days(_ name: String) -> Int? {
    // Compiling the pattern takes time, and this is called for each row.
    guard name.hasPrefix("date"), let match = name.wholeMatch(of: /date(?:([+-])([0-9]{1,5})d)?/) else { return nil }
    let days = match.2.flatMap { Int($0) } ?? 0
    return match.1 == "-" ? -days : days
  }
}
