/// Usage: oobqr-tune [--write] [--baseline FILE] [--corpora DIRECTORY...] [--set NAME=VALUE...]
/// or: oobqr-tune --effects FILE
/// or: oobqr-tune --scan --corpora DIRECTORY..., for a profiler
struct Options {
  /// Fields of the scanner's tuning with their new values.
  var changes: [String: Double] = [:]
  var corpora: [String] = []
  var baseline = "Benchmarks/baseline.tsv"
  /// Where the effect of every field is written, instead of a comparison with the baseline.
  var effects: String?
  /// Whether to read the corpora at normal effort, and nothing else.
  var onlyScans = false
  /// Whether to replace the baseline.
  var writes = false

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var list = ""
    for argument in arguments {
      if argument.hasPrefix("--") {
        list = argument
        guard ["--write", "--baseline", "--corpora", "--set", "--effects", "--scan"].contains(list) else {
          throw Failure("unknown option \(list)")
        }
        if list == "--write" { writes = true }
        if list == "--scan" { onlyScans = true }
        continue
      }
      switch list {
      case "--baseline": baseline = argument
      case "--effects": effects = argument
      case "--corpora": corpora.append(argument)
      case "--set":
        let sides = argument.split(separator: "=")
        guard sides.count == 2, let value = Double(sides[1]), value.isFinite else {
          throw Failure("'\(argument)' is not a setting like acceptance.timing=0.6")
        }
        changes[String(sides[0])] = value
      default: throw Failure("unexpected '\(argument)'")
      }
    }
    if writes && !changes.isEmpty { throw Failure("a baseline is written without settings") }
  }
}

/// The reason why the program cannot run.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
