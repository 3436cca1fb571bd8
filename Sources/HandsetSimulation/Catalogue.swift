/// Scanners, browsers and rules: what is known of handsets, as data.
///
/// ```json
/// {"rules": [{"id": "…", "order": 30, "when": {"entry": ["scan"], "scanner": ["android-camera"], "message": ["uri"],
///   "versions": {"min": 13}}, "verdict": "not-forwarded", "steps": ["…"], "source": ["AA-2.8"], "confidence": "vendor"}]}
/// ```
/// A rule applies when every condition of its `when` holds. Rules of a lower order come first; two of the same order
/// never apply to one case, which is checked.
public struct Catalogue: Sendable {
  public private(set) var scanners: [Program]
  public private(set) var browsers: [Program]
  public private(set) var rules: [Rule]
  /// What happens after an operation.
  public private(set) var afterwards: [Rule]

  /// A scanner or a browser.
  public struct Program: Hashable, Sendable {
    public let id: String
    public let name: String
    /// `nil` for one that runs on every system.
    public let system: Handset.OperatingSystem?
    public let sources: [String]

    public func runs(on handset: Handset) -> Bool { system == nil || system == handset.system }
  }

  public struct Rule: Sendable {
    public let id: String
    public let order: Int
    /// Attribute → the values for which the rule applies.
    public let conditions: [String: Set<String>]
    /// The system's major versions for which it applies.
    public let versions: ClosedRange<Int>
    /// A verdict's outcome, or a landing's place.
    public let result: String
    public let steps: [String]
    public let sources: [String]
    public let confidence: Verdict.Confidence
    public let remedy: String?
    public let reports: [Verdict.Report]

    /// The conditions again, ordered as the facts are: a handful of short texts is compared faster than hashed.
    private let tests: [(attribute: Int, values: [String])]

    func applies(to facts: CaseAttributes, version: Int) -> Bool {
      versions.contains(version) && tests.allSatisfy { $0.values.contains(facts.values[$0.attribute]) }
    }

    /// How many conditions do not hold.
    func misses(_ facts: CaseAttributes, version: Int) -> Int {
      tests.count { !$0.values.contains(facts.values[$0.attribute]) } + (versions.contains(version) ? 0 : 1)
    }

    init(
      id: String, order: Int, conditions: [String: Set<String>], versions: ClosedRange<Int>, result: String,
      steps: [String],
      sources: [String], confidence: Verdict.Confidence, remedy: String?, reports: [Verdict.Report]
    ) {
      (self.id, self.order, self.conditions, self.versions) = (id, order, conditions, versions)
      (self.result, self.steps, self.sources, self.confidence) = (result, steps, sources, confidence)
      (self.remedy, self.reports) = (remedy, reports)
      tests = conditions.compactMap { name, values in CaseAttributes.index(of: name).map { ($0, values.sorted()) } }
        .sorted { $0.0 < $1.0 }
    }

    /// Whether no case fulfils both rules' conditions.
    func excludes(_ other: Rule) -> Bool {
      if !versions.overlaps(other.versions) { return true }
      return conditions.contains { attribute, values in other.conditions[attribute].map(values.isDisjoint) ?? false }
    }
  }

  /// The catalogue that is built in.
  public static let builtIn: Catalogue = {
    do {
      return try Catalogue(json: builtInJSON)
    } catch {
      preconditionFailure("the built-in catalogue is sound: \(error)")
    }
  }()

  /// The JSON of the built-in catalogue.
  public static var builtInJSON: [UInt8] { PackageResources.catalogue_json }

  /// Reads a catalogue.
  ///
  /// - Throws: ``CatalogueFault`` with a JSON pointer.
  public init(json: [UInt8]) throws(CatalogueFault) {
    let reader = try CatalogueReader(json)
    (scanners, browsers) = (reader.scanners, reader.browsers)
    (rules, afterwards) = (reader.rules, reader.afterwards)
    try check()
  }

  /// Adds the entries of another catalogue, which replace those of the same id.
  ///
  /// - Throws: ``CatalogueFault``, also when a rule contradicts one that is here.
  public func overridden(by json: [UInt8]) throws(CatalogueFault) -> Catalogue {
    let reader = try CatalogueReader(json)
    func merged<Entry>(_ old: [Entry], _ new: [Entry], _ id: (Entry) -> String) -> [Entry] {
      let replaced = Set(new.map(id))
      return old.filter { !replaced.contains(id($0)) } + new
    }
    var catalogue = self
    catalogue.scanners = merged(scanners, reader.scanners) { $0.id }
    catalogue.browsers = merged(browsers, reader.browsers) { $0.id }
    catalogue.rules = merged(rules, reader.rules) { $0.id }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    catalogue.afterwards = merged(afterwards, reader.afterwards) { $0.id }.sorted {
      ($0.order, $0.id) < ($1.order, $1.id)
    }
    try catalogue.check()
    return catalogue
  }

  /// Names must exist, and rules of the same order must exclude each other.
  private func check() throws(CatalogueFault) {
    let known = ["scanner": Set(scanners.map(\.id)), "browser": Set(browsers.map(\.id))]
    for rule in rules {
      for (attribute, names) in known {
        if let unknown = rule.conditions[attribute]?.subtracting(names).min() {
          throw CatalogueFault(
            pointer: "/rules", reason: "rule '\(rule.id)' names the \(attribute) '\(unknown)', which there is not")
        }
      }
    }
    for (name, list) in [("rules", rules), ("afterwards", afterwards)] {
      for (index, rule) in list.enumerated() {
        // Lists are sorted by order: only what follows at once can have the same.
        for other in list[(index + 1)...].prefix(while: { $0.order == rule.order }) where !rule.excludes(other) {
          throw CatalogueFault(
            pointer: "/\(name)",
            reason: "'\(rule.id)' and '\(other.id)' can both apply and have the same order \(rule.order)")
        }
      }
    }
  }
}

/// What is wrong with a catalogue.
public struct CatalogueFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON pointer (RFC 6901).
  public let pointer: String
  public let reason: String

  public var description: String { "the catalogue at \(pointer.isEmpty ? "its top level" : pointer): \(reason)" }
}
