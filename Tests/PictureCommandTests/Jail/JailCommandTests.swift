import Foundation
import HostSystem
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Commands whose picture decoder is taken over: libpng is replaced by one that obeys a picture.
@Suite(.disabled(if: Jail.isSanitised, "the address sanitiser needs what the jail denies"))
struct JailCommandTests {
  @TemporaryFolder var folder

  /// Reads a picture as libpng does, unless it ends in a call to try.
  private static let decoder = """
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/ptrace.h>
    #include <sys/socket.h>
    #include <time.h>
    #include <unistd.h>
    /* Answers with what the picture holds, whose length comes before the call. */
    static void forge(const char *end) {
      unsigned size;
      memcpy(&size, end - 4, 4);
      write(1, end - 4 - size, size);
      _exit(0);
    }
    static void flood(void) {
      static const char reply[4096] = "\\1\\377\\377\\377\\377\\377\\377\\377\\377";
      while (1) write(1, reply, sizeof reply);
    }
    /* As a library that does not expect that there is no memory left. */
    static void consume(void) {
      char *block;
      while ((block = malloc(1 << 20))) memset(block, 1, 1 << 20);
      errno = ENOMEM;
      abort();
    }
    static char next;
    int png_image_begin_read_from_memory(void *image, const char *file, size_t size) {
      const char *end = file + size - 6;
      /* What an earlier picture has left behind in the worker. */
      if (next == 'c') {
        for (time_t start = time(0); time(0) - start < 5;) {}
        close(1);
      }
      if (next) while (1) *(volatile const char *)file;
      if (!memcmp(end, "later_", 6)) next = 'h';
      if (!memcmp(end, "close_", 6)) next = 'c';
      if (!memcmp(end, "open__", 6)) open("/etc/passwd", O_RDONLY);
      if (!memcmp(end, "socket", 6)) socket(AF_INET, SOCK_STREAM, 0);
      if (!memcmp(end, "execve", 6)) execl("/bin/echo", "echo", "taken over", (char *)0);
      if (!memcmp(end, "ptrace", 6)) ptrace(PTRACE_TRACEME, 0, 0, 0);
      if (!memcmp(end, "forge_", 6)) forge(end);
      if (!memcmp(end, "flood_", 6)) flood();
      if (!memcmp(end, "crash_", 6)) *(volatile int *)0 = 1;
      if (!memcmp(end, "hang__", 6)) while (1) *(volatile const char *)file;
      if (!memcmp(end, "memory", 6)) consume();
      int (*real)(void *, const char *, size_t) = dlsym(RTLD_NEXT, "png_image_begin_read_from_memory");
      return real(image, file, size);
    }
    """

  /// An answer with a symbol whose texts control a terminal and begin new lines.
  private struct Forged: Encodable {
    struct Symbol: Encodable {
      var message = Array("\u{1B}]0;owned\u{7}\ngood.png: forged".utf8)
      var corners = Corners(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
      var engine = "modules"
      var attempt = Forged.attempt
      var segments: [Int] = []

      private static let corner = ImagePoint(x: 0, y: 0)
    }

    struct Reading: Encodable {
      var symbols = [Symbol()]
      var orientation = 1
      var attempts = [Forged.attempt]
      var (isComplete, cornersSeen, isCutFile, shortSide) = (true, 0, false, 400)
    }

    static let attempt = "\u{1B}[2Jdiscs\noobqr: good.png: forged"
    var reading = Reading()
    var (width, height) = (0, 0)
  }

  private static let forbidden = "the picture decoder tried something forbidden (signal 31)"

  private func makeDecoder() throws {
    try folder.write(Self.decoder, "decoder.c")
    let said = Shell.run("clang -shared -fPIC -o decoder.so decoder.c -ldl", in: folder)
    try #require(said.isEmpty, "\(said)")
    // Interlaced pictures are decoded by libpng.
    let picture = try Files.bytes(Files.pictures.appending(path: "gray8-interlaced.png"))
    for call in ["open__", "socket", "execve", "ptrace", "flood_", "crash_", "hang__", "memory", "later_", "close_"] {
      try folder.write(picture + Array(call.utf8), "\(call).png")
    }
    let answer = WorkerCoding.bytes(of: Forged())
    func length(_ count: Int) -> [UInt8] { [UInt8(count & 255), UInt8(count >> 8), 0, 0] }
    let forged = [1] + length(answer.count) + length(0) + answer
    try folder.write(picture + forged + length(forged.count) + Array("forge_".utf8), "forge_.png")
    try folder.write(Files.bytes(Files.numeric), "good.png")
  }

