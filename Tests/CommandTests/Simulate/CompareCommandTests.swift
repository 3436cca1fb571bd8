import Foundation
import TestSupport
import Testing

struct CompareCommandTests {
  static let arguments = [
    "compare", "--payload", Files.samples.file("payload.json"), "--base-url",
    "https://access.siven.ch/open", "--scheme", "myaccessapp",
  ]

  @Test func `both forms of a payload are printed, with documents, symbols and counts`() {
    let run = CommandRun(Self.arguments)
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(
      run.text == """
        When scanned, the app link reaches the app in 48 of 58 cases and the custom URI in 34; when tapped on a page, in 124 and 130 of 329.
        app link, recommended by AA-2.8
          https://access.siven.ch/open?dispatchTokenResponse=eyJubWFf…
          symbol    version 13 (69 modules) at level M, 321 bytes
          scanned   reaches the app in 48 of 58 cases; unknown in 10
          tapped    reaches the app in 124 of 329 cases; unknown in 88
          benefit   without the app, a page opens, which can lead to the stores [AA-2.4, AA-2.8]
          benefit   iOS opens the app without asking for permission [AA-2.4, AA-2.8]
          drawback  the backend has to serve association files [AA-2.4, AA-2.8]
          drawback  links need a (sub)domain of their own [AA-2.4, AA-2.8]
          drawback  not usable with browsers such as QQ, CC and 360 [AA-2.4, AA-2.8]
          drawback  not usable on Android without Google Play services [AA-2.4, AA-2.8]
        custom URI, recommended by AA-2.4
          myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=eyJubWFf…
          symbol    version 14 (73 modules) at level M, 334 bytes
          scanned   reaches the app in 34 of 58 cases
          tapped    reaches the app in 130 of 329 cases; unknown in 126
          benefit   only the app has to be configured [AA-2.4, AA-2.8]
          benefit   callbacks lead to an app or a page afterwards (in AA-2.8, those of app links, too) [AA-2.4, AA-2.8]
          drawback  without the app, the browser cannot handle the link; nothing happens [AA-2.4, AA-2.8]
          drawback  iOS asks for permission in a pop-up [AA-2.4, AA-2.8]
          drawback  the standard camera of Android 13 and later does not open the app [AA-2.8]

        """, "\(run.text)")
  }

  @Test func `the counts are those of simulate, and the symbols those of make`() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(CommandRun(Self.arguments + ["--json", "--show-token"]).output))
        as? [String: Any])
    let forms = try #require(object["forms"] as? [[String: Any]])
    #expect(forms.map { $0["kind"] as? String } == ["link", "uri"])
    for form in forms {
      let link = try #require(form["link"] as? String)
      #expect(form["message_bytes"] as? Int == link.utf8.count)
      for (key, options) in [("scanned", []), ("tapped", ["--by", "tap"])] {
        let counts = try #require(form[key] as? [String: Int])
        let answer = CommandRun(["simulate", link] + options).text.prefix { $0 != "\n" }
        let unknown = counts["unknown"] ?? 0
        let expected =
          "Reaches the app in \(counts["reaches_app"] ?? 0) of \(counts["cases"] ?? 0) cases"
          + (unknown > 0 ? "; unknown in \(unknown)." : ".")
        #expect(answer.hasSuffix(expected), "\(answer)")
      }
      // One pixel per module, without a quiet zone: the picture's width is the symbol's.
      let picture = CommandRun(["make", link, "--scale", "1", "--quiet-zone", "0", "-o", "-"]).output
      #expect(picture.count > 24 && form["modules"] as? Int == picture[16..<20].reduce(0) { $0 << 8 | Int($1) })
    }
  }

  @Test func `tokens are shortened unless they are asked for`() {
    let payload = "eyJubWFfZGF0YSI6"
    for options in [[], ["--json"]] {
      #expect(!CommandRun(Self.arguments + options).text.contains(payload))
      #expect(CommandRun(Self.arguments + options + ["--show-token"]).text.contains(payload))
    }
  }

  @Test(arguments: [
    (["compare"], 64, "Give --payload FILE"),
    (Array(arguments.dropLast(2)), 64, "Give --base-url for the app link and --scheme"),
    (Array(arguments.dropLast(1)) + ["https"], 64, "'https' is not an app's scheme"),
    (
      ["compare", "--payload", "/nonexistent", "--base-url", "https://a.example/o", "--scheme", "app"], 66,
      "cannot read"
    ),
    (arguments + ["--x-success", "javascript:alert(1)"], 1, "OOB503"),
    (arguments + ["--docs", "3"], 64, "'3' is invalid"),
    (arguments + ["--level", "X"], 64, "'X' is invalid"),
    (
      arguments + ["--x-success", "mybusinessapp://" + String(repeating: "a", count: 2400), "--level", "H"], 1,
      "the app link has 2754 bytes, which do not fit in any symbol at level H"
    ),
  ])
  func `broken input gets an error and its exit code`(arguments: [String], code: Int32, says: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == code && run.output.isEmpty, "\(run.text)")
    #expect(run.errors.contains(says), "\(run.errors)")
  }
}
