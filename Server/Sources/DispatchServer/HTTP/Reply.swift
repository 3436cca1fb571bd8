import HTTPTypes
import Hummingbird
import NIOCore
import OutOfBand
import TextFormats

/// An answer, before it becomes a response of the web server.
struct Reply: Sendable {
  var status: HTTPResponse.Status
  var headers: HTTPFields
  var body: [UInt8]
  var closesConnection = false
  /// Writes the body bit by bit instead of ``body``.
  var stream: (@Sendable (_ write: (String) async throws -> Void) async throws -> Void)?
  /// What the log says besides method, endpoint and status; without secrets.
  var note: String?
  /// Whether the server failed: the log has it as an error.
  var isFailure = false
  /// What is counted besides the request.
  var event: Event?

  init(status: HTTPResponse.Status = .ok, type: String, body: [UInt8], note: String? = nil) {
    (self.status, self.body, self.note) = (status, body, note)
    headers = [.contentType: type]
  }

  init(
    _ json: JSONValue, status: HTTPResponse.Status = .ok, type: String = "application/json", note: String? = nil
  ) {
    self.init(status: status, type: type, body: Array((json.description + "\n").utf8), note: note)
  }

  /// What a service did, for metrics.
  enum Event: Hashable, Sendable {
    /// - Parameter dispatcher: `nil` for one that does not exist.
    case dispatch(_ dispatcher: DispatchRequest.Dispatcher?, DispatchResponse.Result)
    case redeem(Redemption.Outcome)
    /// A display got a symbol.
    case symbol(isRenewal: Bool)
  }

  /// The response, with the headers that every one has: nothing is kept, framed, sniffed or told to other sites.
  var response: Response {
    var headers = headers
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.referrerPolicy] = "no-referrer"
    headers[.crossOriginResourcePolicy] = "same-origin"
    if headers[.contentSecurityPolicy] == nil {
      headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    }
    if closesConnection { headers[.connection] = "close" }
    guard let stream else {
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
    let body = ResponseBody { writer in
      try await stream { try await writer.write(ByteBuffer(string: $0)) }
      try await writer.finish(nil)
    }
    return Response(status: status, headers: headers, body: body)
  }
}

extension HTTPField.Name {
  static let host = HTTPField.Name("Host")!
  static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
  static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
