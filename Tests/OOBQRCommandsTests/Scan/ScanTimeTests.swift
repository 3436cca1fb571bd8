import Foundation
import HostSystem
import ImageCoding
import TestSupport
import Testing

/// `scan` with pictures that use up the whole time limit.
struct ScanTimeTests {
  private static let cut =
    "the search was cut short by its limit of 2 seconds, with 1 symbol so far; raise --timeout\n"

  private static func withField(_ body: (URL) throws -> Void) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      try Data(PNG.encode(Killers.field(side: 800, besides: "so far"))).write(to: folder.appending(path: "field.png"))
      try FileManager.default.copyItem(
        at: Files.pictures.appending(path: "numeric.png"), to: folder.appending(path: "good.png"))
      try body(folder)
    }
  }

  @Test func `a search that is cut short prints what it has read, says so, and fails`() throws {
    try Self.withField { folder in
      let path = folder.appending(path: "field.png").path
      let run = CommandRun(["scan", "--engine", "modules", "--effort", "hard", "--timeout", "2", path])
      #expect(run.exitCode == 1 && run.text == "so far\n" && run.errors == "oobqr: \(path): \(Self.cut)", "\(run)")
      let output = Shell.run(
        """
        oobqr scan --effort hard --timeout 2 --raw field.png; echo " $?"
        printf 'field.png\\ngood.png\\n' | oobqr scan --effort hard --timeout 2 -j 2 --list - |
          sed 's/"symbols".*"message":\\("[^"]*"\\).*}]/\\1/'
        """, in: folder)
      let error = "\"error\":\"\(Self.cut.dropLast())\""
      #expect(
        output == """
          oobqr: field.png: \(Self.cut)so far 1
          {"line":1,"id":"field.png","so far",\(error)}
          {"line":2,"id":"good.png","0123456789012345"}

          """, "\(output)")
      let joined = CommandRun(["scan", "--join", "--engine", "modules", "--effort", "hard", "--timeout", "2", path])
      #expect(joined.exitCode == 1 && joined.errors.contains(Self.cut), "\(joined)")
    }
  }
}
