import ArgumentParser
import HostSystem
import PictureDamage
import SymbolFixtures
import TextFormats

/// `oobqr fixtures compare`: the rates of two scanners side by side.
struct FixturesCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two scanners by their rates on the same set.",
    discussion: """
      The inputs are what 'oobqr fixtures verify --json' printed for each scanner. --plot draws a curve for each \
      scanner over the strengths of each damage, as SVG.

      Exit codes: 0 compared; 1 an input is not a report, or is about other pictures, or a file cannot be written.
      """)

  @Argument(help: "The report of the first scanner.")
  var first: String

  @Argument(help: "The report of the second one.")
  var second: String

  @Option(
    help: ArgumentHelp("Write DAMAGE.svg to this folder for each damage with several strengths.", valueName: "dir"))
  var plot: String?

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var formatOptions: OutputFormatOptions

  mutating func validate() throws {
    json = try formatOptions.isJSON(json)
    if first == "-" && second == "-" { throw ValidationError("Standard input can be read once.") }
  }

  func run() throws {
    let reports = try [first, second].map { try ReaderRates(parsing: Console.current.read($0, limit: 1 << 26), $0) }
    let comparison = try ReaderComparison(reports[0], reports[1])
    if let plot {
      try FileSystem.makeDirectory(plot)
      let plots = comparison.plots
      for (name, svg) in plots { try Console.current.write(Array(svg.utf8), to: "\(plot)/\(name).svg") }
      Console.current.say("\(plot): \(plots.count) plot\(plots.count == 1 ? "" : "s")")
    }
    try Console.current.write(json ? "\(comparison.json)\n" : comparison.table)
  }
}

/// A report of `oobqr fixtures verify --json`.
struct ReaderRates {
  struct Step {
    var damage: String
    var strength: Double?
    var unit: String
    var symbols: Int
    var read: Int
    var wrong: Int
  }

  var reader: String
  var steps: [Step]

  init(parsing bytes: [UInt8], _ path: String) throws {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch {
      throw CommandFailure("\(CommandFailure.name(ofInput: path)): not JSON: \(error)")
    }
    guard let reader = value["reader"]?.text, let rates = value["rates"]?.elements else {
      throw CommandFailure(
        "\(CommandFailure.name(ofInput: path)) is not a report of 'oobqr fixtures verify --json'")
    }
    self.reader = reader
    steps = try rates.map { step in
      guard let damage = step["damage"]?.text, let symbols = step["symbols"]?.integer, let read = step["read"]?.integer
      else { throw CommandFailure("\(CommandFailure.name(ofInput: path)): a rate has no damage, symbols or read") }
      var strength: Double?
      if case .number(let text)? = step["strength"] { strength = Double(text) }
      return Step(
        damage: damage, strength: strength, unit: step["unit"]?.text ?? "", symbols: symbols, read: read,
        wrong: step["wrong"]?.integer ?? 0)
    }
  }
}

/// Two reports about the same pictures.
struct ReaderComparison {
  private let a: ReaderRates, b: ReaderRates
  private let names: [String]

  init(_ a: ReaderRates, _ b: ReaderRates) throws {
    (self.a, self.b) = (a, b)
    names = a.reader == b.reader ? ["\(a.reader) (1)", "\(b.reader) (2)"] : [a.reader, b.reader]
    let same =
      a.steps.count == b.steps.count
      && zip(a.steps, b.steps).allSatisfy {
        $0.damage == $1.damage && $0.strength == $1.strength && $0.symbols == $1.symbols
      }
    if !same {
      throw CommandFailure("the reports are about different pictures: verify the same set with both scanners")
    }
  }

  private var steps: [(a: ReaderRates.Step, b: ReaderRates.Step)] { Array(zip(a.steps, b.steps)) }

  /// A line for each damage and strength, with the readers as columns, and a line for all.
  var table: String {
    var table = TextTable(titles: ["damage"] + ["1", "2", "2 − 1"])
    func add(_ name: String, _ first: (read: Int, wrong: Int), _ second: (read: Int, wrong: Int), _ symbols: Int) {
      func shown(_ count: (read: Int, wrong: Int)) -> String {
        (symbols == 0 ? "" : "\(count.read)/\(symbols)") + (count.wrong == 0 ? "" : " \(count.wrong) wrong")
      }
      let difference = second.read - first.read
      table.rows.append(
        [name, shown(first), shown(second), difference == 0 ? "" : difference > 0 ? "+\(difference)" : "\(difference)"]
          .map { TextTable.Cell($0) })
    }
    for step in steps {
      let strength = step.a.strength.map { ":\(Damage.shown($0))" } ?? ""
      add(
        step.a.damage + strength, (step.a.read, step.a.wrong), (step.b.read, step.b.wrong), step.a.symbols)
    }
    func total(_ rates: ReaderRates) -> (read: Int, wrong: Int) {
      (rates.steps.reduce(0) { $0 + $1.read }, rates.steps.reduce(0) { $0 + $1.wrong })
    }
    add("all", total(a), total(b), a.steps.reduce(0) { $0 + $1.symbols })
    return "1: \(names[0])\n2: \(names[1])\n" + table.text
  }

