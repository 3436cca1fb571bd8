public import OutOfBand

/// Scanners, browsers, rules and versions of systems: what is known of phones, as data.
///
/// ```json
/// {"rules": [{"id": "…", "order": 30, "when": {"entry": ["scan"], "scanner": ["android-camera"], "message": ["uri"],
///   "versions": {"min": 13}}, "verdict": "not-forwarded",
///   "steps": ["…", {"text": "…", "source": ["…"], "confidence": "inferred"}], "source": ["AA-2.8"], "confidence": "vendor"}]}
/// ```
/// A step without a source or confidence of its own has the rule's. A rule applies when every condition of its `when`
/// holds. Rules of a lower order come first; two of the same order never apply to one case, which is checked.
public struct Catalogue: Sendable {
  public private(set) var scanners: [Program]
  public private(set) var browsers: [Program]
  public private(set) var rules: [Rule]
  /// The rules that can apply to each scanner and browser, and to neither, in their order: most rules are about a few.
  private(set) var candidates: [CaseAttributes.Program?: [Candidate]] = [:]
  /// What happens after an operation.
  public private(set) var afterwards: [Rule]
  /// What may make a message reach the app, in the order in which it is tried.
  private(set) var remedies: [Remedy]
  /// The versions of the systems that the catalogue is about.
  private(set) var versions: [Handset.OperatingSystem: Versions]
  /// Phones by the names that people use.
  public private(set) var phones: [Phone]

  /// The versions of a system that sources are about, and those that exist besides.
  struct Versions: Sendable {
    var known: ClosedRange<Int>
    var later: [Int]
  }

  /// A family of phones, as in `pixel` for `pixel-9`, with what its owners have.
  public struct Phone: Hashable, Sendable {
    public let id: String
    public let system: Handset.OperatingSystem
    /// The ids of its scanner and browser.
    public let scanner: String
    public let browser: String
  }

  /// A scanner or a browser.
  public struct Program: Hashable, Sendable {
    public let id: String
    public let name: String
    /// `nil` for one that runs on every system.
    public let system: Handset.OperatingSystem?
    public let sources: [String]

    public func runs(on handset: Handset) -> Bool { system == nil || system == handset.system }
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
  /// - Throws: `JSONFault`.
  public init(json: [UInt8]) throws(JSONFault) {
    let reader = try CatalogueReader(json)
    (scanners, browsers) = (reader.scanners, reader.browsers)
    (rules, afterwards, remedies) = (reader.rules, reader.afterwards, reader.remedies)
    (versions, phones) = (reader.versions, reader.phones)
    try check()
    groupRules()
  }

  /// Adds the entries of another catalogue, which replace those of the same id. The sources of its rules are marked as `own`.
  ///
  /// - Throws: `JSONFault`, also when a rule conflicts with one of this catalogue.
  public func overridden(by json: [UInt8]) throws(JSONFault) -> Catalogue { try overridden(byAll: [json]) }

  /// Adds the entries of other catalogues, one after the other.
  ///
  /// - Throws: as ``overridden(by:)``.
  package func overridden(byAll files: [[UInt8]]) throws(JSONFault) -> Catalogue {
    var catalogue = self
    for json in files { catalogue.add(try CatalogueReader(json)) }
    try catalogue.check()
    catalogue.groupRules()
    return catalogue
  }

  private mutating func add(_ reader: CatalogueReader) {
    func merged<Entry>(_ old: [Entry], _ new: [Entry], _ id: KeyPath<Entry, String>) -> [Entry] {
      let replaced = Set(new.map { $0[keyPath: id] })
      return old.filter { !replaced.contains($0[keyPath: id]) } + new
    }
    scanners = merged(scanners, reader.scanners, \.id)
    browsers = merged(browsers, reader.browsers, \.id)
    // One that is given back as it was is not the user's.
    func marked(_ new: [Rule], _ old: [Rule]) -> [Rule] {
      new.map { rule in old.contains { $0.isSame(as: rule) } ? rule : rule.own }
    }
    rules = Rule.sorted(merged(rules, marked(reader.rules, rules), \.id))
    afterwards = Rule.sorted(merged(afterwards, marked(reader.afterwards, afterwards), \.id))
    remedies = merged(remedies, reader.remedies, \.id)
    versions.merge(reader.versions) { _, new in new }
    phones = merged(phones, reader.phones, \.id)
  }

  private mutating func groupRules() {
    let programs = scanners.map { CaseAttributes.Program.scanner($0.id) } + browsers.map { .browser($0.id) }
    for program in programs + [nil] {
      candidates[program] = rules.enumerated().filter { $0.element.tests.hold(for: program) }.map {
        Candidate(excluded: $0.element.tests.excluded, versions: $0.element.versions, index: $0.offset)
      }
    }
  }

  /// Names must exist, rules must be about known versions, and rules of the same order must exclude each other.
  private func check() throws(JSONFault) {
    let known = ["scanner": Set(scanners.map(\.id)), "browser": Set(browsers.map(\.id))]
    for (name, list) in [("rules", rules), ("afterwards", afterwards)] {
      func fault(_ reason: String) -> JSONFault {
        JSONFault(subject: "catalogue", pointer: "/\(name)", reason: reason)
      }
      for (index, rule) in list.enumerated() {
        let systems = Handset.OperatingSystem.allCases.filter { rule.conditions["os"]?.contains($0.rawValue) ?? true }
        let newest = systems.compactMap { versions[$0].map { $0.later.max() ?? $0.known.upperBound } }
        // Later phones are simulated as the newest known: such a rule would never apply.
        if newest.count == systems.count, let most = newest.max(), rule.versions.lowerBound > most {
          throw fault(
            "has '\(rule.id)', which begins at version \(rule.versions.lowerBound), and the newest version of 'systems' is "
              + "\(most)")
        }
        for (attribute, names) in known {
          if let unknown = rule.conditions[attribute]?.subtracting(names).min() {
            throw fault("has '\(rule.id)', which names the \(attribute) '\(unknown)', which is not listed")
          }
        }
        // Lists are sorted by order: only what follows at once can have the same.
        for other in list[(index + 1)...].prefix(while: { $0.order == rule.order }) where !rule.excludes(other) {
          throw fault(
            "has '\(rule.id)' and '\(other.id)', which can both apply and have the same order \(rule.order)")
        }
      }
    }
  }
}
