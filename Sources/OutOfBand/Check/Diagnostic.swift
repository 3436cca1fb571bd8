/// A finding about a message: what is wrong or notable, where, and what to do about it.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The rule that was broken; its code is stable.
  public let rule: Rule
  /// The rule's severity, or another one where the circumstances of the message call for it.
  public let severity: Severity
  /// What was found, with the offending piece. Tokens are shortened.
  public let message: String
  /// Where.
  public let place: Place
  /// What to do, for this message.
  public let remedy: String

  public init(_ rule: Rule, _ message: String, at place: Place, remedy: String? = nil, severity: Severity? = nil) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    self.place = place
    self.remedy = remedy ?? rule.fix
  }

  /// One line: `OOB203 error at /nma_data/redeem_url: …`.
  public var description: String { "\(rule.code) \(severity) at \(place): \(message)" }

  /// How serious a finding is.
  public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    /// For information.
    case note
    /// Works for some, or is risky.
    case warning
    /// Does not work, or must not be used.
    case error

    public var description: String { rawValue }

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Where a finding is.
  public enum Place: Hashable, Sendable, CustomStringConvertible {
    /// The message as a whole.
    case message
    /// The symbol in a picture.
    case symbol
    /// The association files of the link's domain and the app.
    case association
    /// A member of the payload, as a JSON pointer (RFC 6901).
    case pointer(String)
    /// A part of a link, with the offset of its first byte.
    case component(String, offset: Int)

    /// Whether it is the scheme of a link.
    var isScheme: Bool { if case .component("scheme", _) = self { true } else { false } }

    public var description: String {
      switch self {
      case .message: "message"
      case .symbol: "symbol"
      case .association: "association files"
      case .pointer(let pointer): pointer.isEmpty ? "top level" : pointer
      case .component(let name, let offset): "\(name) (byte \(offset))"
      }
    }
  }

  /// What a diagnostic is an instance of.
  public struct Rule: Hashable, Sendable {
    /// `OOB101`, …: stable across releases.
    public let code: String
    public let severity: Severity
    /// A few words.
    public let title: String
    /// What it means and why it matters.
    public let meaning: String
    /// The general remedy.
    public let fix: String
    /// Keys of the documents and standards it rests on.
    public let sources: [String]
    /// An input that triggers it.
    public let example: Example

    init(
      _ code: String, _ severity: Severity, _ title: String, _ meaning: String, fix: String, sources: [String],
      example: Example
    ) {
      (self.code, self.severity, self.title, self.meaning) = (code, severity, title, meaning)
      (self.fix, self.sources, self.example) = (fix, sources, example)
    }
  }

  /// An input and the circumstances under which it triggers a rule.
  public struct Example: Hashable, Sendable, ExpressibleByStringInterpolation {
    public let options: MessageCheck.Options
    private let text: String
    /// Replaces the NUL in the text. Inputs of a megabyte are built only when they are needed.
    private let filling: Filling?

    /// A character that is repeated.
    struct Filling: Hashable, Sendable {
      var character: Unicode.Scalar
      var count: Int
    }

    init(
      _ text: String, _ options: MessageCheck.Options = MessageCheck.Options(), filledWith filling: Filling? = nil
    ) {
      (self.text, self.options, self.filling) = (text, options, filling)
    }

    public init(stringLiteral text: String) { self.init(text) }

    public var input: String {
      guard let filling else { return text }
      return text.replacing("\0", with: String(repeating: Character(filling.character), count: filling.count))
    }
  }
}

extension [Diagnostic] {
  /// Adds a finding, unless there are twenty of its rule: a file may have a hundred thousand.
  mutating func add(
    _ rule: Diagnostic.Rule, _ message: String, at place: Diagnostic.Place, remedy: @autoclosure () -> String? = nil,
    severity: Diagnostic.Severity? = nil
  ) {
    if count(where: { $0.rule.code == rule.code }) >= 20 { return }
    append(Diagnostic(rule, message, at: place, remedy: remedy(), severity: severity))
  }

  /// Adds a finding about a part of a link or a file.
  mutating func add(
    _ rule: Diagnostic.Rule, _ message: String, _ component: String, _ offset: Int,
    remedy: @autoclosure () -> String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    add(rule, message, at: .component(component, offset: offset), remedy: remedy(), severity: severity)
  }
}
