import OutOfBand
import TextFormats

/// Takes the JSON of a catalogue apart; every fault has a pointer.
struct CatalogueReader {
  let scanners: [Catalogue.Program]
  let browsers: [Catalogue.Program]
  let rules: [Catalogue.Rule]
  let afterwards: [Catalogue.Rule]
  let remedies: [Catalogue.Remedy]
  let versions: [Handset.OperatingSystem: Catalogue.Versions]
  let phones: [Catalogue.Phone]

  private typealias Attribute = CaseAttributes.Attribute

  init(_ json: [UInt8]) throws(JSONFault) {
    let root = try JSONFileObject(
      parsing: json, as: "catalogue",
      members: ["format", "systems", "scanners", "browsers", "rules", "afterwards", "remedies", "phones"])
    if root.value["format"] != nil {
      _ = try root.text("format") { $0 == "oobqr-catalogue-1" ? nil : "is not oobqr-catalogue-1" }
    }
    versions = try Self.systems(root)
    scanners = try Self.programs("scanners", of: root)
    browsers = try Self.programs("browsers", of: root)
    rules = try Self.rules("rules", of: root, result: "verdict", Verdict.Outcome.allCases.map(\.rawValue)) {
      $0.belongsToVerdicts
    }
    afterwards = try Self.rules("afterwards", of: root, result: "place", Afterwards.Place.allCases.map(\.rawValue)) {
      $0.belongsAfterwards
    }
    phones = try Self.entries("phones", of: root, members: ["os", "scanner", "browser"]).map {
      entry throws(JSONFault) in
      Catalogue.Phone(
        id: try entry.text("id"), system: try Self.word("os", of: entry), scanner: try entry.text("scanner"),
        browser: try entry.text("browser"))
    }
    remedies = try Self.entries("remedies", of: root, members: ["when", "change", "text"]).map(Self.remedy)
  }

  /// The entries of a list, each with an `id` of its own.
  private static func entries(
    _ list: String, of root: JSONFileObject, members: [String]
  ) throws(JSONFault) -> [JSONFileObject] {
    let entries = try root.objects(list, members: ["id"] + members)
    var seen: Set<String> = []
    for entry in entries {
      if !seen.insert(try entry.text("id")).inserted { throw entry.fault("id", "is that of an earlier entry") }
    }
    return entries
  }

