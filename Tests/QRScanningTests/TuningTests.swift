import Foundation
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Every number that decides something in the scanner is a field of `Tuning`.
struct TuningTests {
  @Test func `every field can be set by its name`() throws {
    var names: Set<String> = []
    for (group, value) in Mirror(reflecting: Tuning(.normal)).children {
      for (field, _) in Mirror(reflecting: value).children {
        names.insert("\(try #require(group)).\(try #require(field))")
      }
    }
    #expect(names == Set(Tuning.fields.keys))
    let tuning = Tuning(.normal)
    for name in names {
      let value = try #require(tuning.value(name))
      let other: Double = value == 0 ? 1 : 0
      let changed = tuning.changed([name: other])
      #expect(changed.value(name) == other && changed != tuning, "\(name)")
      #expect(changed.changed([name: value]) == tuning, "\(name)")
    }
    #expect(tuning.changed(["acceptance.none": 1]) == tuning && tuning.value("acceptance.none") == nil)
  }

  @Test func `every field has its measured effect, at its value of today`() throws {
    let table = try String(contentsOf: Files.package.appending(path: "Benchmarks/effects.tsv"), encoding: .utf8)
    var measured: [String: Double] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      measured[String(cells[0])] = Double(cells[1])
    }
    let tuning = Tuning(.normal)
    #expect(Set(measured.keys) == Set(Tuning.fields.keys))
    for (name, value) in measured {
      // Written with six decimals.
      let today = try #require(tuning.value(name))
      #expect(abs(value - today) <= 1e-6 * max(1, abs(today)), "\(name)")
    }
  }

  @Test func `impossible values are refused`() {
    let scanner = QRScanner(engine: .modules)
    #expect(scanner.changing(["search.discRatio": 0.9]) == nil && scanner.changing(["search.discRatio": 1]) != nil)
    #expect(scanner.changing(["regions.pooledReach": 8]) == nil && scanner.changing(["regions.pooledReach": 7]) != nil)
    for (field, most) in [("search.clippedTails", 255.0), ("search.flatThreshold", 1)] {
      #expect(scanner.changing([field: most + 1]) == nil && scanner.changing([field: -1]) == nil, "\(field)")
      #expect(scanner.changing([field: most]) != nil, "\(field)")
    }
    let largest = scanner.tuningValues["search.tripleLargest"] ?? 0
    #expect(scanner.changing(["search.tripleSmallest": largest + 1]) == nil)
    for field in ["search.narrowReach", "search.narrowSlack", "regions.pooledSlack"] {
      #expect(scanner.changing([field: 31]) == nil, "\(field)")
    }
    for field in [
      "search.wideDivisor", "search.discVersions", "fit.blurRadius", "fit.timingStretch",
      "budget.patternsPerFailedTriple", "budget.directAttempts",
    ] {
      #expect(scanner.changing([field: 0]) == nil && scanner.changing([field: 1]) != nil, "\(field)")
    }
    #expect(scanner.changing(["search.tripleSmallest": largest + 1, "search.tripleLargest": largest + 2]) != nil)
  }

  /// A larger `patternsPerFailedTriple` allows fewer failures; at `hard` effort a larger `failedTriples` makes up for it.
  @Test func `harder efforts never have a smaller budget`() throws {
    let (fast, normal, hard) = (Tuning(.fast), Tuning(.normal), Tuning(.hard))
    for name in Tuning.fields.keys where name.hasPrefix("budget.") {
      let values = try [fast, normal, hard].map { try #require($0.value(name)) }
      #expect(values[0] <= values[1] && values[1] <= values[2], "\(name)")
    }
    // What guards against wrong reads does not depend on the effort.
    #expect(fast.acceptance == normal.acceptance && normal.acceptance == hard.acceptance)
  }

  /// Floating-point literals that are mathematics, pixels or geometry of the standard.
  static let allowed: [String: String] = [
    "0.0": "the start of a sum", "1.0": "a whole weight or direction", "0.5": "the centre of a pixel or module",
    "1e-6": "against division by zero", "1e-9": "against division by zero", "1e-12": "against division by zero",
    "1.001": "just less than the last index",
    "64.0": "the height of strips in which symbols are looked up",
    "32.0": "the side of cells in which patterns are looked up",
    "4096.0": "the last of these strips",
  ]

  /// Whole numbers that something is compared with.
  static let allowedWhole: [String: String] = [
    "0": "a sign", "1": "one, or none", "2": "a pair", "3": "the finder patterns of a symbol",
    "4": "the corners of a symbol",
    "5": "the runs of a finder pattern",
  ]

  /// Whole factors in comparisons.
  static let allowedFactors: [String: String] = [
    "0": "an index", "1": "an index", "2": "both sides, or the middle",
  ]

  @Test func `no number decides anything outside of Tuning`() throws {
    let folder = Files.package.appending(path: "Sources/QRScanning")
    let literal = /\b(?:0x[0-9A-Fa-f.]+p-?\d+|\d[\d_]*\.\d[\d_]*(?:[eE]-?\d+)?|\d[\d_]*[eE]-?\d+)/
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Tuning/") }
    #expect(files.count > 30)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for (index, line) in text.components(separatedBy: "\n").enumerated() {
        let code = line.components(separatedBy: "//")[0]
        for match in code.matches(of: literal) where Self.allowed[String(match.output)] == nil {
          Issue.record("\(file):\(index + 1): \(match.output) belongs to Tuning")
        }
        for match in code.matches(of: /[^<>\-][<>]=? (\d+)\b(?!\.)/) where Self.allowedWhole[String(match.1)] == nil {
          Issue.record("\(file):\(index + 1): the comparison with \(match.1) belongs to Tuning")
        }
        for match in code.matches(of: /static let \w+(?:: \w+)? = (\d[\d_]*)\b(?!\.)/) {
          Issue.record("\(file):\(index + 1): the constant \(match.1) belongs to Tuning")
        }
        // A factor of one side is a limit, too: `3 * middle <= 4 * sides`.
        if code.contains(#/[^<>\-][<>]=? /#) {
          for match in code.matches(of: #/(?:[^\w.](\d+) [*/] )|(?: [*/] (\d+)\b(?!\.))/#) {
            let factor = String(match.1 ?? match.2 ?? "")
            if Self.allowedFactors[factor] == nil {
              Issue.record("\(file):\(index + 1): the factor \(factor) in a comparison belongs to Tuning")
            }
          }
        }
        #expect(!code.contains("effort =="), "\(file):\(index + 1): only Tuning looks at the effort")
      }
    }
  }
}
