import ArgumentParser

/// `oobqr uaepass`: URIs for the UAE PASS app.
struct UAEPassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uaepass",
    abstract: "Rewrite, resume and check URIs for the UAE PASS app.",
    subcommands: [UAEPassRewriteCommand.self, UAEPassResumeCommand.self, UAEPassCheckCommand.self])
}
