import Foundation
import TestSupport
import Testing

struct AssociateCommandTests {
  @TemporaryFolder var folder

  @Test(arguments: [
    "a b.example", "a..example", "-a.example", "a-.example", "ä.example", "A.example", "a.example&<b>", "127.0.0.1",
    "a\\u001b[31m.example", "localhost",
  ])
  func `a domain that is none is refused`(domain: String) throws {
    let sample = try Files.text(Files.samples.file("association/access.json"))
    let text = sample.replacing("access.siven.ch", with: domain)
    let run = CommandRun(["associate", "make", "-"], input: Array(text.utf8))
    #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.contains("is not a domain in lower case"))
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `where one file cannot be written, none is`() throws {
    let target = folder.appending(path: "out/Info.plist")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let sample = Files.samples.file("association/access.json")
    let run = CommandRun(["associate", "make", sample, "-o", folder.file("out")])
    #expect(run.exitCode == 74 && run.errors.contains("Is a directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out") == ["Info.plist"])
  }

  @Test func `a pipe in a folder is not waited for`() {
    _ = Shell.run("mkfifo apple-app-site-association oobqr-policy.json; echo hello >link.txt", in: folder)
    let run = CommandRun(["simulate", "https://a.example/?dispatchTokenResponse=e", "--association", folder.path])
    #expect(run.exitCode == 1 && run.errors.contains("holds none of"))
    #expect(CommandRun(["check", folder.path + "/link.txt"]).exitCode == 1)
  }

  static let description = Files.samples.file("association/access.json")
  static let link = "https://access.siven.ch/open?dispatchTokenResponse=eyJh"

  @Test func `make writes six files, which check then judges by a link`() throws {
    let made = CommandRun(["associate", "make", Self.description, "-o", folder.path, "--link", Self.link])
    #expect(made.exitCode == 0 && made.output.isEmpty)
    #expect(
      try folder.names == [
        "Info.plist", "app.entitlements", "apple-app-site-association", "assetlinks.json", "intent-filter.xml",
        "smart-app-banner.html",
      ])
    // Only the file with the link is its owner's alone.
    #expect(Shell.run("find . -type f -perm 600", in: folder) == "./smart-app-banner.html\n")
    let checked = CommandRun(["check", "-r", folder.path])
    #expect(checked.exitCode == 0 && checked.text.hasSuffix("6 messages: no findings\n"), "\(checked.text)")
    let sound = CommandRun(["associate", "check", "--folder", folder.path, Self.link])
    #expect(sound.exitCode == 0)
    #expect(
      sound.text == """
        https://access.siven.ch/open?…
          iOS      opens ABCDE12345.ch.siven.access
            why: this is the first component that matches, and the app's entitlements list the host
            where: apple-app-site-association, /applinks/details/0/components/1
            source: developer.apple.com applinks
          Android  opens ch.siven.access
            why: intent filter 1 of the manifest matches, and the domain trusts the app, if the app is signed with this certificate
            where: assetlinks.json, /0/target/sha256_cert_fingerprints/0
            source: developer.android.com verify-android-applinks

        """)
    let help = "https://access.siven.ch/open/help?dispatchTokenResponse=eyJh"
    #expect(CommandRun(["associate", "check", "--folder", folder.path, help]).exitCode == 1)
    for name in ["apple-app-site-association", "assetlinks.json", "intent-filter.xml"] {
      let path = folder.file(name)
      let check = CommandRun(["check", path])
      #expect(check.exitCode == 0 && check.text.split(separator: "\n").count == 1, "\(check.text)")
    }
    let aasa = folder.file("apple-app-site-association")
    let renamed = try folder.write(Files.bytes(aasa), "apple-app-site-association.json")
    for arguments in [["check", renamed], ["associate", "check", "--aasa", renamed, Self.link]] {
      let run = CommandRun(arguments)
      #expect(run.exitCode == 1 && run.text.contains("error OOB912"), "\(run.text)")
    }
    let json = CommandRun(["associate", "check", "--aasa", aasa, "--json", Self.link])
    #expect(
      json.text.hasPrefix(
        #"{"format":"oobqr-associate-check-1","link":"https://access.siven.ch/open?…","ios":{"outcome":"opens","app":"ABCDE12345.ch.siven.access""#
      ))
    #expect(json.text.contains(#""android":null,"files":[{"file":"apple-app-site-association","diagnostics":[]}]"#))
  }

  @Test func `without a folder make prints the files, and no banner without a link`() {
    let run = CommandRun(["associate", "make", Self.description])
    let heads = run.text.split(separator: "\n").filter { $0.hasPrefix("== ") }
    #expect(
      heads == [
        "== apple-app-site-association: served at https://access.siven.ch/.well-known/apple-app-site-association",
        "== assetlinks.json: served at https://access.siven.ch/.well-known/assetlinks.json",
        "== app.entitlements: the iOS app's entitlements", "== Info.plist: members for the iOS app's Info.plist",
        "== intent-filter.xml: intent filters for the Android app's manifest",
      ])
  }

  @Test(arguments: [
    ("https://other.siven.ch/open?dispatchTokenResponse=eyJh", "--link is not an https link to access.siven.ch"),
    (
      "https://access.siven.ch/other?dispatchTokenResponse=eyJh",
      "--link does not open the app: no component matches the link: the path is '/other', and the file has '/open', '/open/*'"
    ),
  ])
  func `a banner for a link that would not open the app is refused`(link: String, reason: String) {
    let run = CommandRun(["associate", "make", Self.description, "--link", link])
    #expect(run.exitCode == 1 && run.output.isEmpty && run.errors == "oobqr: \(reason)\n")
  }

  @Test func `a payload is not taken for a link, and its token is shortened`() throws {
    try folder.write("[]", "assetlinks.json")
    let run = CommandRun(["associate", "check", try Files.text(Files.payload), "--folder", folder.path])
    #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.contains("is not a link: it has no scheme"))
    #expect(run.errors.contains("b4b07559…") && !run.errors.contains(Files.token), "\(run.errors)")
  }

  @Test func `what cannot be read is refused by its name`() throws {
    let broken = try folder.write("{", "broken")
    for (arguments, words) in [
      (["make", broken], "the description is not JSON"),
      (["check", "--aasa", broken, Self.link], "is not JSON"),
      (["check", "--assetlinks", broken, Self.link], "is not JSON"),
      (["check", "--manifest", broken, Self.link], "is not an Android manifest in text form"),
      (["check", "--folder", folder.path, Self.link], "holds none of"),
    ] {
      let run = CommandRun(["associate"] + arguments)
      #expect(run.exitCode == 1 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
    }
    for (option, value) in [("--app-id", "ch.siven.access"), ("--fingerprint", "A1:B2")] {
      let run = CommandRun(["associate", "check", "--folder", "a", option, value, Self.link])
      #expect(run.exitCode == 64 && run.errors.contains("\(option) '\(value)' is not"), "\(run.errors)")
    }
    for arguments in [["check", Self.link], ["check", "--folder", "a", "--aasa", "b", Self.link], ["make"]] {
      #expect(CommandRun(["associate"] + arguments).exitCode == 64)
    }
  }
}
