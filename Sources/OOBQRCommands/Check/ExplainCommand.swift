import ArgumentParser
import OutOfBand
import TextFormats

/// `oobqr explain`: what a diagnostic means.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic of oobqr check, or list them all.")

  @Argument(help: "A code such as OOB402; all codes are listed without one.")
  var code: String?

  func run() throws {
    guard let code else {
      for rule in Diagnostic.Rule.all { try Console.current.write("\(rule.code) \(rule.severity): \(rule.title)\n") }
      return
    }
    guard let rule = Diagnostic.Rule.all.first(where: { $0.code == code.uppercased() }) else {
      throw CommandFailure("there is no diagnostic '\(code)'; oobqr explain lists them all")
    }
    let example = rule.example.input
    let options = rule.example.options
    var circumstances: [String] = []
    if let channel = options.channel { circumstances.append("with --channel \(channel.rawValue)") }
    if let version = options.symbolVersion { circumstances.append("in a version \(version) symbol") }
    if options.policy != nil { circumstances.append("with a policy that does not list it") }
    try Console.current.write(
      """
      \(rule.code) \(rule.severity): \(rule.title)

      \(rule.meaning)

      Fix: \(rule.fix)
      Source: \(rule.sources.joined(separator: "; "))
      Example\(circumstances.isEmpty ? "" : " " + circumstances.joined(separator: ", ")): \(example.isEmpty ? "an empty message" : PrintableText.of(example.count > 2000 ? "a message of \(example.count) bytes" : example))

      """)
  }
}
