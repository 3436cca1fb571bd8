package import ArgumentParser

/// `oobqr associate`: the files by which a domain and an app trust each other.
package struct AssociateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "associate",
    abstract: "Make, fetch and check the files that let links open your app.",
    usage: "",
    discussion: """
        oobqr associate make description.json -o association/
        oobqr associate check https://example.com/open --folder association/
        oobqr associate fetch example.com -o served/
      """,
    subcommands: [AssociateMakeCommand.self, AssociateCheckCommand.self, AssociateFetchCommand.self])

  package init() {}
}
