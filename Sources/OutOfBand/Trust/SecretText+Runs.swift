/// Secrets that are known by their form.
extension SecretText {
  /// Whether a byte is a character of base64url, or of a UUID.
  static func isRunByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a run is a UUID written without hyphens, also as a number.
  private static func isBareUUID(_ run: Substring.UTF8View) -> Bool {
    let run = run.starts(with: "0x".utf8) || run.starts(with: "0X".utf8) ? run.dropFirst(2) : run
    return run.count == 32
      && run.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// Whether a run has the form of a UUID in it; what precedes and follows may be letters that belong to it by accident.
  private static func holdsUUID(_ run: Substring.UTF8View) -> Bool {
    guard run.count >= 36 else { return false }
    let counts: [Int] = run.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    .map(\.count)
    guard counts.count >= 5 else { return false }
    for first in 0...counts.count - 5 where counts[first] >= 8 && counts[first + 4] >= 12 {
      if Array(counts[first + 1...first + 3]) == [4, 4, 4] { return true }
    }
    return false
  }

  /// Shortens unbroken runs of 40 and more characters of base64 (RFC 4648, 4) with a `+` or padding, and with few enough slashes to
  /// be no path.
  private static func shorteningBase64(in text: String) -> String {
    guard text.contains("+") || text.contains("=") else { return text }
    func isBase64(_ byte: UInt8) -> Bool {
      isRunByte(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") || "+/".utf8.contains(byte)
    }
    func isSecret(_ run: Substring.UTF8View, padding: Int) -> Bool {
      guard run.count + padding >= 40, padding > 0 || run.contains(UInt8(ascii: "+")), run.first != UInt8(ascii: "/"),
        // Random base64 has one in 64.
        run.count(where: { $0 == UInt8(ascii: "/") }) <= 1 + run.count / 20
      else { return false }
      let kinds: [ClosedRange<UInt8>] = [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
      return kinds.allSatisfy { kind in run.contains { kind ~= $0 } }
    }
    var shown = ""
    var rest = Substring(text).utf8
    while !rest.isEmpty {
      let run = rest.prefix(while: isBase64)
      let padding = rest[run.endIndex...].prefix { $0 == UInt8(ascii: "=") }.prefix(2)
      // The folders of a path may precede it.
      let starts = [run.startIndex] + run.indices.filter { run[$0] == UInt8(ascii: "/") }.map { run.index(after: $0) }
      if let start = starts.prefix(64).first(where: { isSecret(run[$0...], padding: padding.count) }) {
        shown += Substring(run[..<start]) + shortened(String(Substring(run[start...])))
        rest = rest[padding.endIndex...]
      } else {
        shown += Substring(run)
        rest = rest[run.endIndex...]
      }
      let between = rest.prefix { !isBase64($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }

  /// Shortens unbroken runs of base64url characters: of 40 and more, or with the form of a UUID in them.
  static func shorteningRuns(in text: String) -> String {
    let text = shorteningBase64(in: text)
    var shown = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      let run = rest.utf8.prefix(while: isRunByte)
      shown +=
        run.count >= 40 || holdsUUID(run) || isBareUUID(run)
        ? Substring(shortened(String(Substring(run)))) : Substring(run)
      rest = rest[run.endIndex...]
      let between = rest.utf8.prefix { !isRunByte($0) }
      shown += Substring(between)
      rest = rest[between.endIndex...]
    }
    return shown
  }
}
