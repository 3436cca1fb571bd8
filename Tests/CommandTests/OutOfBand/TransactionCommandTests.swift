import Foundation
import TestSupport
import Testing
import TextFormats

struct TransactionCommandTests {
  static let formatted = "<html>Confirm payment of <br><strong>200 CHF</strong><br> to John Doe</html>"
  static let content =
    "PGh0bWw-Q29uZmlybSBwYXltZW50IG9mIDxicj48c3Ryb25nPjIwMCBDSEY8L3N0cm9uZz48YnI-IHRvIEpvaG4gRG9lPC9odG1sPg"

  @Test func `a text is encoded, and shown as the Access App shows it`() {
    let run = CommandRun(["transaction", Self.formatted])
    #expect(run.exitCode == 0 && run.errors == "")
    #expect(run.text == "\(Self.content)\n  Confirm payment of \n  200 CHF\n   to John Doe\n")
    let file = Files.samples.file("dispatch/transaction.html")
    #expect(CommandRun(["transaction", file]).text == run.text)
    #expect(CommandRun(["transaction", "-"], input: Array((Self.formatted + "\n").utf8)).text == run.text)
    #expect(CommandRun(["transaction", "--decode", Self.content]).text == run.text)
  }

  @Test func `a terminal gets bold, italic and underline, unless it wants no colours`() {
    let text = "<html>a<b>b<br>c</b><i><u>d</u></i></html>"
    let plain = CommandRun(["transaction", text])
    #expect(plain.text.hasSuffix("\n  ab\n  cd\n"))
    let styled = CommandRun(["transaction", text], terminalColumns: 80)
    #expect(styled.text.hasSuffix("\n  a\u{1B}[1mb\u{1B}[0m\n  \u{1B}[1mc\u{1B}[0m\u{1B}[3;4md\u{1B}[0m\n"))
    #expect(CommandRun(["transaction", text], terminalColumns: 80, usesColor: false).text == plain.text)
  }

  @Test func `characters that would steer a terminal are escaped`() {
    let run = CommandRun(["transaction", "-"], input: Array("<html>a\u{1B}[2J&#27;\u{202E}</html>".utf8))
    #expect(run.text.hasSuffix("\n  a\\x1b[2J\\x1b\\xe2\\x80\\xae\n"))
  }

  @Test func `the Authentication Cloud refuses what the Access App drops`() {
    let text = "<html><h1>Pay</h1> <b id=x>now</b></html>"
    let shown = CommandRun(["transaction", text])
    #expect(shown.exitCode == 0 && shown.text.hasSuffix("\n  Pay now\n"))
    #expect(
      shown.errors
        == "oobqr: warning OOB308: <h1> is dropped; use only these tags\n"
        + "oobqr: warning OOB318: the attributes of <b> are dropped, and the tag stays; remove the attributes\n")
    let refused = CommandRun(["transaction", "--profile", "auth-cloud", text])
    #expect(refused.exitCode == 1 && refused.text == "")
    #expect(refused.errors.contains("error OOB308: <h1> is refused with HTTP 400"))
    #expect(refused.errors.hasSuffix("oobqr: the Authentication Cloud refuses this text with HTTP 400\n"))
  }

  @Test func `content that is not what it should be is an error`() {
    let padded = CommandRun(["transaction", "--decode", "UGF5IG5vdyBvciBub3Q="])
    #expect(padded.exitCode == 1 && padded.text == "UGF5IG5vdyBvciBub3Q\n  Pay now or not\n")
    #expect(padded.errors.contains("error OOB307: the content has characters that base64url does not have: '='"))
    for (content, rule) in [("***", "OOB307"), ("__8", "OOB317"), ("", "OOB317")] {
      let run = CommandRun(["transaction", "--decode", content])
      #expect(run.exitCode == 1 && run.text == "" && run.errors.contains(rule))
      #expect(run.errors.count { $0 == "\n" } == 1)
    }
    #expect(CommandRun(["transaction", ""]).exitCode == 1)
  }

  @Test func `a misspelled file is not taken for the text`() {
    for name in ["payment.html", "texts/payment", "./x"] {
      let run = CommandRun(["transaction", name])
      #expect(run.exitCode == 1 && run.errors.contains("'\(name)' is not a file"))
    }
    #expect(CommandRun(["transaction", "Confirm."]).exitCode == 0)
  }

  @Test func `the lock screen shows title and body in a box, and what does not belong there`() {
    let run = CommandRun([
      "transaction", "--lock-screen", "--title", "Dirk Gently Bank - Confirm the payment", "--body",
      "Pay CHF 200 to John Doe, whose name is long enough for a second line",
    ])
    #expect(run.exitCode == 1)
    #expect(
      run.text == """
        ┌──────────────────────────────────────────┐
        │ Dirk Gently Bank - Confirm the payment   │
        │ Pay CHF 200 to John Doe, whose name is   │
        │ long enough for a second line            │
        └──────────────────────────────────────────┘

        """)
    #expect(
      run.errors
        == "oobqr: note: a notification is not encrypted: no amounts, account numbers or personal data; these belong in the transaction\n"
        + "oobqr: error OOB322: the body has an amount of money; name the business only, and put the details into the transaction\n"
    )
    let clean = CommandRun(["transaction", "--lock-screen", "--title", "Please confirm", Self.formatted])
    #expect(
      clean.exitCode == 0 && clean.text.hasSuffix("\(Self.content)\n  Confirm payment of \n  200 CHF\n   to John Doe\n")
    )
    let repeated = CommandRun(["transaction", "--lock-screen", "--title", "Order 4711", "Ship order 4711"])
    #expect(repeated.exitCode == 1 && repeated.errors.contains("error OOB327: the title repeats a number"))
  }

  @Test func `long words and wide characters stay in the box`() {
    let run = CommandRun([
      "transaction", "--lock-screen", "--title", String(repeating: "x", count: 50), "--body",
      String(repeating: "確", count: 25) + "\u{1B}[2J",
    ])
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 6 && lines[1] == "│ " + String(repeating: "x", count: 40) + " │")
    #expect(lines[3] == "│ " + String(repeating: "確", count: 20) + " │" && lines[4].contains("\\x1b[2J"))
  }

  @Test func `the JSON has the content, the text and its runs`() throws {
    let run = CommandRun(["transaction", "--json", "<html>a<u>b</u><p></html>"])
    #expect(
      run.exitCode == 0 && run.errors == ""
        && run.text.hasPrefix(
          #"{"format":"oobqr-transaction-1","content":"PGh0bWw-YTx1PmI8L3U-PHA-PC9odG1sPg","text":"<html>a<u>b</u><p></html>","shown":"ab","sanitised":"<html>a<u>b</u></html>","runs":[{"text":"a","styles":[]},{"text":"b","styles":["underline"]}],"refused":false,"diagnostics":[{"code":"OOB308""#
        ))
    let screen = CommandRun(["transaction", "--json", "--lock-screen", "--title", "Hello"])
    #expect(
      screen.text == #"{"format":"oobqr-transaction-1","title":"Hello","body":null,"encrypted":false,"diagnostics":[]}"#
        + "\n")
  }

  @Test(arguments: [
    [], ["--lock-screen"], ["--title", "x", "text"], ["--decode"], ["--profile", "x", "text"],
    ["--decode", "--lock-screen", "--title", "x"],
  ])
  func `misuse is refused`(arguments: [String]) {
    #expect(CommandRun(["transaction"] + arguments).exitCode == 64)
  }
}
