public import PictureDamage

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
/// | `message=app-*`, `message!=app-*` | pictures of messages with, or without, such a name: all frames of an approach, and all levels |
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

  /// - Throws: ``FixtureSelectionError``.
  public init(parsing text: String) throws(FixtureSelectionError) {
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) { terms.append(try Self.term(part)) }
    self.terms = terms
  }

  private static func term(_ text: Substring) throws(FixtureSelectionError) -> Term {
    let name = text.prefix { $0.isLetter }
    let rest = text.dropFirst(name.count)
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      throw .notATerm(String(text))
    }
    let value = String(rest.dropFirst(comparison.rawValue.count))
    guard !value.isEmpty else { throw .notATerm(String(text)) }
    switch name {
    case "strength":
      guard let number = Double(value), number.isFinite else { throw .notANumber(String(text)) }
      return .strength(comparison, number)
    case "kind", "message":
      guard comparison == .equal || comparison == .not else { throw .notATerm(String(text)) }
      if name == "message" { return .message(value, isWanted: comparison == .equal) }
      guard kinds.contains(where: { matches($0, value) }) else { throw .unknownKind(value) }
      return .kind(value, isWanted: comparison == .equal)
    default: throw .notATerm(String(text))
    }
  }

  static var kinds: [String] { ["clean", "scene", "negative"] + Damage.Kind.allCases.map(\.rawValue) }

  /// Returns whether all terms hold for a picture.
  ///
  /// - Parameters:
  ///   - message: The name of its message.
  ///   - damages: With or without explicit options.
  ///   - content: `scene` for several symbols, `negative` for none.
  public func contains(message: String, damages: [Damage], content: String? = nil) -> Bool {
    contains(names: [message], damages: damages, content: content)
  }

  /// - Parameter names: Those of the picture, and of the message without what frames and levels add to it.
  private func contains(names: [String], damages: [Damage], content: String?) -> Bool {
    var wantsDamage = false
    for term in terms {
      switch term {
      case .kind(let pattern, isWanted: false):
        if Self.kinds(of: damages, content).contains(where: { Self.matches($0, pattern) }) { return false }
      case .message(let pattern, let isWanted):
        if names.contains(where: { Self.matches($0, pattern) }) != isWanted { return false }
      case .kind(_, isWanted: true), .strength: wantsDamage = true
      }
    }
    if !wantsDamage { return true }
    // The kind and the strength are of the same damage.
    if let content, isWanted(kind: content, strength: nil) { return true }
    if damages.isEmpty { return content == nil && isWanted(kind: "clean", strength: nil) }
    return damages.contains { damage in
      isWanted(kind: damage.kind.rawValue, strength: damage.kind.model.range == nil ? nil : damage.strength)
    }
  }

  /// Returns whether all terms hold for a listed picture.
  public func contains(_ entry: Manifest.Entry) -> Bool {
    contains(names: entry.selectedNames, damages: entry.damages, content: entry.content)
  }

  /// Returns whether all terms hold for a fixture.
  public func contains(_ fixture: Fixture) -> Bool {
    contains(names: fixture.selectedNames, damages: fixture.damages, content: fixture.content.folder)
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

  private static func kinds(of damages: [Damage], _ content: String?) -> [String] {
    if let content { return [content] + damages.map(\.kind.rawValue) }
    return damages.isEmpty ? ["clean"] : damages.map(\.kind.rawValue)
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

/// The reason why a text is not a selection.
public enum FixtureSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A term is not one of kind, strength or message with a comparison.
  case notATerm(String)
  /// A strength is compared with something else.
  case notANumber(String)
  /// No kind of damage has this name, or this form.
  case unknownKind(String)

  public var description: String {
    switch self {
    case .notATerm(let text):
      "'\(text)' is not a term; write kind=glare, strength>=0.5 or message=app-*, joined by commas"
    case .notANumber(let text): "'\(text)' compares with something that is not a number; write strength>=0.5"
    case .unknownKind(let name):
      "no kind of damage is called '\(name)'; the kinds are \(FixtureSelection.kinds.joined(separator: ", "))"
    }
  }
}
