import Foundation
import QRScanning

/// The numbers of symbols per row of the table: in total, and read by each effort.
struct Baseline {
  struct Row {
    var symbols: Int
    var reads: [QRScanner.Effort: Int]
  }

  var rows: [Subject.Cell: Row] = [:]

  private static let header = "group\tstep\tsymbols\tfast\tnormal\thard"

  init() {}

  init(contentsOf path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    guard lines.first.map(String.init) == Self.header else { throw Failure("\(path) is not a baseline") }
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let numbers = fields.dropFirst(2).compactMap { Int($0) }
      guard numbers.count == 4 else { throw Failure("\(path): '\(line)' does not have four numbers") }
      let reads = Dictionary(uniqueKeysWithValues: zip(QRScanner.Effort.allCases, numbers.dropFirst()))
      rows[.init(group: fields[0], step: fields[1])] = Row(symbols: numbers[0], reads: reads)
    }
  }

  /// - Parameter order: The rows, in the order of the file.
  func write(to path: String, order: [Subject.Cell]) throws {
    let lines = order.compactMap { cell -> String? in
      guard let row = rows[cell] else { return nil }
      let reads = QRScanner.Effort.allCases.map { "\(row.reads[$0] ?? 0)" }.joined(separator: "\t")
      return "\(cell.group)\t\(cell.step)\t\(row.symbols)\t\(reads)"
    }
    try ([Self.header] + lines).joined(separator: "\n").appending("\n").write(
      toFile: path, atomically: true, encoding: .utf8)
  }
}
