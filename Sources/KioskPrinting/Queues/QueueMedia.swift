import TextFormats

/// The sizes of paper that a CUPS queue offers, by the names of its option `PageSize`.
package struct QueueMedia: Hashable, Sendable, CustomStringConvertible {
  /// The names in the order of the queue.
  package var names: [String]

  /// Reads the options that `lpoptions -l` lists: `PageSize/Media Size: A4 *Letter Custom.WIDTHxHEIGHT`.
  ///
  /// - Returns: `nil` if there is no such option.
  package init?(options text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("PageSize/") }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    names = line[line.index(after: colon)...].split(separator: " ").map {
      String($0.hasPrefix("*") ? $0.dropFirst() : $0)
    }
  }

  /// Whether sizes that are not in the list can be named.
  private var takesAnySize: Bool { names.contains { $0.hasPrefix("Custom.") } }

  /// Returns the name of a size; `nil` if the queue does not offer it.
  package func name(of size: LabelStock.Size) -> String? {
    func distance(_ name: String) -> Double? {
      Self.size(of: name).map { max(abs($0.width - size.width), abs($0.height - size.height)) }
    }
    // Names in points are rounded to a third of a millimetre. Of equal sizes, those with a suffix have other margins.
    let near = names.compactMap { name in distance(name).map { (name, $0) } }.filter { $0.1 <= 1 }
    if let best = near.min(by: { ($0.1, $0.0.count) < ($1.1, $1.0.count) }) { return best.0 }
    guard takesAnySize else { return nil }
    let sides = [size.width, size.height].map { DecimalText.short($0, decimals: 2) }
    return "Custom.\(sides[0])x\(sides[1])mm"
  }

  /// Returns a name as the queue writes it, perhaps with a suffix; `nil` if the queue does not have it.
  package func known(_ name: String) -> String? {
    let wanted = name.lowercased()
    if takesAnySize && wanted.hasPrefix("custom.") { return name }
    return names.first { $0.lowercased() == wanted } ?? names.first { $0.lowercased().hasPrefix(wanted + ".") }
  }

  /// The names with their sizes, for a sentence.
  package var description: String {
    let shown = names.prefix(20).map { name in
      name.contains { $0.isNumber } ? Self.size(of: name).map { "\(name) (\($0))" } ?? name : name
    }
    return shown.joined(separator: ", ") + (names.count > 20 ? " and \(names.count - 20) more" : "")
  }

  /// The sizes of names without numbers (PWG 5101.1), in millimetres.
  private static let known: [String: LabelStock.Size] = [
    "a3": .init(297, 420), "a4": .a4, "a5": .init(148, 210), "a6": .init(105, 148), "a7": .init(74, 105),
    "letter": .letter, "legal": .init(215.9, 355.6), "tabloid": .init(279.4, 431.8), "executive": .init(184.2, 266.7),
  ]

  /// Returns the size that a name means: `A4`, `w162h91` in points, `57x32mm`, `4x6` in inches or
  /// `om_small_57x32mm`, each perhaps with a suffix such as `.Borderless`.
  package static func size(of name: String) -> LabelStock.Size? {
    let base = name.replacing(/\.[A-Za-z]+$/, with: "").lowercased()
    if let size = known[base] { return size }
    if let match = base.wholeMatch(of: /w([0-9.]+)h([0-9.]+)/) {
      return scaled(match.1, match.2, 25.4 / 72)
    }
    guard let match = base.wholeMatch(of: /(?:.*_)?([0-9.]+)x([0-9.]+)(mm|cm|in)?/) else { return nil }
    return scaled(match.1, match.2, match.3 == "mm" ? 1 : match.3 == "cm" ? 10 : 25.4)
  }

  private static func scaled(_ width: Substring, _ height: Substring, _ factor: Double) -> LabelStock.Size? {
    guard let width = Double(width), let height = Double(height) else { return nil }
    return LabelStock.Size(width * factor, height * factor)
  }
}
