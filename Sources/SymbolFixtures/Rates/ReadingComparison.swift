public import TextFormats

/// The rates of two scanners on the same pictures.
///
/// ```swift
/// let ours = ReadingRates(reader: "oobqr", fixturesDigest: "6f0c")
/// let theirs = ReadingRates(reader: "zxing", fixturesDigest: "6f0c")
/// let comparison = try ReadingComparison(ours, theirs)
/// comparison.names                          // ["oobqr", "zxing"]
/// for (a, b) in comparison.steps { print(a.damage, a.count.read, b.count.read) }
/// ```
public struct ReadingComparison: Hashable, Sendable {
  public let first: ReadingRates
  public let second: ReadingRates

  /// - Throws: ``FixtureFault`` if they are about different pictures.
  public init(_ first: ReadingRates, _ second: ReadingRates) throws(FixtureFault) {
    (self.first, self.second) = (first, second)
    let start = "the reports are about different pictures"
    let remedy = "verify the same set with both scanners"
    guard first.fixturesDigest == second.fixturesDigest else { throw FixtureFault("\(start): \(remedy)") }
    guard first.selections == second.selections else {
      let shown = [first, second].map { rates in
        rates.selections.isEmpty ? "all pictures" : rates.selections.map { "'\($0)'" }.joined(separator: " or ")
      }
      throw FixtureFault("\(start): verify the set with the same selections, not \(shown[0]) and \(shown[1])")
    }
    guard first.steps.count == second.steps.count else { throw FixtureFault("\(start): \(remedy)") }
    for (a, b) in steps
    where a.damage != b.damage || a.strength != b.strength || a.count.symbols != b.count.symbols {
      throw FixtureFault("\(start), by their numbers of symbols with '\(a.damage)': \(remedy)")
    }
  }

  /// What the scanners are called; equal names are numbered.
  public var names: [String] {
    first.reader == second.reader ? ["\(first.reader) (1)", "\(second.reader) (2)"] : [first.reader, second.reader]
  }

  public var steps: [(first: ReadingRates.Step, second: ReadingRates.Step)] {
    zip(first.steps, second.steps).map { (first: $0, second: $1) }
  }

  /// Both numbers of everything as arrays, with `null` for what a scanner does not print.
  public var json: JSONValue {
    .joining(
      ["readers": .strings(names)], json(of: first.total, second.total),
      ["rates": .array(steps.map { .joining($0.name, json(of: $0.count, $1.count)) })])
  }

  private func json(of a: ReadingRates.Count, _ b: ReadingRates.Count) -> JSONValue {
    let numbers: JSONValue = [
      "symbols": .number(a.symbols), "read": [.number(a.read), .number(b.read)],
      "wrong": [.number(a.wrong), .number(b.wrong)],
    ]
    let places = [first.places(in: a), second.places(in: b)]
    if places.allSatisfy({ $0 == nil }) { return numbers }
    return .joining(
      numbers,
      [
        "located": .array(places.map { .optional($0?.count) }), "mean_iou": .array(places.map { .optional($0?.json) }),
      ])
  }

  /// A plot for each kind of damage with at least two strengths.
  public var plots: [RatePlot] {
    let shown = steps.filter { $0.first.strength != nil && $0.first.count.symbols > 0 }
    return shown.grouped { $0.first.damage == $1.first.damage }.filter { $0.count > 1 }.map { steps in
      let row = steps.sorted { ($0.first.strength ?? 0) < ($1.first.strength ?? 0) }
      let rates = [row.map(\.first.count.rate), row.map(\.second.count.rate)]
      return RatePlot(
        title: row[0].first.damage, unit: row[0].first.unit, strengths: row.map { $0.first.strength ?? 0 },
        curves: zip(names, rates).map { RatePlot.Curve(name: $0, rates: $1) })
    }
  }
}

extension ReadingRates {
  /// The located symbols among those of some pictures; `nil` if the scanner prints no places, or there are no symbols.
  public func places(in count: Count) -> Mean? { hasPlaces && count.placed > 0 ? count.located : nil }
}