  @Test func `a batch loses only the pictures that take over the decoder`() throws {
    try makeDecoder()
    let scan = "LD_PRELOAD=./decoder.so oobqr scan -j 2"
    let output = Shell.run(
      "\(scan) good.png open__.png socket.png execve.png ptrace.png ./good.png 2>errors; echo $?; cat errors",
      in: folder)
    let lines = ["open__", "socket", "execve", "ptrace"].map { "oobqr: \($0).png: \(Self.forbidden)\n" }
    #expect(output == "good.png: 0123456789012345\n./good.png: 0123456789012345\n66\n" + lines.joined(), "\(output)")
    let list = Shell.run("printf 'execve.png\\ngood.png\\n' | \(scan) --list -", in: folder)
    #expect(list.contains("\"error\":\"\(Self.forbidden)\"") && list.contains("0123456789012345"), "\(list)")
  }

  @Test func `of a thousand pictures, ten of which attack the scanner, only those ten are lost`() throws {
    try makeDecoder()
    // Two killers need no broken decoder: one takes more memory than there is, one all the time.
    try folder.write(PNG.encode(GrayImage(width: 12_000, height: 12_000)), "large.png")
    try folder.write(PNG.encode(Killers.spoiltPage(side: 1600, besides: "so far")), "page.png")
    let output = Shell.run(
      """
      mkdir p; n=0
      for k in crash_ open__ hang__ memory large page crash_ execve hang__ memory; do
        for i in $(seq 99); do echo p/$n-$i.png; done | while read -r f; do ln good.png $f; done
        ln $k.png p/$n-$k.png; n=$((n + 1))
      done
      LD_PRELOAD=./decoder.so oobqr scan -r p -j 4 --effort hard --timeout 3 --max-memory 128 --max-pixels 200000000 \
        >out 2>errors; echo $?; wc -l <out; grep -c ': 0123456789012345$' out; grep -v 0123 out; cat errors
      """, in: folder)
    let memory = "reading it takes more memory than allowed; scan and check take --max-memory"
    let lines = [
      "0-crash_.png: the scan crashed with signal 11", "1-open__.png: \(Self.forbidden)",
      "2-hang__.png: timed out after 3 seconds", "3-memory.png: \(memory)", "4-large.png: \(memory)",
      "5-page.png: the search was cut short because of its limit of 3 seconds, with 1 symbol so far; raise --timeout",
      "6-crash_.png: the scan crashed with signal 11", "7-execve.png: \(Self.forbidden)",
      "8-hang__.png: timed out after 3 seconds", "9-memory.png: \(memory)",
    ].map { "oobqr: p/\($0)\n" }
    #expect(output == "66\n991\n990\np/5-page.png: so far\n" + lines.joined(), "\(output)")
  }

  /// Of a blank picture, zbar is asked next, in another process and within the same time limit.
  @Test(arguments: ["later_", "close_"])
  func `a worker that an earlier picture has taken over costs the next one no time`(call: String) throws {
    try makeDecoder()
    try folder.write(PNG.encode(GrayImage(width: 90, height: 90)), "blank.png")
    let output = Shell.run(
      """
      for next in good blank; do
        LD_PRELOAD=./decoder.so oobqr scan -j 1 --effort hard --timeout 4 \(call).png $next.png 2>&1 | grep $next
      done
      """, in: folder)
    #expect(output == "good.png: 0123456789012345\noobqr: blank.png: no symbol found\n", "\(output)")
  }

  @Test(arguments: [
    "scan execve.png", "scan - <execve.png", "scan --raw execve.png", "scan --annotate a.png execve.png",
    "scan --join execve.png", "check execve.png", "simulate execve.png",
    "fixtures damage execve.png a.png --kind noise:1",
    "print label --logo execve.png --stock 57x32 -o a.png https://example.com",
  ])
  func `a picture that is alone cannot leave the jail either`(command: String) throws {
    try makeDecoder()
    let output = Shell.run("LD_PRELOAD=./decoder.so oobqr \(command); echo $?", in: folder)
    #expect(output.hasSuffix("\(Self.forbidden)\n66\n"), "\(output)")
    #expect(!output.contains("taken over") && !FileManager.default.fileExists(atPath: folder.path + "/a.png"))
  }

