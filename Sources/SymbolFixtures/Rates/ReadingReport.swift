public import TextFormats

/// The rates of a scanner on a set of pictures, as `oobqr fixtures verify --json` prints them.
///
/// ```swift
/// let report = ReadingReport(ReadingRates(), reader: "zxing", fixturesDigest: "6f0c")
/// report.total.read                             // 0
/// try ReadingReport(json: report.json) == report // true
/// ```
public struct ReadingReport: Hashable, Sendable {
  /// The scanner: its name or command.
  public var reader: String
  /// The digest of the set's manifest: reports with the same one, and the same selections, cover the same pictures.
  public var fixturesDigest: String
  /// The texts of the selections, sorted; empty for all pictures.
  public var selections: [String]
  public var total: Count
  public var steps: [Step]
  public var sequences: [Sequence]

  /// Pictures and their symbols, and how many of these were read.
  public struct Count: Hashable, Sendable {
    public var pictures: Int
    public var symbols: Int
    public var read: Int
    public var wrong: Int
    /// From 0 (F) to 4 (A), rounded to hundredths; `nil` without grades.
    public var meanGrade: Double?
    /// `nil` if the scanner prints no places, or there are no symbols.
    public var places: Places?
  }

  /// Where a scanner said that symbols are.
  public struct Places: Hashable, Sendable {
    /// The symbols that it could have located.
    public var placed: Int
    /// Those whose place overlaps the true one by ``PredictedSymbol/leastOverlap`` or more.
    public var located: Int
    /// The mean overlap of the located symbols, 0…1, rounded to four digits; `nil` if there are none.
    public var meanOverlap: Double?
  }

  /// A kind of damage or a combination, at one strength.
  public struct Step: Hashable, Sendable {
    public var damage: String
    /// `nil` for kinds of damage without a strength, and for combinations.
    public var strength: Double?
    /// The end of the step, where strengths were drawn at random: from ``strength`` up to this.
    public var end: Double?
    public var unit: String
    public var count: Count
  }

  /// A hand-held approach.
  public struct Sequence: Hashable, Sendable {
    /// The first folder and the name of its pictures.
    public var name: String
    public var frames: Int
    /// The first frame that was read, from 1; `nil` if none was.
    public var firstRead: Int?
  }

  /// - Parameters:
  ///   - rates: What was counted.
  ///   - reader: The scanner, without secrets.
  ///   - fixturesDigest: See ``ManifestReader/digest``.
  ///   - selections: The texts of the selections, in any order.
  public init(_ rates: ReadingRates, reader: String, fixturesDigest: String, selections: [String] = []) {
    (self.reader, self.fixturesDigest) = (reader, fixturesDigest)
    self.selections = Set(selections).sorted()
    total = Count(rates.total, withPlaces: rates.hasPlaces)
    steps = rates.rows.flatMap { row in
      row.steps.map { step in
        Step(
          damage: row.name, strength: step.strength,
          end: step.strength.flatMap { strength in row.stepWidth.map { strength + $0 } },
          unit: step.strength == nil ? "" : row.unit, count: Count(step.count, withPlaces: rates.hasPlaces))
      }
    }
    sequences = rates.sequences.sorted { $0.key < $1.key }.map {
      Sequence(name: $0, frames: $1.pictures, firstRead: $1.firstRead)
    }
  }
}

extension ReadingReport.Count {
  fileprivate init(_ count: ReadingRates.Count, withPlaces: Bool) {
    (pictures, symbols, read, wrong) = (count.pictures, count.symbols, count.read, count.wrong)
    meanGrade = count.meanGrade.map { DecimalText.nearest($0, decimals: 2) }
    if withPlaces && count.placed > 0 {
      places = ReadingReport.Places(
        placed: count.placed, located: count.located, meanOverlap: count.meanOverlap.map { ($0 * 1e4).rounded() / 1e4 })
    }
  }
}

/// The reason why a file is not a report, or two are not compared.
public enum ReadingReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not JSON.
  case notJSON(JSONSyntaxError)
  /// A member that a report has is missing or wrong.
  case notAReport(member: String)
  /// The reports are about different sets.
  case otherSet
  /// The reports are about different parts of a set.
  case otherSelection([String], [String])
  /// The reports have different numbers of pictures with some kind of damage.
  case otherPictures(damage: String)

  public var description: String { sentence(selections: "selections", report: "reading rates") }

  /// - Parameters:
  ///   - selections: What the caller calls them.
  ///   - report: What the caller calls that of which the file is a report.
  package func sentence(selections: String, report: String) -> String {
    switch self {
    case .notJSON(let error): "not JSON: \(error)"
    case .notAReport(let member):
      "it is not a report of \(report): '\(member)' is missing"
    case .otherSet:
      "the reports are about different pictures: verify the same set with both scanners"
    case .otherSelection(let first, let second):
      "the reports are about different pictures: verify the set with the same \(selections), not \(Self.shown(first)) and "
        + Self.shown(second)
    case .otherPictures(let damage):
      "the reports are about different pictures, by their numbers of symbols with '\(damage)': verify the same set with both "
        + "scanners"
    }
  }

  private static func shown(_ selections: [String]) -> String {
    selections.isEmpty ? "all pictures" : selections.map { "'\($0)'" }.joined(separator: " or ")
  }
}
