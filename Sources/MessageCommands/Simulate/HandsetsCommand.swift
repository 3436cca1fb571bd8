package import ArgumentParser
import CommandSupport
import HandsetSimulation
import TextFormats

/// `oobqr handsets`: the scanners, browsers and rules of the simulation.
package struct HandsetsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "handsets",
    abstract: "List the scanners, browsers and rules of simulate.",
    usage: "",
    discussion: """
        oobqr handsets
        oobqr handsets --stale 24m
        oobqr handsets --json > catalogue.json

      Exit codes: 0 listed; 1 the catalogue is refused; 66 it cannot be read.
      More: docs/phones.md.
      """)

  @Option(help: ArgumentHelp("A JSON file with scanners, browsers or rules to add or replace.", valueName: "file"))
  var catalogue: String?

  @Flag(help: "List each source with its address and date, and the rules that rest on it.")
  var sources = false

  @Option(
    help: ArgumentHelp("List the rules whose newest source is older than this, as in 24m or 2y", valueName: "age"),
    transform: Age.init(parsing:))
  var stale: Age?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  package init() {}

  package func validate() throws {
    try refuse([
      "--json prints the built-in list: leave out --catalogue.": answer.isJSON && catalogue != nil,
      "--json prints the whole list: leave out --sources and --stale.": answer.isJSON && (sources || stale != nil),
      "Give --sources or --stale, not both.": sources && stale != nil,
    ])
  }

  package func run() throws {
    if answer.isJSON { return try Console.current.writeOutput(Catalogue.builtInJSON) }
    let catalogue = try Catalogue.builtIn.overridden(byFile: catalogue)
    let list = SourceList(catalogue)
    if sources { return try Console.current.write(list.text) }
    if let stale { return try Console.current.write(list.text(ofRulesOlderThan: stale)) }
    try Console.current.write("Systems\n")
    for system in Handset.OperatingSystem.allCases {
      guard let versions = catalogue.knownVersions(of: system) else { continue }
      try Console.current.write(
        "  \(system.rawValue): \(system.name) \(versions.text()); later versions are simulated as \(versions.upperBound)\n"
      )
    }
    try Console.current.write("Phones\n")
    for phone in catalogue.phones {
      try Console.current.write("  \(phone.id): \(phone.system.name), \(phone.scanner), \(phone.browser)\n")
    }
    for (title, programs) in [("Scanners", catalogue.scanners), ("Browsers", catalogue.browsers)] {
      try Console.current.write("\(title)\n")
      for program in programs {
        let system = program.system?.name ?? "any system"
        try Console.current.write(
          "  \(program.id): \(program.name), \(system) [\(program.sources.joined(separator: "; "))]\n")
      }
    }
    for (title, rules) in [("Rules", catalogue.rules), ("Afterwards", catalogue.afterwards)] {
      try Console.current.write("\(title)\n")
      for rule in rules {
        try Console.current.write(
          "  \(rule.id): \(rule.result) [\(rule.confidence.rawValue): \(rule.sources.joined(separator: "; "))]\n")
      }
    }
  }
}
