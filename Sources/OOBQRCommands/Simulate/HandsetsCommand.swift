import ArgumentParser
import HandsetSimulation

/// `oobqr handsets`: what the simulation rests on.
struct HandsetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handsets", abstract: "List the scanners, browsers and rules of the simulation, with their sources.")

  @Option(help: ArgumentHelp("A JSON file that adds or overrides entries of the catalogue.", valueName: "file"))
  var catalogue: String?

  @Flag(help: "Print the built-in catalogue as JSON: with other entries, what --catalogue takes.")
  var json = false

  func validate() throws {
    if json && catalogue != nil { throw ValidationError("--json prints the built-in catalogue alone.") }
  }

  func run() throws {
    if json { return try Console.current.writeOutput(Catalogue.builtInJSON) }
    let catalogue = try Catalogue.builtIn.overridden(byFile: catalogue)
    for (title, programs) in [("Scanners", catalogue.scanners), ("Browsers", catalogue.browsers)] {
      try Console.current.write("\(title)\n")
      for program in programs {
        let system = program.system.map { $0 == .android ? "Android" : "iOS" } ?? "any system"
        try Console.current.write(
          "  \(program.id): \(program.name), \(system) [\(program.sources.joined(separator: "; "))]\n")
      }
    }
    for (title, rules) in [("Rules", catalogue.rules), ("After the operation", catalogue.afterwards)] {
      try Console.current.write("\(title)\n")
      for rule in rules {
        try Console.current.write(
          "  \(rule.id): \(rule.result) [\(rule.confidence.rawValue): \(rule.sources.joined(separator: "; "))]\n")
      }
    }
  }
}
