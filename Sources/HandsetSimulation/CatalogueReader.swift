import OutOfBand
import TextFormats

/// Takes the JSON of a catalogue apart; every fault has a pointer.
struct CatalogueReader {
  private(set) var scanners: [Catalogue.Program] = []
  private(set) var browsers: [Catalogue.Program] = []
  private(set) var rules: [Catalogue.Rule] = []
  private(set) var afterwards: [Catalogue.Rule] = []

  /// The attributes of a case and their values; `nil` for names that the catalogue itself defines.
  static let attributes: [String: Set<String>?] = [
    "entry": ["scan", "tap", "javascript", "iframe", "blank", "push"], "scanner": nil, "browser": nil,
    "os": ["android", "ios"], "message": ["payload", "json", "link", "uri", "opaque", "web", "other"],
    "app": ["installed", "missing"], "verified": ["yes", "no"], "google": ["yes", "no"], "userinfo": ["yes", "no"],
    "operation": ["yes", "no"],
    "redeem": ["registration", "other"], "page": ["same-domain", "other-domain"],
    "end": ["success", "error", "cancel"],
    "callback": ["opens", "not-installed", "not-allowed", "absent"],
  ]

  /// The attributes that rules on what happens afterwards may ask for; the others belong to verdicts.
  static let attributesAfterwards: Set<String> = ["os", "end", "callback"]

