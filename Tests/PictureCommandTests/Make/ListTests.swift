import TestSupport
import Testing

/// Lists of symbols and pictures, on real processes.
struct ListTests {
  @TemporaryFolder var folder

  /// A client that sends a line, waits for its answer, and only then sends the next. An answer that is not flushed would
  /// block it; the shell ends it then.
  private static let client = """
    import json, subprocess, sys
    process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    for line in open('requests'):
        process.stdin.write(line)
        process.stdin.flush()
        print(process.stdout.readline(), end='')
    process.stdin.close()
    print(process.stdout.read() + str(process.wait()))
    """

  @Test func `every row of JSON lines is answered before the next is sent`() throws {
    try folder.write(Self.client, "client.py")
    let rows = [
      "{\"text\":\"one\",\"name\":\"a\"}", "{\"text\":\"\(String(repeating: "x", count: 3000))\"}", "half",
      "{\"text\":\"two\",\"level\":\"H\",\"version\":\"5\"}",
      "{\"link\":\"https://a.example/open?dispatchTokenResponse=x\"}",
    ]
    try folder.write(rows.joined(separator: "\n") + "\n", "requests")
    let answers = Shell.run("timeout 60 python3 client.py oobqr make --list - -o -", in: folder)
      .split(separator: "\n").map(String.init)
    try #require(answers.count == 6)
    #expect(answers[0].hasPrefix("{\"format\":\"oobqr-make-row-1\",\"line\":1,\"name\":\"a\",\"file_bytes\":"))
    #expect(answers[0].contains("\"version\":1,\"level\":\"H\"") && answers[0].contains("\"image_base64\":\"iVBOR"))
    #expect(answers[1].contains("3000 bytes do not fit in a version 40 symbol at level M, which holds 2331"))
    #expect(answers[2].hasPrefix("{\"format\":\"oobqr-make-row-1\",\"line\":3,\"error\":\"not JSON"))
    #expect(answers[3].contains("\"version\":5,\"level\":\"H\""))
    #expect(answers[4].contains("\"error\":\"OOB"))
    #expect(answers[5] == "0")
  }

