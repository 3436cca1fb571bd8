import Foundation
import HostSystem
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Commands in a system that lacks something: each does its work, or says in one line what is missing, and writes no part of
/// a file.
@Suite(.disabled(if: Jail.isSanitised, "the address sanitiser needs descriptors and memory of its own"))
struct SystemLimitsTests {
  @TemporaryFolder var folder

  struct Case: CustomTestStringConvertible, Sendable {
    var script: String
    var says: String
    var leaves: [String] = []

    var testDescription: String { script }

    init(_ script: String, _ says: String, leaves: [String] = []) {
      (self.script, self.says, self.leaves) = (script, says, leaves)
    }
  }

  private static let four = "upper left\nupper right\nlower left\nlower right\n"
  private static let full = "No space left on device"

  /// Leaves twenty descriptors, without what tests that run at the same time have open.
  private static let few = "for n in 3 4 5 6 7 8 9; do eval \"exec $n>&-\"; done; ulimit -n 20"

  static let cases: [Case] = [
    // Descriptors.
    Case("\(few); oobqr scan -j 16 $(for i in 1 2 3 4 5 6 7 8; do echo four.png; done) | wc -l", "32\n"),
    Case("\(few); yes four.png | head -n 40 | oobqr scan -j 16 --list - | grep -c lower.left", "40\n"),
    Case("ulimit -n 4; oobqr make hello -o a.png", "", leaves: ["a.png"]),
    Case(
      "ulimit -n 6; oobqr print calibration -o c.pdf; oobqr print poster --languages en hello -o p.pdf",
      String(
        repeating:
          "oobqr: cannot typeset: 32 more descriptors are needed; raise the limit on open files (ulimit -n)\n",
        count: 2)),
    Case(
      "for k in 44000 52000 60000 68000 72000; do (ulimit -v $k; oobqr print calibration -o c.pdf); done 2>&1 | sort | uniq -c | sed 's/^ *//'",
      "5 oobqr: cannot typeset: 64 MiB more memory is needed; raise the limit on memory (ulimit -v, or the limit of the container)\n"
    ),
    Case(
      "ulimit -n 4; oobqr scan four.png",
      "oobqr: four.png: cannot run oobqr: no socket: Too many open files; raise the limit on open files (ulimit -n)\n"),
    Case(
      "(\(few.replacing("ulimit", with: "ulimit -S")); oobqr print calibration -o c.pdf) 2>/dev/null; pdftotext c.pdf - | grep -c .",
      "70\n",
      leaves: ["c.pdf"]),
    // Files that belong together: all or none.
    Case(
      "mkdir s-2.png; oobqr make --append 2 'hello world' -o s.png", "oobqr: cannot write 's-2.png': Is a directory\n",
      leaves: ["s-2.png"]),
    Case(
      "echo old >s-1.png; ln -s /dev/full s-2.png; oobqr make --append 3 'hello world' -o s.png; cat s-1.png",
      "oobqr: cannot write 's-2.png': \(full)\nold\n", leaves: ["s-1.png", "s-2.png"]),
    Case(
      "mkdir page.html; oobqr page \"$(oobqr link --payload '\(Files.samples.path)/payload.json' --base-url https://access.siven.ch/open)\" -o .",
      "oobqr: cannot write './page.html': Is a directory\n", leaves: ["page.html"]),
    // Memory, processes and sizes of files.
    Case("ulimit -v 60000; oobqr scan four.png", four),
    Case(
      "ulimit -f 0; oobqr make hello -o a.png",
      "oobqr: cannot write 'a.png': File too large; raise the limit on the size of files (ulimit -f)\n"),
    Case(
      "ulimit -f 0; oobqr print label hello --stock 50x50 -o a.pdf",
      "oobqr: cannot write 'a.pdf': File too large; raise the limit on the size of files (ulimit -f)\n"),
    // Full devices.
    Case("oobqr make hello >/dev/full", "oobqr: cannot write standard output: \(full)\n"),
    Case("oobqr scan four.png >/dev/full", "oobqr: cannot write standard output: \(full)\n"),
    Case("oobqr scan four.png four.png >/dev/full", "oobqr: cannot write standard output: \(full)\n"),
    Case("oobqr check --json four.png >/dev/full", "oobqr: cannot write standard output: \(full)\n"),
    // Closed streams: what is written next does not get their descriptors.
    Case("oobqr make hello -o a.png >&-", "", leaves: ["a.png"]),
    Case("oobqr make hello -o a.png 2>&- >&- <&-; oobqr scan a.png", "hello\n", leaves: ["a.png"]),
    Case("oobqr scan nowhere.png four.png 2>&- | wc -l", "4\n"),
    Case("oobqr scan four.png >&-", "oobqr: cannot write standard output: Bad file descriptor\n"),
    Case("oobqr make - -o a.png <&-", "oobqr: cannot read standard input: Bad file descriptor\n"),
    Case(
      "printf 'text\\nhello\\n' >l.csv; (exec 2>&-; oobqr print label --list l.csv --stock 50x50 --to zpl -o z.zpl "
        + "--report z.json); grep -c oobqr: z.json", "0\n", leaves: ["l.csv", "z.json", "z.zpl"]),
    Case("(exec <&- 2>&-; oobqr scan -j 1 four.png nowhere.png four.png four.png) | wc -l", "12\n"),
    Case(
      "oobqr print label hello --stock 50x50 --to zpl -o - >&-; echo $?",
      "oobqr: cannot write standard output: Bad file descriptor\n74\n"),
    // What is asked to be dumped: messages are in memory.
    Case(
      "mkfifo p; ulimit -c unlimited; oobqr make --file p -o a.png & exec 3>p; awk '/core file/ { print $5, $6 }' "
        + "/proc/$!/limits; echo hello >&3; exec 3>&-; wait",
      "0 0\noobqr: note: the message ends with a newline, which is kept; use "
        + "--trim-newline to drop it\n", leaves: ["a.png", "p"]),
    // What is neither a picture nor a message is not read to its end, if it has one.
    Case(
      "(ulimit -v 250000; oobqr scan /dev/zero; oobqr fixtures damage /dev/zero a.png --kind noise:1; "
        + "oobqr check /dev/zero; oobqr simulate - </dev/zero); echo $?",
      String(
        repeating: "oobqr: /dev/zero: not a PNG or JPEG picture: it begins with 00 00 00 00 00 00 00 00\n", count: 2)
        + "oobqr: '/dev/zero' is longer than 16777216 bytes, the most that is read\n"
        + "oobqr: standard input is longer than 16777216 bytes, the most that is read\n66\n"),
    // Long lists, and long lines in them.
    Case(
      "head -c 30000000 /dev/zero | tr '\\0' a | (ulimit -v 250000; oobqr scan --list -)",
      #"{"format":"oobqr-scan-line-1","line":1,"symbols":[],"error":"the path is longer than 4095 bytes"}"# + "\n"),
    Case(
      "(ulimit -v 250000; yes a | head -n 200000 | oobqr check --list - | head -n 1)",
      "-: 200000 messages: 200000 errors in 200000\n"),
    Case(
      "(echo text; head -c 30000000 /dev/zero | tr '\\0' ,) >l.csv; (ulimit -v 250000; oobqr make --list l.csv -o a.tar); "
        + "echo $?",
      "oobqr: l.csv, line 2: more than 1024 fields\noobqr: 1 row was refused, 0 symbols were made; the reasons are in a.jsonl\n1\n",
      leaves: ["a.jsonl", "a.tar", "l.csv"]),
    // Names.
    Case(
      "echo '{}' >-x.json; oobqr check -x.json",
      "oobqr: '-x.json' is taken for an option: write './-x.json' for the file of that name. See 'oobqr help check'.\n",
      leaves: ["-x.json"]),
    Case(
      "oobqr scan \"$(printf 'a\\377.png')\"",
      "oobqr: argument 2 is not UTF-8; rename the file, or pass a message with --file or on standard input\n"),
    Case("oobqr make hello -o nowhere/a.png", "oobqr: cannot write 'nowhere/a.png': No such file or directory\n"),
  ]

  /// There is no limit for root, and other users may not be able to reach the program's folder. A blank picture needs two processes,
  /// one after the other.
  @Test(.enabled(if: geteuid() == 0), arguments: [("four", "lower left"), ("blank", "no symbol found")])
  func `at a limit on processes no picture is lost`(picture: String, line: String) throws {
    try folder.write(Files.bytes(Files.four), "four.png")
    try folder.write(PNG.encode(GrayImage(width: 90, height: 90)), "blank.png")
    let read = Shell.run(
      """
      cp "$(command -v oobqr)" .; chmod 755 . *
      for options in '--nproc=8 ./oobqr scan -j 4' '--nproc=5 ./oobqr scan -j 16'; do
        setpriv --reuid \(61234 + line.count) --clear-groups prlimit $options --effort hard \
          $(yes \(picture).png | head -n 40) 2>&1 | grep -c '\(line)'
      done
      """, in: folder)
    #expect(read == "40\n40\n")
  }

  @Test(arguments: cases) func `a limit of the system is met or named`(_ one: Case) throws {
    try folder.write(Files.bytes(Files.four), "four.png")
    #expect(Shell.run(one.script, in: folder) == one.says)
    let left = try folder.names
    #expect(left == (one.leaves + ["four.png"]).sorted())
  }

  private static let cover = "unshare -m sh -c \"mount -t tmpfs none /proc && $(command -v oobqr)"
  /// Whether tests may do so.
  private static let canCover = !Shell.run("\(cover) --version\"", in: Files.samples).contains("unshare")

  @Test(.enabled(if: canCover, "mount tables of one's own are for root")) func `without proc, that is said`() {
    #expect(
      Shell.run("\(Self.cover) scan x.png\"; echo $?", in: Files.samples)
        == "oobqr: the command line cannot be read: mount /proc, as in 'mount -t proc proc /proc'\n1\n")
  }
}
