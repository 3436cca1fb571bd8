import ArgumentParser

/// `oobqr print`: symbols on paper.
struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Plan, test and print symbols on sheets, labels and receipts.",
    discussion: """
      Every symbol is checked, drawn dot for dot as the printer will print it, damaged as printer and camera damage \
      it, and scanned before anything is written.
      """,
    subcommands: [
      PrintPlanCommand.self, PrintSheetCommand.self, PrintLabelCommand.self, PrintPosterCommand.self,
      PrintTextsCommand.self, PrintCalibrationCommand.self,
      PrintStocksCommand.self,
    ])
}
