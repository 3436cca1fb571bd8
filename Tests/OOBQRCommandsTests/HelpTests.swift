import TestSupport
import Testing

struct HelpTests {
  @Test func `help and version go to standard output`() {
    for arguments in [["--help"], ["make", "--help"], ["help", "scan"], ["--version"]] {
      let run = CommandRun(arguments)
      #expect(run.exitCode == 0 && run.errors == "" && !run.output.isEmpty)
    }
    #expect(CommandRun([]).text.contains("SUBCOMMANDS"))
  }

  @Test func `help lists the exit codes`() {
    #expect(CommandRun(["--help"]).text.contains("Exit codes: 0 done; 1 refused or failed; 4 a picture held no"))
  }
}
