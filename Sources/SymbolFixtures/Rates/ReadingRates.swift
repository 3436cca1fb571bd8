import PictureDamage

/// The numbers of symbols that a scanner read from a set of fixtures, by kind of damage and strength.
///
/// ```swift
/// var rates = ReadingRates(reader: "zxing", fixturesDigest: "6f0c")
/// rates.total.read  // 0
/// rates.json        // what `oobqr fixtures verify --json` prints
/// ```
public struct ReadingRates: Hashable, Sendable {
  /// The scanner: its name or command, without secrets.
  public var reader: String
  /// The digest of the set's manifest: rates with the same one, and the same selections, cover the same pictures.
  public var fixturesDigest: String
  /// The texts of the selections, sorted; empty for all pictures.
  public let selections: [String]
  public internal(set) var total = Count()
  /// In the order in which ``step(for:)`` was first called for them; those of one damage follow one another.
  public internal(set) var steps: [Step] = []
  /// Whether the scanner has printed the place of any symbol. If so, symbols of pictures of which it says nothing are not
  /// located; one that never prints places is not judged by them.
  public internal(set) var hasPlaces = false
  /// The hand-held approaches, by the first folder and the name of their pictures, as in `noise-3/app-link`.
  public internal(set) var sequences: [String: Frames] = [:]

  public init(reader: String = "", fixturesDigest: String = "", selections: [String] = []) {
    (self.reader, self.fixturesDigest, self.selections) = (reader, fixturesDigest, Set(selections).sorted())
  }

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

    public init(read: Int = 0, wrong: Int = 0, failure: String? = nil) {
      (self.read, self.wrong, self.failure) = (read, wrong, failure)
    }
  }

  /// Pictures and their symbols, and how many of these were read.
  public struct Count: Hashable, Sendable {
    public internal(set) var pictures = 0
    public internal(set) var symbols = 0
    public internal(set) var read = 0
    public internal(set) var wrong = 0
    /// The grades of the symbols that were read, from 0 (F) to 4 (A).
    public internal(set) var grades = Mean()
    /// The symbols of pictures in which the scanner printed places, or found nothing; of no meaning if it never prints
    /// places: see ``ReadingRates/hasPlaces``.
    public internal(set) var placed = 0
    /// The overlaps of the symbols that were located, as their place overlaps the true one by
    /// ``PredictedSymbol/leastOverlap`` or more.
    public internal(set) var located = Mean()

    public var rate: Double { symbols == 0 ? 1 : Double(read) / Double(symbols) }
  }

  /// The mean of some numbers.
  public struct Mean: Hashable, Sendable {
    public internal(set) var count = 0
    var sum = 0.0

    /// `nil` without numbers.
    public var value: Double? { count == 0 ? nil : sum / Double(count) }

    mutating func add(_ numbers: [Double]) {
      (count, sum) = (count + numbers.count, sum + numbers.reduce(0, +))
    }
  }

  /// A kind of damage or a combination, at one strength.
  public struct Step: Hashable, Sendable {
    public let damage: String
    /// `nil` for kinds of damage without a strength, and for combinations.
    public let strength: Double?
    /// The end of the step, where strengths were drawn at random: from ``strength`` up to this.
    public let end: Double?
    public let unit: String
    public internal(set) var count = Count()
  }

  /// The frames of an approach.
  public struct Frames: Hashable, Sendable {
    public internal(set) var pictures = 0
    /// The number of the first frame that was read, from 1; `nil` if none was.
    public internal(set) var firstRead: Int?
  }

  /// Returns the place in ``steps`` of the step to which a picture belongs. Later steps may move it.
  @discardableResult
  public mutating func step(for entry: Manifest.Entry) -> Int {
    // At a place, the distance alone is counted.
    let resolution = entry.place == nil ? nil : entry.damages.first { $0.kind == .resolution }
    let alone = resolution ?? (entry.damages.count == 1 && entry.content == nil ? entry.damages[0] : nil)
    let name =
      entry.place ?? alone.map { $0.range == nil ? $0.kind.rawValue : $0.shortLabel }
      ?? (Self.names(entry) + entry.damages.map(\.shortLabel)).joined(separator: " + ")
    var (strength, end) = (alone.flatMap { $0.kind.range == nil ? nil : $0.strength }, Double?.none)
    if let range = alone?.range, range.lowerBound < range.upperBound, let drawn = strength {
      let width = (range.upperBound - range.lowerBound) / 5
      let start = range.lowerBound + min(4, ((drawn - range.lowerBound) / width).rounded(.down)) * width
      (strength, end) = (start, start + width)
    }
    let all = steps.indices.filter { steps[$0].damage == name }
    if let known = all.first(where: { steps[$0].strength == strength }) { return known }
    let unit = strength == nil ? "" : alone?.kind.unit ?? ""
    // Steps of a random strength come in any order.
    let next = end == nil ? nil : all.first { (steps[$0].strength ?? 0) > (strength ?? 0) }
    let place = next ?? all.last.map { $0 + 1 } ?? steps.count
    steps.insert(Step(damage: name, strength: strength, end: end, unit: unit), at: place)
    return place
  }

  /// The name of a picture without damage, and the beginning of that of others.
  private static func names(_ entry: Manifest.Entry) -> [String] {
    switch entry.content {
    case nil: entry.damages.isEmpty ? ["clean"] : []
    case "negative"?: ["negative: \(entry.name.prefix { $0 != "-" })"]
    case let content?: [content]
    }
  }

  /// Counts the result of a picture.
  public mutating func add(_ result: Result, of entry: Manifest.Entry) {
    steps[step(for: entry)].count.add(entry, result)
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
  fileprivate mutating func add(_ entry: Manifest.Entry, _ result: ReadingRates.Result) {
    pictures += 1
    symbols += entry.readableMessages.count
    read += result.read
    wrong += result.wrong
    grades.add(result.grades.map(Double.init))
    guard let overlaps = result.overlaps else { return }
    placed += overlaps.count
    located.add(overlaps.filter { $0 >= PredictedSymbol.leastOverlap })
  }
}
