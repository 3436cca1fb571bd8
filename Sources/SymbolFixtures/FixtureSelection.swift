import PictureDamage
import QRSymbology
import TextFormats

/// A condition on pictures of a set: terms joined by commas, all of which hold.
///
/// ```swift
/// let selection = try FixtureSelection(parsing: "kind=glare,strength>=0.2,message=app-*")
/// let part = FixtureSuite.standard.fixtures().selecting([selection])
/// part.first?.path  // "glare-0.2/app-link.png"
/// ```
///
/// | term | holds for |
/// | --- | --- |
/// | `kind=glare`, `kind!=glare` | pictures with, or without, damage of this kind; those without any damage are `clean`, those of several symbols `scene`, and those without one `negative` |
/// | `strength>=0.5`, also `=` `!=` `<` `<=` `>` | pictures with damage of such a strength, of the kind that is given |
/// | `message=app-*`, `message!=app-*` | pictures of messages with, or without, such a name: all frames of an approach, all variants and all levels |
///
/// In names of kinds and messages, `*` is any text.
public struct FixtureSelection: Hashable, Sendable {
  private enum Comparison: String, Hashable, Sendable, CaseIterable {
    // Longer ones first.
    case atLeast = ">="
    case atMost = "<="
    case not = "!="
    case equal = "="
    case more = ">"
    case less = "<"

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .atLeast: a >= b
      case .atMost: a <= b
      case .not: a != b
      case .equal: a == b
      case .more: a > b
      case .less: a < b
      }
    }
  }

  private enum Term: Hashable, Sendable {
    case kind(String, isWanted: Bool)
    case strength(Comparison, Double)
    case message(String, isWanted: Bool)
  }

  private let terms: [Term]

  /// - Throws: ``FixtureFault``.
  public init(parsing text: String) throws(FixtureFault) {
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) { terms.append(try Self.term(part)) }
    self.terms = terms
  }

  private static func term(_ text: Substring) throws(FixtureFault) -> Term {
    let notATerm = FixtureFault(
      "'\(text)' is not a term; write kind=glare, strength>=0.5 or message=app-*, joined by commas")
    let name = text.prefix { $0.isLetter }
    let rest = text.dropFirst(name.count)
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }),
      case let value = String(rest.dropFirst(comparison.rawValue.count)), !value.isEmpty
    else { throw notATerm }
    if name == "strength" {
      guard let number = Double(value), number.isFinite else {
        throw FixtureFault("'\(text)' compares with something that is not a number; write strength>=0.5")
      }
      return .strength(comparison, number)
    }
    guard ["kind", "message"].contains(name), [.equal, .not].contains(comparison) else { throw notATerm }
    if name == "message" { return .message(value, isWanted: comparison == .equal) }
    let kinds = ["clean", "scene", "negative"] + Damage.Kind.allCases.map(\.rawValue)
    guard kinds.contains(where: { matches($0, value) }) else {
      throw FixtureFault("no kind of damage is called '\(value)'; the kinds are \(kinds.joined(separator: ", "))")
    }
    return .kind(value, isWanted: comparison == .equal)
  }

  /// Returns whether all terms hold for a listed picture.
  public func contains(_ entry: Manifest.Entry) -> Bool {
    let level = QRSymbol.ErrorCorrectionLevel.allCases.first { $0.letter == entry.json["level"]?.text }
    return contains([entry.name, entry.messageName], level, entry.damages, entry.content)
  }

  /// Returns whether all terms hold for a fixture.
  public func contains(_ fixture: Fixture) -> Bool {
    contains([fixture.name, fixture.content.name], fixture.level, fixture.damages, fixture.content.folder)
  }

  /// - Parameters:
  ///   - names: That of the picture, and that of its message.
  ///   - content: `scene` for several symbols, `negative` for none.
  private func contains(
    _ names: [String], _ level: QRSymbol.ErrorCorrectionLevel?, _ damages: [Damage], _ content: String?
  ) -> Bool {
    // Suites add the level to the name of the message.
    let suffix = level.map(FixtureMessage.suffix(at:)) ?? ""
    let names = names + names.suffix(1).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
    let kinds = (content.map { [$0] } ?? (damages.isEmpty ? ["clean"] : [])) + damages.map(\.kind.rawValue)
    var wantsDamage = false
    for term in terms {
      switch term {
      case .kind(let pattern, isWanted: false): if kinds.contains(where: { Self.matches($0, pattern) }) { return false }
      case .message(let pattern, let isWanted):
        if names.contains(where: { Self.matches($0, pattern) }) != isWanted { return false }
      case .kind(_, isWanted: true), .strength: wantsDamage = true
      }
    }
    if !wantsDamage { return true }
    // The kind and the strength are of the same damage.
    let strengths = damages.map { $0.kind.range == nil ? nil : $0.strength }
    let others = Array(repeating: Double?.none, count: kinds.count - damages.count)
    return zip(kinds, others + strengths).contains { isWanted(kind: $0, strength: $1) }
  }

  private func isWanted(kind: String, strength: Double?) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .kind(let pattern, isWanted: true): Self.matches(kind, pattern)
      case .strength(let comparison, let value): strength.map { comparison.holds($0, value) } ?? false
      default: true
      }
    }
  }

  /// Returns whether a name has the form of a pattern, in which `*` is any text.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == pattern }
    guard name.count >= first.count + last.count, name.hasPrefix(first), name.hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
