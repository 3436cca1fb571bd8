import Foundation
import Imaging
import SymbolFixtures
import PictureDamage
import TestSupport
import Testing
import TextFormats

/// How `fixtures verify` counts what a scanner says, however it says so, and what it reports of one that fails.
struct FixturesVerifyTests {
  var folder = FixtureFolder()

  /// A set of two pictures without damage, `clean/a.png` and `clean/b.png`, and of negative pictures.
  private func makeSet(negatives: Int = 0) throws {
    try folder.makeSet(
      of: "name,message\na,https://example.com/a\nb,https://example.com/b\n", "--scale", "3", "--scene", "200x160",
      "--negatives", "\(negatives)")
  }

  private func counts(_ run: CommandRun) throws -> [String: Int] {
    let value = try JSONDocument(parsing: run.output).value
    var counts: [String: Int] = [:]
    for name in ["symbols", "read", "wrong", "placed", "located"] { counts[name] = value[name]?.integer }
    return counts
  }

  @Test func `symbols are counted by damage and strength, with our scanner and with a command`() throws {
    let list = "name,message\r\na,https://example.com/1\r\nb,\"two, \"\"quoted\"\"\"\r\n"
    try folder.makeSet(of: list, "--damage", "mirror", "--damage", "noise:128")
    let ours = folder.verify()
    #expect(ours.exitCode == 0 && ours.text.hasPrefix("mirror  2/2\n"))
    // A "scanner" that always prints the same.
    let echo = ["--with", "echo https://example.com/1 # {}"]
    let run = folder.verify(echo + ["--json"])
    #expect(folder.verify(echo + ["--format", "json"]) == run)
    #expect(try counts(run) == ["symbols": 4, "read": 2, "wrong": 2])
    let strict = folder.verify("--with", "true {}", "--require", "0.1")
    #expect(strict.exitCode == 1 && strict.errors.contains("0 of 4 symbols read"))
    let partly = folder.verify("--with", "echo XXhttps://example.com/1XX # {}")
    #expect(partly.text.contains("0 of 4 symbols read") && partly.text.contains("; 4 wrong"))
  }