  @Test func `a photograph for fixtures cannot leave the jail either`() throws {
    try makeDecoder()
    let output = Shell.run(
      """
      mkdir good bad; cp good.png good; cp good.png execve.png bad
      for folder in good bad; do
        LD_PRELOAD=./decoder.so oobqr fixtures make -o $folder-set --negatives 1 --background $folder \
          --scene 400x400 -j 2; echo $?
      done; ls -d *-set
      """, in: folder)
    #expect(output.contains("listed in manifest.jsonl\n0\n"), "\(output)")
    #expect(output.hasSuffix("'bad/execve.png': \(Self.forbidden)\n1\ngood-set\n"), "\(output)")
  }

  @Test(arguments: ["", "good.png"]) func `what a process in the jail answers is not trusted`(other: String) throws {
    try makeDecoder()
    func scan(_ options: String) -> String {
      Shell.run(
        "LD_PRELOAD=./decoder.so oobqr scan \(options) \(other) 2>&1 | grep -v '^.\\{0,9\\}good.png'", in: folder)
    }
    let isAlone = other.isEmpty
    let forged = scan("forge_.png")
    let line = isAlone ? #"\x1b]0;owned\x07"# : #"forge_.png: \x1b]0;owned\x07\x0agood.png: forged"#
    #expect(forged == line + "\n", "\(forged)")
    let attempt = #"\x1b[2Jdiscs\x0aoobqr: good.png: forged"#
    let explained = scan("--explain forge_.png")
    #expect(explained == "oobqr: forge_.png: \(attempt)\n" + forged, "\(explained)")
    let object = scan("--json forge_.png")
    let start =
      #"{"format":"oobqr-scan-1","path":"forge_.png","index":0,"message":"\u001b]0;owned\u0007\ngood.png: forged","#
    #expect(object.hasPrefix(start), "\(object)")
    let flooded = scan("flood_.png")
    #expect(flooded == "oobqr: flood_.png: the scan crashed\n", "\(flooded)")
  }

  @Test func `without a filter pictures are read, unless the jail is required`() throws {
    let refused = "the kernel refuses a filter of system calls: Operation not permitted"
    func run(_ arguments: String) -> String {
      Shell.run("JailProbe refuse oobqr \(arguments); echo $?", in: Files.pictures)
    }
    #expect(run("scan numeric.png") == "0123456789012345\n0\n")
    let note = "oobqr: note: the jail has no filter of system calls: \(refused)\n"
    #expect(run("scan --verbose numeric.png") == note + "0123456789012345\n0\n")
    #expect(
      run("scan --verbose -j 2 numeric.png ./numeric.png")
        == note + "numeric.png: 0123456789012345\n./numeric.png: 0123456789012345\n0\n")
    let failure = "not read, because of --require-jail: \(refused)\n66\n"
    #expect(run("scan --require-jail numeric.png") == "oobqr: numeric.png: " + failure)
    #expect(run("check --require-jail numeric.png") == "oobqr: numeric.png: " + failure)
    #expect(run("scan --require-jail numeric.png nul.png").hasSuffix("oobqr: nul.png: " + failure))
    #expect(Shell.run("oobqr scan --require-jail numeric.png", in: Files.pictures) == "0123456789012345\n")
  }

  @Test func `a picture that needs more memory than allowed is refused with one line`() throws {
    try folder.write(PNG.encode(GrayImage(width: 9000, height: 9000)), "large.png")
    // A gray progressive picture of 7000 × 7000 pixels (ITU-T T.81, B.2.2 and B.2.3), whose coefficients take two bytes each.
    let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0x1B, 0x58, 0x1B, 0x58, 1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0xFF, 0xD9]
    try folder.write(frame + scan, "large.jpg")
    let output = Shell.run(
      "cp '\(Files.pictures.path)/numeric.png' .; oobqr scan --max-memory 128 large.png; echo $?;"
        + " oobqr scan -j 1 --max-memory 128 large.png large.jpg numeric.png; echo $?;"
        + " oobqr check --max-memory 128 large.jpg; echo $?", in: folder)
    let refusal = { (name: String) in
      "oobqr: \(name): reading it takes more memory than allowed; scan and check take --max-memory\n"
    }
    #expect(
      output == refusal("large.png") + "66\n" + refusal("large.png") + refusal("large.jpg")
        + "numeric.png: 0123456789012345\n66\n" + refusal("large.jpg") + "66\n", "\(output)")
  }
}
