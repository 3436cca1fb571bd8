import TextFormats

/// A language of the pages, with all their texts.
struct PageTexts: Sendable {
  /// As in `lang` (BCP 47).
  let language: String
  let isRightToLeft: Bool
  private let texts: [String: String]

  private init(_ language: String, _ json: [UInt8], isRightToLeft: Bool = false) {
    guard let members = try? JSONDocument(parsing: json).value.members else {
      preconditionFailure("the texts of '\(language)' are a JSON object")
    }
    self.language = language
    self.isRightToLeft = isRightToLeft
    texts = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.text ?? "") })
  }

  /// In the order of their links; the first is for those who ask for none of them.
  static let all = [
    PageTexts("en", PackageResources.en_json), PageTexts("de", PackageResources.de_json),
    PageTexts("fr", PackageResources.fr_json), PageTexts("ar", PackageResources.ar_json, isRightToLeft: true),
  ]

  /// Returns the language that a browser asks for first among those there are (RFC 9110, 12.5.4).
  ///
  /// - Parameter accepted: An `Accept-Language` header, such as `de-CH, en;q=0.5`.
  static func preferred(_ accepted: String) -> PageTexts {
    let ranges = accepted.lowercased().split(separator: ",").prefix(20).enumerated().compactMap { index, range in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      return parts.first.map { (name: $0.split(separator: "-").first ?? "", weight: weight, index: index) }
    }
    let sorted = ranges.filter { $0.weight > 0 }.sorted { ($1.weight, $0.index) < ($0.weight, $1.index) }
    for range in sorted { if let texts = all.first(where: { $0.language == range.name }) { return texts } }
    return all[0]
  }

  /// The names of its texts.
  var names: Set<String> { Set(texts.keys) }

  subscript(name: String) -> String {
    guard let text = texts[name] else { preconditionFailure("there is a text '\(name)' in '\(language)'") }
    return text
  }

  /// A text with its places filled.
  func text(_ name: String, _ places: [String: String]) -> String {
    places.reduce(self[name]) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
