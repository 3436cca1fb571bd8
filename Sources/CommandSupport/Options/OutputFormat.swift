package import ArgumentParser

/// What a command prints to standard output: text, JSON, and perhaps more.
package protocol AnswerFormat: CaseIterable, ExpressibleByArgument, RawRepresentable<String>, Sendable {
  static var text: Self { get }
  static var json: Self { get }
}

/// The formats of most commands.
package enum OutputFormat: String, AnswerFormat {
  case text, json
}

/// `--format`, with `--json` as its short form.
package struct OutputFormatOptions<Format: AnswerFormat>: ParsableArguments {
  @Option(name: .customLong("format"), help: "What is printed")
  package var named: Format?

  @Flag(help: "Short for --format json.")
  var json = false

  package init() {}

  package func validate() throws {
    let other = named?.rawValue ?? "json"
    try refuse(["Give --json or --format \(other), not both.": json && other != "json"])
  }

  package var format: Format { json ? .json : named ?? .text }

  package var isJSON: Bool { format == .json }
}
