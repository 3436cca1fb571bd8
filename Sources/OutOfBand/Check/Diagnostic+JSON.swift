public import TextFormats

extension Diagnostic {
  /// The finding as `oobqr check --json` prints it.
  public var json: JSONValue {
    [
      "code": .string(rule.code), "severity": .string(severity.rawValue), "place": .string(place.description),
      "text": .string(message), "remedy": .string(remedy), "sources": .strings(rule.sources),
      "documents": .array(rule.documents.map(\.json)),
    ]
  }

  /// Reads a finding back from its JSON.
  ///
  /// - Throws: `Fault` when a member is missing, or the code belongs to no rule of this release.
  public init(json: JSONValue) throws(Fault) {
    let code = try json.text("code")
    guard let rule = Rule(code: code) else {
      throw Fault("not a report of a check: the code \(PrintableText.quoted(code)) is unknown")
    }
    guard let severity = Severity(rawValue: try json.text("severity")) else {
      throw Fault("not a report of a check: the severity is not note, warning or error")
    }
    self.init(
      rule, try json.text("text"), at: Place(parsing: try json.text("place")), remedy: try json.text("remedy"),
      severity: severity)
  }
}

/// Encoded as ``Diagnostic/json``: the same members as in the output of `oobqr check --json`.
extension Diagnostic: Codable {
  public init(from decoder: any Decoder) throws { try self.init(json: JSONValue(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Diagnostic.Place {
  /// Reads what ``description`` prints.
  init(parsing text: String) {
    let parts = text.split(separator: " (byte ", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[1].hasSuffix(")"), let offset = Int(parts[1].dropLast()) {
      self = .component(parts[0], offset: offset)
    } else {
      let whole = [Self.message, .symbol, .association].first { $0.description == text }
      self = whole ?? .pointer(text == "top level" ? "" : text)
    }
  }
}

extension Diagnostic.Rule {
  /// The documents that ``sources`` cite, as far as they are known.
  public var documents: [SourceDocument] { sources.compactMap(SourceDocument.init(citation:)).uniqued }
}

extension SourceDocument {
  /// The document as diagnostics list it: `key` and `title`, and `version`, `site` and `url` when they are known.
  public var json: JSONValue {
    let members: JSONValue = [
      "key": .string(key), "title": .string(title), "version": .optional(version), "site": .optional(site),
      "url": .optional(url),
    ]
    return members.withoutNulls
  }
}

extension JSONValue {
  /// The text of a member that has to be there.
  func text(_ name: String) throws(Fault) -> String {
    guard let text = self[name]?.text else { throw Fault("not a report of a check: there is no text '\(name)'") }
    return text
  }
}
