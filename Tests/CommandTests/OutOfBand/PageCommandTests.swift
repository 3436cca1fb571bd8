import Foundation
import OutOfBand
import TestSupport
import Testing
import TextFormats
import WebPages

struct PageCommandTests {
  @TemporaryFolder var folder

  /// A link whose check finds nothing.
  static let link =
    "https://access.siven.ch/open?dispatchTokenResponse="
    + Base64.encodeURL(
      OutOfBandPayload.json(
        token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
        redeemURL: "https://fido.siven.ch/nevisfido/token/redeem/registration"))

  @Test(arguments: ["en", "de", "fr", "ar"])
  func `the page passes our own check without findings`(_ language: String) throws {
    let site = folder.file("site")
    let made = CommandRun([
      "page", Self.link, "-o", site, "--language", language, "--app-store", "https://apps.apple.com/app/id1?mt=8&x=1",
      "--play-store", "https://play.google.com/store/apps/details?id=ch.siven.access", "--app-store-id", "1234567890",
    ])
    #expect(made.exitCode == 0 && made.output.isEmpty)
    #expect(made.errors == "oobqr: \(site)/page.html\noobqr: \(site)/page.css\n")
    let checked = CommandRun(["check", site + "/page.html"])
    #expect(checked.exitCode == 0 && checked.text == "\(site)/page.html: a web page\n", "\(checked.text)")
    let page = HTMLPage(try Files.bytes(site + "/page.html"))
    #expect(page.anchors.map(\.link).filter { $0.contains("dispatchTokenResponse") } == [Self.link])
    #expect(page.banner?.argument == Self.link && page.banner?.appID == "1234567890")
    #expect(page.loads.map(\.text) == ["data:,", "page.css"])
    #expect(page.referrerPolicy == "no-referrer" && page.scripts.isEmpty)
    let html = try Files.text(site + "/page.html")
    #expect(html.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
    #expect(!html.contains("{{") && !html.contains("<script"))
    #expect(html.contains("https://apps.apple.com/app/id1?mt=8&amp;x=1"))
    let policy = try #require(html.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]+)"/)).output.1
    #expect(policy == "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'")
    let mode = try FileManager.default.attributesOfItem(atPath: site + "/page.html")[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `what is in the link stays in its attribute`() throws {
    let link = Self.link.replacing("open?", with: "open?x=%22%3E%3Cscript%3E{{lang}}&")
    let made = CommandRun(["page", link, "-o", folder.path])
    #expect(made.exitCode == 0, "\(made.errors)")
    let html = try Files.text(folder.path + "/page.html")
    #expect(!html.contains("<script") && !html.contains("x=\""))
  }

  @Test(arguments: [
    ("https://access.siven.ch/open", 1, "is not a link with a payload"),
    ("hello", 66, "hello"), (Self.link.replacing("https:", with: "http:"), 1, "it is http; app links are https"),
    ("https://access.siven.ch/open?dispatchTokenResponse=e", 1, "nothing was written because of these errors"),
  ])
  func `what opens no app is refused, and nothing is written`(_ link: String, _ code: Int32, _ reason: String) {
    let site = folder.file("site")
    let run = CommandRun(["page", link, "-o", site])
    #expect(run.exitCode == code && run.errors.contains(reason), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: site))
  }

  @Test func `a store that is not https, or a number that is none, is misuse`() {
    for option in [
      ["--app-store", "http://apps.apple.com/"], ["--play-store", "javascript:alert(1)"], ["--app-store-id", "id1"],
      ["--app-store-id", ""], ["--language", "it"],
    ] {
      #expect(CommandRun(["page", Self.link, "-o", "/nowhere"] + option).exitCode == 64)
    }
  }

  @Test func `a folder that cannot be made is said`() {
    let run = CommandRun(["page", Self.link, "-o", "/dev/null/site"])
    #expect(run.exitCode == 74 && run.errors.contains("cannot write"))
  }
}
