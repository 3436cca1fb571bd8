package import ArgumentParser
import CommandSupport

/// `oobqr dispatch`: what a server sends to nevisFIDO, and what it gets back.
package struct DispatchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "dispatch",
    abstract: "Write requests to the dispatcher and read its responses.",
    subcommands: [DispatchRequestCommand.self, DispatchReadCommand.self])

  package init() {}
}
