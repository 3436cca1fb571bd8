import OutOfBand
import Testing
import TextFormats

/// What a report prints as meant is sound.
struct CorrectedLinkTests {
  static let payload = LinkTests.text
  static let half = payload.count / 2

  @Test(arguments: [
    "https://a.example/open?x-success=https%3A%2F%2Fb.example%2Fdone%3Frate%3D5%&dispatchTokenResponse=\(payload)",
    "https://a.example/open?x-success=https%253A%252F%252Fb.example%252Fdone&dispatchTokenResponse=\(payload)",
    "app://a.example/open?dispatchTokenResponse=\(payload)", "ttps://a.example/open?dispatchTokenResponse=\(payload)",
    "app:&//x-callback-url/authenticate?dispatchTokenResponse=\(payload)",
    "app://x-callback-url/login?dispatchTokenResponse=\(payload)",
    "https://a.example/open?dispatchTokenResponse=\(payload)?",
    "https://a.example/open?dispatchTokenResponse=\(payload.prefix(half))%0A\(payload.dropFirst(half))",
    "https://a.example/open?DispatchTokenResponse=\(payload.prefix(half))%20\(payload.dropFirst(half))",
    "https://a.example/open?dispatchTokenResponse=\(payload.prefix(half))\n\(payload.dropFirst(half))",
  ])
  func `a link is put right`(link: String) throws {
    let check = MessageCheck(link)
    #expect(check.severity == .error)
    let meant = try #require(check.link, "\(check.diagnostics)")
    #expect(MessageCheck.isBetter(meant, than: Array(link.utf8)))
    #expect(meant.payload == LinkTests.payload)
    let errors = MessageCheck(meant.description).diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(meant)")
  }

  @Test(arguments: [
    // The fragment is dropped, and `&amp;` is read as `&`.
    ("dispatchTokenResponse=\(payload)&lang=de#section", "lang=de&dispatchTokenResponse=\(payload)"),
    ("dispatchTokenResponse=\(payload)#section", "dispatchTokenResponse=\(payload)"),
    ("dispatchTokenResponse=\(payload)&lang#top=1", "lang=&dispatchTokenResponse=\(payload)"),
    ("dispatchTokenResponse=\(payload)&#top", "dispatchTokenResponse=\(payload)"),
    ("x=1&dispatchTokenResponse=\(payload)#a=1&b=2", "x=1&dispatchTokenResponse=\(payload)"),
    (
      "dispatchTokenResponse=\(payload)&x-success=app://b#/c&lang=de&y=1",
      "lang=de&y=1&x-success=app%3A%2F%2Fb%23%2Fc&dispatchTokenResponse=\(payload)"
    ),
    (
      "dispatchTokenResponse=\(payload)&amp;x-success=app://b?c=1&amp;d=2&amp;x-error=app://e",
      "x-success=app%3A%2F%2Fb%3Fc%3D1%26d%3D2&x-error=app%3A%2F%2Fe&dispatchTokenResponse=\(payload)"
    ),
    ("lang=de&amp;dispatchTokenResponse=\(payload)", "lang=de&dispatchTokenResponse=\(payload)"),
    ("a=1&amp%3Blang=de&dispatchTokenResponse=\(payload)", "a=1&amp%3Blang=de&dispatchTokenResponse=\(payload)"),
    (
      "dispatchTokenResponse=\(payload)&amp;x-success=https%3A%2F%2Fb.example%2F&amp;lang=de",
      "lang=de&x-success=https%3A%2F%2Fb.example%2F&dispatchTokenResponse=\(payload)"
    ),
    (
      "amp;lang=de&dispatchTokenResponse=\(payload)", "amp%3Blang=de&dispatchTokenResponse=\(payload)"
    ),
    // Behind a second question mark, or in the fragment.
    ("dispatchTokenResponse=\(payload)?utm=5", "utm=5&dispatchTokenResponse=\(payload)"),
    ("dispatchTokenResponse=\(payload)?utm=5&x=1#a?b=2", "utm=5&x=1&dispatchTokenResponse=\(payload)"),
    ("dispatchTokenResponse=\(payload)#?a=1", "dispatchTokenResponse=\(payload)"),
    (
      "dispatchTokenResponse=\(payload)#x-success=app://b?c=1",
      "x-success=app%3A%2F%2Fb%3Fc%3D1&dispatchTokenResponse=\(payload)"
    ),
    ("x=1#y=2&dispatchTokenResponse=\(payload)", "x=1&dispatchTokenResponse=\(payload)"),
    (
      "dispatchTokenResponse=\(payload)&x-success=https%3A%2F%2Fb.example%2Fdone#top",
      "x-success=https%3A%2F%2Fb.example%2Fdone&dispatchTokenResponse=\(payload)"
    ),
    // As it was copied.
    (
      "dispatchTokenResponse=\(payload)&#38;x-success=https%3A%2F%2Fb.exa\nmple%2F&amp;amp;lang=de\r\n",
      "lang=de&x-success=https%3A%2F%2Fb.example%2F&dispatchTokenResponse=\(payload)"
    ),
    // The first callback of a kind that is a URL.
    (
      "x-error=&x-error=app://b&dispatchTokenResponse=\(payload)&x-success=c&x-success=app://d&x-success=app://e",
      "x-error=app%3A%2F%2Fb&x-success=app%3A%2F%2Fd&dispatchTokenResponse=\(payload)"
    ),
    // Latin-1, and a plus that may be a space.
    ("q=Z%FCrich&dispatchTokenResponse=\(payload)", "q=Z%C3%BCrich&dispatchTokenResponse=\(payload)"),
    ("q=Zo\u{EB}%20M%FC&dispatchTokenResponse=\(payload)", "q=Zo%C3%AB%2520M%25FC&dispatchTokenResponse=\(payload)"),
    ("q=a+b&r=a%2Bb&dispatchTokenResponse=\(payload)", "q=a+b&r=a%2Bb&dispatchTokenResponse=\(payload)"),
    (
      "x-success=https://b.example/?c=%FC&dispatchTokenResponse=\(payload)",
      "x-success=https%3A%2F%2Fb.example%2F%3Fc%3D%25FC&dispatchTokenResponse=\(payload)"
    ),
    // A payload before what is none.
    ("dispatchTokenResponse=abc&dispatchTokenResponse=\(payload)", "dispatchTokenResponse=\(payload)"),
    ("DISPATCHTOKENRESPONSE=\(payload)&dispatchTokenResponse=abc&x=1", "x=1&dispatchTokenResponse=\(payload)"),
  ])
  func `the corrected link keeps every parameter, and of two the one that is sound`(query: String, meant: String) throws
  {
    let check = MessageCheck("https://a.example/open?\(query)")
    let link = try #require(check.link)
    #expect(link.description == "https://a.example/open?\(meant)")
    #expect(try DispatchLink(parsing: link.description) == link)
    #expect(MessageCheck(link).errors.isEmpty)
  }

