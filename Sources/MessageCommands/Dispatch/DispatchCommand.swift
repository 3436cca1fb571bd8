package import ArgumentParser

/// `oobqr dispatch`: what a server sends to nevisFIDO, and what it gets back.
package struct DispatchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "dispatch",
    abstract: "Write requests to the dispatcher, read its responses.",
    usage: "",
    discussion: """
        oobqr dispatch request --dispatcher link --op Auth -o request.json
        oobqr dispatch read response.json
      """,
    subcommands: [DispatchRequestCommand.self, DispatchReadCommand.self])

  package init() {}
}