  /// Reads a text that is one of some words.
  private static func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, of object: JSONFileObject, _ words: [Word] = Array(Word.allCases)
  ) throws(JSONFault) -> Word where Word.RawValue == String {
    let text = try object.text(name) { text in
      words.contains { $0.rawValue == text } ? nil : "is none of \(words.map(\.rawValue).joined(separator: ", "))"
    }
    return words.first { $0.rawValue == text } ?? words[0]
  }

  private static func systems(
    _ root: JSONFileObject
  ) throws(JSONFault) -> [Handset.OperatingSystem: Catalogue.Versions] {
    var versions: [Handset.OperatingSystem: Catalogue.Versions] = [:]
    for system in try entries("systems", of: root, members: ["oldest", "newest", "later"]) {
      let id: Handset.OperatingSystem = try word("id", of: system)
      let known = try range(
        system, try system.number("oldest", in: 1...99), try system.number("newest", in: 1...99))
      let later = (system.value["later"]?.elements ?? []).map { $0.integer ?? 0 }
      if system.value["later"] != nil, later.isEmpty || !later.allSatisfy({ known.upperBound + 1...99 ~= $0 }) {
        throw system.fault("later", "is not an array of versions after \(known.upperBound)")
      }
      versions[id] = Catalogue.Versions(known: known, later: later)
    }
    return versions
  }

  private static func range(_ object: JSONFileObject, _ low: Int, _ high: Int) throws(JSONFault) -> ClosedRange<Int> {
    guard low <= high else { throw object.fault(nil, "ends before it begins") }
    return low...high
  }

  private static func programs(_ list: String, of root: JSONFileObject) throws(JSONFault) -> [Catalogue.Program] {
    try entries(list, of: root, members: ["name", "os", "source"]).map { entry throws(JSONFault) in
      let system = try entry.text("os") {
        $0 == "any" || Handset.OperatingSystem(rawValue: $0) != nil ? nil : "is not android, ios, harmonyos or any"
      }
      return Catalogue.Program(
        id: try entry.text("id"), name: try entry.text("name"), system: Handset.OperatingSystem(rawValue: system),
        sources: try entry.texts("source"))
    }
  }

  private static func rules(
    _ list: String, of root: JSONFileObject, result: String, _ results: [String], isAllowed: (Attribute) -> Bool
  ) throws(JSONFault) -> [Catalogue.Rule] {
    let members = ["order", "when", result, "steps", "source", "confidence", "instead", "reports"]
    let rules = try entries(list, of: root, members: members).map { entry throws(JSONFault) in
      let (conditions, versions) = try conditions("when", of: entry, isAllowed)
      return Catalogue.Rule(
        id: try entry.text("id"), order: try entry.number("order"), conditions: conditions, versions: versions,
        result: try entry.text(result) {
          results.contains($0) ? nil : "is none of \(results.joined(separator: ", "))"
        }, steps: try steps(entry), instead: try entry.optionalText("instead"),
        reports: try entry.objects("reports", members: ["outcome", "what", "source", "when"]).map(report))
    }
    return Catalogue.Rule.sorted(rules)
  }

  /// The steps, each with its own source and confidence or the rule's.
  private static func steps(_ rule: JSONFileObject) throws(JSONFault) -> [Verdict.Step] {
    let (sources, confidence) = (try rule.texts("source", isRequired: true), try confidence(of: rule))
    guard let elements = rule.value["steps"]?.elements, !elements.isEmpty else {
      throw rule.fault("steps", "is not an array with at least one step")
    }
    var steps: [Verdict.Step] = []
    for (index, element) in elements.enumerated() {
      guard element.members != nil else {
        steps.append(
          Verdict.Step(text: try rule.text(element, at: "steps/\(index)"), sources: sources, confidence: confidence))
        continue
      }
      let step = try rule.object(element, at: "steps/\(index)", members: ["text", "source", "confidence"])
      steps.append(
        Verdict.Step(
          text: try step.text("text"),
          sources: step.value["source"] == nil ? sources : try step.texts("source", isRequired: true),
          confidence: step.value["confidence"] == nil ? confidence : try Self.confidence(of: step)))
    }
    return steps
  }

  private static func confidence(of object: JSONFileObject) throws(JSONFault) -> Verdict.Confidence {
    try word("confidence", of: object, [.vendor, .code, .field, .inferred])
  }

  private static func remedy(_ entry: JSONFileObject) throws(JSONFault) -> Catalogue.Remedy {
    var change: [Attribute: String] = [:]
    for (attribute, values) in try conditions("change", of: entry).0 {
      guard values.count == 1 else { throw entry.fault("change/\(attribute.name)", "is not a single value") }
      change[attribute] = values[0]
    }
    return Catalogue.Remedy(
      id: try entry.text("id"), when: .init(try conditions("when", of: entry).0), change: change,
      text: try entry.text("text"))
  }

  /// The conditions in a member, which has to be there, and the versions among them.
  private static func conditions(
    _ name: String, of object: JSONFileObject, _ isAllowed: (Attribute) -> Bool = { $0.belongsToVerdicts }
  ) throws(JSONFault) -> ([Attribute: [String]], versions: ClosedRange<Int>) {
    let attributes = Attribute.allCases.filter(isAllowed)
    guard let when = try object.object(name, members: attributes.map(\.name).sorted() + ["versions"]) else {
      throw object.fault(name, "is missing")
    }
    var conditions: [Attribute: [String]] = [:]
    for attribute in attributes where when.value[attribute.name] != nil {
      conditions[attribute] = try when.texts(attribute.name, isRequired: true) { value in
        attribute.values.flatMap {
          $0.contains(value) ? nil : "is none of \($0.sorted().joined(separator: ", "))"
        }
      }
    }
    if name == "when", object.value["verdict"] != nil { Self.completeVerdict(&conditions) }
    guard let versions = try when.object("versions", members: ["min", "max"]) else {
      return (conditions, 0...Int.max)
    }
    let least = versions.value["min"] == nil ? 0 : try versions.number("min")
    let most = versions.value["max"] == nil ? Int.max : try versions.number("max")
    return (conditions, try range(versions, least, most))
  }

  /// A rule that does not speak of them is about Android and iOS, and about tabs that are not private.
  private static func completeVerdict(_ conditions: inout [Attribute: [String]]) {
    if conditions[.os] == nil { conditions[.os] = ["android", "ios"] }
    let isOnPage = conditions[.entry]?.allSatisfy { Entry.Trigger(rawValue: $0) != nil } ?? false
    if isOnPage, conditions[.isPrivate] == nil { conditions[.isPrivate] = ["no"] }
  }

  private static func report(_ entry: JSONFileObject) throws(JSONFault) -> Catalogue.ConditionalReport {
    let (when, versions) =
      entry.value["when"] == nil ? ([:], 0...Int.max) : try conditions("when", of: entry)
    return Catalogue.ConditionalReport(
      when: .init(when), versions: versions,
      report: Verdict.Report(
        outcome: try word("outcome", of: entry), what: try entry.text("what"), source: try entry.text("source")))
  }
}
