import ArgumentParser

/// `oobqr dispatch`: what a server sends to nevisFIDO, and what it gets back.
struct DispatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dispatch",
    abstract: "Write requests to the dispatcher and read its responses.",
    subcommands: [DispatchRequestCommand.self, DispatchReadCommand.self])
}
