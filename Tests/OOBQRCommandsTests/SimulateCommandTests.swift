import Foundation
import TestSupport
import Testing

struct SimulateCommandTests {
  static let uri = Files.samples.appending(path: "links/custom-uri.txt").path
  static let link = Files.samples.appending(path: "links/app-link.txt").path

  @Test func `without options there is a table of scanners and phones, and a line on what to change`() {
    let run = CommandRun(["simulate", Self.uri])
    #expect(run.exitCode == 0 && run.errors == "")
    let lines = run.text.split(separator: "\n")
    #expect(
      lines[0]
        == "Android 13–16: the standard camera does not open your app. Android 12, iOS 17–18: it opens your app. "
        + "Reaches the app in 20 of 59 cases; unknown in 5.")
    #expect(lines[1].hasSuffix("  Android 12  Android 13–16"))
    #expect(lines[2].split(separator: " ").suffix(5) == ["app", "i", "nothing", "v", "[1]"])
    #expect(lines.contains("  [1] fix: use an app link (https), which the camera hands to the app"))
    #expect(lines.last?.hasPrefix("  confidence: v vendor, c source code, f ") == true)
    #expect(!run.text.contains("\u{1B}"))
    #expect(CommandRun(["simulate", Self.uri], terminalColumns: 120).text.contains("\u{1B}[31mnothing v\u{1B}[0m"))
    #expect(!CommandRun(["simulate", Self.uri], terminalColumns: 120, usesColor: false).text.contains("\u{1B}"))
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
      let text = Array((try? Files.bytes(URL(filePath: file))) ?? []).dropLast()
      let symbol = CommandRun(["make", "-"], input: Array(text)).output
      let run = CommandRun(["simulate", "-"], input: symbol)
      #expect(run.exitCode == 0 && run.text.contains("Android 12") && run.text == CommandRun(["simulate", file]).text)
    }
  }

  @Test func `a system alone means its usual versions`() {
    let run = CommandRun(["simulate", Self.uri, "--os", "android", "--scanner", "camera"])
    #expect(run.text.contains("  Android 12  Android 13–16\n") && !run.text.contains("iOS"))
  }

  @Test func `an expectation is a gate`() {
    let held = CommandRun(["simulate", Self.link, "--scanner", "camera", "--expect", "opens-app"])
    #expect(held.exitCode == 0)
    let broken = CommandRun([
      "simulate", Self.uri, "--scanner", "camera", "--os", "android-12", "--os", "android-13", "--expect", "opens-app",
    ])
    #expect(broken.exitCode == 1)
    #expect(
      broken.errors
        == "oobqr: expected opens-app, but 1 of 2 cases differs: not-forwarded with standard camera of Android "
        + "(Android 13)\n")
    let gate = ["simulate", Self.uri, "--os", "android-12", "--expect", "reaches-app"]
    #expect(CommandRun(gate + ["--scanner", "camera"]).exitCode == 0)
    #expect(CommandRun(gate + ["--scanner", "zxing"]).exitCode == 1)
    // A gate with nothing to judge does not open.
    let nothing = CommandRun(gate + ["--scanner", "zxing", "--ignore", "unknown"])
    #expect(nothing.exitCode == 1 && nothing.errors.contains("--ignore leaves no case"), "\(nothing.errors)")
    #expect(CommandRun(gate + ["--ignore", "unknown", "--expect", "web-search", "--expect", "chooser"]).exitCode == 1)
    #expect(CommandRun(gate + ["--scanner", "google-camera", "--expect", "web-search"]).exitCode == 0)
  }

  @Test func `JSON has every field, and the story goes on afterwards`() throws {
    let callbacks = Files.samples.appending(path: "links/callbacks.txt").path
    let run = CommandRun(["simulate", callbacks, "--os", "ios-17", "--browser", "safari", "--then", "cancel", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    for key in [
      "path", "message", "handset", "program", "verdict", "steps", "rule", "source", "confidence", "instead", "reports",
      "afterwards",
    ] {
      #expect(object[key] != nil, "\(key)")
    }
    #expect(object["verdict"] as? String == "asks-permission")
    #expect((object["afterwards"] as? [String: Any])?["landing"] as? String == "target")
    let missing = CommandRun([
      "simulate", callbacks, "--os", "android-14", "--browser", "chrome", "--then", "success", "--callback-app",
      "missing",
    ])
    #expect(missing.text.contains("afterwards: previous-app"))
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

  @Test func `a user's catalogue overrides`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = folder.appending(path: "c.json").path
      try Data(
        #"{"rules":[{"id":"samsung-camera-uri","order":50,"when":{"entry":["scan"],"scanner":["samsung-camera"],"message":["uri"]},"verdict":"chooser","steps":["It asks."],"source":["lab"],"confidence":"field"}]}"#
          .utf8
      )
      .write(to: URL(filePath: path))
      let options = ["simulate", Self.uri, "--scanner", "samsung-camera", "--os", "android-14"]
      #expect(
        CommandRun(options).text.contains("not-forwarded")
          && CommandRun(options + ["--catalogue", path]).text.contains(": chooser"))
      #expect(CommandRun(["handsets", "--catalogue", path]).text.contains("samsung-camera-uri: chooser [field: lab]"))
      try Data(#"{"rules":[{"id":1}]}"#.utf8).write(to: URL(filePath: path))
      let broken = CommandRun(options + ["--catalogue", path])
      #expect(broken.exitCode == 1 && broken.errors.contains("the catalogue at /rules/0/"))
    }
  }

  @Test func `handsets lists all with their sources`() {
    let text = CommandRun(["handsets"]).text
    #expect(text.contains("  android-camera: standard camera of Android, Android [AA-2.8]\n"))
    #expect(
      text.contains("  android13-camera-uri: not-forwarded [vendor: AA-2.8]\n")
        && text.contains("  ios-success: target [vendor: AA-2.4]\n"))
  }

  @Test func `the policy beside the input counts here as in a check`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = folder.appending(path: "link.txt").path
      try FileManager.default.copyItem(atPath: Self.link, toPath: path)
      try Data(#"{"redeemHosts":["other.example"]}"#.utf8).write(to: folder.appending(path: "oobqr-policy.json"))
      let run = CommandRun(["simulate", path, "--os", "android-14", "--scanner", "camera"])
      #expect(run.text.hasPrefix("standard camera of Android on Android 14: refused\n"))
    }
  }

  @Test func `the built-in catalogue can be printed and given back`() throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let path = folder.appending(path: "c.json").path
      try Data(CommandRun(["handsets", "--json"]).output).write(to: URL(filePath: path))
      #expect(CommandRun(["handsets", "--catalogue", path]).text == CommandRun(["handsets"]).text)
    }
  }

  @Test func `scan adds the table to each message`() {
    let symbol = CommandRun(["make", "--payload", CheckCommandTests.payload, "--scheme", "myaccessapp"]).output
    let run = CommandRun(["scan", "--simulate", "-"], input: symbol)
    #expect(
      run.exitCode == 0 && run.text.contains("standard camera of Android")
        && run.text.contains("fix: use an app link"))
  }

  @Test(arguments: [
    (["simulate"], 64, "Missing expected argument"), (["simulate", "nothing-here"], 1, "is not a file"),
    (["simulate", uri, "--os", "symbian-9"], 64, "there is no phone 'symbian-9'; write android or ios, android-8"),
    (["simulate", uri, "--os", "android-"], 64, "there is no phone"),
    (["simulate", uri, "--scanner", "mine"], 1, "there is no scanner 'mine'; there are camera, android-camera"),
    (["simulate", uri, "--browser", "netscape"], 1, "there is no browser 'netscape'"),
    (["simulate", uri, "--scanner", "camera", "--browser", "chrome"], 64, "not both"),
    (["simulate", uri, "--browser", "chrome", "--by", "push"], 64, "no browser"),
    (["simulate", uri, "--expect", "magic"], 64, "'magic' is invalid"),
    (["simulate", uri, "--os", "ios-17", "--scanner", "aperture"], 1, "no such phone"),
    (["simulate", ScanCommandTests.blank], 4, "no symbol found"),
    (["simulate", uri, "--catalogue", "/nonexistent"], 1, "cannot read"),
    (["simulate", "-"], 1, "the message is empty"), (["simulate", uri, "--os", "android-7"], 64, "there is no phone"),
    (["simulate", uri, "--os", "ios-+17"], 64, "there is no phone"),
    (["simulate", uri, "--callback-app", "missing"], 64, "needs --then"),
    (["simulate", uri, "--ignore", "unknown"], 64, "needs --expect"),
    (["simulate", uri, "--policy", "/nonexistent"], 1, "cannot read"),
  ])
  func `broken input gets one line and its exit code`(arguments: [String], code: Int32, says: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == code && run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains(says), "\(run.errors)")
  }
}
