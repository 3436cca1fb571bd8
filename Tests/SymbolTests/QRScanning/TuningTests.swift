import Foundation
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// The numbers of the scanner whose effect is measured.
struct TuningTests {
  /// The fields of a tuning by group and field, as they are coded.
  static func values(_ tuning: Tuning) throws -> [String: Double] {
    let groups = try JSONSerialization.jsonObject(with: JSONEncoder().encode(tuning)) as? [String: [String: NSNumber]]
    return Dictionary(
      uniqueKeysWithValues: try #require(groups).flatMap { group, fields in
        fields.map { ("\(group).\($0.key)", $0.value.doubleValue) }
      })
  }

  @Test(arguments: QRScanner.Effort.allCases)
  func `a tuning is coded with all its fields, and without its limit`(effort: QRScanner.Effort) throws {
    var tuning = Tuning(effort)
    #expect(try JSONDecoder().decode(Tuning.self, from: JSONEncoder().encode(tuning)) == tuning)
    tuning.limit = TimeLimit(.now)
    #expect(try Self.values(tuning) == Self.values(Tuning(effort)))
    #expect(try Self.values(tuning)["acceptance.timing"] == 0.55)
  }

  @Test func `every field has its measured effect, at its value of today`() throws {
    let table = try Files.text(Files.package.file("Benchmarks/effects.tsv"))
    let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    let today = try Self.values(.normal)
    #expect(Set(rows.map { String($0[0]) }) == Set(today.keys))
    for row in rows {
      let value = try #require(today[String(row[0])])
      // Written with six decimals.
      #expect(abs((Double(row[1]) ?? .nan) - value) <= 1e-6 * max(1, abs(value)), "\(row[0])")
    }
  }

  /// A larger `patternsPerFailedTriple` allows fewer failures; at `hard` effort a larger `failedTriples` makes up for it.
  @Test func `harder efforts never have a smaller budget`() throws {
    let (fast, normal, hard) = (Tuning(.fast), Tuning(.normal), Tuning(.hard))
    let values = try [fast, normal, hard].map { try Self.values($0) }
    for (name, least) in values[0] where name.hasPrefix("budget.") {
      #expect(
        try least <= #require(values[1][name]) && #require(values[1][name]) <= #require(values[2][name]), "\(name)")
    }
    // What guards against wrong reads does not depend on the effort.
    #expect(fast.acceptance == normal.acceptance && normal.acceptance == hard.acceptance)
  }
}
