import Foundation
import HostSystem
import TestSupport
import Testing

/// No output replaces a file that the same command reads, whatever either is called.
struct OverwritingTests {
  @TemporaryFolder var folder
  static let scripts = [
    "print label https://example.com --stock 60x60 --logo logo.png --to png -o ./logo.png",
    "print sheet --list l.csv --stock a4 --policy pol.json -o o.pdf --report ./pol.json",
    "print label --list - --stock 60x60 --to zpl -o l.csv <l.csv",
    "scan --annotate x.png - <x.png", "fixtures damage - x.png --kind noise:1 <x.png", "make - -o l.csv <l.csv",
    "make --file l.csv -o hard.csv", "make --file l.csv -o soft.csv", "make --list - -o l.tar <l.jsonl",
    "make --list l.csv --logo l.jsonl -o l.tar",
    "print sheet --list l.csv --stock a4 -o same.pdf --report ./same.pdf",
    "print label --list l.csv --stock 60x60 --to zpl -o o.zpl --report oobqr-policy.json",
    "print sheet --list l.csv --stock a4 -o - --report out.txt >>out.txt", "scan x.png --annotate out.png >>out.png",
    "print sheet --list l.csv --stock a4 -o - --report /dev/stdout >>out.txt",
    "make --payload p.json -o - --format svg >>p.json", "check -r . >>p.json", "check - <p.json >>p.json",
    "link --payload p.json 1<>p.json", "scan --list out.txt >>out.txt", "make --list l.jsonl -o - >>l.jsonl",
    "page page.html -o .", "page - -o . <page.css", "associate make access.json --link smart-app-banner.html -o .",
  ]

  @Test(arguments: scripts) func `an input is not replaced`(script: String) {
    let pictures = Files.pictures.path
    let before = Shell.run(
      """
      cp '\(pictures)/numeric.png' x.png; cp '\(Files.samples.path)/payload.json' p.json; cp '\(Files.samples.path)/logo.png' logo.png; echo '{}' >pol.json
      echo '{}' >l.jsonl; printf 'text\\nhello\\n' >l.csv; ln l.csv hard.csv; ln -s l.csv soft.csv
      echo '{}' >oobqr-policy.json; touch out.png out.txt; cp '\(Files.samples.path)/association/access.json' .
      cp access.json assetlinks.json; for name in page.html page.css smart-app-banner.html; do
        oobqr link --payload '\(Files.samples.path)/payload.json' --base-url https://access.siven.ch/open >$name; done
      cksum *
      """, in: folder)
    let said = Shell.run("oobqr \(script); echo $?", in: folder)
    #expect(said.hasSuffix("\n64\n") && said.hasPrefix("oobqr: "), "\(said)")
    #expect(Shell.run("cksum *", in: folder) == before)
  }

  @Test func `a picture to which standard output goes is not scanned`() throws {
    let said = try Shell.run(
      """
      cp '\(Files.pictures.path)/numeric.png' x.png; cp x.png y.png
      oobqr scan x.png >>x.png; echo $?; oobqr scan - <y.png >>y.png; echo $?; cmp x.png y.png && wc -c <x.png
      wc -c <'\(Files.pictures.path)/numeric.png'
      """
    ).split(separator: "\n").map(String.init)
    #expect(said.count == 6 && said[1] == "64" && said[3] == "64" && said[4] == said[5], "\(said)")
    #expect(said[0] == "oobqr: 'x.png' is also the file to which standard output goes: give one of them another name")
  }

  @Test(arguments: [
    "fixtures export f --as webdataset -o f/clean/line-2.png", "fixtures export f --as coco -o - >>f/manifest.json",
    "fixtures verify f >>f/clean/line-1.png", "fixtures verify f --results r 1<>r",
    "fixtures verify f --results r --junit f/clean/line-2.png", "check f/clean/line-1.png --list l >>l",
    "scan --list l 1<>f/clean/line-2.png", "scan -r f >>f/clean/line-2.png",
    "check f/clean/line-1.png f/clean/line-2.png >>f/clean/line-2.png",
    "make hellohello --append 3 -o r.png --json 1<>r-2.png",
  ])
  func `no file of a set is replaced, and nothing is written before that is known`(script: String) {
    let before = Shell.run(
      """
      printf 'hi\nyou\n' >t.txt; oobqr fixtures make -o f --payloads t.txt >&2 2>&-; oobqr scan -r f --json >r
      printf 'f/clean/line-1.png\nf/clean/line-2.png\n' >l; echo mine >r-2.png
      cksum $(find * -type f | sort)
      """, in: folder)
    let said = Shell.run("oobqr \(script); echo $?", in: folder)
    #expect(said.hasSuffix("\n64\n") && said.hasPrefix("oobqr: "), "\(said)")
    #expect(Shell.run("cksum $(find * -type f | sort)", in: folder) == before)
  }

