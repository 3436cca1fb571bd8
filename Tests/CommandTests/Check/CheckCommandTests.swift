import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats

@testable import CommandSupport
@testable import MessageCommands

struct CheckCommandTests {
  @TemporaryFolder var folder
  static let clean =
    [
      "payload.json", "payloads/registration.json", "payloads/channel-linking.json", "payloads/encrypted.json",
      "payloads/dispatch-request.json",
    ]
    + ["app-link", "custom-uri", "callbacks", "register", "encrypted"].map { "links/\($0).txt" }

  private static func link(_ host: String = "access.siven.ch") throws -> String {
    "https://\(host)/open?dispatchTokenResponse=" + Base64.encodeURL(try Files.bytes(Files.payload))
  }

  @Test func `a picture in another format is named, and left out of a folder`() throws {
    let files: [(name: String, bytes: [UInt8], said: String)] = [
      ("a.heic", [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0], "this is a HEIC picture; convert it"),
      ("b.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "this is an SVG picture; convert it"),
      ("c.gif", Array("GIF89a".utf8) + [1, 0, 1, 0], "this is a GIF picture; convert it"),
      ("d.pdf", Array("%PDF-1.7\n".utf8), "this is a PDF document; save its page"),
    ]
    for file in files {
      let run = CommandRun(["check", try folder.write(file.bytes, file.name)])
      #expect(run.exitCode == 66 && run.output.isEmpty && run.errors.contains(file.said), "\(run.errors)")
    }
    try folder.write(try Self.link(), "link.txt")
    let all = CommandRun(["check", "-r", folder.path])
    #expect(all.exitCode == 0 && all.text.contains("link.txt"), "\(all.text) \(all.errors)")
  }

  @Test func `a link that something holds is checked as what is tapped`() throws {
    let link = try Self.link()
    let location = "<plist version='1.0'><dict><key>URL</key><string>\(link)</string></dict></plist>"
    for (text, words) in [
      ("[12.03.24, 09:14:02] Tom: geht nicht: \(link)", "a text around a link"),
      ("Hier dein Login: \(link). Bis morgen!", "a text around a link"), ("Login: \(link)", "a text around a link"),
      ("[InternetShortcut]\nURL=\(link)\n", "an Internet shortcut"),
      ("From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/plain\n\nYour login: \(link)\n", "a mail with a link"),
      ("See https://example.com/help first, then open \(link)", "a text around a link"),
      ("\(link) tap to log in", "a text around a link"), ("Bitte <\(link)> öffnen", "a text around a link"),
      ("\(link)，谢谢", "a text around a link"),
      (
        "[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,2\r\n[InternetShortcut]\r\nIDList=\r\nURL=\(link)\r\n",
        "an Internet shortcut"
      ),
      (#"{"id":7,"link":"\#(link)"}"#, "JSON with a link in its member 'link'"), (location, "a web location"),
    ] {
      let run = CommandRun(["check", "-"], input: Array(text.utf8))
      #expect(run.exitCode == 0 && run.errors.contains("note: the input is \(words)"), "\(run.errors)")
      let simulated = CommandRun(["simulate", "-", "--by", "tap"], input: Array(text.utf8))
      let count = try #require(simulated.text.firstMatch(of: #/eaches the app (in \d+ of \d+ cases)/#)?.output.1)
      #expect(run.text.contains("tapped, it reaches your app \(count) "), "\(run.text)")
      #expect(CommandRun(["check", "-", "--channel", "qr"], input: Array(text.utf8)).exitCode == 1)
    }
    for text in ["\"\(link)\",", "<\(link)>", "[Log in](\(link))", #"{"nma_data":1,"link":"\#(link)"}"#] {
      #expect(CommandRun(["check", "-"], input: Array(text.utf8)).exitCode == 1, "\(text)")
    }
  }

  @Test func `a payload in a log is checked, and JSON that was made text twice is called that`() throws {
    let payload = try Files.text(Files.payload).replacing(#/\s+/#, with: "")
    let string = "\(JSONValue.string(payload))"
    for (text, words) in [
      ("2026-11-29 10:00 INFO sent \(payload) to 7", "a text around a payload"),
      ("INFO sent \(string)", "a text around a payload"),
      ("INFO \(string.dropFirst().dropLast())", "a text around a payload"),
      (#"{"level":"info","sent":\#(string)}"#, "JSON with a payload in its member 'sent'"),
    ] {
      let run = CommandRun(["check", "-"], input: Array(text.utf8))
      #expect(
        run.exitCode == 0 && run.errors.contains("note: the input is \(words); only the payload is checked"), "\(run)")
      #expect(run.text.contains("  token     b4b07559…\n") && !(run.text + run.errors).contains(Files.token))
    }
    for text in [string, String(string.dropFirst().dropLast())] {
      let run = CommandRun(["check", "-"], input: Array(text.utf8))
      #expect(
        run.exitCode == 1 && run.text.contains("OOB119 at message: the text is a JSON string of the JSON"), "\(run)")
      #expect(run.text.contains("fix: turn the JSON into text once") && !run.text.contains(Files.token))
    }
    for text in ["INFO \(payload) \(payload)", "INFO {\"nma_data\":"] {
      #expect(CommandRun(["check", "-"], input: Array(text.utf8)).text.contains("this is plain text"), "\(text)")
    }
  }

  @Test func `a mail in quoted-printable and a redirect are read as what they are`() throws {
    let link = try Self.link()
    let wrapped = PercentEncoding.encode(link)
    let html = "<a href=\"https://eur03.safelinks.protection.outlook.com/?url=\(wrapped)&amp;data=05\">Log in</a>"
    let mail =
      "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
      + html.replacing("=", with: "=3D").replacing("safelinks", with: "safe=\r\nlinks")
    let run = CommandRun(["check", "-"], input: Array(mail.utf8))
    #expect(run.exitCode == 1 && run.text.contains("  1 OOB424 ") && run.text.contains("; 1 cause"), "\(run.text)")
    let answer = CommandRun(["check", "-"], input: Array("HTTP/2 302\r\nlocation: \(link)\r\n\r\n".utf8))
    #expect(answer.text.contains("behind the redirect, it reaches your app in "), "\(answer.text)")
    #expect(answer.errors.contains("the answer of a server that redirects to a link"))
    let bold = CommandRun(["check", "-"], input: Array("Tom: geht nicht *\(link)* Danke!".utf8))
    #expect(
      bold.text.contains("  1 OOB427 ") && bold.text.contains("U+002A ASTERISK") && bold.text.contains("; 1 cause"))
  }

  @Test func `a link that a mail program has broken is one link`() throws {
    let link = try Self.link()
    var lines: [Substring] = []
    var rest = link[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(76))
      rest = rest.dropFirst(76)
    }
    let mail =
      "From: a@b.example\r\nMIME-Version: 1.0\r\n\r\nYour login:\r\n\(lines.joined(separator: "\r\n"))\r\n\r\nGoodbye\r\n"
    let run = CommandRun(["check", "-"], input: Array(mail.utf8))
    #expect(
      run.exitCode == 1 && run.text.contains("  1 OOB213 at link (byte 76): a line break divides the link\n"),
      "\(run.text)")
    #expect(run.text.contains("    fix: remove it; send mail as HTML or quoted-printable, so that no line is broken\n"))
    #expect(run.text.contains("  as meant  https://access.siven.ch/open?dispatchTokenResponse=eyJubWFf…"))
    for next in ["Goodbye", "123456", "----", "REF-2024-0098"] {
      let text = CommandRun(["check", "-"], input: Array("Log in: \(link)\r\n\(next)\r\n".utf8))
      #expect(text.exitCode == 0, "\(text.text)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a link that goes on for a megabyte of lines ends the search soon`() throws {
    let payload = Base64.encodeURL(Array(#"{"nma_data":{"token":""#.utf8) + [UInt8](repeating: 97, count: 700_000))
    var lines = ["From: a@b.example", "MIME-Version: 1.0", ""]
    var rest = ("https://access.siven.ch/open?dispatchTokenResponse=" + payload)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(76)))
      rest = rest.dropFirst(76)
    }
    let run = CommandRun(["check", "-"], input: Array(lines.joined(separator: "\n").utf8))
    #expect(run.exitCode == 1 && run.text.contains("a line break divides the link"), "\(run.text.prefix(900))")
  }

  @Test func `the link of a click tracker in a mail or page is the cause`() throws {
    let html = "<html><body><a href=\"https://u1.ct.sendgrid.net/ls/click?upn=u001.m7kQ\">Log in</a></body></html>"
    let mail = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html\n\n\(html)\n"
    for text in [mail, html] {
      let run = CommandRun(["check", "-"], input: Array(text.utf8))
      #expect(
        run.exitCode == 1 && run.text.contains("OOB425") && run.text.contains("a click tracker of SendGrid"),
        "\(run.text)")
      #expect(!run.text.contains("OOB971") && !run.text.contains("OOB702"))
    }
  }

  @Test func `the remedy is the one that helps`() throws {
    let (link, uri) = (try Self.link(), try Files.text(Files.samples.file("links/custom-uri.txt")))
    let policy = Files.samples.file("oobqr-policy.json")
    let object = link.prefix { $0 != "=" } + "=" + Base64.encodeURL(Array("[object Object]".utf8))
    for (text, cause, remedy) in [
      ("http://" + uri, "OOB214", "remove it"), ("https://" + uri, "OOB214", "remove it"),
      (try Self.link("acess.siven.ch"), "OOB413", "did you mean access.siven.ch?"),
      (try Self.link("apps.apple.com"), "OOB413", "this opens the store"),
      (String(object), "OOB122", "make JSON of the object (JSON.stringify)"), (link.prefix(90) + "*****", "OOB121", ""),
    ] as [(String, String, String)] {
      let run = CommandRun(["check", "-", "--policy", policy], input: Array(text.utf8))
      #expect(run.text.contains("  1 \(cause) ") && run.text.contains("    fix: \(remedy)"), "\(run.text)")
    }
  }

  @Test(arguments: [
    ("pamcut -left 0 -top 0 -width 430 -height 430 whole.ppm", "1 of the 3 corner patterns of one was found"),
    ("pamcut -left 0 -top 0 -width 460 whole.ppm", "2 of the 3 corner patterns of one were found"),
    ("ppmmake white 308 308 | pamcomp -xoff 154 -yoff 154 - whole.ppm", "the 3 corner patterns of one were found"),
  ])
  func `what is seen of a symbol that cannot be read is said`(damage: String, said: String) throws {
    let log = try Shell.run(
      """
      oobqr make --payload '\(Files.payload)' --base-url https://access.siven.ch/open --format ppm -o whole.ppm
      \(damage) | pnmtopng -quiet >part.png; oobqr check part.png; echo $?
      """)
    #expect(log.contains("no symbol read, but \(said)") && log.hasSuffix("\n4\n"), "\(log)")
  }

  @Test func `a logo and a missing corner are named`() throws {
    let log = try Shell.run(
      """
      oobqr make --payload '\(Files.payload)' --base-url https://access.siven.ch/open --format ppm -o whole.ppm
      ppmmake white 176 176 | pamcomp -xoff 220 -yoff 220 - whole.ppm | pnmtopng -quiet >logo.png
      pamcut -left 0 -top 0 -width 535 whole.ppm | pnmtopng -quiet >cut.png
      oobqr check logo.png; echo $?; oobqr check cut.png; echo $?
      """)
    #expect(log.contains("  1 OOB608 at symbol: the middle is covered, as by a logo: "), "\(log)")
    #expect(log.contains("    fix: make the logo smaller, or raise the error correction level (--level H)\n"))
    #expect(log.contains("OOB608 at symbol: one of the three corner patterns is missing or covered"), "\(log)")
  }

  @Test func `of a small picture its size is said`() throws {
    let log = try Shell.run("ppmmake gray 190 400 | pnmtopng -quiet >small.png; oobqr check small.png; echo $?")
    #expect(log.contains("no symbol found; its shorter side has only 190 pixels, and a login's symbol needs about 195"))
  }

  @Test func `former names in a policy are read, with one note`() throws {
    let path = try folder.write(#"{"redeemHosts":["fido.siven.ch"]}"#, "p.json")
    let links = ["app-link", "custom-uri"].map { Files.samples.file("links/\($0).txt") }
    let run = CommandRun(["check", "--policy", path] + links)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.errors
        == "oobqr: note: '\(path)': write redeem_hosts instead of redeemHosts; the next minor version will not read the former names\n"
    )
  }

  @Test func `each format that is printed has a schema`() throws {
    for name in Schema.allValueStrings {
      let run = CommandRun(["explain", "--schema", name])
      let schema = try JSONDocument(parsing: run.output).value
      #expect(schema["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema", "\(name)")
      guard let kind = AnswerKind(rawValue: name) else { continue }
      #expect(run.text.contains(#""const": "\#(kind.format)""#), "\(name)")
      #expect(CommandRun(["explain", "--schema", kind.format]).output == run.output)
    }
    #expect(CommandRun(["explain", "--schema", "nothing"]).exitCode == 64)
    #expect(CommandRun(["explain", "--schema", "check", "OOB402"]).exitCode == 64)
  }

  @Test func `a redeem URL on the developer's machine gets the remedy that helps`() throws {
    let json = try Files.text(Files.payload).replacing("https://fido.siven.ch", with: "http://localhost:8080")
    let run = CommandRun(["check", "-"], input: Array(json.utf8))
    #expect(run.exitCode == 1, "\(run.text)")
    #expect(
      run.text.contains("    fix: write the server's public host name, with https: phones do not reach 'localhost'\n"))
  }

  @Test func `a picture beside a page is checked once below a folder`() throws {
    _ = Shell.run("oobqr make '\(try Self.link())' -o login.png", in: folder)
    try folder.write("<html><body><img src=\"login.png\" alt=\"\"></body></html>", "page.html")
    let count = { (run: CommandRun) in run.text.split(separator: "\n").count { $0.contains(", symbol 1: ") } }
    #expect(count(CommandRun(["check", "-r", folder.path])) == 1)
    #expect(count(CommandRun(["check", folder.appending(path: "page.html").path])) == 1)
  }

  @Test func `the policy of the current folder is that of a text`() throws {
    try folder.write(#"{"link_hosts":["access.siven.ch"]}"#, "oobqr-policy.json")
    let log = Shell.run("oobqr check '\(try Self.link("www.siven.ch"))'; echo $?", in: folder)
    #expect(log.contains("OOB413") && log.hasSuffix("\n1\n"), "\(log)")
  }

  @Test func `what keeps association files from counting is the cause`() throws {
    let asset = { (fingerprint: String) in
      #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"ch.siven.access","sha256_cert_fingerprints":["\#(fingerprint)"]}}]"#
    }
    let fingerprint = (1...32).map { _ in "A1" }.joined(separator: ":")
    let apple = #"{"applinks":{"details":[{"appIDs":["ch.siven.access"],"components":[{"/":"/open"}]}]}}"#
    for (name, text, said) in [
      ("assetlinks.json", asset(fingerprint.lowercased()), "the fingerprint has lower-case letters"),
      ("assetlinks.json", asset(fingerprint) + ",", "the file is not JSON"),
      ("assetlinks.json", "HTTP/2 200\r\n\r\n" + asset(fingerprint), "headers of HTTP stand before the file's JSON"),
      ("apple-app-site-association", apple, "the app ID does not begin with a team's identifier"),
    ] {
      try Files.withTemporaryFolder { (folder: URL) throws in
        try folder.write(text, name)
        let run = CommandRun(["check", try Self.link(), "--association", folder.path])
        #expect(run.exitCode == 1 && run.text.contains(said), "\(run.text)")
        let simulated = CommandRun(["simulate", try Self.link(), "--association", folder.path, "--expect", "opens-app"])
        #expect(simulated.exitCode == 1)
      }
    }
    try folder.write(apple, "apple-app-site-association.json")
    try folder.write(asset(fingerprint), "assetlinks.json")
    let run = CommandRun(["check", try Self.link(), "--association", folder.path])
    #expect(run.errors.contains("is not read: the file is called apple-app-site-association"), "\(run.errors)")
    let page = try folder.write("<!doctype html><title>404</title>", "assetlinks.json")
    #expect(CommandRun(["check", page]).text.contains("this is a web page: the server sent it instead of the file"))
  }

  @Test(arguments: clean)
  func `clean samples have neither errors nor warnings`(name: String) {
    let policy = Files.samples.file("oobqr-policy.json")
    let run = CommandRun(["check", "--strict", Files.samples.file(name), "--policy", policy])
    #expect(run.exitCode == 0 && run.errors == "", "\(run.text)")
    #expect(!run.text.contains(" error OOB") && !run.text.contains(" warning OOB"))
  }

  @Test func `a picture is checked like its text, and named as a symbol`() {
    let path = folder.file("a.png")
    #expect(CommandRun(["make", "--payload", Files.payload, "--scheme", "myaccessapp", "-o", path]).exitCode == 0)
    let run = CommandRun(["check", path])
    #expect(run.exitCode == 0)
    #expect(
      run.text.hasPrefix("\(path), symbol 1: standard cameras of Android 13–16 do not open your app; those of ")
        && run.text.contains("\n  URI       myaccessapp://x-callback-url/authenticate?"))
    #expect(
      run.text.contains("warning OOB409 at scheme (byte 0)")
        && run.text.hasSuffix("\n  the example apps of all platforms get the payload\n"))
    #expect(CommandRun(["check", "--strict", path]).exitCode == 1)
  }

  @Test func `inputs are files, standard input, links and payloads`() throws {
    let json = try Files.bytes(Files.payload)
    let text = String(decoding: json, as: UTF8.self)
    let link = "https://access.example.com/open?dispatchTokenResponse=\(Base64.encodeURL(json))"
    #expect(CommandRun(["check", "-"], input: json + [0x0A]).text.hasPrefix("-: a payload as JSON\n"))
    #expect(CommandRun(["check", text]).text.hasPrefix("text: a payload as JSON\n"))
    #expect(CommandRun(["check", Base64.encodeURL(json)]).text.hasPrefix("text: a payload as base64url\n"))
    #expect(CommandRun(["check", link]).text.contains("\n  app link  https://access.example.com/open?"))
    #expect(CommandRun(["check", "myaccessapp://nothing"]).exitCode == 1)
    let missing = CommandRun(["check", "missing.png", Files.payload])
    #expect(
      missing.exitCode == 66 && missing.errors.contains("is not a file") && missing.text.contains("payload as JSON"))
    #expect(CommandRun(["check", Files.blank]).exitCode == 4)
  }

  @Test func `JSON and SARIF are well formed and complete`() throws {
    let link = "https://access.example.com/open?x-success=https://a.example/?dispatchTokenResponse=eyJh"
    let json = CommandRun(["check", "--format", "json", link])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    #expect(object["kind"] as? String == "link" && json.exitCode == 1)
    let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.contains { $0["code"] as? String == "OOB402" && $0["severity"] as? String == "error" })
    for key in ["code", "severity", "place", "text", "remedy", "sources", "documents"] {
      #expect(diagnostics[0][key] != nil)
    }
    #expect(
      (object["readers"] as? [[String: Any]])?.map { $0["gets_payload"] as? Bool } == [false, false, false, false])

    let sarif = CommandRun(["check", "--format", "sarif", link, Files.payload])
    let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.output)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0" && (log["runs"] as? [Any])?.count == 1)
    let documents = try #require(diagnostics[0]["documents"] as? [[String: String]])
    #expect(
      documents[0] == [
        "key": "AA-2.8", "title": "Nevis Access App: Link", "version": "2.8.x.x", "site": "docs.nevis.net",
      ])
    #expect(sarif.text.contains(#""helpUri":"https://"#) && sarif.text.contains(#""documents":[{"key":"AA-2.8","#))
  }

  @Test func `the policy of the current folder is found, one beside the input is not, and another can be named`() throws
  {
    try folder.write(#"{"redeem_hosts":["other.example"]}"#, "oobqr-policy.json")
    let path = try folder.write(Files.bytes(Files.payload), "p.json")
    #expect(CommandRun(["check", path]).errors.contains("OOB415"))
    let denied = Shell.run("oobqr check p.json; echo $?", in: folder)
    #expect(denied.contains("OOB211") && !denied.contains("OOB415") && denied.hasSuffix("\n1\n"), "\(denied)")
    let named = Files.samples.file("oobqr-policy.json")
    #expect(Shell.run("oobqr check p.json --policy '\(named)' >/dev/null 2>&1; echo $?", in: folder) == "0\n")
  }

  @Test func `explain explains every code and lists them all`() {
    let list = CommandRun(["explain"]).text.split(separator: "\n")
    #expect(list.count == Diagnostic.Rule.all.count)
    for rule in Diagnostic.Rule.all {
      let run = CommandRun(["explain", rule.code.lowercased()])
      #expect(run.exitCode == 0 && run.text.contains(rule.meaning) && run.text.contains("\nExample"))
    }
    #expect(CommandRun(["explain", "--json"]).text.split(separator: "\n").count == list.count)
    #expect(
      CommandRun(["explain", "402", "--json"]).text.hasPrefix(
        #"{"format":"oobqr-explain-1","code":"OOB402","severity":"error","#))
    #expect(
      CommandRun(["explain", "aa-2.8", "--json"]).text.hasPrefix(
        #"{"format":"oobqr-explain-1","key":"AA-2.8","title":"#))
    let rule = CommandRun(["explain", "android13-camera-uri", "--json"]).text
    #expect(
      rule.hasPrefix(
        #"{"format":"oobqr-explain-1","rule":"android13-camera-uri","result":"not-forwarded","when":{"entry":["scan"],"#
      ))
  }

  @Test func `scan names kinds, and checks when asked`() throws {
    let symbol = CommandRun(["make", "--payload", Files.payload, "--scheme", "myaccessapp"]).output
    let json = CommandRun(["scan", "--json", "-"], input: symbol).text
    #expect(json.contains("\"kind\":\"uri\"") && json.contains("\"OOB409\""))
    let checked = CommandRun(["scan", "--check", "-"], input: symbol)
    #expect(
      checked.exitCode == 0 && checked.text.hasPrefix("-, symbol 1: standard cameras of ")
        && checked.text.contains("OOB409"))
    #expect(
      CommandRun(["scan", "--json", "-"], input: CommandRun(["make", "otpauth://totp/x"]).output).text.contains(
        "\"kind\":\"otpauth\",\"diagnostics\":[]"))
    let uaePass = CommandRun(["make", "uaepass://digitalid-users-ids?successurl=https%3A%2F%2Fa"]).output
    #expect(CommandRun(["scan", "--json", "-"], input: uaePass).text.contains("OOB810"))
  }

  // MARK: Lists

  /// A file of links: the seventh has misspelled names, the ninth a second question mark.
  private func makeList() throws -> String {
    func line(_ name: String) throws -> String {
      try Files.text(Files.samples.file(name)).trimmingCharacters(in: .newlines)
    }
    var lines = try Array(repeating: line("links/app-link.txt"), count: 10)
    lines[6] = "https://access.siven.ch/open?x-succes=a%3A%2F%2Fb&dispatchTokenRespons=eyJ"
    lines[8] = try line("wrong/second-question-mark.txt")
    return try folder.write(lines.joined(separator: "\r\n"), "links.txt")
  }

  @Test func `a list may begin with a byte order mark`() throws {
    let lines = CommandRun(["link", "--payload", Files.payload, "--scheme", "myaccessapp"]).output
    let path = try folder.write([0xEF, 0xBB, 0xBF] + lines, "list.txt")
    let run = CommandRun(["check", "--list", path])
    #expect(run.exitCode == 0 && !run.text.contains("OOB702"), "\(run.text)")
  }

  @Test func `CSV is read by its header, as for symbols`() throws {
    let link = try Files.text(Files.samples.file("links/app-link.txt")).trimmingCharacters(in: .newlines)
    let path = try folder.write(
      "name,link\none,\(link)\ntwo,\nthree,https://access.siven.ch/open?dispatchTokenResponse=eyJh\n", "list.csv")
    let run = CommandRun(["check", "--list", path])
    #expect(run.exitCode == 1 && run.text.hasPrefix("\(path): 2 messages: "), "\(run.text)")
    #expect(run.text.contains("OOB121 payload cut off: line 4\n"), "\(run.text)")
    #expect(run.errors.contains("oobqr: \(path), line 3: no message: 'link' is empty\n"), "\(run.errors)")
    let single = CommandRun(["check", path]).errors
    #expect(single.contains("note: '\(path)' seems to hold one message per line; --list checks each\n"), "\(single)")
    let bare = try folder.write(link + "\n" + link, "bare.tsv")
    let refused = CommandRun(["check", "--list", bare])
    #expect(refused.exitCode == 1 && refused.output.isEmpty)
    #expect(
      refused.errors.hasSuffix("; if it holds one message per line, give it a name that ends in .txt\n"),
      "\(refused.errors)")
    #expect(!refused.errors.contains(link.suffix(40)))
  }

  @Test func `a list is summed up by code, errors first, with its lines`() throws {
    let path = try makeList()
    let run = CommandRun(["check", "--list", path, "--ignore", "601,OOB415"])
    #expect(run.exitCode == 1 && run.errors.isEmpty)
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(path): 10 messages: 10 errors in 9, 3 warnings in 2")
    #expect(
      lines.filter { $0.contains(" OOB") } == [
        "  error OOB118 one-time token twice in a list: lines 2–6, 8–10",
        "  error OOB401 link without payload: line 7", "  error OOB402 second '?': line 9",
        "  warning OOB421 misspelled parameter: line 7", "  warning OOB502 callback is not percent-encoded: line 9",
      ])
    let json = CommandRun(["check", "--list", path, "--format", "json"]).text.split(separator: "\n")
    #expect(json.count == 10 && json[6].contains("\"line\":7"))
    let sarif = CommandRun(["check", "--list", path, "--format", "sarif"]).text
    #expect(sarif.contains("\"region\":{\"startLine\":9,\"startColumn\":"))
    for options in [[], ["--strict"]] {
      let junit = CommandRun(["check", "--list", path, "--format", "junit"] + options)
      let report = try XMLTree(parsing: junit.output).root
      #expect(junit.exitCode == 1 && report["tests"] == "10" && report["failures"] == "9")
      #expect(report.children.count == 10 && report.children.count { !$0.children.isEmpty } == 9)
    }
    let whole = CommandRun(["check", path])
    #expect(whole.errors.hasPrefix("oobqr: note: '\(path)' seems to hold one message per line; --list checks each\n"))
    #expect(CommandRun(["check", "--list", "/nonexistent"]).exitCode == 66)
    #expect(CommandRun(["check", "--ignore", "OOB999", Files.payload]).exitCode == 64)
    #expect(CommandRun(["check"]).errors.hasPrefix("oobqr: Missing expected argument '<inputs> ...', or --list."))
  }

  @Test func `explain takes a number, a source and a rule of the simulation`() {
    #expect(CommandRun(["explain", "602"]).text.hasPrefix("OOB602 warning: encrypted registration\n"))
    let source = CommandRun(["explain", "aa-2.8"]).text
    #expect(source.hasPrefix("AA-2.8: Nevis Access App: Link\n\nVersion: 2.8.x.x\nWhere: docs.nevis.net\n"))
    #expect(source.contains("android13-camera-uri"))
    let standard = CommandRun(["explain", "rfc 7516"]).text
    #expect(
      standard
        == """
        RFC 7516: JSON Web Encryption (JWE)

        Where: https://www.rfc-editor.org/rfc/rfc7516
        Diagnostics: OOB115
        Simulation: none

        """)
    #expect(
      CommandRun(["explain", "407"]).text.contains(
        "\nSource: AA-2.4; AA-2.8\n  AA-2.4: Nevis Access App: Out-of-Band Operations Using Push, QR Code, or Links, 2.4.x.x "
          + "(docs.nevis.net)\n  AA-2.8: Nevis Access App: Link, 2.8.x.x (docs.nevis.net)\nExample"))
    let rule = CommandRun(["explain", "android13-camera-uri"]).text
    #expect(rule.hasPrefix("android13-camera-uri: not-forwarded\n") && rule.contains("source: AA-2.8 [vendor]"))
  }

  @Test func `a picture in a data URI, or in a page, is read`() throws {
    let made = CommandRun([
      "make", "--payload", Files.payload, "--base-url", "https://access.siven.ch/open", "--format", "data-uri", "-o",
      "-",
    ])
    let uri = made.text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(uri.hasPrefix("data:image/png;base64,"))
    #expect(CommandRun(["check", uri]).text.hasPrefix("text, symbol 1: standard cameras of "))
    #expect(CommandRun(["check", "-"], input: Array(uri.utf8)).text.hasPrefix("-, symbol 1: standard cameras of "))
    #expect(CommandRun(["scan", uri]).text.hasPrefix("https://access.siven.ch/open?"))
    let page = "<!doctype html><html><head><title>l</title></head><body><img src=\"\(uri)\"></body></html>"
    let run = CommandRun(["check", "-"], input: Array(page.utf8))
    #expect(run.exitCode == 0 && run.text.contains("-, symbol 1: standard cameras of "), "\(run.text)")
    #expect(CommandRun(["simulate", "-", "--scanner", "camera"], input: Array(page.utf8)).exitCode == 0)
    let empty = page.replacing(uri, with: "data:image/png;base64,AAAA")
    #expect(CommandRun(["check", "-"], input: Array(empty.utf8)).text.contains("OOB971"))
  }

  @Test func `explain lists what is about a word`() {
    let run = CommandRun(["explain", "redirect"])
    #expect(run.exitCode == 0 && run.text.hasPrefix("OOB425 error: address that redirects\n"), "\(run.text)")
    #expect(CommandRun(["explain", "bom"]).text.contains("OOB213"))
    #expect(CommandRun(["explain", "xyzzy"]).exitCode == 64)
  }
}
