import ArgumentParser
import CommandSupport
import HostSystem
import PictureDamage
import SymbolFixtures
import TextFormats

/// `oobqr fixtures compare`: the rates of two scanners side by side.
struct FixturesCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two scanners by their rates on the same set.",
    usage: "",
    discussion: """
        oobqr fixtures compare ours.json theirs.json
        oobqr fixtures compare ours.json theirs.json --plot plots/

      The inputs are what 'oobqr fixtures verify --json' printed for each scanner. --plot draws a curve for each \
      scanner over the strengths of each kind of damage, as SVG.

      Exit codes: 0 compared; 1 an input is not a report, or the reports are about different pictures; 74 a file \
      cannot be written.
      More: docs/testing.md.
      """)

  @Argument(help: "The report of the first scanner.")
  var first: String

  @Argument(help: "The report of the second one.")
  var second: String

  @Option(
    help: ArgumentHelp(
      "Write DAMAGE.svg to this folder for each kind of damage with several strengths.", valueName: "dir"))
  var plot: String?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  func validate() throws {
    try refuse(["Standard input can be read only once.": first == "-" && second == "-"])
  }

  func run() throws {
    let reports = try [first, second].map { path in
      let bytes = try Console.current.read(path, limit: 1 << 26)
      return try CommandFailure.about(CommandFailure.name(ofInput: path)) { try ReadingRates(json: bytes) }
    }
    let comparison = try ReadingComparison(reports[0], reports[1])
    if let plot {
      try FileSystem.makeDirectory(plot)
      let plots = comparison.plots
      for picture in plots { try Console.current.write(Array(picture.svg.utf8), to: "\(plot)/\(picture.fileName).svg") }
      Console.current.say("\(plot): \(plots.count.counting("plot"))")
    }
    try Console.current.write(answer.isJSON ? comparison.json.line(as: .fixturesCompare) : comparison.table)
  }
}

/// Two reports side by side, as a table.
extension ReadingComparison {
  /// A line for each kind of damage and each strength, with the scanners as columns, and lines for all.
  fileprivate var table: String {
    var table = TextTable(titles: ["damage"] + ["1", "2", "2 − 1"])
    func add(_ name: String, _ shown: [String], _ numbers: (Int?, Int?)) {
      let difference = numbers.0.flatMap { first in numbers.1.map { $0 - first } } ?? 0
      let sign = difference == 0 ? "" : difference > 0 ? "+\(difference)" : "\(difference)"
      table.rows.append(([name] + shown + [sign]).map { TextTable.Cell($0) })
    }
    func add(_ name: String, _ a: ReadingRates.Count, _ b: ReadingRates.Count) {
      let shown = [a, b].map { count in
        (count.symbols == 0 ? "" : "\(count.read)/\(count.symbols)") + (count.wrong == 0 ? "" : " \(count.wrong) wrong")
      }
      add(name, shown, (a.read, b.read))
    }
    for (a, b) in steps { add(a.shownName, a.count, b.count) }
    add("all", first.total, second.total)
    let located = [first, second].map { $0.places(in: $0.total)?.count }
    if located.contains(where: { $0 != nil }) {
      let shown = zip(located, [first.total.placed, second.total.placed]).map { located, placed in
        located.map { "\($0)/\(placed)" } ?? "no places"
      }
      add("located", shown, (located[0], located[1]))
    }
    return "1: \(names[0])\n2: \(names[1])\n" + table.text
  }
}

extension ReadingRates.Step {
  /// `rotation:20`, or `noise:~0..50 10–20` for random strengths.
  fileprivate var shownName: String {
    guard let strength else { return damage }
    guard let end else { return "\(damage):\(Damage.shown(strength))" }
    func shown(_ value: Double) -> String { Damage.shown(DecimalText.nearest(value, decimals: 3)) }
    return "\(damage) \(shown(strength))–\(shown(end))"
  }
}
