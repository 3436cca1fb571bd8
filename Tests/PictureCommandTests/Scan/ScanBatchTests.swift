import Foundation
import HostSystem
import ImageCoding
import Imaging
import QRSymbology
import TestSupport
import Testing

@testable import PictureCommands

/// `scan` with several pictures, explanations and annotations.
struct ScanBatchTests {
  @TemporaryFolder var folder
  private static func picture(_ name: String) -> String { Files.pictures.file(name) }

  @Test func `sets are joined whatever the order of their parts`() {
    let parts = ["part3.png", "part1.png", "part2.png"].map(Self.picture)
    let run = CommandRun(["scan", "--join", "--raw"] + parts)
    #expect(run.text == "one message in three symbols, each with its place in the set")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let missing = CommandRun(["scan", "--join", parts[0], parts[1]])
    #expect(missing.exitCode == 1 && missing.errors == "oobqr: a set of 3 symbols lacks part 2\n")
    let blank = Self.picture("blank.png")
    let part = CommandRun(["scan", "--join", Self.picture("numeric.png"), blank])
    #expect(part.exitCode == 4 && part.text == "0123456789012345\n")
    #expect(part.errors == "oobqr: \(blank): no symbol found\n")
  }

  @Test func `an explanation lists each attempt with its milliseconds`() throws {
    let run = CommandRun(["scan", "--explain", Self.picture("turned.png")])
    let lines = run.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains(" ms, 99 × 99, local threshold: 1 symbol") }, "\(run.errors)")
    #expect(run.text == "https://example.com/ä?a=1\n")
    #expect(
      CommandRun(["scan", "--explain", Self.picture("gray8.png")]).errors.contains(" ms, clean drawing: 1 symbol"))
    #expect(
      CommandRun(["scan", "--explain", "--engine", "zbar", Self.picture("four.png")]).errors.contains(": 4 symbols"))
  }

  @Test func `an annotation outlines the symbol`() throws {
    let path = folder.file("a.png")
    #expect(CommandRun(["scan", "--annotate", path, Self.picture("turned.png")]).exitCode == 0)
    let image = try ColorImage(imageFile: Files.bytes(path))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let start = 3 * (y * image.width + x)
      return Array(image.pixels[start..<start + 3])
    }
    // The symbol is rotated: its upper left corner is the picture's lower left.
    #expect(pixel(12, 86) == [220, 0, 0] && pixel(50, 12) == [0, 200, 0] && pixel(86, 50) == [0, 200, 0])
    #expect(pixel(5, 5) == [255, 255, 255])
  }

  @Test func `what was read is printed even if its outlines cannot be drawn or written`() throws {
    let said = try Shell.run(
      """
      cp '\(Files.pictures.path)/four.png' .; mkdir a.png; oobqr scan four.png --annotate a.png 2>errors | wc -l; cat errors
      """)
    #expect(said == "4\noobqr: cannot write 'a.png': Is a directory\n", "\(said)")
  }

  @Test func `outlines are as wide as the picture and its symbols allow`() throws {
    func green(_ width: Int, _ height: Int, _ outlines: [Corners]) throws -> Int {
      let image = GrayImage(width: width, height: height, filledWith: 9)
      let pixels = try ColorImage(imageFile: Annotation.draw(outlines, on: image)).pixels
      return stride(from: 0, to: pixels.count, by: 3).count { pixels[$0..<$0 + 3].elementsEqual([0, 200, 0]) }
    }
    func square(_ x: Double, _ y: Double, _ side: Double) -> Corners {
      Corners(left: x, top: y, right: x + side, bottom: y + side)
    }
    #expect(try 200..<300 ~= green(100_000, 60, [square(20, 20, 25)]))
    #expect(try 4 * 1000 * 8..<4 * 1000 * 10 ~= green(1500, 1200, [square(100, 100, 1000)]))
    // Corners that are nowhere near the picture end the drawing, too.
    #expect(try green(50, 50, [square(-1e18, -1e18, 2e18), square(.infinity, 0, 1)]) == 0)
  }

  static let misuses: [(arguments: [String], error: String)] = [
    (["--effort", "lazy", "a.png"], "--effort"), (["--jobs", "0", "a.png"], "--jobs 0 is not in 1…1024"),
    (["--timeout", "0", "a.png"], "--timeout 0 is not in 0.1…86400 seconds"),
    (["--annotate", "b.jpg", "a.png"], "must end in .png"),
    (["--annotate", "b.png", "a.png", "c.png"], "--annotate takes a single picture"),
    (["--join", "--jobs", "2", "a.png"], "--join scans one picture after another"),
    (["--join", "--json", "a.png"], "--join prints messages"),
  ]

  @Test(arguments: misuses)
  func `misuse is answered with one line and the remedy`(misuse: (arguments: [String], error: String)) {
    let run = CommandRun(["scan"] + misuse.arguments)
    #expect(run.exitCode == 64 && run.errors.contains(misuse.error), "\(run.errors)")
  }

  @Test func `workers print in the order of the pictures and lose at most one picture`() throws {
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "p"), withDestinationURL: Files.pictures)
    let files = "p/micro-m4.png p/blank.png p/four.png missing.png p/numeric.png"
    let output = Shell.run("oobqr scan --jobs 3 \(files) 2>errors; echo $?; cat errors", in: folder)
    #expect(
      output == """
        p/micro-m4.png: example.com
        p/four.png: upper left
        p/four.png: upper right
        p/four.png: lower left
        p/four.png: lower right
        p/numeric.png: 0123456789012345
        66
        oobqr: p/blank.png: no symbol found
        oobqr: cannot read 'missing.png': No such file or directory

        """)
    let input = Shell.run("oobqr scan p/nul.png - p/numeric.png <p/micro-m4.png; echo $?", in: folder)
    #expect(input == "p/nul.png: a\\x00b\\x00\\x00c\n-: example.com\np/numeric.png: 0123456789012345\n0\n")
    // A pipe without a writer is waited for until the time is over.
    let stuck = Shell.run(
      "mkfifo stuck.png; oobqr scan p/nul.png stuck.png p/numeric.png --timeout 3; echo $?", in: folder)
    #expect(stuck.contains("oobqr: stuck.png: timed out after 3 seconds\n"))
    #expect(stuck.contains("p/numeric.png: 0123456789012345\n") && stuck.hasSuffix("\n66\n"))
    // A worker that is killed while it works: its picture is lost, the next one is not.
    try folder.write(PNG.encode(Killers.spoiltPage(side: 1600, besides: "so far")), "page.png")
    let shot = Shell.run(
      """
      oobqr scan --effort hard page.png p/numeric.png --jobs 1 2>&1 & parent=$!
      until worker=$(grep -ls "^PPid:[[:space:]]*$parent\\$" /proc/[0-9]*/status | cut -d/ -f3) && [ -n "$worker" ]
      do sleep 0.05; done
      # Until it is in the jail: before, it is a program of its own.
      for try in 1 2 3 4 5 6 7 8 9 10; do grep -q '^Seccomp:.*2' /proc/$worker/status && break; sleep 0.05; done
      kill -KILL $worker; wait $parent; echo $?
      """, in: folder)
    let crash = "oobqr: page.png: the scan crashed with signal 9\n"
    #expect(shot == crash + "p/numeric.png: 0123456789012345\n66\n", "\(shot)")
  }

  @Test func `a policy that cannot be used is refused before any picture is read, if messages are checked`() throws {
    let output = try Shell.run(
      """
      cp '\(Files.pictures.path)/'n*.png .; echo '{' >oobqr-policy.json
      for options in --check '--json -j 2' ''; do
        oobqr scan $options nul.png numeric.png 2>&1 | cut -c1-41; done
      """)
    let refusal = "oobqr: 'oobqr-policy.json': the policy is"
    let read = "nul.png: a\\x00b\\x00\\x00c\nnumeric.png: 0123456789012345\n"
    #expect(output == "\(refusal)\n\(refusal)\n\(read)", "\(output)")
  }

  @Test func `the message of one picture cannot pass for other lines`() throws {
    let output = try Shell.run(
      """
      oobqr make "$(printf 'hello\\n  grade A (4)')" -o a.png; cp '\(Files.pictures.path)/numeric.png' b.png
      oobqr scan a.png; for options in --grade --simulate '--join b.png' b.png; do
        oobqr scan $options a.png | grep hello; done
      """)
    let escaped = #"hello\x0a  grade A (4)"#
    #expect(output == "hello\n  grade A (4)\n\(escaped)\n\(escaped)\n\(escaped)\na.png: \(escaped)\n", "\(output)")
  }

  @Test(arguments: [
    "scan --check --policy - -", "scan --policy - --list -", "check --policy - -",
  ]) func `standard input is read once`(command: String) {
    let output = Shell.run("oobqr \(command) </dev/null; echo $?", in: Files.pictures)
    #expect(output.contains("Standard input can be read") && output.hasSuffix("\n64\n"), "\(output)")
  }

  @Test func `a policy that is not a file, and a path with a NUL, are refused`() throws {
    let output = try Shell.run(
      """
      cp '\(Files.pictures.path)/numeric.png' a.png; for make in mkdir mkfifo 'ln -s none'; do
        $make oobqr-policy.json; oobqr scan --check a.png; rm -r oobqr-policy.json; done
      printf '{"path":"a.png\\\\u0000b"}\\n' | oobqr scan --list -
      """)
    let refusal =
      "oobqr: 'oobqr-policy.json' is not a regular file; remove it, or name a policy with --policy\n"
    #expect(
      output == refusal + refusal + refusal
        + #"{"format":"oobqr-scan-line-1","line":1,"symbols":[],"error":"the path contains a NUL"}"# + "\n",
      "\(output)")
  }
}
