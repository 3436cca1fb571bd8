import Foundation
import QRScanning
import Synchronization

// Reads of every kind of damage and step, of scenes, of pictures and of noise, with some fields of the scanner's
// tuning changed, against Benchmarks/baseline.tsv. Exit 1: fewer reads in some row, a wrong message, or more than 5 %
// more CPU time.

/// All subjects.
struct Results: Sendable {
  var symbols: [Subject.Cell: Int] = [:]
  var plain: [QRScanner.Effort: Tally] = [:]
  var tuned: [QRScanner.Effort: Tally] = [:]
}

let efforts = QRScanner.Effort.allCases
/// The limit for the CPU time of a tuned run, as a ratio to the same run without settings.
let cpuLimit = 1.05

func measure(_ subjects: [Subject], _ changes: [String: Double]) throws -> Results {
  let results = Mutex(Results())
  let failure = Mutex<String?>(nil)
  let scanners = try efforts.map { effort in
    let plain = QRScanner(engine: .modules, effort: effort)
    return (effort: effort, plain: plain, tuned: try plain.changing(changes))
  }
  DispatchQueue.concurrentPerform(iterations: subjects.count) { index in
    let subject = subjects[index]
    do {
      let picture = try subject.picture()
      var own = Results()
      own.symbols[subject.cell] = picture.expected.count
      for (effort, plain, tuned) in scanners {
        if changes.isEmpty {
          own.plain[effort] = try Tally(subject, picture, plain)
          continue
        }
        // In alternation, because the second run finds warm caches.
        if index % 2 == 0 { own.plain[effort] = try Tally(subject, picture, plain) }
        own.tuned[effort] = try Tally(subject, picture, tuned)
        if index % 2 == 1 { own.plain[effort] = try Tally(subject, picture, plain) }
      }
      results.withLock { results in
        results.symbols.merge(own.symbols) { $0 + $1 }
        for (effort, tally) in own.plain { results.plain[effort, default: Tally()].add(tally) }
        for (effort, tally) in own.tuned { results.tuned[effort, default: Tally()].add(tally) }
      }
    } catch {
      failure.withLock { $0 = "\(subject.cell.group) \(subject.cell.step): \(error)" }
    }
  }
  if let message = failure.withLock({ $0 }) { throw Failure(message) }
  return results.withLock { $0 }
}

/// Prints the table and returns the number of rows and efforts with fewer reads than the baseline.
func printTable(_ order: [Subject.Cell], _ results: Results, _ tallies: [QRScanner.Effort: Tally], _ baseline: Baseline)
  -> Int
{
  func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
  var (lost, unknown) = (0, 0)
  print(padded("", 16) + padded("step", 20) + padded("symbols", 9) + efforts.map { padded($0.rawValue, 12) }.joined())
  var group = ""
  for cell in order {
    let row = baseline.rows[cell]
    if row == nil { unknown += 1 }
    let symbols = results.symbols[cell] ?? 0
    var line = padded(cell.group == group ? "" : cell.group, 16) + padded(cell.step, 20) + padded("\(symbols)", 9)
    group = cell.group
    for effort in efforts {
      let reads = tallies[effort]?.reads[cell] ?? 0
      let change = reads - (row?.reads[effort] ?? reads)
      if change < 0 { lost += 1 }
      line += padded("\(reads)" + (change == 0 ? "" : change > 0 ? " (+\(change))" : " (\(change))"), 12)
    }
    print(line)
  }
  if unknown > 0 { print("\(unknown) rows are not in the baseline") }
  return lost
}

func run() throws -> Bool {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.onlyScans {
    let scanner = try QRScanner(engine: .modules).changing(options.changes)
    let pictures = try options.corpora.flatMap(Subject.pictures)
    let found = try pictures.reduce(0) { try $0 + scanner.scan($1.picture().image).count }
    print("\(pictures.count) pictures, \(found) symbols")
    return true
  }
  if let path = options.effects {
    try Effects(of: Subject.sample, missingFrom: path).write(to: path)
    return true
  }
  let subjects = try Subject.ladders + Subject.scenes + options.corpora.flatMap(Subject.pictures) + Subject.noise
  var order: [Subject.Cell] = []
  for subject in subjects where order.last != subject.cell && !order.contains(subject.cell) {
    order.append(subject.cell)
  }
  let results = try measure(subjects, options.changes)
  let tallies = options.changes.isEmpty ? results.plain : results.tuned

  var baseline = Baseline()
  if options.writes {
    for cell in order {
      baseline.rows[cell] = .init(
        symbols: results.symbols[cell] ?? 0, reads: results.plain.mapValues { $0.reads[cell] ?? 0 })
    }
    try baseline.write(to: options.baseline, order: order)
  } else {
    baseline = try Baseline(contentsOf: options.baseline)
  }
  let lost = printTable(order, results, tallies, baseline)

  var isGood = lost == 0
  if lost > 0 { print("fewer reads than the baseline in \(lost) places") }
  for effort in efforts {
    guard let tally = tallies[effort], let plain = results.plain[effort] else { continue }
    let ratio = tally.cpu / plain.cpu
    let shown = Double((ratio * 1000).rounded()) / 1000
    let seconds = Double((plain.cpu * 10).rounded()) / 10
    print("\(effort): CPU " + (options.changes.isEmpty ? "\(seconds) s" : "× \(shown) of \(seconds) s"))
    for wrong in tally.wrong { print("\(effort): wrong message, \(wrong)") }
    if !tally.wrong.isEmpty || ratio > cpuLimit { isGood = false }
    if ratio > cpuLimit { print("\(effort): more CPU time than × \(cpuLimit)") }
  }
  return isGood
}

do {
  exit(try run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("oobqr-tune: \(error)\n".utf8))
  exit(1)
}