  @Test(.enabled(if: geteuid() == 0, "owners are changed by root"))
  func `a file that is replaced keeps its mode, unless it is another user's, whose links are not followed`() {
    let said = Shell.run(
      """
      for name in a.svg b.svg l.tar; do echo old >$name; chmod 6640 $name; done; chown 12:34 b.svg
      printf 'text,name\nhello,a\n' >l.csv; oobqr make --list l.csv -o l.tar
      for name in a b; do oobqr make hello -o $name.svg --file-mode 600; done; stat -c '%u %a' a.svg b.svg l.tar
      mkdir other; echo target >target; ln -s target link; ln -s other folder; chown -h 12:34 link folder
      oobqr make hello -o link --format svg; oobqr make --list l.csv -o folder/; cat target; ls other
      chown -h 0:0 link folder; oobqr make hello -o link --format svg; oobqr make --list l.csv -o folder/
      head -c 5 target; ls other
      """, in: folder)
    let reason = "it is a symbolic link of another user; remove it, or give another name"
    #expect(
      said == "0 640\n0 600\n0 640\noobqr: cannot write 'link': \(reason)\noobqr: cannot write 'folder': \(reason)\n"
        + "target\n<?xmla.png\nindex.jsonl\n", "\(said)")
  }

  @Test func `an open stream is written to, and its file is not replaced`() throws {
    let said = try Shell.run(
      """
      (echo before; oobqr make --file /dev/null --format text -o /dev/stdout >&2 2>&- || echo between
      oobqr link --payload '\(Files.samples.path)/payload.json' >/dev/null 2>&1
      oobqr print plan hello >/dev/null; oobqr make hello --format text -o /dev/stdout; echo after) >log
      head -n 2 log; tail -n 1 log; echo first >k; oobqr make hello --format svg -o /dev/fd/3 3>>k; head -c 10 k; wc -l <log
      """)
    #expect(said.hasPrefix("before\nbetween\nafter\nfirst\n<?xm"), "\(said)")
  }

  @Test func `concurrent runs that replace files in one folder do not harm each other`() throws {
    let said = try Shell.run(
      """
      for n in 1 2 3 4; do echo old >$n.svg; done
      seq 4 | xargs -P 4 -I N sh -c 'for i in $(seq 25); do oobqr make N -o N.svg || echo lost; done'; ls -A
      """)
    #expect(said == "1.svg\n2.svg\n3.svg\n4.svg\n", "\(said)")
  }

  @Test func `files with one-time tokens are readable only by their owner`() throws {
    let said = try Shell.run(
      """
      umask 022; uuid=b4b07559-f934-4597-a1c5-44d89f691e8f; echo "https://a.example/o?dispatchTokenResponse=eyJubWF" >m.txt
      oobqr make --file m.txt -o a.png 2>/dev/null; oobqr fixtures make -o set --payloads m.txt 2>/dev/null
      oobqr fixtures make -o open --payloads m.txt --file-mode 644 2>/dev/null
      oobqr fixtures make -o smoke --suite smoke 2>/dev/null
      oobqr print label hello --stock 50x50 --to zpl -o l.zpl --report r.json 2>/dev/null
      oobqr dispatch request --dispatcher link --op Auth --data token=$uuid -o d.json 2>/dev/null
      stat -c %a a.png set/manifest.json $(find set open -name '*.png') open/manifest.json smoke/manifest.json r.json d.json
      """)
    #expect(said == "600\n600\n600\n644\n644\n644\n600\n600\n", "\(said)")
  }
}
