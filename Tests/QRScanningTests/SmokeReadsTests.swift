import ImageCoding
import Imaging
import PictureDamage
import QRScanning
import QRSymbology
import SymbolFixtures
import Testing

/// What the smoke suite reads: the weakest step of every damage, three carriers each.
struct SmokeReadsTests {
  /// Symbols that each effort reads.
  struct Reads: Equatable {
    var fast: Int
    var normal: Int
    var hard: Int
  }

  static let all = Reads(fast: 3, normal: 3, hard: 3)
  /// The damages of which not every symbol is read at every effort, or that have more symbols.
  static let pinned: [String: Reads] = ["page": Reads(fast: 6, normal: 6, hard: 6)]
  static let total = Reads(fast: 117, normal: 117, hard: 117)

  @Test func `every effort reads what it is known to read`() async throws {
    let counts = try await withThrowingTaskGroup(of: (String, QRScanner.Effort, Int).self) { group in
      for fixture in FixtureSuite.smoke.fixtures() {
        for effort in QRScanner.Effort.allCases {
          group.addTask {
            let rendering = try fixture.render()
            let found = try QRScanner(engine: .modules, effort: effort).scan(GrayImage(imageFile: rendering.file))
            #expect(found.allSatisfy { rendering.messages.contains($0.message) }, "\(fixture.path)")
            return (fixture.damages.first?.kind.rawValue ?? "clean", effort, found.count)
          }
        }
      }
      var counts: [String: Reads] = [:]
      for try await (damage, effort, count) in group {
        switch effort {
        case .fast: counts[damage, default: Reads(fast: 0, normal: 0, hard: 0)].fast += count
        case .normal: counts[damage, default: Reads(fast: 0, normal: 0, hard: 0)].normal += count
        case .hard: counts[damage, default: Reads(fast: 0, normal: 0, hard: 0)].hard += count
        }
      }
      return counts
    }
    #expect(Set(counts.keys) == Set(Damage.Kind.allCases.map(\.rawValue)).union(["clean"]))
    var sum = Reads(fast: 0, normal: 0, hard: 0)
    for (damage, reads) in counts {
      let least = Self.pinned[damage] ?? Self.all
      #expect(
        reads.fast >= least.fast && reads.normal >= least.normal && reads.hard >= least.hard, "\(damage): \(reads)")
      sum = Reads(fast: sum.fast + reads.fast, normal: sum.normal + reads.normal, hard: sum.hard + reads.hard)
    }
    // More reads than this are an improvement, which is pinned as well.
    #expect(sum == Self.total)
  }
}
