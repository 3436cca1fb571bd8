import ArgumentParser
import HandsetSimulation
import OutOfBand
import TextFormats

/// `oobqr explain`: what a diagnostic, a source or a rule of the simulation means.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic, a source or a rule of the simulation; list all diagnostics.")

  @Argument(
    help: "A code such as OOB402 or 402, a source such as AA-2.8, or a rule of oobqr handsets; all codes without one.")
  var code: String?

  func run() throws {
    let console = Console.current
    guard let code else {
      for rule in Diagnostic.Rule.all { try console.write("\(rule.code) \(rule.severity): \(rule.title)\n") }
      return
    }
    let handsetRules = Catalogue.builtIn.rules + Catalogue.builtIn.afterwards
    if let rule = Diagnostic.Rule(code: code) {
      try console.write(Self.text(of: rule))
    } else if let source = DocumentSource(key: code) {
      try console.write(Self.text(of: source, handsetRules))
    } else if let rule = handsetRules.first(where: { $0.id == code.lowercased() }) {
      try console.write(Self.text(of: rule))
    } else {
      throw CommandFailure("there is no diagnostic '\(SecretText().redacted(code))'; oobqr explain lists them all")
    }
  }

  private static func text(of rule: Diagnostic.Rule) -> String {
    let example = rule.example.input
    let options = rule.example.options
    var circumstances: [String] = []
    if let channel = options.channel { circumstances.append("with --channel \(channel.rawValue)") }
    if let version = options.symbolVersion { circumstances.append("in a version \(version) symbol") }
    if options.policy != nil { circumstances.append("with a policy that does not list it") }
    let shown =
      example.isEmpty
      ? "an empty message"
      : PrintableText.of(example.count > 2000 ? "a message of \(example.count) bytes" : example)
    return """
      \(rule.code) \(rule.severity): \(rule.title)

      \(rule.meaning)

      Fix: \(rule.fix)
      Source: \(rule.sources.joined(separator: "; "))
      Example\(circumstances.isEmpty ? "" : " " + circumstances.joined(separator: ", ")): \(shown)

      """
  }

  private static func text(of source: DocumentSource, _ handsetRules: [Catalogue.Rule]) -> String {
    let codes = Diagnostic.Rule.all.filter { $0.sources.contains { $0.hasPrefix(source.key) } }.map(\.code)
    let ids = handsetRules.filter { $0.sources.contains { $0.hasPrefix(source.key) } }.map(\.id)
    return """
      \(source.key): \(source.title)

      Version: \(source.version)
      Where: \(source.place)
      Diagnostics: \(codes.isEmpty ? "none" : codes.joined(separator: ", "))
      Simulation: \(ids.isEmpty ? "none" : ids.joined(separator: ", "))

      """
  }

  private static func text(of rule: Catalogue.Rule) -> String {
    let conditions = rule.conditions.sorted { $0.key < $1.key }
      .map { "\($0.key) is \($0.value.sorted().joined(separator: " or "))" }
    let steps = rule.steps.enumerated().map { index, step in
      "\(index + 1). \(step.text)\n   source: \(step.sources.joined(separator: "; ")) [\(step.confidence.rawValue)]"
    }
    return """
      \(rule.id): \(rule.result)

      When: \(conditions.joined(separator: "; "))
      \(steps.joined(separator: "\n"))

      """
  }
}

/// A document that findings and verdicts cite by its key.
struct DocumentSource {
  var key: String
  var title: String
  var version: String
  var place: String

  static let all = [
    DocumentSource(
      key: "AA-2.4", title: "Nevis Access App: Out-of-Band Operations Using Push, QR Code, or Links",
      version: "2.4.x.x", place: "docs.nevis.net"),
    DocumentSource(key: "AA-2.8", title: "Nevis Access App: Link", version: "2.8.x.x", place: "docs.nevis.net"),
    DocumentSource(
      key: "AA-3.x", title: "Nevis Access App: Transaction Confirmation", version: "3.x.x", place: "docs.nevis.net"),
    DocumentSource(
      key: "SDK-3.1", title: "Nevis Mobile Authentication SDK: Authentication", version: "3.1.x.x",
      place: "docs.nevis.net"),
    DocumentSource(
      key: "UAEP", title: "UAE PASS: Mobile Integration Guidelines", version: "not versioned",
      place: "docs.uaepass.ae"),
  ]

  /// The document of a key, whatever its case.
  init?(key: String) {
    guard let source = Self.all.first(where: { $0.key.lowercased() == key.lowercased() }) else { return nil }
    self = source
  }

  private init(key: String, title: String, version: String, place: String) {
    (self.key, self.title, self.version, self.place) = (key, title, version, place)
  }
}