  init(_ json: [UInt8]) throws(CatalogueFault) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: json) } catch { throw CatalogueFault(pointer: "", reason: "\(error)") }
    guard let members = document.value.members else { throw CatalogueFault(pointer: "", reason: "no object") }
    for member in members {
      let pointer = "/" + member.name
      guard ["scanners", "browsers", "rules", "afterwards"].contains(member.name) else {
        throw CatalogueFault(pointer: pointer, reason: "unknown; there are scanners, browsers, rules and afterwards")
      }
      guard let elements = member.value.elements else { throw CatalogueFault(pointer: pointer, reason: "no array") }
      for (index, element) in elements.enumerated() {
        let place = "\(pointer)/\(index)"
        switch member.name {
        case "scanners": scanners.append(try Self.program(element, place))
        case "browsers": browsers.append(try Self.program(element, place))
        case "rules":
          rules.append(try Self.rule(element, place, result: "verdict", Verdict.Outcome.allCases.map(\.rawValue)))
        default:
          afterwards.append(try Self.rule(element, place, result: "landing", Landing.Place.allCases.map(\.rawValue)))
        }
      }
    }
    for (name, ids) in [
      ("scanners", scanners.map(\.id)), ("browsers", browsers.map(\.id)), ("rules", rules.map(\.id)),
      ("afterwards", afterwards.map(\.id)),
    ] {
      var seen: Set<String> = []
      for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
        throw CatalogueFault(pointer: "/\(name)/\(index)/id", reason: "'\(id)' stands twice")
      }
    }
    rules.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    afterwards.sort { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  /// A misspelt member would be ignored, and change a verdict behind its author's back.
  private static func checkMembers(of value: JSONValue, _ known: [String], _ place: String) throws(CatalogueFault) {
    guard let members = value.members else { throw CatalogueFault(pointer: place, reason: "no object") }
    if let unknown = members.first(where: { !known.contains($0.name) }) {
      throw CatalogueFault(
        pointer: "\(place)/\(unknown.name)", reason: "unknown; there are \(known.joined(separator: ", "))")
    }
  }

  private static func program(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> Catalogue.Program {
    try checkMembers(of: value, ["id", "name", "os", "source"], place)
    let system = try text(value, "os", place)
    guard system == "any" || Handset.OperatingSystem(rawValue: system) != nil else {
      throw CatalogueFault(pointer: place + "/os", reason: "'\(system)' is not android, ios or any")
    }
    return Catalogue.Program(
      id: try text(value, "id", place), name: try text(value, "name", place),
      system: Handset.OperatingSystem(rawValue: system), sources: try texts(value, "source", place))
  }

  private static func rule(
    _ value: JSONValue, _ place: String, result: String, _ results: [String]
  ) throws(CatalogueFault) -> Catalogue.Rule {
    try checkMembers(
      of: value, ["id", "order", "when", result, "steps", "source", "confidence", "instead", "reports"], place)
    let outcome = try text(value, result, place)
    guard results.contains(outcome) else {
      throw CatalogueFault(
        pointer: "\(place)/\(result)", reason: "'\(outcome)' is none of \(results.joined(separator: ", "))")
    }
    guard let confidence = Verdict.Confidence(rawValue: try text(value, "confidence", place)), confidence != .none
    else {
      throw CatalogueFault(pointer: place + "/confidence", reason: "none of vendor, code, field and inferred")
    }
    guard case .number(let digits)? = value["order"], let order = Int(digits) else {
      throw CatalogueFault(pointer: place + "/order", reason: "no whole number")
    }
    let sources = try texts(value, "source", place)
    if sources.isEmpty {
      throw CatalogueFault(pointer: place + "/source", reason: "a rule without a source is a guess")
    }
    return Catalogue.Rule(
      id: try text(value, "id", place), order: order, conditions: try conditions(value["when"], place + "/when"),
      versions: try versions(value["when"]?["versions"], place + "/when/versions"), result: outcome,
      steps: try texts(value, "steps", place), sources: sources, confidence: confidence,
      remedy: value["instead"] == nil ? nil : try text(value, "instead", place),
      reports: try reports(value["reports"], place + "/reports"))
  }

  private static func conditions(_ when: JSONValue?, _ place: String) throws(CatalogueFault) -> [String: Set<String>] {
    guard let members = when?.members else { throw CatalogueFault(pointer: place, reason: "no object") }
    let isAfterwards = place.hasPrefix("/afterwards")
    var conditions: [String: Set<String>] = [:]
    for member in members where member.name != "versions" {
      let pointer = "\(place)/\(member.name)"
      let belongs = isAfterwards == attributesAfterwards.contains(member.name) || member.name == "os"
      guard belongs, let allowed = attributes[member.name] else {
        throw CatalogueFault(
          pointer: pointer,
          reason: "unknown; conditions are \(attributes.keys.sorted().joined(separator: ", ")), versions")
      }
      let values = (member.value.elements ?? []).compactMap(\.text)
      guard !values.isEmpty, values.count == member.value.elements?.count else {
        throw CatalogueFault(pointer: pointer, reason: "no array of strings with at least one")
      }
      if let allowed, let wrong = values.first(where: { !allowed.contains($0) }) {
        throw CatalogueFault(
          pointer: pointer, reason: "'\(wrong)' is none of \(allowed.sorted().joined(separator: ", "))")
      }
      conditions[member.name] = Set(values)
    }
    return conditions
  }

  private static func versions(_ value: JSONValue?, _ place: String) throws(CatalogueFault) -> ClosedRange<Int> {
    guard let value else { return 0...Int.max }
    try checkMembers(of: value, ["min", "max"], place)
    func number(_ name: String, _ fallback: Int) throws(CatalogueFault) -> Int {
      guard let member = value[name] else { return fallback }
      guard case .number(let digits) = member, let number = Int(digits) else {
        throw CatalogueFault(pointer: "\(place)/\(name)", reason: "no whole number")
      }
      return number
    }
    let (low, high) = (try number("min", 0), try number("max", Int.max))
    guard value.members != nil, low <= high else {
      throw CatalogueFault(pointer: place, reason: "no range of min and max")
    }
    return low...high
  }

  private static func reports(_ value: JSONValue?, _ place: String) throws(CatalogueFault) -> [Verdict.Report] {
    var reports: [Verdict.Report] = []
    for (index, element) in (value?.elements ?? []).enumerated() {
      guard let outcome = Verdict.Outcome(rawValue: try text(element, "outcome", "\(place)/\(index)")) else {
        throw CatalogueFault(pointer: "\(place)/\(index)/outcome", reason: "no verdict")
      }
      reports.append(
        Verdict.Report(
          outcome: outcome, what: try text(element, "what", "\(place)/\(index)"),
          source: try text(element, "source", "\(place)/\(index)")))
    }
    return reports
  }

  private static func text(_ value: JSONValue, _ name: String, _ place: String) throws(CatalogueFault) -> String {
    guard let text = value[name]?.text, !text.isEmpty else {
      throw CatalogueFault(pointer: "\(place)/\(name)", reason: "no string with characters")
    }
    try checkPrintable(text, "\(place)/\(name)")
    return text
  }

  private static func texts(_ value: JSONValue, _ name: String, _ place: String) throws(CatalogueFault) -> [String] {
    guard let elements = value[name]?.elements, elements.allSatisfy({ $0.text != nil }) else {
      throw CatalogueFault(pointer: "\(place)/\(name)", reason: "no array of strings")
    }
    let texts = elements.compactMap(\.text)
    for text in texts { try checkPrintable(text, "\(place)/\(name)") }
    return texts
  }

  /// Texts go to terminals as they are.
  private static func checkPrintable(_ text: String, _ place: String) throws(CatalogueFault) {
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw CatalogueFault(pointer: place, reason: "a control character")
    }
  }
}
