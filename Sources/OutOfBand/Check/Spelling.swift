/// Finds what a misspelled name was meant to be.
enum Spelling {
  /// The name that this one is meant to be, when it is not one of them and close to one: the same but for case, `-` and
  /// `_`, or with up to two letters added, dropped or changed.
  static func nearest(to name: String, among known: [String]) -> String? {
    if known.contains(name) { return nil }
    let letters = plain(name)
    return known.first { candidate in
      let other = plain(candidate)
      if letters == other { return true }
      // Short names are close to many.
      return other.count >= 7 && abs(letters.count - other.count) <= 2 && distance(letters, other) <= 2
    }
  }

  private static func plain(_ name: String) -> [UInt8] {
    name.prefix(64).lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
  }

  /// The letters that have to be added, dropped or changed (Levenshtein).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
