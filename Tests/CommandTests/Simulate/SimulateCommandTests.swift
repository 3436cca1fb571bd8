import Foundation
import HandsetSimulation
import OutOfBand
import TestSupport
import Testing

struct SimulateCommandTests {
  @TemporaryFolder var folder
  static let uri = Files.samples.file("links/custom-uri.txt")
  static let link = Files.samples.file("links/app-link.txt")

  @Test func `the answer comes first, then the table, then what to change`() {
    let run = CommandRun(["simulate", Self.uri])
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.text == """
        Android 13–16: the standard camera does not open your app. Android 12, iOS 17–27: it opens your app. Reaches the app in 34 of 58 cases.
                                                           Android 12           Android 13–16        iOS 17–27
          standard camera of Android                       opens-app i (a)      not-forwarded v [1]
          Google's camera (Pixel, Lens)                    opens-app f (b)      opens-app f (b) (c)
          Samsung camera (One UI); another maker's camera  not-forwarded f [1]  not-forwarded f [1]
          GrapheneOS Camera                                chooser c            chooser c
          LineageOS Aperture                               shows-text i [2]     shows-text i [2]
          apps built on ZXing; BinaryEye                   opens-app c          opens-app c
          SecUSo QR Scanner, before its fix                opens-browser c [2]  opens-browser c [2]
          iOS camera                                                                                 opens-app f
          the Access App's own scanner                     opens-app v          opens-app v          opens-app v
          [1] fix: use an app link (https), which the camera hands to the app
              for standard camera of Android on Android 13–16; Samsung camera (One UI); another maker's camera
          [2] fix: scan the symbol inside the app
              for LineageOS Aperture; SecUSo QR Scanner, before its fix
          (a) contradicting report: in 2021, the built-in camera did not open a custom URI (rokwire/illinois-app#940)
          (b) contradicting report: in 2023, Google Camera opened a web search for a nostr profile; on which phone is not said (vitorpamplona/amethyst#301)
          (c) contradicting report: the standard camera of Android 13 and later does not forward custom URIs; which app that is on a Pixel is not said (AA-2.8)
          confidence: v vendor, c source code, f field report, i inferred; iOS 26–27: inferred from 18

        """)
    #expect(!run.text.contains("\u{1B}"))
    #expect(
      CommandRun(["simulate", Self.uri], terminalColumns: 120).text.contains("\u{1B}[31mnot-forwarded v [1]\u{1B}[0m"))
    #expect(!CommandRun(["simulate", Self.uri], terminalColumns: 120, usesColor: false).text.contains("\u{1B}"))
  }

  @Test func `what a check finds wrong with a link is said below the table`() throws {
    let link = try Files.text(Self.link).trimmingCharacters(in: .newlines)
    let wrong = CommandRun(["simulate", link.replacing("open?", with: "open?x-success=javascript:alert(1)&") + "#x"])
    let error = "  error OOB503: x-success has the scheme javascript; use https or the scheme of an app\n"
    #expect(wrong.text.contains(error + "  the example apps for React Native do not get the payload\n"))
    let capitals = CommandRun(["simulate", link.replacing("https://access.siven.ch", with: "HTTPS://ACCESS.SIVEN.CH")])
    #expect(
      capitals.text.contains(
        "  note OOB422: the scheme and the host have capital letters; write scheme and host in lower case, unless the phones that you tested open the app all the same\n"
      ))
    #expect(!capitals.text.contains(" error ") && !capitals.text.contains("do not get the payload"))
  }

  @Test func `why prints a line for each row, with confidence and sources`() {
    let run = CommandRun(["simulate", Self.uri, "--why"])
    #expect(
      run.text.hasPrefix(
        """
        Android 13–16: the standard camera does not open your app. Android 12, iOS 17–27: it opens your app. \
        Reaches the app in 34 of 58 cases.
          standard camera of Android on Android 12: opens-app [inferred: AA-2.8 ("no longer" from Android 13)] (a)
          standard camera of Android on Android 13–16: not-forwarded [vendor: AA-2.8] [1]

        """), "\(run.text)")
    let unknown = CommandRun(["simulate", Self.link, "--why", "--scanner", "aperture"])
    #expect(unknown.text.contains("  LineageOS Aperture on Android 12–16: unknown [no source]\n"))
    #expect(
      run.text.contains(
        "  the Access App's own scanner on Android 12–16, iOS 17–18: opens-app [vendor: AA-2.4; AA-2.8]\n"))
    let end = CommandRun([
      "simulate", Files.samples.file("links/callbacks.txt"), "--why", "--browser", "chrome",
      "--afterwards", "success", "--policy", Files.samples.file("oobqr-policy.json"),
    ])
    #expect(
      end.text.contains(
        "  Chrome on Android 12–16: opens-app [vendor: AA-2.4; AA-2.8] → target [vendor: AA-2.4]\n"), "\(end.text)")
  }

  @Test func `two messages are compared in one table, with an answer for each`() {
    let run = CommandRun(["simulate", Self.uri, Self.link, "--scanner", "camera"])
    #expect(
      run.text == """
        A \(Self.uri): Android 13–16: the standard camera does not open your app. \
        Android 12, iOS 17–27: it opens your app. Reaches the app in 5 of 9 cases.
        B \(Self.link): Android 12–16, iOS 17–27: the standard camera opens your app. Reaches the app in 9 of 9 cases.
                                         Android 12: A    B            Android 13–16: A     B            iOS 17–27: A  B
          ≠  standard camera of Android  opens-app i (a)  opens-app v  not-forwarded v [1]  opens-app v
             iOS camera                                                                                  opens-app f   opens-app v
          ≠ A and B differ in 1 of 2 rows
          on A:
          [1] fix: use an app link (https), which the camera hands to the app
              for standard camera of Android on Android 13–16
          (a) contradicting report: in 2021, the built-in camera did not open a custom URI (rokwire/illinois-app#940)
          confidence: v vendor, f field report, i inferred; iOS 26–27: inferred from 18

        """, "\(run.text)")
    let same = CommandRun(["simulate", Self.uri, Self.uri])
    #expect(same.text.contains("  ≠ A and B differ in 0 of 11 rows\n") && !same.text.contains("≠  "))
    let json = CommandRun(["simulate", Self.uri, Self.link, "--scanner", "camera", "--json"]).text.split(
      separator: "\n")
    #expect(json.count == 18)
  }

  @Test func `a message in place of a file is called text, so that its token is not shown`() throws {
    let link = try Files.text(Self.link).split(separator: "\n")[0]
    for options in [[], ["--json"], ["--why"], [Self.uri], [Self.uri, "--expect", "unknown"]] {
      let run = CommandRun(["simulate", String(link)] + options)
      #expect(!(run.text + run.errors).contains("eyJubWFfZGF0YSI6"), "\(options)")
    }
    #expect(CommandRun(["simulate", String(link), Self.uri]).text.hasPrefix("A text: Android 12–16"))
  }

  /// Inputs whose verdicts are, together, of many kinds.
  static let manifold: [[String]] = [
    [uri], [link], [link, "--app", "missing"], [uri, "--app", "missing"], [link, "--by", "tap", "--app", "missing"],
    [uri, "--by", "tap"], [uri, "--by", "tap", "--app", "missing"], [uri, "--by", "push"],
    [Files.samples.file("wrong/second-question-mark.txt")],
  ]

  @Test func `table, expectation and JSON have the same words`() throws {
    var words: Set<String> = []
    for arguments in Self.manifold {
      let table = CommandRun(["simulate"] + arguments).text
      for line in CommandRun(["simulate", "--json"] + arguments).text.split(separator: "\n") {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let word = try #require(object["verdict"] as? String)
        #expect(table.contains(" \(word)"), "\(arguments): \(word)")
        words.insert(word)
      }
    }
    #expect(words == Set(Verdict.Outcome.allCases.map(\.rawValue)))
    for word in words.sorted() + ["reaches-app"] {
      let run = CommandRun(["simulate", Self.link, "--scanner", "aperture", "--expect", word])
      #expect(run.exitCode == (word == "unknown" ? 0 : 1), "\(word): \(run.errors)")
      if word != "reaches-app" {
        #expect(CommandRun(["simulate", Self.uri, "--expect", "opens-app", "--ignore", word]).exitCode == 1)
      }
    }
  }

  @Test func `the JSON of a case is that of the library`() throws {
    let callbacks = Files.samples.file("links/callbacks.txt")
    let lines = CommandRun(["simulate", callbacks, "--afterwards", "success", "--json"]).text.split(separator: "\n")
    let message = try Files.bytes(callbacks).dropLast()
    let table = VerdictTable(
      RecognizedMessage(Array(message)), Simulator(), entries: Catalogue.builtIn.scans,
      afterwards: .success)
    #expect(lines.count == table.cases.count)
    for (line, one) in zip(lines, table.cases) {
      var object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object.removeValue(forKey: "path") as? String == callbacks)
      #expect(object.removeValue(forKey: "format") as? String == "oobqr-simulate-1")
      let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(one))
      #expect(object as NSDictionary == encoded as? NSDictionary)
      #expect(try JSONDecoder().decode(Verdict.self, from: Data(line.utf8)) == one.verdict)
    }
  }

  @Test func `later versions are simulated as the newest known, in words, table and JSON`() throws {
    let options = ["simulate", Self.uri, "--scanner", "camera", "--os", "android-17"]
    let story = CommandRun(options).text
    #expect(story.hasPrefix("standard camera of Android on Android 17 (as 16, newest known): not-forwarded\n"))
    #expect(
      story.contains(
        "  3. Android 17 is simulated as Android 16, the newest known version.\n     source: none [inferred]\n"))
    let table = CommandRun(options + ["--os", "android-16"]).text
    #expect(
      table.hasPrefix("Android 16, Android 17 (as 16, newest known): the standard camera does not open your app."))
    #expect(table.contains("Android 16           Android 17 (as 16, newest known)\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(CommandRun(options + ["--json"]).output)) as? [String: Any])
    #expect(object["handset"] as? String == "Android 17" && object["as_version"] as? Int == 16)
  }

  @Test func `the older documents recommend custom URIs`() {
    let options = ["simulate", Self.uri, "--os", "android-14", "--scanner", "camera"]
    #expect(CommandRun(options + ["--docs", "2.4"]).text.contains("  fix: scan the symbol inside the app\n"))
    #expect(CommandRun(options + ["--docs", "2.8"]).text == CommandRun(options).text)
  }

  @Test(arguments: [13, 14, 15, 16])
  func `a single case has the full story`(version: Int) {
    let run = CommandRun(["simulate", Self.uri, "--os", "android-\(version)", "--scanner", "camera"])
    #expect(run.text.hasPrefix("standard camera of Android on Android \(version): not-forwarded\n"))
    #expect(
      run.text.contains("source: AA-2.8 [vendor, rule android13-camera-uri]")
        && run.text.contains("fix: use an app link"))
  }

  @Test func `a picture gives the same answers as its text`() {
    for file in [Self.uri, Self.link] {
      let text = Array((try? Files.bytes(file)) ?? []).dropLast()
      let symbol = CommandRun(["make", "-"], input: Array(text)).output
      let run = CommandRun(["simulate", "-"], input: symbol)
      #expect(run.exitCode == 0 && run.text.contains("Android 12") && run.text == CommandRun(["simulate", file]).text)
    }
  }

  @Test func `a system alone means all its known versions`() {
    let run = CommandRun(["simulate", Self.uri, "--os", "android", "--scanner", "camera"])
    #expect(run.text.contains("  Android 8–12     Android 13–16\n") && !run.text.contains("iOS"))
    #expect(CommandRun(["simulate", Self.uri, "--os", "ios", "--scanner", "camera"]).text.contains("  iOS 11–27\n"))
    let twice = ["--os", "android", "--os", "android-12", "--os", "ANDROID-12", "--scanner", "camera"]
    #expect(CommandRun(["simulate", Self.uri] + twice).text == run.text)
  }

  @Test func `an expectation is a gate`() {
    let held = CommandRun(["simulate", Self.link, "--scanner", "camera", "--expect", "opens-app"])
    #expect(held.exitCode == 0)
    let broken = CommandRun([
      "simulate", Self.uri, "--scanner", "camera", "--os", "android-12", "--os", "android-13", "--expect", "opens-app",
    ])
    #expect(broken.exitCode == 1)
    #expect(
      broken.errors == """
        oobqr: expected opens-app, but 1 of 2 cases differs
        oobqr:   not-forwarded: standard camera of Android (Android 13)

        """)
    let all = CommandRun(["simulate", Self.uri, "--expect", "reaches-app", "--ignore", "unknown"])
    #expect(
      all.errors == """
        oobqr: expected reaches-app, but 24 of 58 cases differ
        oobqr:   opens-browser: SecUSo QR Scanner, before its fix (Android 12–16)
        oobqr:   shows-text: LineageOS Aperture (Android 12–16)
        oobqr:   not-forwarded: standard camera of Android (Android 13–16); Samsung camera (One UI) (Android 12–16); another maker's camera (Android 12–16)

        """, "\(all.errors)")
    let gate = ["simulate", Self.uri, "--os", "android-12", "--expect", "reaches-app"]
    #expect(CommandRun(gate + ["--scanner", "camera"]).exitCode == 0)
    let unknown = ["simulate", Self.link, "--os", "android-12", "--expect", "reaches-app", "--scanner", "aperture"]
    #expect(CommandRun(unknown).exitCode == 1)
    // A gate with nothing to judge does not open.
    let nothing = CommandRun(unknown + ["--ignore", "unknown"])
    #expect(nothing.exitCode == 1 && nothing.errors.contains("--ignore leaves no case"), "\(nothing.errors)")
    #expect(CommandRun(gate + ["--ignore", "unknown", "--expect", "web-search", "--expect", "chooser"]).exitCode == 1)
    #expect(CommandRun(gate + ["--scanner", "samsung-camera", "--expect", "not-forwarded"]).exitCode == 0)
  }

  @Test func `JSON and the story have what happens afterwards`() throws {
    let callbacks = Files.samples.file("links/callbacks.txt")
    let run = CommandRun([
      "simulate", callbacks, "--os", "ios-17", "--browser", "safari", "--afterwards", "cancel", "--json",
    ])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(object["verdict"] as? String == "asks-permission")
    #expect((object["afterwards"] as? [String: Any])?["place"] as? String == "target")
    let missing = CommandRun([
      "simulate", callbacks, "--os", "android-14", "--browser", "chrome", "--afterwards", "success", "--callback-app",
      "missing",
    ])
    #expect(missing.text.contains("afterwards: previous-app"))
  }

  @Test func `what happens afterwards is part of the table`() {
    let callbacks = Files.samples.file("links/callbacks.txt")
    let run = CommandRun(["simulate", callbacks, "--afterwards", "success"])
    #expect(run.text.split(separator: "\n").count == 19)
    #expect(run.text.split(separator: "\n")[0].hasSuffix("Afterwards: target in 34."))
    #expect(run.text.contains(/\n  GrapheneOS Camera {2,}chooser c → target v {2,}chooser c → target v\n/))
  }

  @Test func `options change the phone`() {
    func verdict(_ options: String...) -> String {
      String(
        CommandRun(["simulate", Self.link, "--os", "android-14", "--scanner", "camera"] + options).text.prefix {
          $0 != "\n"
        })
    }
    #expect(verdict().hasSuffix("opens-app") && verdict("--app", "missing").hasSuffix("opens-browser"))
    #expect(
      verdict("--verified", "no").hasSuffix("opens-browser")
        && verdict("--google-services", "no").hasSuffix("opens-browser"))
    #expect(
      CommandRun(["simulate", Self.link, "--os", "android-14", "--browser", "chrome", "--by", "javascript"]).text
        .hasPrefix("Chrome on Android 14: opens-browser"))
    #expect(
      CommandRun(["simulate", Self.link, "--by", "push", "--os", "ios-17"]).text.hasPrefix(
        "push notification on iOS 17: not-possible"))
  }

  @Test func `a user's catalogue replaces and adds`() throws {
    let rule =
      #"{"id":"samsung-camera-uri","order":50,"when":{"entry":["scan"],"scanner":["samsung-camera"],"message":["uri"]},"#
      + #""verdict":"chooser","steps":["It asks."],"source":["lab"],"confidence":"field"}"#
    let path = try folder.write("{\"rules\":[\(rule)]}", "c.json")
    let options = ["simulate", Self.uri, "--scanner", "samsung-camera", "--os", "android-14"]
    #expect(
      CommandRun(options).text.contains("not-forwarded")
        && CommandRun(options + ["--catalogue", path]).text.contains(": chooser"))
    #expect(
      CommandRun(["handsets", "--catalogue", path]).text.contains("samsung-camera-uri: chooser [field: own: lab]"))
    try folder.write(#"{"rules":[{"id":1}]}"#, "c.json")
    let broken = CommandRun(options + ["--catalogue", path])
    #expect(broken.exitCode == 1 && broken.errors.contains("the catalogue's /rules/0/"))
  }

  @Test func `handsets lists all with their sources`() {
    let text = CommandRun(["handsets"]).text
    #expect(text.contains("  android-camera: standard camera of Android, Android [AA-2.8]\n"))
    #expect(
      text.contains("  android13-camera-uri: not-forwarded [vendor: AA-2.8]\n")
        && text.contains("  ios-success: target [vendor: AA-2.4]\n"))
    #expect(text.hasPrefix("Systems\n  android: Android 8–16; later versions are simulated as 16\n"))
  }

  @Test func `each of several symbols has a heading, and one alone has none`() {
    let picture = Files.pictures.file("four.png")
    let table = CommandRun(["simulate", picture]).text
    #expect(
      table.split(separator: "\n").filter { $0.hasPrefix(picture) }.map(String.init)
        == (1...4).map { "\(picture), symbol \($0):" })
    #expect(table.hasPrefix("\(picture), symbol 1:\n"))
    let story = CommandRun(["simulate", picture, "--os", "android-14", "--scanner", "camera"]).text
    #expect(story.contains("\(picture), symbol 4:\n"))
    #expect(!CommandRun(["simulate", picture, "--json"]).text.contains("symbol 4:"))
    #expect(!CommandRun(["simulate", Files.pictures.file("level-m.png")]).text.contains(", symbol "))
  }

  @Test func `a message that no symbol holds is said to reach no camera`() {
    let base = "https://access.siven.ch/open?dispatchTokenResponse=eyJ9&x="
    let link = base + String(repeating: "a", count: 2953 - base.utf8.count)
    #expect(!CommandRun(["simulate", link]).errors.contains("no camera"))
    // Digits take less than half of the room.
    #expect(!CommandRun(["simulate", base + String(repeating: "1", count: 4000)]).errors.contains("no camera"))
    let note = "oobqr: note: text has 2954 bytes, too many for a QR symbol: no camera can scan it\n"
    #expect(CommandRun(["simulate", link + "a"]).errors == note)
    #expect(CommandRun(["simulate", link + "a", "--by", "push"]).errors.isEmpty)
    // check says the same, and make refuses what both say.
    for text in [
      link, link + "a", base + String(repeating: "1", count: 4000), base + String(repeating: "1", count: 9000),
    ] {
      let isSaid = CommandRun(["simulate", text]).errors.contains("no camera")
      #expect(CommandRun(["check", "--channel", "qr", text]).text.contains("OOB117") == isSaid)
      #expect((CommandRun(["make", text, "-l", "L", "-o", "-", "--force"]).exitCode == 1) == isSaid)
      #expect(!CommandRun(["check", "--channel", "link", text]).text.contains("OOB117"))
    }
  }

  @Test func `what a policy denies is mended in the order in which a phone meets it`() throws {
    let policy = try folder.write(#"{"link_hosts":["b.example"],"redeem_hosts":["b.example"],"schemes":[]}"#, "p.json")
    let camera = { (link: String) in
      CommandRun(["simulate", link, "--scanner", "camera", "--os", "android-15", "--why", "--policy", policy]).text
    }
    #expect(
      camera(Self.link).contains(
        "fix: add the link's host to link_hosts, or use a host that is listed; then add the host to redeem_hosts"))
    // The scheme does not matter where the camera forwards none.
    #expect(camera(Self.uri).contains("fix: add the host to redeem_hosts"))
    #expect(camera(Self.uri).contains("; then use an app link (https), which the camera hands to the app"))
  }

  @Test func `a named policy is read once for all messages`() {
    // Of standard input nothing is left for a second time.
    let forms = "--payload payload.json --base-url https://access.siven.ch/open --scheme myaccessapp"
    #expect(
      Shell.run("oobqr compare \(forms) --policy - <oobqr-policy.json >/dev/null; echo $?", in: Files.samples) == "0\n")
    let inputs = "links/custom-uri.txt links/app-link.txt --policy - <oobqr-policy.json"
    #expect(Shell.run("oobqr simulate \(inputs) >/dev/null; echo $?", in: Files.samples) == "0\n")
  }

  @Test func `the policy of the current folder counts here as in a check`() throws {
    try folder.write(#"{"redeem_hosts":["other.example"]}"#, "oobqr-policy.json")
    let run = Shell.run("oobqr simulate '\(Self.link)' --os android-14 --scanner camera", in: folder)
    #expect(run.hasPrefix("standard camera of Android on Android 14: refused\n"), "\(run)")
  }

  @Test func `the built-in catalogue can be printed and given back`() throws {
    let path = try folder.write(CommandRun(["handsets", "--json"]).output, "c.json")
    #expect(CommandRun(["handsets", "--catalogue", path]).text == CommandRun(["handsets"]).text)
  }

  @Test func `scan adds the table to each message`() {
    let symbol = CommandRun(["make", "--payload", Files.payload, "--scheme", "myaccessapp"]).output
    let run = CommandRun(["scan", "--simulate", "-"], input: symbol)
    #expect(
      run.exitCode == 0 && run.text.contains("standard camera of Android")
        && run.text.contains("fix: use an app link"))
  }

  @Test(arguments: [
    (["simulate"], 64, "Missing expected argument"), (["simulate", "nothing-here"], 66, "is not a file"),
    (
      ["simulate", uri, "--os", "symbian-9"], 64,
      "there is no system 'symbian-9'; write android, ios or harmonyos for all"
    ),
    (["simulate", uri, "--os", "android-"], 64, "android-8 to android-16, ios-11 to ios-18"),
    (["simulate", uri, "--os", "android-100"], 64, "(later ones, up to 99, are simulated as the newest)"),
    (["simulate", uri, "--docs", "2.5"], 64, "'2.5' is invalid"),
    (["simulate", uri, "--by", "hand"], 64, "'hand' is invalid"),
    (["simulate", uri, "--afterwards", "lunch"], 64, "'lunch' is invalid"),
    (["simulate", uri, "--ignore", "reaches-app"], 64, "'reaches-app' is invalid"),
    (["simulate", uri, uri, uri], 64, "one message, or two"), (["simulate", uri, uri, "--why"], 64, "one message"),
    (["simulate", uri, Files.four], 1, "holds 4 messages; only one can be compared"),
    (["simulate", "-", "-"], 64, "give '-' once"), (["simulate", uri, "-"], 1, "the message is empty"),
    (["simulate", uri, "--why", "--json"], 64, "leave out --why"),
    (
      ["simulate", uri, "--scanner", "mine"], 64, "there is no scanner 'mine'; the scanners are camera, android-camera"
    ),
    (["simulate", uri, "--browser", "netscape"], 64, "there is no browser 'netscape'"),
    (["simulate", uri, "--scanner", "camera", "--browser", "chrome"], 64, "not both"),
    (["simulate", uri, "--browser", "chrome", "--by", "push"], 64, "no browser"),
    (["simulate", uri, "--expect", "magic"], 64, "'magic' is invalid"),
    (["simulate", uri, "--os", "ios-17", "--scanner", "aperture"], 64, "does not run on any of these phones"),
    (["simulate", Files.blank], 4, "no symbol found"),
    (["simulate", uri, "--catalogue", "/nonexistent"], 66, "cannot read"),
    (["simulate", "-"], 1, "the message is empty"), (["simulate", uri, "--os", "android-7"], 64, "there is no phone"),
    (["simulate", uri, "--os", "ios-+17"], 64, "there is no phone"),
    (["simulate", uri, "--os", "ios-18.2"], 64, "only the major version counts: write ios-18"),
    (["simulate", uri, "--os", "ios-20"], 64, "after iOS 18 comes iOS 26"),
    (["simulate", uri, "--callback-app", "missing"], 64, "needs --afterwards"),
    (["simulate", uri, "--ignore", "unknown"], 64, "needs --expect"),
    (["simulate", uri, "--policy", "/nonexistent"], 66, "cannot read"),
  ])
  func `broken input gets one line and its exit code`(arguments: [String], code: Int32, says: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == code && run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains(says), "\(run.errors)")
  }

  @Test func `a phone by its name has its camera and browser, and the newest system`() {
    let pixel = CommandRun(["simulate", Self.link, "--phone", "pixel-9"])
    #expect(pixel.text.hasPrefix("Google's camera (Pixel, Lens) on Android 16: "))
    #expect(
      pixel.errors
        == "oobqr: note: pixel-9 is simulated as Android 16 with Google's camera (Pixel, Lens): only the family counts, not the model; --os chooses another version\n"
    )
    let both = CommandRun(["simulate", Self.uri, "--phone", "pixel-9", "--phone", "iphone-15"])
    #expect(both.text.contains("\n  Google's camera (Pixel, Lens)  opens-app f"), "\(both.text)")
    #expect(both.text.contains("\n  iOS camera "))
    #expect(both.errors.split(separator: "\n").count == 2)
    for os in ["Android 15", "android15", "ANDROID-15"] {
      let run = CommandRun(["simulate", Self.link, "--phone", "pixel-9", "--os", os])
      #expect(run.text.hasPrefix("Google's camera (Pixel, Lens) on Android 15: "))
    }
    let older = CommandRun(["simulate", Self.link, "--phone", "iphone-13", "--os", "ios-17", "--by", "tap"])
    #expect(older.text.hasPrefix("Safari on iOS 17: ") && !older.errors.contains("--os chooses"))
    for (options, said) in [
      (["--phone", "galaxi"], "there is no phone 'galaxi'; did you mean 'galaxy'?"),
      (["--os", "pixel-9"], "write --phone pixel-9"), (["--os", "15"], "there is no system '15'; write android"),
      (["--phone", "pixel-9", "--scanner", "camera"], "leave out --scanner"),
      (["--private"], "give --browser or --by"), (["--private", "--by", "push"], "give --browser or --by"),
    ] {
      let run = CommandRun(["simulate", Self.link] + options)
      #expect(run.exitCode == 64 && run.errors.contains(said), "\(run.errors)")
    }
  }

  @Test func `what was seen on a phone becomes a rule, and later the verdict`() throws {
    let phone = ["--os", "android-16", "--browser", "chrome", "--private"]
    let seen = ["chooser", "opens-app"].map { verdict in
      CommandRun(["simulate", Self.link] + phone + ["--observe", verdict, "--note", "Pixel 9, 2026-11"])
    }
    #expect(seen.allSatisfy { $0.exitCode == 0 && $0.text.split(separator: "\n").count == 1 })
    // The later one counts.
    let path = try folder.write(seen.map(\.text).joined(), "ours.json")
    let own = CommandRun(["simulate", Self.link, "--catalogue", path] + phone)
    #expect(
      own.text.contains(": opens-app\n") && own.text.contains("source: own: Pixel 9, 2026-11 [field"), "\(own.text)")
    // Not in a tab that is not private, nor on another version.
    let others = [
      ["--os", "android-16", "--browser", "chrome"], ["--os", "android-15", "--browser", "chrome", "--private"],
    ]
    for other in others {
      #expect(!CommandRun(["simulate", Self.link, "--catalogue", path] + other).text.contains("own: "))
    }
    for options in [["--observe", "chooser"], ["--note", "x"], ["--observe", "chooser", "--note", "x", "--why"]] {
      #expect(CommandRun(["simulate", Self.link] + options).exitCode == 64)
    }
    for note in ["", " ", "a\nb", String(repeating: "x", count: 201)] {
      #expect(CommandRun(["simulate", Self.link, "--observe", "chooser", "--note", note]).exitCode == 64)
    }
    #expect(CommandRun(["simulate", Self.link, "--observe", "unknown", "--note", "x"]).exitCode == 64)
    let several = CommandRun(["simulate", Self.link, "--observe", "chooser", "--note", "x"])
    #expect(several.exitCode == 64 && several.errors.contains("there are 58"))
  }

  @Test func `a version that no source is about can be observed, and cases do not replace each other`() throws {
    let cases = [
      ["--os", "ios-27"], ["--os", "ios-27", "--app", "missing"], ["--os", "ios-27", "--verified", "no"],
    ]
    let lines = zip(cases, ["chooser", "web-search", "shows-text"]).map { options, verdict in
      CommandRun(
        ["simulate", Self.link, "--scanner", "camera", "--observe", verdict, "--note", "iPhone 17, 2026-11"] + options
      ).text
    }
    let path = try folder.write(lines.joined(separator: "\r"), "ours.json")
    for (options, verdict) in zip(cases, ["chooser", "web-search", "shows-text"]) {
      let run = CommandRun(["simulate", Self.link, "--scanner", "camera", "--catalogue", path] + options)
      #expect(
        run.text.contains(": \(verdict)\n") && run.text.contains("own: iPhone 17, 2026-11 [field"),
        "\(run.text)\(run.errors)")
    }
    #expect(!CommandRun(["handsets", "--stale", "24m", "--catalogue", path]).text.contains("own: iPhone 17"))
    try folder.write(#"{"format":"oobqr-policy-1"}"#, "ours.json")
    #expect(CommandRun(["handsets", "--catalogue", path]).exitCode == 1)
  }

  @Test func `in a symbol, words around a link are part of it`() throws {
    let text = "Log in: " + (try Files.text(Self.link))
    let scanned = CommandRun(["simulate", text, "--scanner", "camera"])
    #expect(scanned.text.contains("Reaches the app in 0 of 9 cases"), "\(scanned.text)")
    #expect(CommandRun(["simulate", text, "--by", "tap"]).errors.contains("a text around a link"))
  }

  @Test func `sources are listed with what rests on them, and old ones are found`() {
    let sources = CommandRun(["handsets", "--sources"]).text
    #expect(
      sources.contains("https://github.com/pubky/pubky-ring/issues/279\n  google-camera-uri\n"),
      "\(sources.prefix(4000))")
    let old = CommandRun(["handsets", "--stale", "24m"]).text
    #expect(old.contains("  facebook-ios-uri: not-forwarded [openradar-mirror#6564 (2015)]\n"))
    #expect(!old.contains("google-camera-uri: ") && old.contains(" rest on documents and code without a date:\n"))
    #expect(CommandRun(["handsets", "--stale", "100y"]).text.hasPrefix("0 of "))
    #expect(CommandRun(["handsets", "--stale", "soon"]).exitCode == 64)
    #expect(CommandRun(["handsets", "--stale", "1y", "--sources"]).exitCode == 64)
  }
}
