public import TextFormats

/// The rates of two scanners on the same pictures.
///
/// ```swift
/// let ours = ReadingReport(ReadingRates(), reader: "oobqr", fixturesDigest: "6f0c")
/// let theirs = ReadingReport(ReadingRates(), reader: "zxing", fixturesDigest: "6f0c")
/// let comparison = try ReadingComparison(ours, theirs)
/// comparison.names                          // ["oobqr", "zxing"]
/// for (a, b) in comparison.steps { print(a.damage, a.count.read, b.count.read) }
/// ```
public struct ReadingComparison: Hashable, Sendable {
  public let first: ReadingReport
  public let second: ReadingReport

  /// - Throws: ``ReadingReportError`` if they are about different pictures.
  public init(_ first: ReadingReport, _ second: ReadingReport) throws(ReadingReportError) {
    guard first.fixturesDigest == second.fixturesDigest else { throw .otherSet }
    guard first.selections == second.selections else { throw .otherSelection(first.selections, second.selections) }
    guard first.steps.count == second.steps.count else { throw .otherSet }
    for (a, b) in zip(first.steps, second.steps)
    where a.damage != b.damage || a.strength != b.strength || a.count.symbols != b.count.symbols {
      throw .otherPictures(damage: a.damage)
    }
    (self.first, self.second) = (first, second)
  }

  /// What the scanners are called; equal names are numbered.
  public var names: [String] {
    first.reader == second.reader ? ["\(first.reader) (1)", "\(second.reader) (2)"] : [first.reader, second.reader]
  }

  public var steps: [(first: ReadingReport.Step, second: ReadingReport.Step)] {
    Array(zip(first.steps, second.steps)).map { (first: $0, second: $1) }
  }

  /// Both numbers of everything as arrays, with `null` for what a scanner does not print.
  public var json: JSONValue {
    let rates = steps.map { step -> JSONValue in
      .object(step.first.nameMembers + Self.members(step.first.count, step.second.count))
    }
    return .object(
      [.init("readers", .array(names.map { .string($0) }))] + Self.members(first.total, second.total)
        + [.init("rates", .array(rates))])
  }

  private static func members(_ a: ReadingReport.Count, _ b: ReadingReport.Count) -> [JSONValue.Member] {
    func pair(_ value: (ReadingReport.Count) -> JSONValue?) -> JSONValue { [value(a) ?? .null, value(b) ?? .null] }
    let members: [JSONValue.Member] = [
      .init("symbols", .number(a.symbols)), .init("read", pair { .number($0.read) }),
      .init("wrong", pair { .number($0.wrong) }),
    ]
    if a.places == nil && b.places == nil { return members }
    return members + [
      .init("located", pair { $0.places.map { .number($0.located) } }),
      .init("mean_iou", pair { $0.places?.meanOverlap.map { .number($0) } }),
    ]
  }

  /// A plot for each kind of damage with at least two strengths.
  public var plots: [RatePlot] {
    var order: [String] = []
    var rows: [String: [(first: ReadingReport.Step, second: ReadingReport.Step)]] = [:]
    for step in steps where step.first.strength != nil && step.first.count.symbols > 0 {
      if rows[step.first.damage] == nil { order.append(step.first.damage) }
      rows[step.first.damage, default: []].append(step)
    }
    return order.compactMap { damage in
      let row = (rows[damage] ?? []).sorted { ($0.first.strength ?? 0) < ($1.first.strength ?? 0) }
      guard row.count > 1 else { return nil }
      func rates(_ count: (ReadingReport.Step, ReadingReport.Step) -> ReadingReport.Count) -> [Double] {
        row.map { step in Double(count(step.first, step.second).read) / Double(step.first.count.symbols) }
      }
      return RatePlot(
        title: damage, unit: row[0].first.unit, strengths: row.map { $0.first.strength ?? 0 },
        curves: [
          .init(name: names[0], rates: rates { first, _ in first.count }),
          .init(name: names[1], rates: rates { _, second in second.count }),
        ])
    }
  }
}