  @Test func `every picture of a list is answered before the next is sent, errors in their lines`() throws {
    try folder.write(Self.client, "client.py")
    _ = Shell.run(
      "oobqr make one -o 1.png; oobqr make two -o 2.jpg.png; head -c 100 1.png >cut.png; "
        + "oobqr make x --format pbm -o x.pbm; printf P5 >text", in: folder)
    let blank = Files.pictures.file("blank.png")
    let rows = [
      "1.png", "{\"id\":7,\"path\":\"2.jpg.png\"}", "cut.png", "missing.png",
      "{\"id\":\"blank\",\"path\":\"\(blank)\"}",
      "{\"id\":\"b\",\"image_base64\":\"$BASE64\"}", "{\"id\":\"c\",\"image_base64\":\"?\"}", "{\"id\":\"d\"}", "{",
      "",
    ]
    try folder.write(rows.joined(separator: "\n") + "\n", "template")
    _ = Shell.run("sed \"s#\\$BASE64#$(base64 -w0 1.png)#\" template >requests", in: folder)
    let answers = Shell.run("timeout 60 python3 client.py oobqr scan --list -", in: folder)
      .split(separator: "\n").map(String.init)
    try #require(answers.count == 11)
    #expect(
      answers[0].hasPrefix(
        "{\"format\":\"oobqr-scan-line-1\",\"line\":1,\"id\":\"1.png\",\"symbols\":[{\"path\":\"1.png\",\"index\":0,\"message\":\"one\""
      ))
    #expect(
      answers[1].hasPrefix("{\"format\":\"oobqr-scan-line-1\",\"line\":2,\"id\":7,\"symbols\":[{")
        && answers[1].contains("\"message\":\"two\""))
    #expect(
      answers[2].hasPrefix(
        "{\"format\":\"oobqr-scan-line-1\",\"line\":3,\"id\":\"cut.png\",\"symbols\":[],\"error\":\""))
    #expect(answers[3].contains("\"symbols\":[],\"error\":\"cannot read 'missing.png'"))
    #expect(answers[4] == "{\"format\":\"oobqr-scan-line-1\",\"line\":5,\"id\":\"blank\",\"symbols\":[]}")
    #expect(answers[5].contains("\"id\":\"b\"") && answers[5].contains("\"message\":\"one\""))
    #expect(
      answers[6]
        == "{\"format\":\"oobqr-scan-line-1\",\"line\":7,\"id\":\"c\",\"symbols\":[],\"error\":\"image_base64 is not base64\"}"
    )
    #expect(answers[7].hasSuffix("\"error\":\"neither path nor image_base64 is given as a string\"}"))
    #expect(answers[8].contains("\"error\":\"not JSON"))
    #expect(
      answers[9] == "{\"format\":\"oobqr-scan-line-1\",\"line\":10,\"symbols\":[],\"error\":\"the line is empty\"}")
    #expect(answers[10] == "0")
  }

  @Test func `an archive of pictures is a list, and a truncated one is an error after its files`() throws {
    let said = try Shell.run(
      """
      printf 'text,name\\none,a\\ntwo,b\\n' >l.csv; oobqr make --list l.csv -o l.tar && cat l.jsonl | wc -l
      oobqr scan --list l.tar | sed 's/,"symbols".*"message":/ /; s/,"message_base64.*//'
      oobqr scan --list - <l.tar | wc -l
      head -c 1600 l.tar >cut.tar; oobqr scan --list cut.tar 2>&1 | cut -c1-89; oobqr scan --list cut.tar >out 2>&1; echo $?
      oobqr make x -o x.png; cp x.png x.tgz; oobqr scan --list x.png; oobqr scan --list x.tgz; echo $?
      """)
    #expect(
      said == """
        2
        {"format":"oobqr-scan-line-1","line":1,"id":"a.png" "one"
        {"format":"oobqr-scan-line-1","line":2,"id":"b.png" "two"
        2
        {"format":"oobqr-scan-line-1","line":1,"id":"a.png","symbols":[{"path":"-","index":0,"mes
        oobqr: cut.tar: the archive is truncated
        1
        oobqr: 'x.png' is a picture, not a list; leave out --list
        oobqr: 'x.tgz' is not a tar archive; unpack it, or give a list of paths
        1

        """)
  }

  @Test func `columns may be separated by semicolons and tabs, and a bad row does not stop the others`() {
    let said = Shell.run(
      """
      printf 'name;text\\na;"x;y"\\nb;\\nc;z\\n' >l.csv; oobqr make --list l.csv -o out; echo $?; ls out
      printf 'text\\tname\\n1\\t2\\n' >l.tsv; oobqr make --list l.tsv -o tabs && ls tabs; oobqr scan out/a.png tabs/2.png
      oobqr make --list l.csv -o strict --strict; echo $?; ls -A strict
      oobqr make --list l.csv -o - --jobs 2; echo $?; echo a >l.doc; oobqr make --list l.doc -o d; oobqr make --list l.csv; oobqr make x --shard 1/2
      oobqr make --list l.csv --shard 3/2 -o d; oobqr make --list l.csv -o l.csv
        printf '{"text":"a"}' >codes.jsonl; oobqr make --list codes.jsonl -o codes.tar
      """, in: folder)
    #expect(
      said == """
        oobqr: l.csv, line 3: no message: 'text' is empty
        oobqr: 1 row was refused, 2 symbols were made; the reasons are in out/index.jsonl
        1
        a.png
        c.png
        index.jsonl
        2.png
        index.jsonl
        out/a.png: x;y
        tabs/2.png: 1
        oobqr: l.csv, line 3: no message: 'text' is empty; stopped
        1
        oobqr: JSON lines answer one row after another: leave out --jobs. See 'oobqr help make'.
        64
        oobqr: the name of the list 'l.doc' must end in .csv, .tsv, .jsonl or .ndjson; '-' is JSON lines
        oobqr: --list needs -o: a folder, an archive such as codes.tar, or '-' for JSON lines. See 'oobqr help make'.
        oobqr: --shard needs a --list. See 'oobqr help make'.
        oobqr: --shard '3/2' is not n/m with 1 ≤ n ≤ m ≤ 65536, such as 3/16. See 'oobqr help make'.
        oobqr: -o l.csv is neither an archive (.tar) nor a folder; end the name of a folder in '/'. See 'oobqr help make'.
        oobqr: 'codes.jsonl' is the list and would be overwritten; give another name with -o. See 'oobqr help make'.

        """)
  }

  @Test func `a killed run is resumed to the same archive`() throws {
    let rows = (0..<3000).map { "{\"text\":\"https://access.example.com/open?n=\($0)\"}\n" }.joined()
    try folder.write(rows, "l.jsonl")
    let said = Shell.run(
      """
      oobqr make --list l.jsonl -o whole.tar
      for i in 1 2 3; do
        oobqr make --list l.jsonl -o cut.tar --resume 2>/dev/null & id=$!
        until [ "$(cat cut.jsonl.part 2>/dev/null | wc -l)" -ge $((i * 400)) ]; do sleep 0.01; done
        kill -9 $id; wait $id 2>/dev/null
      done
      [ -e cut.tar ] && echo finished too early
      oobqr make --list l.jsonl -o cut.tar; oobqr make --list l.jsonl -o cut.tar --resume 2>&1 | sed 's/[0-9][0-9]*/N/'
      cmp whole.tar cut.tar; cmp whole.jsonl cut.jsonl; ls -A; stat -c %a cut.tar
      """, in: folder)
    #expect(
      said == """
        oobqr: cannot write 'cut.jsonl.part': an interrupted run left it behind; resume that run, or remove it
        oobqr: resuming; rows already finished: N
        cut.jsonl
        cut.tar
        l.jsonl
        whole.jsonl
        whole.tar
        600

        """)
  }
}

/// The same one-time token in several rows of a list.
struct RepeatedTokenTests {
  @TemporaryFolder var folder

  @Test func `a list that has a one-time token twice is refused wherever lists are taken`() throws {
    let row = "{\"payload\":\(PrintCommandTests.payload)}\n"
    let list = try folder.write(row + row, "l.jsonl")
    let sentence =
      "line 2: OOB118: the one-time token is that of line 1, and only one of the two can be redeemed; dispatch once for each row"
    let link = ["--base-url", "https://access.siven.ch/open"]
    let made = CommandRun(["make", "--list", list, "-o", folder.file("out")] + link)
    #expect(made.exitCode == 1 && made.errors.contains(sentence))
    let all = CommandRun(["make", "--list", list, "-o", folder.file("all"), "--allow-duplicates"] + link)
    #expect(all.exitCode == 0)
    let printed = CommandRun(
      ["print", "sheet", "--list", list, "--stock", "a4,2x3", "-o", folder.file("o.pdf")] + link)
    #expect(printed.exitCode == 1 && printed.errors.contains(sentence))
    let checked = CommandRun(["check", "--list", list])
    #expect(checked.exitCode == 1 && checked.text.contains("OOB118") && checked.text.contains("line 2"))
    // The code can be left out, as that of any rule.
    let ignoring = CommandRun(["check", "--list", list, "--ignore", "OOB118"])
    #expect(ignoring.exitCode == 0 && !ignoring.text.contains("OOB118"))
    for run in [made, printed, checked] { #expect(!run.errors.contains("b4b07559-f934")) }
  }
}
