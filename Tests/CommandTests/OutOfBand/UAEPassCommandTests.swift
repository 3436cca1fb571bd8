import Foundation
import TestSupport
import Testing

struct UAEPassCommandTests {
  static let staging = Files.samples.file("uaepass/staging.txt")
  static let documentForm = Files.samples.file("uaepass/document-form.txt")

  @Test func `rewrite prints the URI that the app opens, and check and resume take it`() throws {
    let rewritten = CommandRun(["uaepass", "rewrite", Self.staging, "--app", "yourapp"])
    #expect(
      rewritten.text
        == "uaepassstg://digitalid-users-ids?successurl=yourapp%3A%2F%2F%2Fresume_authn%3Furl%3Dhttps%253A%252F%252F"
        + "stg-id.uaepass.ae%252Fcommonauth%253FsessionDataKey%253D6f1c%2526result%253Dok&failureurl=yourapp%3A%2F%2F%2F"
        + "resume_authn%3Furl%3Dhttps%253A%252F%252Fstg-id.uaepass.ae%252Fcommonauth%253FsessionDataKey%253D6f1c%2526"
        + "result%253Derror&closeondone=true\n")
    #expect(rewritten.exitCode == 0 && rewritten.errors.isEmpty)
    #expect(CommandRun(["uaepass", "check", "-", "--strict"], input: rewritten.output).exitCode == 0)
    let environment = CommandRun(["uaepass", "rewrite", "-", "--app", "yourapp"], input: rewritten.output)
    #expect(
      environment.exitCode == 1 && environment.output.isEmpty
        && environment.errors
          == "oobqr: the URI cannot be rewritten: successURL is yourapp://, not https: give the URI as the WebView receives it\n"
    )
  }

  @Test func `a control character is not written again`() throws {
    let sample = try Files.text(Self.staging)
    let uri = sample.replacing("?", with: "?b=\u{1B}[31m&", maxReplacements: 1)
    let run = CommandRun(["uaepass", "rewrite", "-", "--app", "yourapp"], input: Array(uri.utf8))
    #expect(run.exitCode == 1 && run.output.isEmpty && !run.errors.contains("\u{1B}"))
    #expect(run.errors.contains("a space or a control character"))
  }

  @Test func `rewrite recovers the document's form and says what broke out`() {
    let run = CommandRun(["uaepass", "rewrite", Self.documentForm, "--app", "yourapp", "--env", "qa"])
    #expect(run.exitCode == 0 && run.text.hasPrefix("uaepassqa://digitalid-users-ids?successURL=yourapp%3A%2F%2F%2F"))
    #expect(run.text.contains("sessionDataKey%253D6f1c%2526result%253Dok&failureURL="))
    #expect(
      run.errors == """
        oobqr: error OOB804: the value of successURL has an un-encoded '&'; percent-encode the whole value
        oobqr: error OOB804: the value of failureURL has an un-encoded '&'; percent-encode the whole value

        """)
  }

  @Test func `resume prints the original, or refuses with the reason`() {
    func resume(_ url: String, _ options: [String] = []) -> CommandRun {
      CommandRun(["uaepass", "resume", url, "--app", "yourapp"] + options)
    }
    let sound = resume("yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2Fs%3Fx%3D1")
    #expect(sound.text == "https://id.uaepass.ae/s?x=1\n" && sound.errors.isEmpty && sound.exitCode == 0)
    let foreign = resume("yourapp:///resume_authn?url=https%3A%2F%2Fevil.example%2F", ["--host", "id.example"])
    #expect(foreign.exitCode == 1 && foreign.output.isEmpty)
    #expect(
      foreign.errors == """
        oobqr: error OOB810: url leads to 'evil.example'; open only id.example in the WebView
        oobqr: the URL is refused; nothing is opened

        """)
    #expect(
      resume("yourapp:///resume_authn?url=https%3A%2F%2Fa.id.example%2F", ["--host", "*.id.example"]).exitCode == 0)
    #expect(resume("yourapp:///other?url=x").errors.contains("OOB815: the path is '/other', not '/resume_authn'"))
  }

  @Test func `check names the message, its callbacks without their parameters, and each finding`() {
    let run = CommandRun(["uaepass", "check", Self.staging])
    #expect(run.exitCode == 0)
    #expect(
      run.text.hasPrefix(
        """
        URI: a URI for the UAE PASS app
          success   https://stg-id.uaepass.ae/commonauth?…
          failure   https://stg-id.uaepass.ae/commonauth?…
          warning OOB808 at scheme (byte 0): the scheme is uaepass, but the callbacks lead to stg-id.uaepass.ae
            fix: open uaepassstg://…

        """))
    #expect(!run.text.contains("6f1c"))
    #expect(CommandRun(["uaepass", "check", Self.staging, "--show-token"]).text.contains("sessionDataKey=6f1c"))
    #expect(CommandRun(["uaepass", "check", Self.staging, "--strict"]).exitCode == 1)
    #expect(CommandRun(["uaepass", "check", Self.staging, "--host", "other.example"]).text.contains("error OOB810"))
    let json = CommandRun(["uaepass", "check", Self.staging, "--json", "--platform", "android"])
    #expect(
      json.text.hasPrefix(
        #"{"format":"oobqr-uaepass-check-1","path":"URI","kind":"uae-pass","diagnostics":[{"code":"OOB808""#))
    #expect(json.text.contains("OOB809") && json.text.hasSuffix("\n"))
    #expect(
      CommandRun(["check", Self.staging]).text.hasPrefix("\(Self.staging): standard cameras of Android 13–16 do "))
  }

  @Test func `another message is refused, and misuse is misuse`() {
    let other = CommandRun(["uaepass", "check", "https://example.com"])
    #expect(
      other.exitCode == 1
        && other.errors
          == "oobqr: 'https://example.com' is not a URI for the UAE PASS app: uaepass://…?successURL=…&failureURL=…\n"
    )
    for arguments in [
      ["rewrite", Self.staging], ["rewrite", Self.staging, "--app", "https"], ["rewrite", Self.staging, "--app", "a:"],
      ["rewrite", Self.staging, "--app", "a", "--env", "test"], ["resume", "x", "--app", "a", "--host", "https://a.b"],
      ["resume", "x", "--app", "a", "--host", "*"], ["rewrite", Self.staging, "--app", "uaepassqa"],
      ["check", Self.staging, "--platform", "windows"], [],
    ] where !arguments.isEmpty {
      #expect(CommandRun(["uaepass"] + arguments).exitCode == 64, "\(arguments)")
    }
  }

  @Test func `simulate prints the sequence of each ending`() {
    let run = CommandRun(["simulate", Self.staging])
    let heads = run.text.split(separator: "\n").filter { $0.hasPrefix("UAE PASS in ") }
    #expect(
      heads == [
        "UAE PASS in your app's WebView, the user verifies:",
        "UAE PASS in your app's WebView, the authentication fails, as above up to step 5:",
        "UAE PASS in your app's WebView, the UAE PASS app is missing, as above up to step 4:",
        "UAE PASS in your app's WebView, the user declines, as above up to step 5:",
        "UAE PASS in a browser, the user verifies:",
        "UAE PASS in a browser, the authentication fails, as above up to step 3:",
        "UAE PASS in a browser, the UAE PASS app is missing, as above up to step 2:",
        "UAE PASS in a browser, the user declines, as above up to step 3:",
      ])
    #expect(run.text.contains("  4. The app asks the system to open uaepassstg://…. [UAEP]\n"))
    #expect(!CommandRun(["simulate", Self.staging, "--json"]).text.contains("UAE PASS in"))
  }
}
