import Glibc

/// The target ratios to peers and those that were reached, from `Benchmarks/ratios.tsv`, against a run.
struct Ratios {
  private enum Bound {
    case atMost(Double)
    case atLeast(Double)
  }

  private struct Row {
    var wanted: Bound
    /// When the file was written; a run may differ from it by `tolerance`.
    var reached: Double
  }

  private var rows: [String: Row] = [:]
  /// The measurements that are worse than when the file was written, and those that it does not have.
  private(set) var complaints: [String] = []

  /// The spread of ratios between runs on a machine with other work.
  private static let tolerance = 1.3
  private static let header = "measurement\twanted\treached"

  init(contentsOf path: String) {
    guard let file = fopen(path, "r") else { fail("cannot read \(path)") }
    defer { fclose(file) }
    var lines: [String] = []
    while let text = readLine(from: file) { lines.append(text) }
    guard lines.first == Self.header else { fail("\(path) does not begin with '\(Self.header)'") }
    for text in lines.dropFirst() {
      let fields = text.split(separator: "\t").map(String.init)
      guard fields.count == 3, let wanted = Double(fields[1].dropFirst(2)), let reached = Double(fields[2]) else {
        fail("\(path): '\(text)' is not a name, '≤ 2' or '≥ 2', and a number")
      }
      switch fields[1].first {
      case "≤": rows[fields[0]] = Row(wanted: .atMost(wanted), reached: reached)
      case "≥": rows[fields[0]] = Row(wanted: .atLeast(wanted), reached: reached)
      default: fail("\(path): '\(fields[1])' is not '≤ 2' or '≥ 2'")
      }
    }
  }

  /// Compares one measurement.
  ///
  /// - Returns: The ratio with its target, and the factor by which it misses it.
  mutating func judge(_ measurement: String, _ ratio: Double) -> String {
    guard let row = rows.removeValue(forKey: measurement) else {
      complaints.append("\(measurement): not in the file")
      return shown(ratio)
    }
    let (bound, distance, loss) =
      switch row.wanted {
      case .atMost(let wanted): ("≤ \(shown(wanted))", ratio / wanted, ratio / row.reached)
      case .atLeast(let wanted): ("≥ \(shown(wanted))", wanted / ratio, row.reached / ratio)
      }
    if loss > Self.tolerance { complaints.append("\(measurement): \(shown(ratio)), and was \(shown(row.reached))") }
    return "\(shown(ratio)), target \(bound), " + (distance <= 1 ? "met" : "missed by a factor of \(shown(distance))")
  }

  /// Notes the measurements that were not made.
  mutating func finish() {
    complaints += rows.keys.sorted().map { "\($0): not measured" }
    rows = [:]
  }
}

private func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
  var start: UnsafeMutablePointer<CChar>?
  var capacity = 0
  defer { free(start) }
  guard getline(&start, &capacity, file) > 0, let start else { return nil }
  let text = String(cString: start)
  return text.last == "\n" ? String(text.dropLast()) : text
}
