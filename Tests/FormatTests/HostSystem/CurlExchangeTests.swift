import HostSystem
import TestSupport
import Testing

/// HTTP requests to a real server, by the real curl.
final class CurlExchangeTests {
  @TemporaryFolder var folder
  private let server = RedeemServer()

  private func exchange(_ path: String) throws -> CurlExchange {
    let port = try #require(server).port
    var exchange = CurlExchange(
      "POST", "http://127.0.0.1:\(port)/\(path)",
      headers: [("Accept", "application/fido+uaf"), ("Content-Type", "application/json")],
      body: Array(#"{"token":"a\"b\\c"}"#.utf8))
    exchange.allowsPlainHTTP = true
    return exchange
  }

  private func failure(_ exchange: CurlExchange) -> CurlExchange.Failure? {
    do throws(CurlExchange.Failure) { _ = try exchange.send() } catch { return error }
    return nil
  }

  @Test func `an answer comes with status, type and body`() throws {
    let response = try exchange("ok").send()
    #expect(response.status == 200 && response.contentType == "application/fido+uaf")
    #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("{\"statusCode\": 1200"))
  }

  @Test(arguments: [("redirect", 302), ("error", 500)])
  func `other answers come as they are, and redirects are not followed`(_ path: String, _ status: Int) throws {
    #expect(try exchange(path).send().status == status)
  }

  @Test func `a slow answer, a long one and none are distinguished`() throws {
    var slow = try exchange("slow")
    slow.seconds = 0.5
    #expect(failure(slow) == .timedOut(seconds: 0.5))
    let (large, closed) = (try exchange("large"), try exchange("close"))
    #expect(failure(large) == .tooLong(limit: 1 << 20))
    #expect(failure(closed) == .failed(code: 52))
  }

  @Test func `plain http needs permission, and a closed port refuses`() throws {
    var plain = try exchange("ok")
    plain.allowsPlainHTTP = false
    #expect(failure(plain) == .failed(code: 1))
    var closed = try exchange("ok")
    closed.url = "http://127.0.0.1:1/"
    #expect(failure(closed) == .failed(code: 7))
    for code: Int32 in [1, 7, 52, 60] { #expect(!"\(CurlExchange.Failure.failed(code: code))".contains("exit code")) }
  }

  @Test func `a certificate that nobody vouches for is refused, unless it is trusted by name`() throws {
    let certificate = try #require(RedeemServer.certificate(in: folder))
    let server = try #require(RedeemServer(certificate: certificate))
    var secure = try exchange("ok")
    (secure.url, secure.allowsPlainHTTP) = ("https://127.0.0.1:\(server.port)/ok", false)
    #expect(failure(secure) == .failed(code: 60))
    secure.certificates = certificate.file
    #expect(try secure.send().status == 200)
  }
}
