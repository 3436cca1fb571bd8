import ArgumentParser

/// What a command prints to standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// `--format` for commands that also have `--json`, so that both spellings work everywhere.
struct OutputFormatOptions: ParsableArguments {
  @Option(help: "text or json: another way to give --json.")
  var format: OutputFormat?

  /// Whether JSON is printed.
  ///
  /// - Parameter flag: Whether `--json` was given.
  func isJSON(_ flag: Bool) throws -> Bool {
    if flag && format == .text { throw ValidationError("Give --json or --format text, not both.") }
    return flag || format == .json
  }
}
