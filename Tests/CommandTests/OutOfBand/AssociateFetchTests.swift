import Foundation
import TestSupport
import Testing
import TextFormats

/// `oobqr associate fetch` from a real server with https, and what the files then mean.
struct AssociateFetchTests {
  @TemporaryFolder var folder
  private static func link() throws -> String {
    "https://access.siven.ch/open?dispatchTokenResponse=" + Base64.encodeURL(try Files.bytes(Files.payload))
  }

  private static let filter =
    #"<intent-filter xmlns:android="http://schemas.android.com/apk/res/android" android:autoVerify="true"><action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/><data android:scheme="https" android:host="access.siven.ch"/></intent-filter>"#

  /// Fetches from a server that behaves in one way, and returns the run with the folder's files.
  private func fetch(
    _ behaviour: String, _ check: (CommandRun, URL) throws -> Void
  ) throws {
    let certificate = try #require(RedeemServer.certificate(in: folder))
    let server = try #require(RedeemServer(certificate: certificate, behaviour: behaviour))
    let output = folder.appending(path: "served")
    let run = CommandRun(
      ["associate", "fetch", "127.0.0.1:\(server.port)", "-o", output.path, "--ca-file", certificate.file])
    try check(run, output)
  }

  @Test func `both files are written with their headers, and open the app`() throws {
    try fetch("good") { run, folder in
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.text.contains("assetlinks.json: HTTP status 200, application/json, "))
      #expect(
        try folder.names == [
          "apple-app-site-association", "apple-app-site-association.headers", "assetlinks.json",
          "assetlinks.json.headers",
        ])
      let checked = CommandRun(["associate", "check", try Self.link(), "--folder", folder.path, "--json"])
      #expect(checked.text.contains(#""ios":{"outcome":"opens""#), "\(checked.text)")
      try folder.write(Self.filter, "intent-filter.xml")
      let expected = [
        "simulate", try Self.link(), "--association", folder.path, "--scanner", "camera", "--expect", "opens-app",
      ]
      #expect(CommandRun(expected).exitCode == 0, "\(CommandRun(expected).text)")
      #expect(CommandRun(["check", try Self.link(), "--association", folder.path]).exitCode == 0)
    }
  }

  static let behaviours: [(behaviour: String, reason: String)] = [
    ("redirect", "the server redirects to https://www.siven.ch/ (HTTP status 301), which phones do not follow"),
    ("missing", "the server answers with HTTP status 404"),
    ("page", "the server sends a web page instead of the file"),
    ("text", "the server serves it as text/plain"),
  ]

  @Test(arguments: behaviours)
  func `what phones do not take is said by every command`(row: (behaviour: String, reason: String)) throws {
    try fetch(row.behaviour) { run, folder in
      #expect(run.exitCode == 1 && run.text.contains("phones do not take it: \(row.reason)\n"), "\(run.text)")
      try folder.write(Self.filter, "intent-filter.xml")
      let associate = CommandRun(["associate", "check", try Self.link(), "--folder", folder.path])
      #expect(associate.exitCode == 1 && associate.text.contains("why: \(row.reason)\n"), "\(associate.text)")
      let check = CommandRun(["check", try Self.link(), "--association", folder.path])
      #expect(check.exitCode == 1 && check.text.contains(row.reason), "\(check.text)")
      let simulate = CommandRun(
        [
          "simulate", try Self.link(), "--association", folder.path, "--os", "android-15", "--scanner", "camera",
          "--expect", "opens-app",
        ])
      #expect(simulate.exitCode == 1)
    }
  }

  @Test func `a host that cannot be asked, or is none, is refused`() throws {
    let certificate = try #require(RedeemServer.certificate(in: folder))
    let server = try #require(RedeemServer(certificate: certificate, behaviour: "good"))
    let untrusted = CommandRun(["associate", "fetch", "127.0.0.1:\(server.port)", "-o", folder.file("out")])
    #expect(untrusted.exitCode == 1 && untrusted.errors.contains("the server's certificate is not trusted"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    for host in ["http://access.siven.ch", "a b", "", "https://user@a.example/", "ftp://a.example"] {
      #expect(CommandRun(["associate", "fetch", host, "-o", "out"]).exitCode == 64, "\(host)")
    }
  }

  @Test func `a saved page is called one, and files in well-known are found`() throws {
    let wellKnown = folder.appending(path: ".well-known")
    try FileManager.default.createDirectory(at: wellKnown, withIntermediateDirectories: true)
    try wellKnown.write("<!doctype html><title>Login</title>", "assetlinks.json")
    let run = CommandRun(["associate", "check", try Self.link(), "--folder", folder.path])
    #expect(run.exitCode == 1 && run.text.contains("why: the server sends a web page instead of the file"))
    let named = CommandRun(["associate", "check", try Self.link(), "--assetlinks", wellKnown.file("assetlinks.json")])
    #expect(named.exitCode == 1 && named.errors.contains("is a web page and not JSON"), "\(named.errors)")
    try wellKnown.write("nothing", "assetlinks.json.headers")
    let broken = CommandRun(["associate", "check", try Self.link(), "--folder", folder.path])
    #expect(broken.exitCode == 1 && broken.errors.contains("does not hold the headers of an HTTP answer"))
  }
}
