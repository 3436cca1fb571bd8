import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct LinkPageTests {
  private static func page(
    _ server: RunningServer, query: String, headers: [String] = []
  ) async throws -> RawAnswer {
    let answer = try await KioskTests.get("/open\(query)", "text/html", server, headers: headers)
    #expect(answer.status == 200)
    return answer
  }

  @Test func `the page has the stores, and one link to the app with the payload that came`() async throws {
    try await RunningServer.with({
      $0.appScheme = "myaccessapp"
      $0.appStore = "https://apps.apple.com/app/id1?mt=8&x=1"
      $0.playStore = "https://play.google.com/store/apps/details?id=com.example"
    }) { server in
      let link = try #require(try await server.dispatch().json["dispatcherInformation", "response"]?.text)
      let query = try #require(URLText(link).query)
      // From another site, as a link is tapped.
      let answer = try await Self.page(server, query: "?" + query, headers: ["Sec-Fetch-Site: cross-site"])
      let links = answer.text.matches(of: /href="([^"]+)"/).map { String($0.output.1) }
      #expect(
        links == [
          "data:,", "/open/open.css", "myaccessapp://x-callback-url/authenticate?\(query)",
          "https://apps.apple.com/app/id1?mt=8&amp;x=1", "https://play.google.com/store/apps/details?id=com.example",
        ])
      // The only errors of our own check are those of a server that is reached by http.
      let check = MessageCheck(answer.text, options: .init(channel: nil))
      #expect(check.message.kind == "page")
      #expect(check.errors.allSatisfy { [.privateHost, .redeemNotHTTPS].contains($0.rule) }, "\(check.errors)")
      let title = try #require(answer.text.firstMatch(of: /<title>([^<]*)<\/title>/))
      #expect(title.output.1 == "Open this link in the app")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(!server.log.text.contains("eyJ"))
    }
  }

  @Test(arguments: [
    ("", 200), ("?", 200), ("?dispatchTokenResponse=", 200), ("?dispatchTokenResponse=%22%3E%3Cscript%3E", 200),
    ("?dispatchTokenResponse=\"><script>", 200), ("?dispatchTokenResponse=eyJhIjoxfQ", 200),
    ("?dispatchTokenResponse=eyJubWFfZGF0YSI6MX0=", 200),
    ("?dispatchTokenResponse=eyJubWFfZGF0YSI6MX0&dispatchTokenResponse=eyJubWFfZGF0YSI6MX0", 200),
    ("?x=eyJubWFfZGF0YSI6MX0", 200),
  ])
  func `what is not a payload does not get into the page`(_ query: String, _ status: Int) async throws {
    try await RunningServer.with({ $0.appScheme = "myaccessapp" }) { server in
      let answer = try await KioskTests.get("/open\(query)", "text/html", server)
      #expect(answer.status == status)
      #expect(!answer.text.contains("myaccessapp"))
      #expect(!answer.text.contains("eyJ"))
      #expect(answer.text.matches(of: /<script/).count == (status == 200 ? 1 : 0))
    }
  }

  @Test func `without a scheme or stores the page says what to do, in the browser's language`() async throws {
    try await RunningServer.with { server in
      let answer = try await Self.page(
        server, query: "?dispatchTokenResponse=eyJubWFfZGF0YSI6MX0", headers: ["Accept-Language: ar"])
      #expect(answer.text.contains(#"<html lang="ar" dir="rtl">"#))
      #expect(!answer.text.contains("<a "))
      #expect(!answer.text.contains("{{"))
    }
  }
}
