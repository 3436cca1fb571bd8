/// Finds what a misspelled name was meant to be.
package enum Spelling {
  /// The name that this one is meant to be, when it is not one of them and close to one: the same but for case, `-` and
  /// `_`, or with up to two letters added, dropped or changed.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - known: What could have been meant, in the order of preference.
  ///   - least: The least letters of a name that others are close to: short names are close to many.
  package static func nearest(to name: String, among known: [String], least: Int = 7) -> String? {
    if known.contains(name) { return nil }
    let letters = plain(name)
    var nearest: (name: String, distance: Int)?
    for candidate in known {
      let other = plain(candidate)
      if letters == other { return candidate }
      let limit = other.count < least ? 0 : other.count < 7 ? 1 : 2
      guard limit > 0, abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other)
      if distance <= min(limit, (nearest?.distance ?? 3) - 1) { nearest = (candidate, distance) }
    }
    return nearest?.name
  }

  /// The letters of a name in lower case, without `-` and `_`, up to the 64th.
  package static func plain(_ name: String) -> [UInt8] {
    name.prefix(64).lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
  }

  /// The letters that have to be added, dropped or changed (Levenshtein).
  package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
