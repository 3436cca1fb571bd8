import Foundation
import HostSystem
import TestSupport
import Testing

/// Commands that get no memory at one of their allocations: the file is the old one or the new one, nothing is left beside it,
/// and there is no stack trace.
@Suite(.disabled(if: Jail.isSanitised, "the address sanitiser has its own allocator"))
struct AllocationFaultTests {
  /// Counts allocations, and refuses the one that `FAIL` numbers.
  private static let library = """
    #include <errno.h>
    #include <stdio.h>
    #include <stdlib.h>
    extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
    static long count, failing = -1;
    static int fails(void) {
      if (failing < 0) failing = getenv("FAIL") ? atol(getenv("FAIL")) : 0;
      if (__atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) != failing) return 0;
      errno = ENOMEM;
      return 1;
    }
    void *malloc(size_t size) { return fails() ? 0 : __libc_malloc(size); }
    void *calloc(size_t count, size_t size) { return fails() ? 0 : __libc_calloc(count, size); }
    void *realloc(void *old, size_t size) { return fails() ? 0 : __libc_realloc(old, size); }
    __attribute__((destructor)) static void report(void) {
      if (getenv("COUNT")) fprintf(stderr, "%ld", count);
    }
    """

  @Test(arguments: [
    "make hello -o a.png", "make --list list.csv --jobs 1 -o a.png.tar", "print sheet --list list.csv -o a.pdf",
  ])
  func `a run without memory writes its whole output or none of it`(command: String) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      try Self.library.write(to: folder.appending(path: "fail.c"), atomically: true, encoding: .utf8)
      try Data("text\nhello\n".utf8).write(to: folder.appending(path: "list.csv"))
      try #require(Shell.run("clang -shared -fPIC -O1 -o fail.so fail.c", in: folder).isEmpty)
      let output = command.split(separator: " ").last.map(String.init) ?? ""
      let environment = "FAIL=$n SWIFT_BACKTRACE=enable=no LD_PRELOAD=./fail.so"
      let run = "rm -f a.*; echo old >\(output); \(environment) oobqr \(command) >said 2>&1"
      let all = Shell.run("rm -f a.*; COUNT=1 LD_PRELOAD=./fail.so oobqr \(command) 2>said; tail -n 1 said", in: folder)
      let count = try #require(Int(all), "\(all)")
      try #require(count > 1000)
      let whole = try Files.bytes(folder.appending(path: output))
      // The first allocations are the loader's and the runtime's; of the others, a part spread evenly. Among the last, the
      // output is renamed.
      let faults = Array(stride(from: count / 10, to: count, by: max(1, count / 40))) + Array(count - 60..<count)
      var outcomes: Set<String> = []
      for n in faults {
        let status = Shell.run("n=\(n); \(run); echo $?", in: folder).split(separator: "\n").last.map(String.init) ?? ""
        let there = try Files.bytes(folder.appending(path: output))
        let said = try String(contentsOf: folder.appending(path: "said"), encoding: .utf8)
        #expect(there == Array("old\n".utf8) || there == whole, "allocation \(n): \(there.count) bytes, \(said)")
        #expect(status == "0" || there != whole || command.contains("list"), "allocation \(n): \(status)")
        // Fontconfig has words of its own.
        let lines = said.split(separator: "\n").filter { !$0.hasPrefix("Fontconfig") }
        #expect(lines.count <= 2, "allocation \(n): \(said)")
        #expect(!said.contains("stack trace") && !said.contains("Fatal error"), "allocation \(n): \(said)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix(".") }, "allocation \(n): \(names)")
        outcomes.insert(
          said.hasPrefix("oobqr: out of memory; \(ProcessLimit.memory)\n") ? "said" : status)
      }
      #expect(outcomes.contains("said"), "\(outcomes)")
    }
  }
}
