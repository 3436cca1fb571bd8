import Foundation
import TestSupport
import Testing

/// Every input that the fuzzer has found to be of interest, those that have ended it among them.
struct CorpusInputTests {
  @Test(arguments: FuzzTarget.allCases) func `each input ends in an answer`(target: FuzzTarget) throws {
    let folder = Files.package.appending(path: "Fuzz/corpus/\(target.rawValue)")
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!inputs.isEmpty)
    for name in inputs { target.run(try Files.bytes(folder.appending(path: name))) }
    // Each also cut short, which most parsers meet first.
    for name in inputs.prefix(3) {
      let bytes = try Files.bytes(folder.appending(path: name))
      for count in [0, 1, bytes.count / 2] { target.run(Array(bytes.prefix(count))) }
    }
  }

  @Test func `each parser has a dictionary or says in its bytes what it reads`() throws {
    let folder = Files.package.appending(path: "Fuzz/dictionaries")
    let named = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { $0.replacing(".dict", with: "") }
    #expect(named.allSatisfy { FuzzTarget(rawValue: $0) != nil })
    let withoutWords: Set<FuzzTarget> = [.matrix, .micro, .symbol, .scanner]
    #expect(Set(named.compactMap(FuzzTarget.init)) == Set(FuzzTarget.allCases).subtracting(withoutWords))
  }
}
