import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import QRSymbology
import SymbolFixtures
import Testing

/// What the smoke suite reads: the weakest step of every damage, three carriers each.
struct SmokeReadsTests {
  /// Symbols that `fast`, `normal` and `hard` read.
  static let all = [3, 3, 3]
  /// The damages of which not every symbol is read at every effort, or that have more symbols.
  static let pinned = ["page": [6, 6, 6], "torn-edge": [2, 3, 3]]
  static let total = [116, 117, 117]

  @Test func `every effort reads what it is known to read`() async throws {
    let counts = try await withThrowingTaskGroup(of: (String, Int, Int).self) { group in
      for fixture in FixtureSuite.smoke.fixtures() {
        for (index, effort) in [QRScanner.Effort.fast, .normal, .hard].enumerated() {
          group.addTask {
            let rendering = try fixture.render()
            let found = try QRScanner(engine: .modules, effort: effort).scan(GrayImage(imageFile: rendering.file))
            #expect(found.allSatisfy { rendering.messages.contains($0.message) }, "\(fixture.path)")
            return (fixture.damages.first?.kind.rawValue ?? "clean", index, found.count)
          }
        }
      }
      var counts: [String: [Int]] = [:]
      for try await (damage, effort, count) in group { counts[damage, default: [0, 0, 0]][effort] += count }
      return counts
    }
    #expect(Set(counts.keys) == Set(Damage.Kind.allCases.map(\.rawValue)).union(["clean"]))
    for (damage, reads) in counts {
      #expect(zip(reads, Self.pinned[damage] ?? Self.all).allSatisfy { $0 >= $1 }, "\(damage): \(reads)")
    }
    // More reads than this are an improvement, which is pinned as well.
    #expect((0..<3).map { effort in counts.values.reduce(0) { $0 + $1[effort] } } == Self.total)
  }

  @Test(arguments: [FixtureSuite.scenes, .phoneScreen, .poster, .paperLabel, .tv, .night])
  func `a higher effort reads whatever a lower one reads`(suite: FixtureSuite) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for fixture in suite.fixtures() {
        group.addTask { try expectMoreByEffort(try GrayImage(imageFile: fixture.render().file), fixture.path) }
      }
      try await group.waitForAll()
    }
  }
}

/// Expects of a picture that each effort reads all messages of the one below.
func expectMoreByEffort(_ image: GrayImage, _ name: String) throws {
  var before: [[UInt8]: Int] = [:]
  for effort in QRScanner.Effort.allCases {
    let found = Dictionary(try QRScanner(effort: effort).scan(image).map { ($0.message, 1) }, uniquingKeysWith: +)
    #expect(before.allSatisfy { found[$0.key, default: 0] >= $0.value }, "\(name): \(effort) reads less")
    before = found
  }
}
