import Foundation
import TestSupport
import Testing

/// `oobqr redeem` against a real server.
final class RedeemCommandTests {
  @TemporaryFolder var folder
  private let token = "b4b07559-f934-4597-a1c5-44d89f691e8f"
  private let server = RedeemServer()

  private func payload(_ url: String) -> String {
    """
    {"nma_data":{"token":"\(token)","redeem_url":"\(url)"},"nma_data_content_type":"application/json",\
    "nma_data_version":"1"}
    """
  }

  /// Runs the command on a payload whose policy allows a host.
  private func redeem(_ url: String, hosts: String = #"["127.0.0.1"]"#, _ options: [String] = []) throws -> CommandRun {
    let policy = folder.appending(path: "policy.json")
    try Data("{\"redeem_hosts\":\(hosts)}".utf8).write(to: policy)
    return CommandRun(["redeem", payload(url), "--policy", policy.path] + options)
  }

  private func url(_ path: String) throws -> String { "http://127.0.0.1:\(try #require(server).port)/\(path)" }

  @Test func `a curl that dies from a signal does not say whether the token is spent`() throws {
    try folder.write(#"{"redeem_hosts":["127.0.0.1"]}"#, "policy.json")
    try folder.write(payload("http://127.0.0.1:1/"), "payload.json")
    let output = Shell.run(
      "mkdir bin; printf '#!/bin/sh\\nkill -ABRT $$\\n' > bin/curl; chmod +x bin/curl; "
        + "PATH=$PWD/bin:$PATH oobqr redeem payload.json --policy policy.json; echo $?", in: folder)
    #expect(
      output.hasSuffix(
        "127.0.0.1: curl was ended by signal 6; the request may have arrived; whether the token is spent is not known\n1\n"
      ), "\(output)")
  }

  @Test func `the server's answer is printed, without the token and the challenge`() throws {
    let run = try redeem(url("ok/authentication"))
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.text == """
        redeemed at 127.0.0.1
          status     1200
          operation  Auth
          lifetime   120.0 s
          UAF 1.0    Auth
            appID      https://fido.example.com/facets
            challenge  SFRTVnJk…
            policy     accepts 2 sets of authenticators, disallows 0
            confirms   Confirm your purchase for a value of CHF200.

        """)
    #expect(run.errors == "oobqr: note: this spends the one-time token b4b07559…\n")
  }

  @Test func `JSON has the same, on one line`() throws {
    let run = try redeem(url("ok/authentication"), ["--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(
      object["token_spent"] as? Bool == true && object["redeemed"] as? Bool == true && object["op"] as? String == "Auth"
    )
    #expect(object["lifetime_millis"] as? Int == 120_000 && !run.text.contains(token))
  }

  @Test(arguments: [
    ("refused", "1401"), ("redirect", "redirects are not followed"), ("error", "HTTP status 500"),
    ("html", "a web page instead of a response to the redemption of a token"),
    ("denied", "HTTP status 403: 'Forbidden: the token is locked'"),
  ])
  func `an answer that is not an operation is a failure`(_ path: String, _ reason: String) throws {
    let run = try redeem(url(path))
    #expect(run.exitCode == 1 && run.text.hasPrefix("not redeemed at 127.0.0.1\n") && run.text.contains(reason))
    #expect(run.text.contains("  token      the server got it; whether it is spent is not known"))
  }

  static let refusals: [(url: String, hosts: String, reason: String)] = [
    ("https://fido.example.com/a", #"["other.example.com"]"#, "nothing was sent: 'fido.example.com' is not among"),
    ("http://fido.example.com/a", #"["fido.example.com"]"#, "nothing was sent: "),
    ("http://127.0.0.1:1/a", #"["other.example.com"]"#, "does not list '127.0.0.1' under redeem_hosts"),
    ("https://user@fido.example.com/a", #"["fido.example.com"]"#, "nothing was sent: "),
    (
      "http://127.0.0.1:1/a", #"["127.0.0.1"]"#,
      "127.0.0.1: the host refuses the connection; nothing was sent: the token is not spent"
    ),
  ]

  @Test(arguments: refusals)
  func `nothing is sent where it must not be`(row: (url: String, hosts: String, reason: String)) throws {
    let run = try redeem(row.url, hosts: row.hosts)
    #expect(run.exitCode == 1 && run.errors.contains(row.reason), "\(run.errors)")
    #expect(run.output.isEmpty && !run.errors.contains(token))
  }

  @Test func `a proxy of the environment does not get the token`() throws {
    try folder.write(#"{"redeem_hosts":["127.0.0.1"]}"#, "policy.json")
    try folder.write(payload(try url("ok/authentication")), "payload.json")
    let run = Shell.run(
      "http_proxy=http://127.0.0.1:1/ ALL_PROXY=http://127.0.0.1:1/ oobqr redeem payload.json --policy policy.json",
      in: folder)
    #expect(run.contains("redeemed at 127.0.0.1"), "\(run)")
  }

  @Test func `a policy without redeem_hosts, none, and a message without a token are refused`() throws {
    let policy = folder.appending(path: "p.json")
    try Data("{}".utf8).write(to: policy)
    let open = CommandRun(["redeem", payload("https://a.example/b"), "--policy", policy.path])
    #expect(open.exitCode == 1 && open.errors.contains("lists no redeem_hosts"))
    #expect(CommandRun(["redeem", payload("https://a.example/b")]).exitCode == 64)
    try Data(#"{"redeem_hosts":["a.example"]}"#.utf8).write(to: policy)
    let broken = CommandRun(["redeem", #"{"nma_data":{}}"#, "--policy", policy.path])
    #expect(broken.exitCode == 1 && broken.errors.contains("has no token and redeem URL"))
  }
}
