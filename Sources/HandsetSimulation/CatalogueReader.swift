import OutOfBand

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
    "page": ["same-domain", "other-domain"], "end": ["success", "error", "cancel"],
    "callback": ["opens", "not-installed", "not-allowed", "absent"],
  ]

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
    rules.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    afterwards.sort { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  private static func program(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> Catalogue.Program {
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
      steps: try texts(value, "steps", place), sources: sources, confidence: confidence, remedy: value["instead"]?.text,
      reports: try reports(value["reports"], place + "/reports"))
  }

  private static func conditions(_ when: JSONValue?, _ place: String) throws(CatalogueFault) -> [String: Set<String>] {
    guard let members = when?.members else { throw CatalogueFault(pointer: place, reason: "no object") }
    var conditions: [String: Set<String>] = [:]
    for member in members where member.name != "versions" {
      let pointer = "\(place)/\(member.name)"
      guard let allowed = attributes[member.name] else {
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
    return text
  }

  private static func texts(_ value: JSONValue, _ name: String, _ place: String) throws(CatalogueFault) -> [String] {
    guard let elements = value[name]?.elements, elements.allSatisfy({ $0.text != nil }) else {
      throw CatalogueFault(pointer: "\(place)/\(name)", reason: "no array of strings")
    }
    return elements.compactMap(\.text)
  }
}
