public import TextFormats

/// The texts of posters by language: headline, three steps, and the words of the small print.
///
/// ```swift
/// let texts = try PosterTexts.builtIn.replacing(json: bytes)
/// let headline = try texts.language("de").headline(for: "authentication")  // "Mit dem Handy anmelden"
/// ```
/// A file that replaces texts has the same members as the built-in one, ``builtInJSON``; members that it leaves out stay.
public struct PosterTexts: Hashable, Sendable {
  private var value: JSONValue

  /// The texts that are built in.
  public static let builtIn: PosterTexts = {
    guard let value = try? JSONDocument(parsing: builtInJSON).value else {
      preconditionFailure("the built-in texts are JSON")
    }
    return PosterTexts(value: value)
  }()

  /// The JSON of the built-in texts.
  public static var builtInJSON: [UInt8] { PackageResources.texts_json }

  private init(value: JSONValue) { self.value = value }

  /// Returns the texts with some of them replaced, or languages added.
  ///
  /// - Parameter json: An object with a member for each language, like ``builtInJSON``.
  /// - Throws: ``PosterError/textsNotJSON(_:)`` or ``PosterError/malformedTexts(reason:)``.
  public func replacing(json: [UInt8]) throws(PosterError) -> PosterTexts {
    let other: JSONValue
    do { other = try JSONDocument.object(parsing: json) } catch { throw PosterError(error) }
    guard let languages = other.members, languages.allSatisfy({ $0.value.members != nil }) else {
      throw .malformedTexts(reason: Self.expected)
    }
    try Self.check(other)
    return PosterTexts(value: Self.merged(value, other))
  }

  fileprivate static let expected = "expected an object that has one object per language"

  /// Refuses members that no poster uses, and members of another type than the built-in ones.
  private static func check(_ texts: JSONValue) throws(PosterError) {
    guard let model = builtIn.value.members?.first?.value else { return }
    for language in texts.members ?? [] {
      for member in language.value.members ?? [] {
        try check(
          member.value, named: member.name, model[member.name],
          at: JSONDocument.pointer(JSONDocument.pointer("", to: language.name), to: member.name))
      }
      if let address = language.value["address"]?.text, !address.contains("{url}") {
        throw PosterError(
          at: JSONDocument.pointer("", to: language.name) + "/address", "has no {url}, where the address goes")
      }
    }
  }

  private static func check(
    _ value: JSONValue, named name: String, _ model: JSONValue?, at pointer: String
  ) throws(PosterError) {
    if name == "right_to_left" {
      if case .boolean = value { return }
      throw PosterError(at: pointer, "is not true or false")
    }
    guard let model else {
      throw PosterError(at: pointer, "is not a poster text; 'oobqr print texts' prints all that are")
    }
    // One headline, or three steps, may stand for all operations and ways.
    if name == "headline", value.text != nil { return }
    if name == "steps" || model.elements != nil, let list = value.elements {
      guard list.allSatisfy({ $0.text != nil }) else { throw PosterError(at: pointer, "is not a list of texts") }
      return
    }
    if model.members != nil {
      guard let own = value.members else { throw PosterError(at: pointer, "is not an object of texts") }
      for member in own {
        try check(
          member.value, named: member.name, model[member.name], at: JSONDocument.pointer(pointer, to: member.name))
      }
      return
    }
    if model.text != nil, value.text == nil { throw PosterError(at: pointer, "is not a text") }
  }

  private static func merged(_ a: JSONValue, _ b: JSONValue) -> JSONValue {
    guard var members = a.members, let others = b.members else { return b }
    for other in others {
      if let index = members.firstIndex(where: { $0.name == other.name }) {
        members[index].value = merged(members[index].value, other.value)
      } else {
        members.append(other)
      }
    }
    return .object(members)
  }

  /// The languages that there are.
  public var languages: [String] { value.members?.map(\.name) ?? [] }

  /// The texts of some languages as JSON.
  public func json(of languages: [String]) -> JSONValue {
    .object((value.members ?? []).filter { languages.contains($0.name) })
  }

  /// Returns the texts of a language.
  ///
  /// - Throws: ``PosterError``.
  public func language(_ code: String) throws(PosterError) -> Language {
    guard let value = value[code] else { throw .unknownLanguage(code, known: languages) }
    return Language(code: code, value: value)
  }

  /// The texts of one language.
  public struct Language: Hashable, Sendable {
    public let code: String
    private let value: JSONValue

    fileprivate init(code: String, value: JSONValue) { (self.code, self.value) = (code, value) }

    /// Whether lines run from right to left.
    public var isRightToLeft: Bool { value["right_to_left"] == .boolean(true) }

    /// The most characters of a text: no poster has room for more.
    private static let mostCharacters = 300

