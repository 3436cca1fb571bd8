package import ArgumentParser

/// `oobqr uaepass`: URIs for the UAE PASS app.
package struct UAEPassCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "uaepass",
    abstract: "Rewrite, resume and check URIs for the UAE PASS app.",
    usage: "",
    discussion: """
        oobqr uaepass rewrite uri.txt --app yourapp
        oobqr uaepass check uri.txt
      """,
    subcommands: [UAEPassRewriteCommand.self, UAEPassResumeCommand.self, UAEPassCheckCommand.self])

  package init() {}
}
