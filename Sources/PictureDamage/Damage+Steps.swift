extension Damage {
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
  /// - Throws: ``DamageError``.
  public static func lists(parsing text: String) throws(DamageError) -> [[Damage]] {
    var lists: [[Damage]] = [[]]
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let steps = try steps(parsing: String(part))
      guard lists.count * steps.count <= expansionLimit else {
        throw .tooManySteps(text: text, limit: expansionLimit)
      }
      lists = lists.flatMap { list in steps.map { list + [$0] } }
    }
    return lists
  }

  /// Reads one kind of damage with each of its strengths.
  private static func steps(parsing text: String) throws(DamageError) -> [Damage] {
    let head = text.prefix { $0 != "," }
    guard let colon = head.firstIndex(of: ":"),
      ["/", "..", "~"].contains(where: { head[colon...].contains($0) })
    else {
      return [try Damage(parsing: text)]
    }
    guard let kind = Kind(rawValue: String(head[..<colon])) else { throw .unknownKind(String(head[..<colon])) }
    let (strengths, options) = (String(head[head.index(after: colon)...]), text.dropFirst(head.count))
    if strengths.hasPrefix("~") {
      let ends = strengths.dropFirst().split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
      guard ends.count == 2, let from = ends[0], let to = ends[1], from.isFinite, to.isFinite, from <= to else {
        throw .notARange(kind: kind, text: strengths)
      }
      let first = try Damage(parsing: "\(kind.rawValue):\(shown(from))\(options)")
      _ = try Damage(parsing: "\(kind.rawValue):\(shown(to))\(options)")
      return [try Damage(kind, from, options: first.options, drawnFrom: from...to)]
    }
    var damages: [Damage] = []
    let texts =
      strengths.contains("..")
      ? try range(strengths, kind) : strengths.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for strength in texts { damages.append(try Damage(parsing: "\(kind.rawValue):\(strength)\(options)")) }
    return damages
  }

  /// Returns the strengths of `FROM..TO/STEP`, with both ends if the step leads there.
  private static func range(_ text: String, _ kind: Kind) throws(DamageError) -> [String] {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    let ends = sides[0].split(separator: "..", omittingEmptySubsequences: false)
    guard sides.count == 2, ends.count == 2, let from = Double(ends[0]), let to = Double(ends[1]),
      let step = Double(sides[1]), from.isFinite, to.isFinite, step.isFinite, step > 0, from <= to
    else { throw .notARange(kind: kind, text: text) }
    let count = (to - from) / step + 1e-9
    guard count < Double(expansionLimit) else {
      throw .tooManySteps(text: "\(kind.rawValue):\(text)", limit: expansionLimit)
    }
    // Rounded, because steps such as 0.1 have no exact representation.
    return (0...Int(count)).map { shown(((from + Double($0) * step) * 1e9).rounded() / 1e9) }
  }
}
