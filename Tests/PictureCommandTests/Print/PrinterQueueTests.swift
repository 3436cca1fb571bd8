import Foundation
import TestSupport
import Testing

/// Prints into a real CUPS, whose queues lead to ippeveprinter, the printer simulator of CUPS.
struct PrinterQueueTests {
  /// The commands that a test runs, each with its exit code at the end.
  private func withServer(_ body: (CUPSServer) throws -> Void) throws {
    let folder = URL(filePath: "/tmp/oobqr-cups-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try #require(
      try CUPSServer(in: folder), "install cups-daemon, cups-client, cups-ipp-utils and dbus-daemon")
    #expect(try server.startPrinter(media: [("om_57x32mm_57x32mm", 5700, 3200), ("iso_a6_105x148mm", 10500, 14800)]))
    let added = server.run("lpadmin -p labels -E -v \(server.printerURI) -m everywhere; echo $?")
    #expect(added == "0\n", "\(added)")
    try body(server)
  }

  private static let label = "oobqr print label https://example.com"

  private func files(_ server: CUPSServer) throws -> [String] {
    try server.printed.names.filter { $0.hasSuffix(".pdf") }.sorted()
  }

  @Test func `a label reaches an IPP Everywhere printer on paper that it has, and is otherwise refused`() throws {
    try withServer { server in
      let printed = server.run(
        "\(Self.label) --stock 57x32 --copies 3 --title 'Room 12' --printer labels --caption A; echo $?")
      #expect(printed.hasPrefix("oobqr: job labels-1 was printed\noobqr: printer labels: 3 labels"), "\(printed)")
      #expect(printed.hasSuffix("\n0\n"))
      let file = try #require(try files(server).first)
      #expect(file.contains("room_12"), "\(file)")
      let pages = server.run("pdfinfo printed/\(file)")
      #expect(pages.contains("Pages:           3"), "\(pages)")
      let other = server.run("\(Self.label) --stock 50x30 --printer labels; echo $?")
      #expect(other.hasSuffix("\n1\n"))
      #expect(
        other.hasPrefix(
          "oobqr: the queue 'labels' has no paper of 50 × 30 mm; it offers 57x32mm.Borderless (57 × 32 mm), "
            + "A6.Borderless (105 × 148 mm): choose a --stock of such a size"), "\(other)")
      // Whoever looks at the queue sees the title.
      let named = server.run(
        "\(Self.label) --stock 50x30 --printer labels --media a6 --title 'dispatchTokenResponse=zx81secret-opaque'; echo $?"
      )
      let names = try files(server).joined()
      #expect(names.contains("zx81") && !names.contains("opaque"), "\(names)")
      #expect(named.contains("job labels-2 was printed"), "\(named)")
      #expect(try files(server).count == 2)
      // The printer's paper is changed after the queue was added: the job is cancelled by CUPS.
      #expect(try server.startPrinter(media: [("iso_a5_148x210mm", 14800, 21000)]))
      let lost = server.run(
        "\(Self.label) --stock 57x32 --printer labels --report report.json; echo $?; tail -n 3 report.json")
      #expect(lost.hasPrefix("oobqr: job labels-3 was cancelled (Printer cannot print"), "\(lost)")
      // Some of its pages may have come out.
      #expect(lost.contains("it was not printed\n1\n"), "\(lost)")
      #expect(lost.hasSuffix("],\"queued\":true,\"sent\":[\n],\"ended\":\"unknown\"}\n"), "\(lost)")
      #expect(try files(server).count == 2)
    }
  }

  @Test func `paused and full queues and held jobs are reported`() throws {
    try withServer { server in
      let label = "\(Self.label) --stock 57x32 --printer labels"
      // On a busy machine CUPS may enable the new queue only later, and undo it.
      let isPaused = "lpstat -p labels | grep -q disabled"
      let pause =
        "until \(isPaused) && sleep 1 && \(isPaused); do cupsdisable -r 'out of labels' labels; sleep 0.3; done"
      let paused = server.run("\(pause); \(label); echo $?")
      #expect(
        paused == "oobqr: the queue 'labels' is paused (out of labels); 'cupsenable labels' resumes it, or use "
          + "--no-wait to leave the job in the queue\n1\n", "\(paused)")
      let left = server.run("\(label) --no-wait; echo $?")
      #expect(left.hasPrefix("oobqr: note: the queue 'labels' is paused (out of labels); "), "\(left)")
      #expect(left.contains("job labels-1 is in the queue") && left.hasSuffix("\n0\n"))
      let held = server.run(
        "cancel -a; cupsenable labels; lpadmin -p labels -o job-hold-until-default=indefinite; \(label); echo $?")
      #expect(held.contains("job labels-2 is held; 'lp -i labels-2 -H resume' releases it"), "\(held)")
      #expect(held.hasSuffix("\n1\n"))
      let closed = server.run("cupsreject -r 'closed' labels; \(label); echo $?")
      #expect(closed.contains("the queue 'labels' accepts no jobs (closed); 'cupsaccept labels'"), "\(closed)")
      let unknown = server.run("oobqr print label hello --stock 57x32 --printer lables; echo $?")
      #expect(unknown == "oobqr: CUPS has no queue 'lables'; it has labels\n1\n")
    }
  }

  @Test func `a printer's language passes a raw queue unchanged`() throws {
    try withServer { server in
      _ = server.run("lpadmin -p raw -E -v keep:/kept -m raw")
      let pdf = server.run("\(Self.label) --stock 57x32 --printer raw; echo $?")
      #expect(pdf.contains("it is a raw queue") && pdf.contains("--to zpl --raw") && pdf.hasSuffix("\n1\n"), "\(pdf)")
      let zpl = server.run(
        "\(Self.label) --stock 57x32 --to zpl --raw --title zpl --printer raw; echo $?; "
          + "\(Self.label) --stock 57x32 --to zpl -o label.zpl; cmp label.zpl printed/kept; echo $?")
      #expect(zpl.contains("job raw-1 was printed\n") && zpl.hasSuffix("\n0\n"), "\(zpl)")
    }
  }

  /// CUPS as programs of our own: what its scheduler hardly ever says.
  @Test(arguments: [
    ("lpstat", "exit 1", "CUPS does not answer: "),
    ("lpstat", "[ $1 = -e ] && exit 0; echo 'no such printer'; exit 1", "CUPS has no queue 'q'; add one with lpadmin"),
    ("lp", "cat >/dev/null; exit 1", "lp cannot print on 'q': no reason is given"),
    ("lp", "cat >/dev/null; echo hello", "lp printed no job number: hello"),
    ("ipptool", "echo 'job-state,message'; echo 'aborted,\"jam\"'", "job q-7 was aborted (jam); it was not printed"),
    ("ipptool", "exit 1", "job q-7 has left the queue; install ipptool (Debian: cups-ipp-utils) to see whether"),
  ])
  func `what becomes of a job is said in a sentence`(program: String, script: String, says: String) throws {
    try Files.withTemporaryFolder { folder in
      var programs = [
        "lp": "cat >/dev/null; echo 'request id is q-7 (1 file)'", "lpstat": "echo",
        "lpoptions": "echo 'PageSize/Media Size: Custom.WIDTHxHEIGHT'", "ipptool": "exit 1",
      ]
      programs[program] = script
      // The shell copies them: what this process has written cannot be run while another test starts a process.
      for (name, script) in programs {
        try folder.write("#!/bin/sh\n\(script)\n", name + ".sh")
      }
      let said = Shell.run(
        "for f in *.sh; do cp $f ${f%.sh}; chmod +x ${f%.sh}; done; PATH=$PWD:$PATH; oobqr print label a --stock 57x32 --printer q",
        in: folder)
      #expect(said.hasPrefix("oobqr: \(says)"), "\(said)")
    }
  }
}