  @Test func `a link with its parameters behind '#' is reported and corrected`() throws {
    let check = MessageCheck("https://a.example/open#dispatchTokenResponse=\(Self.payload)&lang=de")
    #expect(check.errors.map(\.rule.code) == ["OOB405"])
    #expect(check.link?.description == "https://a.example/open?lang=de&dispatchTokenResponse=\(Self.payload)")
  }

  @Test func `the corrected link of a host and a port without a scheme keeps them`() throws {
    let check = MessageCheck("a.example:8443/open?lang=de&dispatchTokenResponse=\(Self.payload)")
    #expect(
      check.link?.description == "https://a.example:8443/open?lang=de&dispatchTokenResponse=\(Self.payload)")
  }

  @Test func `an intent for an app does not become an https link`() throws {
    let check = MessageCheck("intent://a.example/open?dispatchTokenResponse=\(Self.payload)#Intent;scheme=myapp;end")
    if case .appLink = try #require(check.link).target { Issue.record("an app link") }
  }

  @Test(arguments: ["httsp", "htpts", "hxxps", "ftps", "ttps"])
  func `the corrected link of another scheme keeps its host`(scheme: String) throws {
    let check = MessageCheck(
      "\(scheme)://a.example/open?x=1&dispatchTokenResponse=\(Self.payload)#Intent;scheme=https;end")
    #expect(check.link?.description == "https://a.example/open?x=1&dispatchTokenResponse=\(Self.payload)")
    #expect(check.diagnostics.contains { $0.remedy == "write https://, if an app link is meant" })
  }

  @Test(arguments: ["https:/", "https:", "https:///", #"https:\\"#, "https: //", "httsp:/"])
  func `the corrected link has two slashes before its host`(start: String) throws {
    let check = MessageCheck("\(start)a.example/open?x=1&dispatchTokenResponse=\(Self.payload)")
    #expect(check.link?.description == "https://a.example/open?x=1&dispatchTokenResponse=\(Self.payload)")
    #expect(check.severity == .error)
  }

  @Test(arguments: ["URL:", "url: ", "https://", "http://", "myapp://", "MEBKM:TITLE:x;URL:"])
  func `what precedes a whole link is reported and left out`(prefix: String) throws {
    let link = "https://a.example/open?x=1&dispatchTokenResponse=\(Self.payload)"
    let check = MessageCheck(prefix + link)
    #expect(check.link?.description == link)
    let finding = try #require(check.errors.first)
    #expect(finding.message == "'\(prefix)' precedes a whole link")
    #expect(finding.rule.code == "OOB214" && finding.remedy == "remove it")
    #expect(
      !MessageCheck("https://a.example/https://b.example/open?dispatchTokenResponse=\(Self.payload)").errors
        .contains { $0.rule.code == "OOB214" })
  }

  @Test(
    arguments: ["Register", "regster", "registration", "login"], [OutOfBandOperation.registration, .authentication])
  func `a misspelled register is kept for registrations`(action: String, operation: OutOfBandOperation) throws {
    let payload = try OutOfBandPayload(
      token: "7aca31e1-2d6a-4b1f-8f4d-0d6a1a7a1c11",
      redeemURL: RedeemURL(parsing: "https://siven.ch/nevisfido/token/redeem/\(operation.rawValue)"))
    let check = MessageCheck("app://x-callback-url/\(action)?dispatchTokenResponse=\(payload.base64URL)")
    let meant = operation == .registration && action != "login" ? "register" : "authenticate"
    let link = try #require(check.link)
    #expect(link.description == "app://x-callback-url/\(meant)?dispatchTokenResponse=\(payload.base64URL)")
    #expect(MessageCheck(link).errors.isEmpty)
  }

  @Test func `&amp; is reported once, with the remedy`() throws {
    let link = "https://a.example/open?dispatchTokenResponse=\(Self.payload)&amp;x-success=app%3Adone&amp;lang=de"
    let findings = MessageCheck(link).diagnostics.filter { $0.message.contains("&amp;") }
    #expect(findings.map(\.rule) == [.misspelledParameter])
    #expect(findings.first?.message == "'&amp;' is HTML for '&'")
    #expect(findings.first?.remedy == "copy the link itself, not the source of its page")
  }

  @Test(arguments: [
    "https:///open?dispatchTokenResponse=\(payload)",
    "app://x-callback-url/authenticate?dispatchTokenResponse=\(payload)&x-success=javascript:alert(1)",
  ])
  func `what cannot be put right is not called better`(link: String) throws {
    let check = MessageCheck(link)
    #expect(check.severity == .error)
    #expect(!MessageCheck.isBetter(try #require(check.link), than: Array(link.utf8)))
  }

  @Test(arguments: ["dispatchTokenResponse", "dispatchtokenresponse"])
  func `JSON that is percent-encoded is meant in base64url`(name: String) throws {
    let json = String(decoding: try Base64.decode(Self.payload).get().bytes, as: UTF8.self)
    let check = MessageCheck("https://a.example/open?\(name)=\(PercentEncoding.encode(json))")
    #expect(check.severity == .error)
    let meant = try #require(check.link)
    #expect(meant.payload == LinkTests.payload)
    #expect(try DispatchLink(parsing: meant.description) == meant)
    #expect(MessageCheck(meant.description).diagnostics.filter { $0.severity == .error }.isEmpty, "\(meant)")
  }

  @Test func `a callback that is encoded twice is reported`() throws {
    let callback = "https%253A%252F%252Fb.example%252Fdone"
    let check = MessageCheck("https://a.example/open?x-success=\(callback)&dispatchTokenResponse=\(Self.payload)")
    let finding = try #require(check.diagnostics.first { $0.rule.code == "OOB507" })
    #expect(finding.message == "the value of x-success is percent-encoded twice")
    #expect(finding.remedy == "percent-encode it once")
  }

  @Test func `a misspelled https is reported, and hosts of usual length are shown whole`() throws {
    let check = MessageCheck("ttps://login.department.bank.example/open?dispatchTokenResponse=\(Self.payload)")
    let finding = try #require(check.diagnostics.first { $0.rule.code == "OOB407" })
    #expect(finding.remedy == "write https://, if an app link is meant")
    #expect(finding.message.contains("'login.department.bank.example'"))
    #expect(check.link?.target == .appLink(base: "https://login.department.bank.example/open"))
  }

  @Test(arguments: [("?", Diagnostic.Severity.error), ("", nil)])
  func `a link whose payload neither phone's app gets is an error`(end: String, severity: Diagnostic.Severity?) {
    let check = MessageCheck("https://a.example/open?dispatchTokenResponse=\(Self.payload)\(end)")
    #expect(check.diagnostics.first { $0.rule.code == "OOB419" }?.severity == severity)
  }
}
