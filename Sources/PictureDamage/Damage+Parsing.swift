import TextFormats

/// Damage as it is written.
extension Damage {
  /// Reads `kind`, `kind:strength` or `kind:strength,option=value,…`.
  ///
  /// - Throws: ``DamageFault``.
  public init(parsing text: String) throws(DamageFault) {
    let damages = try Self.list(parsing: text)
    guard damages.count == 1 else { throw DamageFault("'\(text)' is more than one kind of damage") }
    self = damages[0]
  }

  /// Reads several kinds of damage, joined by `+`, in the order of application.
  ///
  /// - Throws: ``DamageFault``.
  public static func list(parsing text: String) throws(DamageFault) -> [Damage] {
    let lists = try lists(parsing: text)
    guard lists.count == 1, lists[0].allSatisfy({ $0.range == nil }) else {
      throw DamageFault("'\(text)' has more than one strength of a kind")
    }
    return lists[0]
  }

  /// The most kinds of damage, or combinations, that one text with ranges and lists may stand for.
  public static let expansionLimit = 1000

  /// Reads kinds of damage joined by `+`, whose strengths may be ranges with a step, `rotation:0..90/15`, lists,
  /// `noise:5/10/20`, and ranges from which each picture of a set draws one, `perspective:~0..50`.
  ///
  /// ```swift
  /// let lists = try Damage.lists(parsing: "rotation:0..20/10+noise:5/9")
  /// lists.count  // 6
  /// lists[1]     // rotation:0 and noise:9
  /// ```
  ///
  /// - Returns: All combinations, 1…``expansionLimit``; the strengths of the last kind change first.
  /// - Throws: ``DamageFault``.
  public static func lists(parsing text: String) throws(DamageFault) -> [[Damage]] {
    var lists: [[Damage]] = [[]]
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let steps = try steps(parsing: part)
      guard lists.count * steps.count <= expansionLimit else { throw tooManySteps(text) }
      lists = lists.flatMap { list in steps.map { list + [$0] } }
    }
    if lists[0].dropLast().contains(where: { $0.kind == .jpeg }) {
      throw DamageFault("jpeg is the format of the file, so it comes last")
    }
    return lists
  }

  /// Reads one kind of damage with each of its strengths.
  private static func steps(parsing text: Substring) throws(DamageFault) -> [Damage] {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let head = fields[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(head[0])) else {
      throw unknown(String(head[0]))
    }
    let (strengths, range) = try strengths(parsing: head.dropFirst().first, of: kind)
    var options: [String: Double] = [:]
    for field in fields.dropFirst() {
      let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = try number(sides.count == 2 ? sides[1] : "", of: kind, in: field)
      guard options.updateValue(value, forKey: String(sides[0])) == nil else {
        throw DamageFault("\(kind.rawValue)'s option '\(sides[0])' is given twice")
      }
    }
    return try strengths.map { strength throws(DamageFault) in
      try Damage(kind, strength, options: options, drawnFrom: range)
    }
  }

  /// Words that people use for kinds of damage, in lower case, and the kinds.
  private static let words: KeyValuePairs<String, String> = [
    "blur": "'defocus' or 'motion'", "gauss": "'defocus' or 'noise'", "tilt": "'perspective'", "skew": "'perspective'",
    "shear": "'perspective'", "turn": "'rotation'", "rotat": "'rotation'", "flip": "'mirror'", "invert": "'inversion'",
    "bright": "'overexposure'", "dark": "'underexposure'", "lowlight": "'underexposure'",
    "exposure": "'overexposure' or 'underexposure'", "scale": "'resolution'", "size": "'resolution'",
    "resiz": "'resolution'",
    "zoom": "'resolution'", "distan": "'resolution'", "compress": "'jpeg'", "jpg": "'jpeg'", "distort": "'lens'",
    "wrinkle": "'crumple'", "crease": "'fold'", "bend": "'cylinder'", "curve": "'cylinder'", "reflect": "'glare'",
    "logo": "'sticker'", "crop": "'torn-edge'",
  ]

  private static func unknown(_ name: String) -> DamageFault {
    let meant =
      Spelling.nearest(to: name, among: Kind.allCases.map(\.rawValue), least: 5).map { "'\($0)'" }
      ?? words.first { Spelling.plain(name).starts(with: $0.key.utf8) }?.value
    if let meant { return DamageFault("unknown damage '\(name)'; use \(meant)") }
    return DamageFault(
      "unknown damage '\(name)'; the kinds are \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  /// Reads the strengths of a kind: several, or one with the range from which others are drawn.
  ///
  /// - Parameter text: `nil` if no strength is given.
  private static func strengths(
    parsing text: Substring?, of kind: Kind
  ) throws(DamageFault) -> (strengths: [Double], drawnFrom: ClosedRange<Double>?) {
    guard let range = kind.range else {
      if text != nil { throw noStrength(kind) }
      return ([0], nil)
    }
    guard let text else {
      let range = "\(shown(range)) \(kind.unit)"
      throw DamageFault("\(kind.rawValue) needs a strength, \(range): write '\(kind.rawValue):STRENGTH'")
    }
    let notARange = DamageFault(
      "'\(text)' of \(kind.rawValue) is not a range; write \(kind.rawValue):FROM..TO/STEP, with FROM below TO; "
        + "\(kind.rawValue):~FROM..TO draws a random strength")
    if text.hasPrefix("~") {
      guard let ends = ends(text.dropFirst()) else { throw notARange }
      return ([ends.lowerBound], ends)
    }
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text.contains("..") else {
      return (try sides.map { side throws(DamageFault) in try number(side, of: kind, in: side) }, nil)
    }
    guard sides.count == 2, let ends = ends(sides[0]), let step = Double(sides[1]), step.isFinite, step > 0 else {
      throw notARange
    }
    let count = (ends.upperBound - ends.lowerBound) / step + 1e-9
    guard count < Double(expansionLimit) else { throw tooManySteps("\(kind.rawValue):\(text)") }
    // With both ends if the step leads there; rounded, because steps such as 0.1 have no exact representation.
    return ((0...Int(count)).map { ((ends.lowerBound + Double($0) * step) * 1e9).rounded() / 1e9 }, nil)
  }

  /// Reads `FROM..TO`.
  private static func ends(_ text: Substring) -> ClosedRange<Double>? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from.isFinite, to.isFinite, from <= to else {
      return nil
    }
    return from...to
  }

  private static func number(_ text: Substring, of kind: Kind, in field: Substring) throws(DamageFault) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw DamageFault("'\(field)' of \(kind.rawValue) is not a number; write KIND:STRENGTH,OPTION=VALUE")
    }
    return value
  }

  private static func tooManySteps(_ text: String) -> DamageFault {
    DamageFault("'\(text)' expands to more than \(expansionLimit) variants; use larger steps or several sets")
  }
}
