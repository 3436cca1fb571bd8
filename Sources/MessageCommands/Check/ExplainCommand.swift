package import ArgumentParser
import CommandSupport
import HandsetSimulation
import OutOfBand
import TextFormats

/// `oobqr explain`: what a diagnostic, a source or a rule of the simulation means.
package struct ExplainCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic, a source or a rule.",
    usage: "",
    discussion: """
        oobqr explain OOB402
        oobqr explain redirect
        oobqr explain --schema check

      A word lists the diagnostics that are about it; without an argument, all are listed. --json prints one object \
      per line.

      Exit codes: 0 explained; 64 unknown code or name.
      More: docs/integration.md.
      """)

  @Argument(
    help: "A code such as OOB402, a source such as AA-2.8, a rule that 'oobqr handsets' lists, or a word.",
    completion: .list(Diagnostic.Rule.all.map(\.code)))
  var code: String?

  @Option(help: ArgumentHelp("Print the JSON Schema of an answer or an input", valueName: "name"))
  var schema: Schema?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  package init() {}

  package func validate() throws {
    try refuse(["--schema prints a schema alone: leave out the rest.": schema != nil && (code != nil || answer.isJSON)])
  }

  package func run() throws {
    let console = Console.current
    if let schema { return try console.writeOutput(schema.file) }
    guard let code else {
      for rule in Diagnostic.Rule.all {
        try console.write(
          answer.isJSON ? Self.json(of: rule).line(as: .explain) : "\(rule.code) \(rule.severity): \(rule.title)\n")
      }
      return
    }
    let handsetRules = Catalogue.builtIn.rules + Catalogue.builtIn.afterwards
    if let rule = Diagnostic.Rule(code: code) {
      try console.write(answer.isJSON ? Self.json(of: rule).line(as: .explain) : Self.text(of: rule))
    } else if let source = SourceDocument(key: code) {
      let text = Self.text(of: source, handsetRules)
      try console.write(answer.isJSON ? Self.json(of: source, handsetRules).line(as: .explain) : text)
    } else if let rule = handsetRules.first(where: { $0.id == code.lowercased() }) {
      try console.write(answer.isJSON ? Self.json(of: rule).line(as: .explain) : Self.text(of: rule))
    } else {
      let rules = Self.rules(about: code)
      if rules.isEmpty { throw ValidationError(Self.refusal(of: code, handsetRules)) }
      for rule in rules {
        try console.write(
          answer.isJSON ? Self.json(of: rule).line(as: .explain) : "\(rule.code) \(rule.severity): \(rule.title)\n")
      }
    }
  }

  /// The diagnostics in whose words a word is, those that have it in their title first.
  private static func rules(about word: String) -> [Diagnostic.Rule] {
    let word = word.lowercased()
    guard word.count >= 3, !word.hasPrefix("oob"), word.allSatisfy({ $0.isLetter || $0 == "-" || $0 == " " }) else {
      return []
    }
    func has(_ text: String) -> Bool { text.lowercased().contains(word) }
    let titled = Diagnostic.Rule.all.filter { has($0.title) }
    return titled + Diagnostic.Rule.all.filter { !has($0.title) && (has($0.meaning) || has($0.fix)) }
  }

  private static func json(of rule: Diagnostic.Rule) -> JSONValue {
    [
      "code": .string(rule.code), "severity": .string("\(rule.severity)"), "title": .string(rule.title),
      "meaning": .string(rule.meaning), "remedy": .string(rule.fix), "sources": .strings(rule.sources),
    ]
  }

  private static func json(of source: SourceDocument, _ handsetRules: [Catalogue.Rule]) -> JSONValue {
    let (codes, ids) = citations(of: source, handsetRules)
    return [
      "key": .string(source.key), "title": .string(source.title), "version": .optional(source.version),
      "url": .optional(source.url ?? source.site), "diagnostics": .strings(codes), "simulation": .strings(ids),
    ]
  }

  private static func json(of rule: Catalogue.Rule) -> JSONValue {
    let conditions = rule.conditions.sorted { $0.key < $1.key }.map { key, values in
      JSONValue.Member("\(key)", .strings(values.sorted()))
    }
    return [
      "rule": .string(rule.id), "result": .string("\(rule.result)"), "when": .object(conditions),
      "versions": [
        "min": rule.versions.lowerBound == 0 ? .null : .number(rule.versions.lowerBound),
        "max": rule.versions.upperBound == .max ? .null : .number(rule.versions.upperBound),
      ],
      "steps": .array(rule.steps.map(\.json)),
    ]
  }

  /// The versions of the system that a rule is about, unless it is about all.
  private static func versions(of rule: Catalogue.Rule) -> [String] {
    switch (rule.versions.lowerBound, rule.versions.upperBound) {
    case (0, .max): []
    case (0, let last): ["version is at most \(last)"]
    case (let first, .max): ["version is at least \(first)"]
    case (let first, let last): ["version is \(first) to \(last)"]
    }
  }

  /// The diagnostics and the rules of the simulation that cite a source.
  private static func citations(
    of source: SourceDocument, _ handsetRules: [Catalogue.Rule]
  ) -> (codes: [String], ids: [String]) {
    (
      Diagnostic.Rule.all.filter { $0.sources.contains { source.isCited(by: $0) } }.map(\.code),
      handsetRules.filter { $0.sources.contains { source.isCited(by: $0) } }.map(\.id)
    )
  }

  /// What is accepted instead, with what seems to be meant.
  private static func refusal(of code: String, _ handsetRules: [Catalogue.Rule]) -> String {
    let names = SourceDocument.all.map(\.key) + handsetRules.map(\.id)
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let meant =
      Diagnostic.Rule.nearest(to: code)?.code ?? Spelling.nearest(to: code, among: names)
      ?? names.first { letters($0) == letters(code) }
    return
      "'\(CommandFailure.shown(code))' is not a code such as OOB402 or 402, a source such as AA-2.8, or a rule "
      + "that 'oobqr handsets' lists; " + (meant.map { "did you mean \($0)?" } ?? "'oobqr explain' lists all codes.")
  }

  private static func text(of rule: Diagnostic.Rule) -> String {
    let example = rule.example.input
    let options = rule.example.options
    var circumstances: [String] = []
    if let channel = options.channel { circumstances.append("with --channel \(channel.rawValue)") }
    if case .version(let version) = options.symbolSize { circumstances.append("in a version \(version) symbol") }
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
      \(rule.documents.map { "  \(Self.line($0))\n" }.joined())\
      Example\(circumstances.isEmpty ? "" : " " + circumstances.joined(separator: ", ")): \(shown)

      """
  }

  /// `AA-2.8: Nevis Access App: Link, 2.8.x.x (docs.nevis.net)`.
  private static func line(_ document: SourceDocument) -> String {
    let version = document.version.map { ", \($0)" } ?? ""
    let place = document.url ?? document.site
    return "\(document.key): \(document.title)\(version)" + (place.map { " (\($0))" } ?? "")
  }

  private static func text(of source: SourceDocument, _ handsetRules: [Catalogue.Rule]) -> String {
    let (codes, ids) = citations(of: source, handsetRules)
    return """
      \(source.key): \(source.title)

      \(source.version.map { "Version: \($0)\n" } ?? "")\
      Where: \(source.url ?? source.site ?? "no public address is known")
      Diagnostics: \(codes.isEmpty ? "none" : codes.joined(separator: ", "))
      Simulation: \(ids.isEmpty ? "none" : ids.joined(separator: ", "))

      """
  }

  private static func text(of rule: Catalogue.Rule) -> String {
    let conditions =
      rule.conditions.sorted { $0.key < $1.key }
      .map { "\($0.key) is \($0.value.sorted().joined(separator: " or "))" } + Self.versions(of: rule)
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
