package import ArgumentParser
import CommandSupport

/// `oobqr print`: symbols on paper.
package struct PrintCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print symbols on sheets, labels, receipts and posters.",
    usage: "",
    discussion: """
        oobqr print plan --bytes 202 --dpi 203
        oobqr print sheet --list codes.csv --stock l7160 -o codes.pdf
        oobqr print label 'https://example.com' --stock 57x32 -o label.zpl

      Before anything is written, every symbol is checked, drawn dot for dot as the printer will print it, damaged \
      as a printer and a camera would damage it, and scanned.
      """,
    subcommands: [
      PrintPlanCommand.self, PrintSheetCommand.self, PrintLabelCommand.self, PrintPosterCommand.self,
      PrintTextsCommand.self, PrintCalibrationCommand.self,
      PrintStocksCommand.self,
    ])

  package init() {}
}