    private func text(_ path: String...) throws(PosterError) -> String {
      var value = value
      for name in path {
        guard let next = value[name] else { throw .missingText(language: code, path: path.joined(separator: "/")) }
        value = next
      }
      guard let text = value.text, !text.isEmpty else {
        throw .missingText(language: code, path: path.joined(separator: "/"))
      }
      guard text.count <= Self.mostCharacters, !text.utf8.contains(0) else {
        throw .malformedTexts(
          reason: "\(code)/\(path.joined(separator: "/")) has more than \(Self.mostCharacters) characters, or a NUL")
      }
      return text
    }

    /// The language's name for itself.
    public func name() throws(PosterError) -> String { try text("name") }

    /// Returns the headline for an operation.
    ///
    /// - Parameter operation: `authentication`, `registration` or `other`; another operation has the headline of
    ///   `other`. A language may have one headline for all.
    public func headline(for operation: String) throws(PosterError) -> String {
      if value["headline"]?.text != nil { return try text("headline") }
      return value["headline"]?[operation] == nil ? try text("headline", "other") : try text("headline", operation)
    }

    /// Returns the three steps.
    public func steps(for way: Way) throws(PosterError) -> [String] {
      let list = value["steps"]?.elements ?? value["steps"]?[way.rawValue]?.elements
      let steps = list?.compactMap(\.text).filter { !$0.isEmpty } ?? []
      guard steps.count == 3, list?.count == 3 else {
        throw .missingText(language: code, path: "steps/\(way.rawValue) (three texts)")
      }
      guard steps.allSatisfy({ $0.count <= Self.mostCharacters && !$0.utf8.contains(0) }) else {
        throw .malformedTexts(
          reason: "\(code)/steps has a text of more than \(Self.mostCharacters) characters, or with a NUL")
      }
      return steps
    }

    /// Returns the line with the address for those who cannot scan.
    public func address(_ url: String) throws(PosterError) -> String {
      try text("address").replacing("{url}", with: url)
    }

    /// Returns the small print: a sentence for each group of phones.
    ///
    /// - Parameters:
    ///   - answers: What the phones do.
    ///   - needsApp: Whether the sentences hold with the app installed.
    public func smallPrint(_ answers: [Answer], needsApp: Bool) throws(PosterError) -> String {
      var sentences: [String] = needsApp ? [try text("installed")] : []
      for answer in answers {
        var deed = try text("deeds", answer.outcome)
        if !answer.isSure { deed = try text("presumably").replacing("{deed}", with: deed) }
        if answer.helpsInApp { deed = try text("instead").replacing("{deed}", with: deed) }
        var phones: [String] = []
        for group in answer.phones { phones.append(try name(of: group)) }
        sentences.append(
          try text("answer").replacing("{phones}", with: phones.joined(separator: try text("list")))
            .replacing("{deed}", with: deed))
      }
      return sentences.joined(separator: " ")
    }

    private func name(of phones: Answer.Phones) throws(PosterError) -> String {
      let pattern =
        phones.isNewest ? "newer" : phones.versions.count == 1 ? "one" : "range"
      return try text(pattern).replacing("{system}", with: phones.system)
        .replacing("{first}", with: "\(phones.versions.lowerBound)")
        .replacing("{last}", with: "\(phones.versions.upperBound)")
    }
  }

  /// How most people get to the app.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// The phone's camera hands the message to the app.
    case camera
    /// Only the app's own scanner takes the message.
    case app
    /// The message is not for the app.
    case other
  }

  /// What the camera of some phones does with the message.
  public struct Answer: Hashable, Sendable {
    /// Versions of one system.
    public struct Phones: Hashable, Sendable {
      public var system: String
      public var versions: ClosedRange<Int>
      /// Whether the last of them is the newest that is known; later ones are answered like it.
      public var isNewest: Bool

      public init(system: String, versions: ClosedRange<Int>, isNewest: Bool) {
        (self.system, self.versions, self.isNewest) = (system, versions, isNewest)
      }
    }

    public var phones: [Phones]
    /// A name among the `deeds` of a language, such as `opens-app`.
    public var outcome: String
    /// Whether somebody saw it or says so; otherwise it is inferred.
    public var isSure: Bool
    /// Whether the app's own scanner takes what the camera does not.
    public var helpsInApp: Bool

    public init(phones: [Phones], outcome: String, isSure: Bool, helpsInApp: Bool) {
      (self.phones, self.outcome, self.isSure, self.helpsInApp) = (phones, outcome, isSure, helpsInApp)
    }
  }
}

extension PosterError {
  /// - Parameter pointer: A JSON pointer, which is written without its first slash.
  fileprivate init(at pointer: String, _ clause: String) {
    self = .malformedTexts(reason: "\(pointer.dropFirst()) \(clause)")
  }

  fileprivate init(_ fault: JSONObjectFault) {
    self =
      switch fault.kind {
      case .notJSON(let error): .textsNotJSON(error)
      case .notAnObject, .unknownMember: .malformedTexts(reason: PosterTexts.expected)
      case .duplicateMember: PosterError(at: fault.pointer, fault.reason)
      }
  }
}