  var json: JSONValue {
    let rates = steps.map { step -> JSONValue in
      var members = [JSONValue.Member("damage", .string(step.a.damage))]
      if let strength = step.a.strength {
        members += [.init("strength", .number(strength)), .init("unit", .string(step.a.unit))]
      }
      members += [
        .init("symbols", .number(step.a.symbols)), .init("read", [.number(step.a.read), .number(step.b.read)]),
        .init("wrong", [.number(step.a.wrong), .number(step.b.wrong)]),
      ]
      return .object(members)
    }
    return ["readers": .array(names.map { .string($0) }), "rates": .array(rates)]
  }

  /// An SVG for each damage with at least two strengths, by the damage's name for files.
  var plots: [(name: String, svg: String)] {
    var order: [String] = []
    var rows: [String: [(a: ReaderRates.Step, b: ReaderRates.Step)]] = [:]
    for step in steps where step.a.strength != nil && step.a.symbols > 0 {
      if rows[step.a.damage] == nil { order.append(step.a.damage) }
      rows[step.a.damage, default: []].append(step)
    }
    return order.compactMap { damage in
      let row = (rows[damage] ?? []).sorted { ($0.a.strength ?? 0) < ($1.a.strength ?? 0) }
      guard row.count > 1 else { return nil }
      let plot = RatePlot(
        title: damage, unit: row[0].a.unit, strengths: row.map { $0.a.strength ?? 0 },
        curves: [
          (names[0], row.map { Double($0.a.read) / Double($0.a.symbols) }),
          (names[1], row.map { Double($0.b.read) / Double($0.b.symbols) }),
        ])
      return (damage.replacing(":~", with: "-between-").replacing("/", with: "-"), plot.svg)
    }
  }
}

/// Rates over the strengths of a damage, as an SVG picture.
struct RatePlot {
  var title: String
  var unit: String
  /// From the least to the greatest.
  var strengths: [Double]
  /// The name of each curve, with a rate of 0…1 for each strength.
  var curves: [(name: String, rates: [Double])]

  /// Colours and marks that differ in print, and for colour-blind eyes.
  private static let styles = [(color: "#0072b2", dashes: "none"), (color: "#d55e00", dashes: "7 4")]

  var svg: String {
    let (left, top, width, height) = (60.0, 56.0, 480.0, 260.0)
    let (low, high) = (strengths.first ?? 0, strengths.last ?? 1)
    func x(_ strength: Double) -> Double { left + (strength - low) / max(high - low, 1e-9) * width }
    func y(_ rate: Double) -> Double { top + (1 - rate) * height }
    func shown(_ value: Double) -> String { Damage.shown((value * 10).rounded() / 10) }
    func text(_ x: Double, _ y: Double, _ text: String, _ anchor: String = "middle") -> String {
      "<text x=\"\(shown(x))\" y=\"\(shown(y))\" text-anchor=\"\(anchor)\">\(MarkupText.escaped(text))</text>"
    }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 400\" font-family=\"sans-serif\" font-size=\"13\">",
      "<title>\(MarkupText.escaped("Symbols read with \(title)"))</title>",
      "<rect width=\"600\" height=\"400\" fill=\"#fff\"/>",
    ]
    for percent in stride(from: 0, through: 100, by: 25) {
      let place = y(Double(percent) / 100)
      lines.append(
        "<path d=\"M\(shown(left)) \(shown(place))h\(shown(width))\" stroke=\"#ccc\" fill=\"none\"/>"
          + text(left - 8, place + 4, "\(percent) %", "end"))
    }
    for strength in strengths {
      lines.append(
        "<path d=\"M\(shown(x(strength))) \(shown(top + height))v5\" stroke=\"#000\"/>"
          + text(x(strength), top + height + 20, Damage.shown(strength)))
    }
    lines.append(text(left + width / 2, top + height + 42, unit.isEmpty ? title : "\(title), \(unit)"))
    for (index, curve) in curves.enumerated() {
      let style = Self.styles[index % Self.styles.count]
      let points = zip(strengths, curve.rates).map { (x: x($0), y: y($1)) }
      let path = points.map { "\(shown($0.x)) \(shown($0.y))" }.joined(separator: "L")
      lines.append(
        "<path d=\"M\(path)\" fill=\"none\" stroke=\"\(style.color)\" stroke-width=\"2\" "
          + "stroke-dasharray=\"\(style.dashes)\"/>")
      lines += points.map {
        "<circle cx=\"\(shown($0.x))\" cy=\"\(shown($0.y))\" r=\"4\" fill=\"\(style.color)\"/>"
      }
      let row = 18 + Double(index) * 18
      lines.append(
        "<path d=\"M\(shown(left)) \(shown(row))h30\" stroke=\"\(style.color)\" stroke-width=\"2\" "
          + "stroke-dasharray=\"\(style.dashes)\"/>" + text(left + 38, row + 4, curve.name, "start"))
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
