import ArgumentParser

/// `oobqr print`: symbols on paper.
struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Plan, print and try printed symbols: sheets, labels, receipts.",
    discussion: """
      Every symbol is checked, drawn dot for dot as the printer will print it, damaged as print and camera damage it, and \
      scanned, before anything is written.
      """,
    subcommands: [PrintPlanCommand.self, PrintSheetCommand.self, PrintLabelCommand.self])
}