  @Test func `a scanner that stays running is asked line by line`() throws {
    let output = Shell.run(
      """
      oobqr fixtures make -o set --suite smoke --select 'message=web-address,kind=noise' --select kind=clean 2>/dev/null
      oobqr fixtures verify set >own; oobqr fixtures verify set --with-lines 'oobqr scan --list -' | diff own - && echo same
      cat >count.sh <<'END'
      echo started >>starts
      while read -r line; do echo '{"symbols":[{"message":"https://example.com/login"}]}'; done
      END
      oobqr fixtures verify set --jobs 1 --with-lines 'sh count.sh' | tail -n 1; wc -l <starts
      oobqr fixtures verify set --with-lines 'false'; echo $?
      oobqr fixtures verify set --with-lines 'while read -r line; do echo hello; done'; echo $?
      oobqr fixtures verify set --timeout 0.2 --with-lines 'sleep 5'; echo $?
      oobqr fixtures verify set --jobs 1 --with-lines 'read -r line; echo "{\\"symbols\\":[]}"' | tail -n 1
      """, in: folder.folder)
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count >= 10, "\(output)")
    #expect(lines[0] == "same" && lines[2] == "1")
    #expect(lines[1].hasPrefix("all: ") && lines[1].contains("wrong") && !lines[1].contains(" 0 wrong"))
    #expect(lines[3] == "oobqr: --with-lines 'false': the command ended instead of answering" && lines[4] == "1")
    #expect(lines[5].contains("the answer is not like those of 'oobqr scan --list -'") && lines[6] == "1")
    #expect(lines[7].contains("no answer within 0.2 s") && lines[8] == "1")
    // One that ends after each answer loses every second picture, and is started again.
    #expect(lines[9].contains("the command ended instead of answering"))
  }

  @Test func `a scanner that fails on every picture is a failure, and one that finds nothing is not`() throws {
    try folder.makeSet(of: "name,message\njson,{}\na,a\nb,b\n", "--damage", "noise:20")
    let failing: [(command: String, sentence: String)] = [
      ("no-such-scanner {}", "cannot run 'no-such-scanner {}': "),
      ("no-such-scanner {} | cat", "nothing was read, and '"),
      ("echo broken >&2; exit 3 # {}", "the scanner failed on every picture, with exit code 3: broken; "),
      ("exit 1 # {}", "the scanner failed on every picture, with exit code 1; "),
      ("kill -9 $$ # {}", "ended by signal 9"), ("sleep 30 # {}", "stopped after 0.3 seconds"),
      ("exec >&-; sleep 30 # {}", "stopped after 0.3 seconds"),
    ]
    for (command, sentence) in failing {
      let run = folder.verify("--with", command, "--timeout", sentence.contains("0.3") ? "0.3" : "30")
      #expect(run.exitCode == 1, "\(command)")
      #expect(run.errors.contains(sentence), "\(command): \(run.errors)")
      #expect(run.errors.count { $0 == "\n" } == 1, "\(command): \(run.errors)")
    }
    // As zbarimg and oobqr scan answer for a picture without a symbol.
    let nothing = folder.verify("--with", "exit 4 # {}")
    #expect(nothing.exitCode == 0 && nothing.errors.isEmpty, "\(nothing.errors)")
    let silent = folder.verify("--with", "true {}")
    #expect(silent.exitCode == 0 && silent.errors.contains("note: "), "\(silent.errors)")
    // It failed on some, and answered for others.
    let partly = folder.verify("--with", "case {} in *json*) exit 3;; *) echo something;; esac")
    #expect(partly.exitCode == 0 && partly.errors.contains("exit code 3 for 1 of 3 "), "\(partly.errors)")
  }

  @Test func `the same answers count the same from a command, from one that stays running, and from a file`() throws {
    try makeSet()
    // One message twice; another picture with its message, and one twice that is not there.
    let answers = [
      ("clean/a.png", ["https://example.com/a", "https://example.com/a"]),
      ("clean/b.png", ["x", "https://example.com/b", "x"]),
    ]
    var (cases, results) = ("", "")
    for (path, messages) in answers {
      let symbols = messages.map { "{\"message\":\"\($0)\"}" }.joined(separator: ",")
      results += "{\"path\":\"\(path)\",\"symbols\":[\(symbols)]}\n"
      cases += "*\(path)*) echo '{\"symbols\":[\(symbols)]}';; "
      try folder.write(messages.joined(separator: "\n") + "\n", "set/\(path).txt")
    }
    let ways = [
      ["--with", "cat {}.txt"], ["--with-lines", "while read -r line; do case $line in \(cases) esac; done"],
      ["--results", try folder.write(results, "results.jsonl")],
    ]
    for way in ways {
      let run = folder.verify(["--json"] + way)
      #expect(run.exitCode == 0, "\(way[0]): \(run.errors)")
      #expect(try counts(run) == ["symbols": 2, "read": 2, "wrong": 2], "\(way[0])")
    }
  }

  @Test func `a message with line ends is one message, printed once or twice`() throws {
    try folder.makeSet(of: "name,message\nm,\"one\ntwo\"\n")
    for (printed, wrong) in [("one\\ntwo\\n", 0), ("one\\ntwo\\none\\ntwo", 0), ("one\\n\\ntwo\\nthree", 3)] {
      let run = folder.verify("--json", "--with", "printf '\(printed)' # {}")
      #expect(try counts(run) == ["symbols": 1, "read": wrong == 0 ? 1 : 0, "wrong": wrong], "\(printed)")
    }
  }

  @Test func `pictures of which a scanner with places says nothing are not located`() throws {
    try makeSet()
    let symbol = try folder.entries[0].symbols[0]
    let corners = "[" + symbol.map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
    let line =
      "{\"path\":\"clean/a.png\",\"symbols\":[{\"message\":\"https://example.com/a\",\"corners\":\(corners)}]}\n"
    let silent = "{\"path\":\"clean/b.png\",\"symbols\":[]}\n"
    for more in ["", silent] {
      let file = try folder.write(line + more, "results.jsonl")
      let run = folder.verify("--json", "--results", file)
      #expect(try counts(run) == ["symbols": 2, "read": 1, "wrong": 0, "placed": 2, "located": 1], "\(run.text)")
      let table = folder.verify("--results", file)
      #expect(table.text.contains("\nlocated: 1 of 2 symbols"), "\(table.text)")
    }
    // One that never prints places says nothing of them.
    let read = "{\"path\":\"clean/a.png\",\"message\":\"https://example.com/a\"}\n"
    let run = folder.verify("--json", "--results", try folder.write(read + silent, "results.jsonl"))
    #expect(try counts(run) == ["symbols": 2, "read": 1, "wrong": 0])
  }

  @Test func `what was found before a search was cut short counts, and the cut is reported`() throws {
    try makeSet()
    let answer = "\"symbols\":[{\"message\":\"https://example.com/a\"}],\"error\":\"the search was cut short\"}"
    let results = try folder.write("{\"path\":\"clean/a.png\",\(answer)\n", "results.jsonl")
    let answers = "while read -r line; do echo '{\(answer)'; done"
    for (way, count, wrong) in [(["--results", results], 1, 0), (["--with-lines", answers], 1, 1)] {
      let run = folder.verify(["--json"] + way)
      #expect(run.exitCode == 1 && run.errors.contains("/clean/a.png': the search was cut short"), "\(run.errors)")
      #expect(try counts(run) == ["symbols": 2, "read": count, "wrong": wrong])
    }
  }

  @Test func `a scanner may exit with 1 or complain about pictures without a symbol`() throws {
    try makeSet(negatives: 2)
    let answers = "*a.png*) echo https://example.com/a;; *) echo https://example.com/b;; esac"
    for negative in ["echo 'no symbol found' >&2; exit 1", "exit 7"] {
      let run = folder.verify("--with", "case {} in *negative*) \(negative);; \(answers)")
      #expect(run.exitCode == 0 && run.errors.isEmpty && run.text.contains("all: 2 of 2 symbols"), "\(run.errors)")
    }
    for scanner in ["echo 'no symbol found' >&2; exit 1 # {}", "echo 'no symbol found' >&2 # {}"] {
      let run = folder.verify("--select", "kind=negative", "--with", scanner)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.text.hasSuffix("all: no symbols to be read in 2 pictures; 0 wrong\n"))
    }
    // Where there is a symbol, it is still a failure.
    let failing = folder.verify("--with", "exit 7 # {}")
    #expect(failing.exitCode == 1 && failing.errors.contains("failed on every picture"), "\(failing.errors)")
  }

  @Test
  mutating func `paths of a results file may begin with the directory, also where a folder of the set has its name`()
    throws
  {
    folder.name = "clean"
    try makeSet()
    for (prefix, name) in [("", "plain"), ("./clean/", "relative"), ("\(folder.set.path)/", "absolute")] {
      let lines = ["a", "b"].map {
        "{\"path\":\"\(prefix)clean/\($0).png\",\"message\":\"https://example.com/\($0)\"}\n"
      }
      try folder.write(lines.joined(), "\(name).jsonl")
      let output = Shell.run("oobqr fixtures verify ./clean/ --results \(name).jsonl | tail -n 1", in: folder.folder)
      #expect(output == "all: 2 of 2 symbols read (100.0 %) in 2 pictures; 0 wrong\n", "\(name): \(output)")
    }
  }

  @Test func `an approach is one approach, although a large set divides its folders`() throws {
    let messages = (0..<900).map { FixtureMessage(name: "m\($0)", bytes: Array("m\($0)".utf8)) }
    let set = FixtureSet(of: messages, damages: [[]], frames: 7)
    #expect(set.isLarge && Set(set.map { $0.path.prefix(9) }).count > 5)
    var rates = ReadingRates()
    for fixture in set {
      guard case .symbol(let message) = fixture.content, let frame = fixture.frame else { continue }
      let json: JSONValue = [
        "path": .string(fixture.path), "messages_base64": [], "expect": "unread",
        "sequence": .string(message.name), "frame": .number(frame.number), "frames": .number(7), "damages": [],
        "symbols": [], "width": .number(1), "height": .number(1),
        "file_sha256": .string(String(repeating: "0", count: 64)),
      ]
      rates.add(.init(read: frame.number == 5 ? 1 : 0), of: try #require(Manifest.Entry(json)))
    }
    #expect(rates.sequences.count == 900 && rates.sequences["clean/m899"] != nil)
    #expect(rates.sequences.values.allSatisfy { $0.pictures == 7 && $0.firstRead == 5 })
  }
}
