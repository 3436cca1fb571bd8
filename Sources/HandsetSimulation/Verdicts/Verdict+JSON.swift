public import TextFormats

/// Verdicts as JSON: the same members in `json`, in `Codable` and in what `oobqr simulate --json` prints.
///
/// `sources` and `confidence` follow from the steps; they are written for readers, and not read.
extension Verdict {
  /// The verdict as an object: `verdict`, `as_version`, `steps`, `rule`, `sources`, `confidence`, `remedy` and
  /// `reports`.
  public var json: JSONValue {
    [
      "verdict": .string(outcome.rawValue), "as_version": .optional(assumedVersion),
      "steps": .array(steps.map(\.json)), "rule": .optional(rule), "sources": .strings(sources),
      "confidence": .string(confidence.rawValue), "remedy": .optional(remedy),
      "reports": .array(reports.map(\.json)),
    ]
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Verdict.Step {
  /// The step as an object: `text`, `sources` and `confidence`.
  public var json: JSONValue {
    ["text": .string(text), "sources": .strings(sources), "confidence": .string(confidence.rawValue)]
  }
}

extension Verdict.Report {
  /// The report as an object: `verdict`, `text` and `sources`.
  public var json: JSONValue {
    ["verdict": .string(outcome.rawValue), "text": .string(what), "sources": .strings([source])]
  }
}

extension Afterwards {
  /// What happens afterwards as an object: `place`, `steps`, `rule`, `sources`, `confidence` and `remedy`.
  public var json: JSONValue {
    [
      "place": .string(place.rawValue), "steps": .array(steps.map(\.json)), "rule": .optional(rule),
      "sources": .strings(sources), "confidence": .string(confidence.rawValue), "remedy": .optional(remedy),
    ]
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension VerdictTable.Case: Encodable {
  /// The case as an object: `kind`, `handset`, `program`, `entry`, `private`, `app_installed`, `links_verified` and
  /// `google_services`, then the members of the verdict, and `afterwards` when that was asked for.
  public var json: JSONValue {
    let circumstances: JSONValue = [
      "kind": .string(message.rawValue), "handset": .string("\(handset)"),
      "program": .string(entry.program?.id ?? entry.word), "entry": .string(entry.word),
      "private": .boolean(entry.isPrivate), "app_installed": .boolean(handset.hasApp),
      "links_verified": .boolean(handset.hasVerifiedLinks),
      "google_services": .boolean(handset.hasGoogleServices),
    ]
    return .joining(circumstances, verdict.json, afterwards.map { ["afterwards": $0.json] } ?? [:])
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
