import ArgumentParser
import CommandSupport
import SymbolFixtures

/// `--select`, for the commands that make and verify fixtures.
struct SelectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only some pictures, such as 'kind=glare,strength>=0.2,message=app-*'; may be repeated.", valueName: "terms"),
    transform: { try OptionValue($0, of: "--select", FixtureSelection.init(parsing:)) })
  var select: [OptionValue<FixtureSelection>] = []

  var selections: [FixtureSelection] { select.map(\.value) }

  /// The values as they were given.
  var texts: [String] { select.map(\.text) }

  /// The failure when nothing is selected.
  func failure(among count: Int) -> CommandFailure {
    let shown = texts.map { "--select '\($0)'" }.joined(separator: " ")
    return CommandFailure(
      "\(shown) selects none of the \(count) pictures; leave out terms, or see the names in the list of messages")
  }
}
