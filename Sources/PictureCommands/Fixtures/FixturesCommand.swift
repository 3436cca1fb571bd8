package import ArgumentParser

/// `oobqr fixtures`: pictures with known answers, for test suites.
package struct FixturesCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "Make pictures with known answers; test scanners.",
    usage: "",
    discussion: """
        oobqr fixtures make -o fixtures --suite smoke
        oobqr fixtures verify fixtures --with 'zbarimg -q --raw {}'

      Pixels depend only on messages, parameters and seed; they are the same on every machine.
      """,
    subcommands: [
      FixturesMakeCommand.self, FixturesVerifyCommand.self, FixturesCompareCommand.self,
      FixturesExportCommand.self, FixturesDamageCommand.self, FixturesKindsCommand.self,
    ])

  package init() {}
}
