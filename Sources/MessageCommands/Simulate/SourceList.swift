import ArgumentParser
import Glibc
import HandsetSimulation
import OutOfBand

/// The sources of a catalogue's rules, with their dates.
struct SourceList {
  private let rules: [Catalogue.Rule]

  init(_ catalogue: Catalogue) { rules = catalogue.rules + catalogue.afterwards }

  /// Each citation once, with its document and the rules that rest on it.
  var text: String {
    var users: [String: [String]] = [:]
    for rule in rules {
      for source in rule.sources { users[source, default: []].append(rule.id) }
    }
    return users.sorted { $0.key < $1.key }.map { citation, rules in
      let document = SourceDocument(citation: citation)
      let address = document?.url ?? document?.site
      let title = document.map { ": \($0.title)\($0.version.map { ", \($0)" } ?? "")" } ?? ""
      return "\(citation)\(title)\(address.map { ", \($0)" } ?? "")\n  \(rules.joined(separator: ", "))\n"
    }.joined()
  }

  /// The rules without a source as new as that, those without any date last.
  func text(ofRulesOlderThan age: Age) -> String {
    let oldest = Age.thisMonth - age.months
    let dated = rules.map { (rule: $0, date: $0.sources.compactMap(Self.month).max()) }
    func lines(_ rules: [Catalogue.Rule]) -> String {
      rules.map { "  \($0.id): \($0.result) [\($0.sources.joined(separator: "; "))]\n" }.joined()
    }
    let old = dated.filter { $0.date.map { $0 < oldest } ?? false }.sorted { ($0.date ?? 0) < ($1.date ?? 0) }
    let undated = dated.filter { $0.date == nil }
    return "\(old.count) of \(rules.count) rules have no source since \(Self.words(oldest)), the oldest first:\n"
      + lines(old.map(\.rule)) + "\(undated.count) rest on documents and code without a date:\n"
      + lines(undated.map(\.rule))
  }

  /// The date in a citation's brackets, as in `(2024-08)` or `(39e3b0f, 2025-09)`, in months; a year alone counts as its December.
  private static func month(_ citation: String) -> Int? {
    citation.matches(of: #/[( ,](20[0-9]{2})(?:-([0-9]{2}))?(?=[),]| to|$)/#).compactMap { match in
      Int(match.1).map { 12 * $0 + (match.2.flatMap { Int($0) } ?? 12) - 1 }
    }.max()
  }

  private static func words(_ month: Int) -> String {
    let number = month % 12 + 1
    return "\(month / 12)-\(number < 10 ? "0" : "")\(number)"
  }
}

/// An age, such as `24m` or `2y`.
struct Age {
  let months: Int

  init(parsing text: String) throws {
    guard let match = text.wholeMatch(of: #/([0-9]{1,3})([my])/#), let number = Int(match.1), number > 0 else {
      throw ValidationError("'\(text)' is not an age; write months or years, as in 24m or 2y")
    }
    months = match.2 == "y" ? 12 * number : number
  }

  /// The present month of UTC, counted from the year 0.
  static var thisMonth: Int {
    var (now, parts) = unsafe (time(nil), tm())
    unsafe gmtime_r(&now, &parts)
    return unsafe 12 * (Int(parts.tm_year) + 1900) + Int(parts.tm_mon)
  }
}
