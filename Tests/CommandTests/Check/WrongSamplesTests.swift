import Foundation
import TestSupport
import Testing

struct WrongSamplesTests {
  @Test func `each wrong sample is named by the cause in its table`() throws {
    let folder = Files.samples.appending(path: "wrong")
    let table = try Files.text(folder.appending(path: "README.md"))
    let rows = table.matches(of: #/`([a-z\-]+\.txt)` \|.*\| (OOB[0-9]+) \|/#)
    #expect(["README.md"] + rows.map { String($0.output.1) } == (try folder.names))
    for row in rows {
      let file = folder.file(String(row.output.1))
      let run = CommandRun(["check", file, "--policy", Files.samples.file("oobqr-policy.json")])
      #expect(run.exitCode == 1 && run.text.contains("\n  1 \(row.output.2) "), "\(run.text)")
    }
  }
}
