import TextFormats

/// A day of the Gregorian calendar, without a time zone.
///
/// ```swift
/// let day = CalendarDay(parsing: "2026-01-31")
/// day?.adding(30).description  // "2026-03-02"
/// ```
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  private let number: Int

  /// - Parameter number: Days since 1970-01-01, up to 200,000 before or after.
  public init(daysSince1970 number: Int) {
    precondition(abs(number) <= 200_000, "the year has four digits")
    self.number = number
  }

  /// Reads a date such as `2026-01-31`, of the years 1900 to 2199; a time after it is ignored.
  ///
  /// - Returns: `nil` for other texts, and for days that do not exist.
  public init?(parsing text: String) {
    guard let match = text.prefixMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), 1900...2199 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    self.init(daysSince1970: Self.number(year, month, day))
    if parts != (year, month, day) { return nil }
  }

  public func adding(_ days: Int) -> CalendarDay { CalendarDay(daysSince1970: number + days) }

  /// Counts years from March, so that a leap day is the last day of its year.
  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let days = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return years * 365 + years / 4 - years / 100 + years / 400 + days - 719_468
  }

  private var parts: (year: Int, month: Int, day: Int) {
    // The year is at most one too large.
    var year = (number + 719_468) / 365 + 1
    while Self.number(year, 1, 1) > number { year -= 1 }
    var month = 12
    while Self.number(year, month, 1) > number { month -= 1 }
    return (year, month, number - Self.number(year, month, 1) + 1)
  }

  /// `2026-01-31`.
  public var description: String {
    let (year, month, day) = parts
    return "\(year)-\(DecimalText.padded(month, to: 2))-\(DecimalText.padded(day, to: 2))"
  }
}
