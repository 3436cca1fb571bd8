import Foundation
import HostSystem
import TestSupport
import Testing

/// What a signal leaves behind, tried on real processes.
struct InterruptionTests {
  @TemporaryFolder var folder

  /// Lists for thousands of labels, which take seconds.
  private func writeList(in folder: URL) throws {
    let rows = (0..<20_000).map { "https://access.example.com/open?n=\($0),label \($0)" }
    try folder.write("text,name\n" + rows.joined(separator: "\n") + "\n", "list.csv")
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func `an interrupted run leaves no file, and ends as shells expect`(_ signal: String, _ code: Int) throws {
    try writeList(in: folder)
    // Some programs send each signal twice.
    let run = Shell.run(
      """
      env --default-signal=INT,QUIT TMPDIR="$PWD" oobqr print sheet --list list.csv --stock a4 --caption '{name}' -o out.pdf 2>errors &
      id=$!; caught() { sed -n 's/^SigCgt:[^0-9a-f]*/0x/p' /proc/$id/status; }
      until [ $(($(caught) & 0x4000)) -ne 0 ]; do sleep 0.05; done; sleep 0.5; kill -\(signal) $id; kill -\(signal) $id
      wait $id 2>/dev/null; echo $?; ls -A; cat errors
      """, in: folder)
    #expect(run == "\(code)\nerrors\nlist.csv\noobqr: interrupted\n")
  }

  @Test func `a hundred killed runs leave no half file, and the next one removes what they left`() throws {
    let run = try Shell.run(
      """
      start=$(date +%s%N); oobqr make hello -o new.svg; time=$(($(date +%s%N) - start)); echo old >old.svg
      for i in $(seq 100); do cp old.svg a.svg; oobqr make hello -o a.svg & id=$!
        sleep $(awk "BEGIN { print $time / 1e9 * $i / 80 }"); kill -9 $id 2>/dev/null; wait $id 2>/dev/null
        cmp -s a.svg old.svg || cmp -s a.svg new.svg || echo half; done
      oobqr make hello -o a.svg; ls -A
      """)
    #expect(run == "a.svg\nnew.svg\nold.svg\n")
  }

  /// Writing to a pipe that nobody reads any more raises SIGPIPE, which would be handled before SIGTERM; writing to one that is full
  /// waits.
  @Test(arguments: ["sleep 0.1", "sleep 60"])
  func `a signal ends a run whose standard error nobody reads`(reader: String) throws {
    try writeList(in: folder)
    let run = Shell.run(
      """
      mkfifo errors; (exec 4<errors >/dev/null; exec \(reader)) & reader=$!
      (exec 5>errors; timeout 1 head -c 200000 /dev/zero >&5; exec env TMPDIR="$PWD" oobqr print sheet --list list.csv --stock a4 -o out.pdf 2>&5 5>&-) 2>/dev/null &
      id=$!; caught() { sed -n 's/^SigCgt:[^0-9a-f]*/0x/p' /proc/$id/status; }
      until [ $(($(caught) & 0x4000)) -ne 0 ]; do sleep 0.05; done; sleep 0.5; kill -TERM $id
      for i in $(seq 100); do grep -qs '^State:.[^ZX]' /proc/$id/status || break; sleep 0.1; done
      kill -9 $id 2>/dev/null; wait $id 2>/dev/null; echo $?; kill $reader 2>/dev/null; ls -A
      """, in: folder)
    #expect(run == "143\nerrors\nlist.csv\n")
  }

  @Test(arguments: [
    ("make --append 9 'hello, world, again' -o out/s.png", 9), ("page ../link.txt -o out", 2),
    ("associate make ../access.json -o out", 5),
    ("print label hello --stock 50x50 --to zpl -o out/l.zpl --report out/l.json", 2),
  ])
  func `a signal leaves all files that belong together, or none`(command: String, files: Int) throws {
    let run = try Shell.run(
      """
      cp '\(Files.samples.path)/association/access.json' .; mkdir runs; cd runs
      oobqr link --payload '\(Files.samples.path)/payload.json' --base-url https://access.siven.ch/open >../link.txt
      mkdir out; oobqr \(command) 2>/dev/null; whole=$(ls out | wc -l)
      for i in $(seq 30); do rm -r out; mkdir out; oobqr \(command) 2>/dev/null & id=$!
        sleep 0.0$((i % 10))$i; kill -TERM $id 2>/dev/null; wait $id 2>/dev/null
        n=$(ls -A out | wc -l); [ $n = 0 ] || [ $n = $whole ] || ls -A out; done; echo $whole
      """)
    #expect(run == "\(files)\n")
  }

  @Test func `a signal ends ninety programs`() throws {
    let left = try Shell.run(
      """
      oobqr fixtures make --suite smoke -o set 2>/dev/null
      time=46.25; oobqr fixtures verify set -j 90 --with "sleep $time; echo {}" >/dev/null 2>&1 &
      until [ "$(pgrep -cf 'sleep 46[.]25')" -ge 180 ]; do sleep 0.1; kill -0 $! || break; done
      kill -TERM $!; wait $! 2>/dev/null; echo $?; sleep 0.3; pgrep -cf 'sleep 46[.]25'
      """)
    #expect(left == "143\n0\n")
  }

  @Test func `workers end with their parent, whatever ended it`() throws {
    let picture = try #require(
      try Files.pictures.names.first { $0.hasSuffix(".png") })
    let path = Files.pictures.file(picture)
    let count = try Shell.run(
      """
      mkdir p; for i in $(seq 400); do ln '\(path)' p/$i.png 2>/dev/null || cp '\(path)' p/$i.png; done
      oobqr scan -r p --effort hard -j 2 >/dev/null 2>&1 &
      parent=$!; until [ -n "$workers" ]; do sleep 0.02; workers=$(pgrep -P $parent); kill -0 $parent || break; done
      kill -9 $parent; sleep 1
      for w in $workers; do grep -qs '^State:.[^ZX]' /proc/$w/status && echo alive; done; echo "${workers:+ran}"
      """)
    #expect(count == "ran\n")
  }
}
