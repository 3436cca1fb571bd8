import TextFormats

/// Takes the JSON of a catalogue apart; every fault has a pointer.
struct CatalogueReader {
  private(set) var scanners: [Catalogue.Program] = []
  private(set) var browsers: [Catalogue.Program] = []
  private(set) var rules: [Catalogue.Rule] = []
  private(set) var afterwards: [Catalogue.Rule] = []
  private(set) var remedies: [Catalogue.Remedy] = []
  private(set) var versions: [Handset.OperatingSystem: ClosedRange<Int>] = [:]

  private typealias Attribute = CaseAttributes.Attribute

  init(_ json: [UInt8]) throws(CatalogueFault) {
    let lists: [JSONValue.Member]
    do {
      lists = try JSONDocument.object(parsing: json).members(
        at: "", known: ["systems", "scanners", "browsers", "rules", "afterwards", "remedies"])
    } catch { throw CatalogueFault(error) }
    for member in lists {
      let pointer = JSONDocument.pointer([member.name])
      guard let elements = member.value.elements else { throw CatalogueFault(pointer: pointer, reason: "not an array") }
      for (index, element) in elements.enumerated() {
        let place = "\(pointer)/\(index)"
        switch member.name {
        case "systems": try addSystem(element, place)
        case "scanners": scanners.append(try Self.program(element, place))
        case "browsers": browsers.append(try Self.program(element, place))
        case "remedies": remedies.append(try Self.remedy(element, place))
        case "rules":
          rules.append(try Self.rule(element, place, result: "verdict", Verdict.Outcome.allCases.map(\.rawValue)))
        default:
          afterwards.append(try Self.rule(element, place, result: "place", Afterwards.Place.allCases.map(\.rawValue)))
        }
      }
    }
    for (name, ids) in [
      ("scanners", scanners.map(\.id)), ("browsers", browsers.map(\.id)), ("rules", rules.map(\.id)),
      ("afterwards", afterwards.map(\.id)), ("remedies", remedies.map(\.id)),
    ] {
      var seen: Set<String> = []
      for (index, id) in ids.enumerated() where !seen.insert(id).inserted {
        throw CatalogueFault(pointer: "/\(name)/\(index)/id", reason: "'\(id)' appears twice")
      }
    }
    rules.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    afterwards.sort { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  /// A misspelled member would be ignored and silently change a verdict.
  private static func checkMembers(of value: JSONValue, _ known: [String], _ place: String) throws(CatalogueFault) {
    do { _ = try value.members(at: place, known: known) } catch { throw CatalogueFault(error) }
  }

  private mutating func addSystem(_ value: JSONValue, _ place: String) throws(CatalogueFault) {
    try Self.checkMembers(of: value, ["id", "oldest", "newest"], place)
    let id = try Self.text(value, "id", place)
    guard let system = Handset.OperatingSystem(rawValue: id) else {
      throw CatalogueFault(pointer: place + "/id", reason: "'\(id)' is not android or ios")
    }
    func number(_ name: String) throws(CatalogueFault) -> Int {
      guard case .number(let digits)? = value[name], let number = Int(digits), 1...99 ~= number else {
        throw CatalogueFault(pointer: "\(place)/\(name)", reason: "not a whole number in 1…99")
      }
      return number
    }
    let (oldest, newest) = (try number("oldest"), try number("newest"))
    guard oldest <= newest else { throw CatalogueFault(pointer: place, reason: "oldest is later than newest") }
    guard versions.updateValue(oldest...newest, forKey: system) == nil else {
      throw CatalogueFault(pointer: place + "/id", reason: "'\(id)' appears twice")
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
    guard case .number(let digits)? = value["order"], let order = Int(digits) else {
      throw CatalogueFault(pointer: place + "/order", reason: "not a whole number")
    }
    return Catalogue.Rule(
      id: try text(value, "id", place), order: order,
      conditions: try conditions(value["when"], place + "/when") {
        place.hasPrefix("/afterwards") ? $0.belongsAfterwards : $0.belongsToVerdicts
      },
      versions: try versions(value["when"]?["versions"], place + "/when/versions"), result: outcome,
      steps: try steps(value, place),
      instead: value["instead"] == nil ? nil : try text(value, "instead", place),
      reports: try reports(value["reports"], place + "/reports"))
  }

  /// The steps, each with its own source and confidence or the rule's.
  private static func steps(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> [Verdict.Step] {
    let (sources, confidence) = (try sources(value, place), try confidence(value, place))
    guard let elements = value["steps"]?.elements, !elements.isEmpty else {
      throw CatalogueFault(pointer: place + "/steps", reason: "not an array with at least one step")
    }
    var steps: [Verdict.Step] = []
    for (index, element) in elements.enumerated() {
      let place = "\(place)/steps/\(index)"
      if let text = element.text {
        try checkPrintable(text, place)
        steps.append(Verdict.Step(text: text, sources: sources, confidence: confidence))
      } else {
        try checkMembers(of: element, ["text", "source", "confidence"], place)
        steps.append(
          Verdict.Step(
            text: try text(element, "text", place),
            sources: element["source"] == nil ? sources : try Self.sources(element, place),
            confidence: element["confidence"] == nil ? confidence : try Self.confidence(element, place)))
      }
    }
    return steps
  }

  private static func sources(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> [String] {
    let sources = try texts(value, "source", place)
    if sources.isEmpty {
      throw CatalogueFault(pointer: place + "/source", reason: "a rule without a source is a guess")
    }
    return sources
  }

  private static func confidence(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> Verdict.Confidence {
    guard let confidence = Verdict.Confidence(rawValue: try text(value, "confidence", place)), confidence != .none
    else {
      throw CatalogueFault(pointer: place + "/confidence", reason: "none of vendor, code, field and inferred")
    }
    return confidence
  }

  private static func remedy(_ value: JSONValue, _ place: String) throws(CatalogueFault) -> Catalogue.Remedy {
    try checkMembers(of: value, ["id", "when", "change", "text"], place)
    let changes = try conditions(value["change"], place + "/change") { $0.belongsToVerdicts }
    var change: [Attribute: String] = [:]
    for (attribute, values) in changes.values {
      guard values.count == 1 else {
        throw CatalogueFault(pointer: "\(place)/change/\(attribute.rawValue)", reason: "not a single value")
      }
      change[attribute] = values[0]
    }
    return Catalogue.Remedy(
      id: try text(value, "id", place),
      when: try conditions(value["when"], place + "/when") { $0.belongsToVerdicts }, change: change,
      text: try text(value, "text", place))
  }

  private static func conditions(
    _ when: JSONValue?, _ place: String, isAllowed: (Attribute) -> Bool
  ) throws(CatalogueFault) -> Catalogue.Conditions {
    guard let members = when?.members else { throw CatalogueFault(pointer: place, reason: "not an object") }
    var conditions: [Attribute: [String]] = [:]
    for member in members where member.name != "versions" {
      let pointer = JSONDocument.pointer(place, to: member.name)
      guard let attribute = Attribute(rawValue: member.name), isAllowed(attribute) else {
        let names = Attribute.allCases.filter(isAllowed).map(\.rawValue).sorted()
        throw CatalogueFault(
          pointer: pointer, reason: "unknown; conditions are \(names.joined(separator: ", ")), versions")
      }
      let values = (member.value.elements ?? []).compactMap(\.text)
      guard !values.isEmpty, values.count == member.value.elements?.count else {
        throw CatalogueFault(pointer: pointer, reason: "not an array of at least one string")
      }
      if let allowed = attribute.values, let wrong = values.first(where: { !allowed.contains($0) }) {
        throw CatalogueFault(
          pointer: pointer, reason: "'\(wrong)' is none of \(allowed.sorted().joined(separator: ", "))")
      }
      conditions[attribute] = values
    }
    return Catalogue.Conditions(conditions)
  }

  private static func versions(_ value: JSONValue?, _ place: String) throws(CatalogueFault) -> ClosedRange<Int> {
    guard let value else { return 0...Int.max }
    try checkMembers(of: value, ["min", "max"], place)
    func number(_ name: String, _ fallback: Int) throws(CatalogueFault) -> Int {
      guard let member = value[name] else { return fallback }
      guard case .number(let digits) = member, let number = Int(digits) else {
        throw CatalogueFault(pointer: "\(place)/\(name)", reason: "not a whole number")
      }
      return number
    }
    let (low, high) = (try number("min", 0), try number("max", Int.max))
    guard value.members != nil, low <= high else {
      throw CatalogueFault(pointer: place, reason: "not a range from min to max")
    }
    return low...high
  }

  private static func reports(
    _ value: JSONValue?, _ place: String
  ) throws(CatalogueFault) -> [Catalogue.ConditionalReport] {
    var reports: [Catalogue.ConditionalReport] = []
    for (index, element) in (value?.elements ?? []).enumerated() {
      let place = "\(place)/\(index)"
      try checkMembers(of: element, ["outcome", "what", "source", "when"], place)
      guard let outcome = Verdict.Outcome(rawValue: try text(element, "outcome", place)) else {
        throw CatalogueFault(pointer: "\(place)/outcome", reason: "not a verdict")
      }
      let when =
        element["when"] == nil
        ? Catalogue.Conditions() : try conditions(element["when"], place + "/when") { $0.belongsToVerdicts }
      reports.append(
        Catalogue.ConditionalReport(
          when: when, versions: try versions(element["when"]?["versions"], place + "/when/versions"),
          report: Verdict.Report(
            outcome: outcome, what: try text(element, "what", place), source: try text(element, "source", place))))
    }
    return reports
  }

  private static func text(_ value: JSONValue, _ name: String, _ place: String) throws(CatalogueFault) -> String {
    guard let text = value[name]?.text, !text.isEmpty else {
      throw CatalogueFault(pointer: "\(place)/\(name)", reason: "not a string with at least one character")
    }
    try checkPrintable(text, "\(place)/\(name)")
    return text
  }

  private static func texts(_ value: JSONValue, _ name: String, _ place: String) throws(CatalogueFault) -> [String] {
    guard let elements = value[name]?.elements, elements.allSatisfy({ $0.text != nil }) else {
      throw CatalogueFault(pointer: "\(place)/\(name)", reason: "not an array of strings")
    }
    let texts = elements.compactMap(\.text)
    for text in texts { try checkPrintable(text, "\(place)/\(name)") }
    return texts
  }

  /// Texts go to terminals as they are.
  private static func checkPrintable(_ text: String, _ place: String) throws(CatalogueFault) {
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw CatalogueFault(pointer: place, reason: "holds a control character")
    }
  }
}
