import Foundation
import HandsetSimulation
import OutOfBand
import TestSupport
import Testing

struct StatementListTests {
  @Test func `the statements of the five documents are counted by what was done about them`() {
    func count(_ isMeant: (Statement.Proof) -> Bool) -> Int { Statement.all.count { isMeant($0.proof) } }
    #expect(Set(Statement.all.map(\.key)) == ["AA-2.4", "AA-2.8", "SDK-3.1", "AA-3.x", "UAEP"])
    #expect(count { if case .simulated = $0 { true } else { false } } == 78)
    #expect(count { if case .checked = $0 { true } else { false } } == 38)
    #expect(count { if case .tested = $0 { true } else { false } } == 40)
    #expect(count { if case .notYet = $0 { true } else { false } } == 0)
    #expect(count { if case .notForAToolkit = $0 { true } else { false } } == 15)
  }

  @Test func `each statement rests on a rule that cites its document, or on a test that exists`() throws {
    let rules = Dictionary(
      uniqueKeysWithValues: (Catalogue.builtIn.rules + Catalogue.builtIn.afterwards).map { ($0.id, $0) })
    let folder = Files.package.appending(path: "Tests")
    var names = ""
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" && file.lastPathComponent != "Statements.swift" {
      names += try String(contentsOf: file, encoding: .utf8)
    }
    for statement in Statement.all {
      switch statement.proof {
      case .simulated(let id):
        let rule = try #require(rules[id], "\(id)")
        #expect(rule.sources.contains { $0.hasPrefix(statement.key) }, "\(id) and \(statement.key)")
      case .checked(let rule): #expect(Diagnostic.Rule.all.contains(rule))
      case .tested(let words): #expect(names.contains(words), "\(words)")
      case .notYet, .notForAToolkit: break
      }
    }
  }
}
