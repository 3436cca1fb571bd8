package import ArgumentParser

/// What a command prints to standard output.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// `--format` for commands that also have `--json`, so that both spellings work everywhere.
package struct OutputFormatOptions: ParsableArguments {
  @Option(help: "text or json: another way to give --json.")
  package var format: OutputFormat?

  package init() {}

  /// Whether JSON is printed.
  ///
  /// - Parameter flag: Whether `--json` was given.
  package func isJSON(_ flag: Bool) throws -> Bool {
    if flag && format == .text { throw ValidationError("Give --json or --format text, not both.") }
    return flag || format == .json
  }
}
