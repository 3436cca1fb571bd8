#if TLS
import Foundation
import HostSystem
import OutOfBand
import Testing
import TextFormats

@testable import DispatchServer

/// The server by https, as real apps demand it.
@Suite final class TLSTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oobqr-tls-\(UUID().uuidString)")
  private var tls: String { folder.appendingPathComponent("tls").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(tls)/\(name)")) }

  /// Makes the files of a local authority, and returns their paths.
  private func made(in name: String = "tls", names: [String] = ["localhost", "127.0.0.1"], now: Date = Date()) throws
    -> ServerSettings.CertificateFiles
  {
    try LocalAuthority(folder: file(name), names: names).files(now: now)
  }

  /// Runs openssl, and returns its exit code.
  private func openssl(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test func `a phone that trusts the authority redeems by https, and others do not`() async throws {
    let program = try Program(["--port", "0", "--tls-local", tls])
    let port = try await program.port()
    #expect(program.said.contains("listening on https://127.0.0.1:\(port)\n"))
    var exchange = CurlExchange(
      "POST", "https://localhost:\(port)\(DispatchServiceTests.path)",
      headers: [("Accept", "application/json"), ("Content-Type", "application/json")],
      body: Array(DispatchServiceTests.request.replacing(#""link""#, with: #""link-png-qr-code""#).utf8))
    #expect(throws: CurlExchange.Failure.failed(code: 60)) { try exchange.send() }
    exchange.certificates = tls + "/ca.pem"
    let answer = try exchange.send()
    #expect(answer.status == 200)
    guard case .png(let picture) = try DispatchResponse(json: answer.body).carried else {
      Issue.record("there is no picture")
      return
    }
    try Data(picture).write(to: URL(fileURLWithPath: file("login.png")))
    func act(_ trust: [String]) async throws -> (code: Int32, said: String) {
      let phone = try Program(
        ["act", file("login.png"), "--as", "android-14:camera", "--outcome", "approve"] + trust, named: "oobqr-phone",
        writesOutput: true)
      return (await phone.ended(), phone.said)
    }
    let without = try await act([])
    #expect(without.code == 1)
    #expect(without.said.contains("failed    the server's certificate is not trusted"), "\(without.said)")
    _ = try made(in: "other")
    #expect(try await act(["--trust", file("other") + "/ca.pem"]).code == 1)
    let missing = try await act(["--trust", file("missing.pem")])
    #expect(missing.code == 1)
    #expect(missing.said.hasPrefix("oobqr-phone: cannot read '"))
    let with = try await act(["--trust", tls + "/ca.pem"])
    #expect(with.code == 0)
    #expect(with.said.contains("reported  approved; the status is succeeded"), "\(with.said)")
    // Plain http finds nothing there.
    let plain = try await RawExchange(port: port).send("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(plain.status == 0)
    #expect(await program.stop(SIGTERM) == 0)
  }

  @Test func `OpenSSL verifies the certificate for every name, and for no other`() throws {
    let files = try made(names: ["localhost", "127.0.0.1", "::1", "fido.example.com"])
    let verify = ["verify", "-purpose", "sslserver", "-x509_strict", "-CAfile", tls + "/ca.pem"]
    for name in [
      ["-verify_hostname", "localhost"], ["-verify_hostname", "fido.example.com"], ["-verify_ip", "127.0.0.1"],
      ["-verify_ip", "::1"],
    ] {
      #expect(try openssl(verify + name + [files.certificate]) == 0, "\(name)")
    }
    for name in [["-verify_hostname", "evil.example"], ["-verify_ip", "192.0.2.1"]] {
      #expect(try openssl(verify + name + [files.certificate]) != 0, "\(name)")
    }
    // The authority signs no further one, and its key is nowhere.
    #expect(try openssl(["verify", "-CAfile", files.certificate, tls + "/ca.pem"]) != 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tls).sorted() == ["ca.pem", "certificate.pem", "key.pem"])
  }

  @Test func `the key is its owner's alone, also over a file that others could read`() throws {
    try FileManager.default.createDirectory(atPath: tls, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(
      atPath: tls + "/key.pem", contents: Data(), attributes: [.posixPermissions: 0o666])
    let files = try made()
    #expect(try FileManager.default.attributesOfItem(atPath: files.key)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a certificate is kept while it is good for another day and has all names`() throws {
    let now = Date()
    _ = try made(now: now)
    let first = try bytes("certificate.pem")
    _ = try made(names: ["127.0.0.1"], now: now.addingTimeInterval(28 * 86_400))
    #expect(try bytes("certificate.pem") == first)
    _ = try made(names: ["localhost", "fido.example.com"], now: now)
    let second = try bytes("certificate.pem")
    #expect(second != first)
    _ = try made(names: ["localhost"], now: now.addingTimeInterval(29.5 * 86_400))
    #expect(try bytes("certificate.pem") != second)
    try FileManager.default.removeItem(atPath: tls + "/ca.pem")
    _ = try made()
    #expect(FileManager.default.fileExists(atPath: tls + "/ca.pem"))
  }

  @Test func `a certificate or key that cannot be used is one clear line`() async throws {
    let (good, other) = (try made(), try made(in: "other"))
    let old = try made(in: "old", now: Date(timeIntervalSince1970: 1_700_000_000))
    try Data("hello".utf8).write(to: URL(fileURLWithPath: file("text")))
    #expect(
      try openssl(["pkcs8", "-topk8", "-in", good.key, "-out", file("locked.pem"), "-passout", "pass:secret"]) == 0)
    let (text, missing, locked) = (file("text"), file("missing"), file("locked.pem"))
    func files(_ certificate: String, _ key: String) -> [String] {
      ["--tls-certificate", certificate, "--tls-key", key]
    }
    let rows: [([String], String)] = [
      (files(missing, good.key), "cannot read '\(missing)': No such file or directory"),
      (files(good.certificate, missing), "cannot read '\(missing)': No such file or directory"),
      (files(tls, good.key), "cannot read '\(tls)': Is a directory"),
      (files(text, good.key), "'\(text)' has no certificate in PEM; give one to --tls-certificate"),
      (files(good.key, good.key), "'\(good.key)' has no certificate in PEM; give one to --tls-certificate"),
      (
        files(good.certificate, text), "'\(text)' has no private key in PEM without a password; give one to --tls-key"
      ),
      (
        files(good.certificate, locked),
        "'\(locked)' has no private key in PEM without a password; give one to --tls-key"
      ),
      (
        files(good.certificate, other.key),
        "the key in '\(other.key)' is not that of the certificate in '\(good.certificate)'"
      ),
      (
        files(old.certificate, old.key),
        "the certificate in '\(old.certificate)' was valid until 2023-12-14; renew it"
      ),
      (["--tls-local", text], "cannot write '\(text)': File exists"),
    ]
    for (arguments, line) in rows {
      let program = try Program(["--port", "0"] + arguments)
      #expect(await program.ended() == 1)
      #expect(program.said == "oobqr-server: \(line)\n")
    }
  }
}
#endif
