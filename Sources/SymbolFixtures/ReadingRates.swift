import PictureDamage

/// The numbers of symbols read from a set of fixtures, by kind of damage and strength.
public struct ReadingRates: Sendable {
  /// The result for one picture.
  public struct Result: Hashable, Sendable {
    public var read = 0
    /// The number of messages that the picture does not hold.
    public var wrong = 0
    /// The reason why it could not be scanned at all.
    public var failure: String?
    /// Whether nothing was read, neither the message nor another.
    public var isSilent: Bool { read == 0 && wrong == 0 }
    /// The exit code of the scanner's command; `nil` for our own scanner.
    public var exitCode: Int32?

    public init(read: Int = 0, wrong: Int = 0, failure: String? = nil, exitCode: Int32? = nil) {
      (self.read, self.wrong, self.failure, self.exitCode) = (read, wrong, failure, exitCode)
    }
  }

  public struct Count: Hashable, Sendable {
    public var symbols = 0
    public var read = 0
    public var wrong = 0
    public var pictures = 0

    public var rate: Double { symbols == 0 ? 1 : Double(read) / Double(symbols) }
  }

  /// A damage or a combination, at its strengths.
  public struct Row: Sendable {
    public var name: String
    public var unit: String
    public var steps: [(strength: Double?, count: Count)]
  }

  public private(set) var total = Count()
  public private(set) var rows: [Row] = []

  public init() {}

  public init(_ entries: [Manifest.Entry], _ results: [Result]) {
    for (entry, result) in zip(entries, results) { add(result, of: entry, in: step(for: entry)) }
  }

  /// A step of a row.
  public struct Step: Hashable, Sendable {
    var row: Int, step: Int
  }

  /// Returns the step to which a picture belongs. Rows and steps are in the order in which they are first asked for.
  public mutating func step(for entry: Manifest.Entry) -> Step {
    let alone = entry.damages.count == 1 ? entry.damages[0] : nil
    let name =
      entry.damages.isEmpty
      ? "none" : alone?.kind.rawValue ?? entry.damages.map(Self.short).joined(separator: " + ")
    let strength = alone.flatMap { $0.kind.model.range == nil ? nil : $0.strength }
    let row =
      rows.firstIndex { $0.name == name }
      ?? {
        rows.append(Row(name: name, unit: strength == nil ? "" : alone?.kind.model.unit ?? "", steps: []))
        return rows.count - 1
      }()
    let step =
      rows[row].steps.firstIndex { $0.strength == strength }
      ?? {
        rows[row].steps.append((strength, Count()))
        return rows[row].steps.count - 1
      }()
    return Step(row: row, step: step)
  }

  /// Counts a result in the step of its picture.
  public mutating func add(_ result: Result, of entry: Manifest.Entry, in step: Step) {
    rows[step.row].steps[step.step].count.add(entry, result)
    total.add(entry, result)
  }

  private static func short(_ damage: Damage) -> String {
    damage.kind.model.range == nil ? damage.kind.rawValue : "\(damage.kind.rawValue):\(Damage.shown(damage.strength))"
  }
}

extension ReadingRates.Count {
  mutating func add(_ entry: Manifest.Entry, _ result: ReadingRates.Result) {
    pictures += 1
    symbols += entry.symbols
    read += result.read
    wrong += result.wrong
  }
}
