public import TextFormats

/// The texts of posters by language: headline, three steps, and the words of the small print.
///
/// ```swift
/// let texts = try PosterTexts.builtIn.replacing(json: bytes)
/// let words = try Poster.Words(texts, in: "de", operation: "authentication", way: .camera)
/// let headline = words.headline  // "Mit dem Handy anmelden"
/// ```
/// A file that replaces texts has the same members as the built-in one (``json(of:)``); members that it leaves out stay.
public struct PosterTexts: Hashable, Sendable {
  private var value: JSONValue

  /// The texts that are built in.
  public static let builtIn: PosterTexts = {
    guard let value = try? JSONDocument(parsing: PackageResources.texts_json).value else {
      preconditionFailure("the built-in texts are JSON")
    }
    return PosterTexts(value: value)
  }()

  private init(value: JSONValue) { self.value = value }

  /// Returns the texts with some of them replaced, or languages added.
  ///
  /// - Parameter json: An object with a member for each language, like the built-in texts.
  /// - Throws: ``PrintFault``.
  public func replacing(json: [UInt8]) throws(PrintFault) -> PosterTexts {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: json) } catch { throw Self.unusable("\(error)") }
    if let twice = document.duplicates.first {
      throw Self.unusable("\(PrintableText.of(twice).dropFirst()) appears twice")
    }
    guard let others = document.value.members, others.allSatisfy({ $0.value.members != nil }) else {
      throw Self.unusable("expected an object that has one object per language")
    }
    for language in others {
      let pointer = JSONDocument.pointer("", to: language.name)
      try Self.check(language.value, language.name, like: Self.builtIn.value["en"], at: pointer)
      if let address = language.value["address"]?.text, !address.contains("{url}") {
        throw Self.unusable("\(pointer.dropFirst())/address has no {url}, where the address goes")
      }
    }
    return PosterTexts(value: Self.merged(value, document.value))
  }

  private static func unusable(_ reason: String) -> PrintFault { PrintFault("the texts cannot be used: \(reason)") }

  /// The most characters of a text: no poster has room for more.
  private static let mostCharacters = 300

  /// Refuses members that no poster uses, and members of another type than the built-in ones.
  private static func check(
    _ value: JSONValue, _ name: String, like model: JSONValue?, at pointer: String
  ) throws(PrintFault) {
    func fault(_ clause: String) -> PrintFault { unusable("\(pointer.dropFirst()) \(clause)") }
    // Only right-to-left languages have this member, so the English texts do not.
    guard let model = name == "right_to_left" ? JSONValue.boolean(true) : model else {
      throw fault("is not a poster text; 'oobqr print texts' prints all that are")
    }
    // One headline, or three steps, may stand for all operations and ways.
    let isForAll = name == "headline" && value.text != nil || name == "steps" && value.elements != nil
    switch (isForAll ? value : model, value) {
    case (.object, .object(let members)):
      for member in members {
        try check(
          member.value, member.name, like: model[member.name], at: JSONDocument.pointer(pointer, to: member.name))
      }
    case (.array, .array) where (value.elements ?? []).allSatisfy({ $0.text != nil }): break
    case (.string, .string), (.boolean, .boolean): break
    case (.object, _): throw fault("is not an object of texts")
    case (.array, _): throw fault("is not a list of texts")
    case (.boolean, _): throw fault("is not true or false")
    case (_, _): throw fault("is not a text")
    }
    if (value.elements ?? [value]).contains(where: { $0.text?.count ?? 0 > mostCharacters }) {
      throw fault("has a text of more than \(mostCharacters) characters")
    }
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

  /// Returns the texts of some languages as JSON.
  ///
  /// - Throws: ``PrintFault`` if there are none in a language.
  public func json(of languages: [String]) throws(PrintFault) -> JSONValue {
    for code in languages { _ = try texts(in: code) }
    return .object((value.members ?? []).filter { languages.contains($0.name) })
  }

  fileprivate func texts(in code: String) throws(PrintFault) -> JSONValue {
    guard let texts = value[code] else {
      throw PrintFault(
        "there are no texts in '\(code)', only in \(languages.joined(separator: ", ")); add them with --texts")
    }
    return texts
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

extension Poster.Words {
  /// Takes the texts in a language.
  ///
  /// - Parameters:
  ///   - texts: The texts in all languages.
  ///   - code: The language.
  ///   - operation: `authentication`, `registration` or `other`; another operation has the headline of `other`.
  ///   - way: Which steps.
  ///   - address: For those who cannot scan.
  ///   - answers: What phones do with the message.
  /// - Throws: ``PrintFault`` if a text is missing.
  public init(
    _ texts: PosterTexts, in code: String, operation: String, way: PosterTexts.Way, address: String? = nil,
    answers: [PosterTexts.Answer] = []
  ) throws(PrintFault) {
    let texts = Texts(code: code, value: try texts.texts(in: code))
    language = code
    isRightToLeft = texts.value["right_to_left"] == .boolean(true)
    name = try texts("name")
    let hasOne = texts.value["headline"]?.text != nil
    let hasOwn = texts.value["headline"]?[operation] != nil
    headline = hasOne ? try texts("headline") : try texts("headline", hasOwn ? operation : "other")
    steps = try texts.steps(for: way)
    self.address = try address.map { (url) throws(PrintFault) in try texts("address").replacing("{url}", with: url) }
    smallPrint = try texts.smallPrint(answers, needsApp: way != .other)
  }

  /// The texts of one language.
  private struct Texts {
    let code: String
    let value: JSONValue

    func callAsFunction(_ path: String...) throws(PrintFault) -> String {
      let text = path.reduce(Optional(value)) { $0?[$1] }?.text ?? ""
      if text.isEmpty { throw missing(path.joined(separator: "/")) }
      return text
    }

    private func missing(_ path: String) -> PrintFault {
      PrintFault("the texts in '\(code)' lack \(path); 'oobqr print texts' prints complete ones")
    }

    func steps(for way: PosterTexts.Way) throws(PrintFault) -> [String] {
      let list = value["steps"]?.elements ?? value["steps"]?[way.rawValue]?.elements ?? []
      let steps = list.compactMap(\.text).filter { !$0.isEmpty }
      guard steps.count == 3, list.count == 3 else { throw missing("steps/\(way.rawValue) (three texts)") }
      return steps
    }

    /// A sentence for each group of phones.
    ///
    /// - Parameter needsApp: Whether the sentences hold with the app installed.
    func smallPrint(_ answers: [PosterTexts.Answer], needsApp: Bool) throws(PrintFault) -> String {
      var sentences = needsApp ? [try self("installed")] : []
      for answer in answers {
        var deed = try self("deeds", answer.outcome)
        if !answer.isSure { deed = try self("presumably").replacing("{deed}", with: deed) }
        if answer.helpsInApp { deed = try self("instead").replacing("{deed}", with: deed) }
        var phones: [String] = []
        for group in answer.phones {
          let pattern = group.isNewest ? "newer" : group.versions.count == 1 ? "one" : "range"
          phones.append(
            try self(pattern).replacing("{system}", with: group.system)
              .replacing("{first}", with: "\(group.versions.lowerBound)")
              .replacing("{last}", with: "\(group.versions.upperBound)"))
        }
        sentences.append(
          try self("answer").replacing("{phones}", with: phones.joined(separator: try self("list")))
            .replacing("{deed}", with: deed))
      }
      return sentences.joined(separator: " ")
    }
  }
}
