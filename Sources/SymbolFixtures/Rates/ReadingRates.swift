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
    /// The grades of symbols that were read, from 0 (F) to 4 (A); empty if they were not graded.
    public var grades: [Int] = []
    /// How much of each symbol the found place covers, 0…1 (intersection over union); `nil` if symbols were found without
    /// their places. Where nothing was found, it is 0 for each symbol.
    public var overlaps: [Double]?
    /// Whether the scanner printed the place of a symbol.
    public var hasPlaces = false

    public init(read: Int = 0, wrong: Int = 0, failure: String? = nil, exitCode: Int32? = nil) {
      (self.read, self.wrong, self.failure, self.exitCode) = (read, wrong, failure, exitCode)
    }
  }

  /// Symbols of some pictures, and how many of them were read.
  public struct Count: Hashable, Sendable {
    public var symbols = 0
    public var read = 0
    public var wrong = 0
    public var pictures = 0
    /// The symbols that were read and graded.
    public var graded = 0
    /// The sum of their grades.
    public var grades = 0

    /// The mean grade of the symbols that were read, 0 (F) to 4 (A); `nil` if none was graded.
    public var meanGrade: Double? { graded == 0 ? nil : Double(grades) / Double(graded) }

    /// The symbols of pictures in which the scanner printed places, or found nothing; of no meaning if it never prints
    /// places: see ``ReadingRates/hasPlaces``.
    public var placed = 0
    /// Of those, the symbols whose place overlaps the true one by ``PredictedSymbol/leastOverlap`` or more.
    public var located = 0
    /// The sum of the overlaps of the located symbols.
    public var overlap = 0.0

    /// The mean overlap of the located symbols; `nil` if there are none.
    public var meanOverlap: Double? { located == 0 ? nil : overlap / Double(located) }

    public var rate: Double { symbols == 0 ? 1 : Double(read) / Double(symbols) }
  }

  /// A kind of damage or a combination, at its strengths.
  public struct Row: Sendable {
    public var name: String
    public var unit: String
    public var steps: [(strength: Double?, count: Count)]
    /// The width of a step when strengths were random: a step covers this range from its strength on.
    public var stepWidth: Double?
  }

  public private(set) var total = Count()
  /// Whether the scanner has printed the place of any symbol. If so, symbols of pictures of which it says nothing are not
  /// located; one that never prints places is not judged by them.
  public private(set) var hasPlaces = false
  public private(set) var rows: [Row] = []
  /// The hand-held approaches, by the first folder and the name of their pictures, as in `noise-3/app-link`.
  public private(set) var sequences: [String: Frames] = [:]

  /// The frames of an approach.
  public struct Frames: Hashable, Sendable {
    public var pictures = 0
    /// The number of the first frame that was read, from 1; `nil` if none was.
    public var firstRead: Int?
  }

  public init() {}

  public init(_ entries: [Manifest.Entry], _ results: [Result]) {
    for (entry, result) in zip(entries, results) { add(result, of: entry, in: step(for: entry)) }
  }

  /// A step of a row.
  public struct Step: Hashable, Sendable {
    var row: Int, strength: Double?
  }

  /// Returns the step to which a picture belongs. Rows and steps are in the order in which they are first asked for.
  public mutating func step(for entry: Manifest.Entry) -> Step {
    let alone = entry.damages.count == 1 && entry.content == nil ? entry.damages[0] : nil
    let name =
      alone.map { $0.range == nil ? $0.kind.rawValue : $0.shortLabel }
      ?? (Self.names(entry) + entry.damages.map(\.shortLabel)).joined(separator: " + ")
    var strength = alone.flatMap { $0.kind.model.range == nil ? nil : $0.strength }
    let width = alone?.range.flatMap { $0.lowerBound < $0.upperBound ? ($0.upperBound - $0.lowerBound) / 5 : nil }
    if let width, let range = alone?.range, let drawn = strength {
      strength = range.lowerBound + min(4, ((drawn - range.lowerBound) / width).rounded(.down)) * width
    }
    let row =
      rows.firstIndex { $0.name == name }
      ?? {
        let unit = strength == nil ? "" : alone?.kind.model.unit ?? ""
        rows.append(Row(name: name, unit: unit, steps: [], stepWidth: width))
        return rows.count - 1
      }()
    if !rows[row].steps.contains(where: { $0.strength == strength }) {
      // Steps of a random strength come in any order.
      let place = width == nil ? nil : rows[row].steps.firstIndex { ($0.strength ?? 0) > (strength ?? 0) }
      rows[row].steps.insert((strength, Count()), at: place ?? rows[row].steps.count)
    }
    return Step(row: row, strength: strength)
  }

  /// The name of a picture without damage, and the beginning of that of others.
  private static func names(_ entry: Manifest.Entry) -> [String] {
    switch entry.content {
    case nil: entry.damages.isEmpty ? ["clean"] : []
    case "negative"?: ["negative: \(entry.name.prefix { $0 != "-" })"]
    case let content?: [content]
    }
  }

  /// Counts a result in the step of its picture.
  public mutating func add(_ result: Result, of entry: Manifest.Entry, in step: Step) {
    if let index = rows[step.row].steps.firstIndex(where: { $0.strength == step.strength }) {
      rows[step.row].steps[index].count.add(entry, result)
    }
    total.add(entry, result)
    if result.hasPlaces { hasPlaces = true }
    guard let frame = entry.frame else { return }
    // Large sets divide a folder by numbers, and an approach may begin in one part and end in the next.
    let sequence = "\(entry.path.prefix { $0 != "/" })/\(frame.sequence)"
    var frames = sequences[sequence, default: Frames()]
    frames.pictures += 1
    if result.read > 0 { frames.firstRead = min(frame.number, frames.firstRead ?? frame.number) }
    sequences[sequence] = frames
  }
}

extension ReadingRates.Count {
  mutating func add(_ entry: Manifest.Entry, _ result: ReadingRates.Result) {
    pictures += 1
    symbols += entry.messages.count
    read += result.read
    wrong += result.wrong
    graded += result.grades.count
    grades += result.grades.reduce(0, +)
    guard let overlaps = result.overlaps else { return }
    let found = overlaps.filter { $0 >= PredictedSymbol.leastOverlap }
    placed += overlaps.count
    located += found.count
    overlap += found.reduce(0, +)
  }
}
