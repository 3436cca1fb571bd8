import Foundation
import HostSystem
import ImageCoding
import Imaging
import TestSupport
import Testing

/// `scan` with pictures that use up the whole time limit.
struct ScanTimeTests {
  @TemporaryFolder var folder
  private static let cut =
    "the search was cut short because of its limit of 1 second, with 1 symbol so far; raise --timeout\n"

  private func makePage() throws {
    try folder.write(PNG.encode(Killers.spoiltPage(side: 1600, besides: "so far")), "page.png")
    try folder.write(Files.bytes(Files.numeric), "good.png")
  }

  @Test func `a search that is cut short prints what it has read, says so, and fails`() throws {
    try makePage()
    let path = folder.file("page.png")
    let run = CommandRun(["scan", "--engine", "modules", "--effort", "hard", "--timeout", "1", path])
    #expect(run.exitCode == 66 && run.text == "so far\n" && run.errors == "oobqr: \(path): \(Self.cut)", "\(run)")
    let output = Shell.run(
      """
      oobqr scan --effort hard --timeout 1 --raw page.png; echo " $?"
      printf 'page.png\\ngood.png\\n' | oobqr scan --effort hard --timeout 1 -j 2 --list - |
        sed 's/"symbols".*"message":\\("[^"]*"\\).*}]/\\1/'
      """, in: folder)
    let error = "\"error\":\"\(Self.cut.dropLast())\""
    #expect(
      output == """
        oobqr: page.png: \(Self.cut)so far 66
        {"format":"oobqr-scan-line-1","line":1,"id":"page.png","so far",\(error)}
        {"format":"oobqr-scan-line-1","line":2,"id":"good.png","0123456789012345"}

        """, "\(output)")
    let joined = CommandRun(["scan", "--join", "--engine", "modules", "--effort", "hard", "--timeout", "1", path])
    #expect(joined.exitCode == 66 && joined.errors.contains(Self.cut), "\(joined)")
  }

  @Test func `outlines are drawn after the time for the search`() throws {
    // Encoding 9 million pixels of noise takes longer than the search may.
    var random = SeededGenerator(seed: 1)
    var noise = GrayImage(
      width: 3000, height: 3000, pixels: (0..<9_000_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let symbol = try GrayImage(imageFile: Files.bytes(Files.pictures.appending(path: "numeric.png")))
    noise.draw(symbol, x: 100, y: 100)
    try folder.write(PNG.encode(noise), "noise.png")
    let output = Shell.run(
      "oobqr scan --timeout 0.5 --annotate a.png noise.png 2>/dev/null; head -c 4 a.png | tail -c 3", in: folder)
    #expect(output == "0123456789012345\nPNG", "\(output)")
  }
}
