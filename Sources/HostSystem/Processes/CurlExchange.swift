/// An HTTP request sent by the `curl` program.
///
/// A toolkit that mostly sends nothing does not link a network library: Foundation's `URLSession` would make the binary
/// larger and every start slower. `curl` is part of every distribution and keeps its certificates up to date.
///
/// Everything is passed by its standard input, so that no secret is seen in the list of processes. Redirects are not
/// followed, and the user's `.curlrc` is not read.
public struct CurlExchange: Sendable {
  /// As in `POST`.
  public var method: String
  /// An absolute URL with https, or with http where that is allowed.
  public var url: String
  /// Names and values.
  public var headers: [(String, String)]
  /// UTF-8 text; other bytes are replaced.
  public var body: [UInt8]
  /// Seconds after which the exchange is abandoned, more than 0.
  public var seconds = 10.0
  /// The longest answer, in bytes.
  public var limit = 1 << 20
  /// Whether plain `http` is allowed, as tests on the loopback interface need; otherwise only `https` is.
  public var allowsPlainHTTP = false
  /// A file with the certificates to trust instead of the system's.
  public var certificates: String?

  public init(_ method: String, _ url: String, headers: [(String, String)] = [], body: [UInt8] = []) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }

  /// An answer of a server, whatever its status.
  public struct Response: Hashable, Sendable {
    public var status: Int
    /// In lower case, without parameters; empty if the server named none.
    public var contentType: String
    /// Where a redirect leads, as an absolute URL; `nil` without one.
    public var location: String?
    public var body: [UInt8]
  }

  /// The reason why there is no answer.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no `curl` program.
    case noCurl
    /// There was no complete answer in time.
    case timedOut(seconds: Double)
    /// The answer has more bytes than the limit.
    case tooLong(limit: Int)
    /// curl's exit code (see its manual).
    case failed(code: Int32)
    /// curl was ended by a signal; whether the request arrived is unknown.
    case ended(signal: Int32)

    public var description: String {
      switch self {
      case .noCurl: "the curl program is not installed (Debian: curl)"
      case .timedOut(let seconds): "no answer within \(seconds.formatted) s"
      case .tooLong(let limit): "the answer is longer than \(limit) bytes"
      case .ended(let signal): "curl was ended by signal \(signal); the request may have arrived"
      case .failed(let code): Self.reasons[code] ?? "curl failed with exit code \(code)"
      }
    }

    /// Whether the request may have arrived, although there is no answer.
    public var mayHaveArrived: Bool {
      switch self {
      case .noCurl: false
      case .timedOut, .tooLong, .ended: true
      // Before anything is sent: the URL, the names, the connection, TLS and its certificates.
      case .failed(let code): ![3, 5, 6, 7, 35, 60, 77].contains(code)
      }
    }

    private static let reasons: [Int32: String] = [
      1: "only https is allowed, or the answer is not HTTP", 3: "the URL is malformed",
      5: "the proxy's name cannot be resolved",
      6: "the host's name cannot be resolved", 7: "the host refuses the connection",
      18: "the answer ends early",
      35: "the TLS handshake failed", 52: "the server closed the connection without an answer",
      56: "the connection broke", 60: "the server's certificate is not trusted",
      77: "the file of certificates to trust cannot be read",
    ]
  }

  /// Sends the request and waits for the answer.
  public func send() throws(Failure) -> Response {
    var configuration = Array(configuration.utf8)[...]
    let run: ChildProcess.Transcript
    do {
      // curl keeps the time itself; two more seconds are for a curl that hangs. The answer is followed by a line.
      run = try ChildProcess.shell("exec curl --disable --config -", seconds: seconds + 2, limit: limit + 1024) {
        defer { configuration = [] }
        return Array(configuration)
      }
    } catch {
      throw .noCurl
    }
    switch run.ending {
    case .exited(0): return try response(run.output)
    case .exited(28), .timedOut: throw .timedOut(seconds: seconds)
    case .exited(63), .wroteTooMuch: throw .tooLong(limit: limit)
    case .exited(127): throw .noCurl
    case .exited(let code): throw .failed(code: code)
    case .crashed(let signal): throw .ended(signal: signal)
    }
  }

  /// curl's configuration file.
  private var configuration: String {
    var lines = [
      "url = \(Self.quoted(url))", "request = \(Self.quoted(method))", "globoff", "silent",
      "proto = \"=\(allowsPlainHTTP ? "http,https" : "https")\"", "max-time = \(seconds.formatted)",
      "max-filesize = \(limit)", "write-out = \"\\n%{http_code}\\t%{redirect_url}\\t%{content_type}\"",
    ]
    if method != "GET" { lines.append("data-raw = \(Self.quoted(String(decoding: body, as: UTF8.self)))") }
    lines += headers.map { "header = \(Self.quoted("\($0.0): \($0.1)"))" }
    // A proxy would take plain http, token and all, to another machine.
    if allowsPlainHTTP { lines.append("noproxy = \"*\"") }
    if let certificates { lines.append("cacert = \(Self.quoted(certificates))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Quotes a value: curl reads backslashes before quotes, backslashes and letters (curl's manual, `--config`).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": quoted += "\\" + String(character)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }

  /// Splits the answer from the line that follows it.
  private func response(_ output: [UInt8]) throws(Failure) -> Response {
    guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else { throw .failed(code: 0) }
    let body = Array(output[..<end])
    if body.count > limit { throw .tooLong(limit: limit) }
    let fields = String(decoding: output[(end + 1)...], as: UTF8.self).split(
      separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, let status = Int(fields[0]) else { throw .failed(code: 0) }
    return Response(
      status: status, contentType: fields[2].split { $0 == ";" || $0 == " " }.first?.lowercased() ?? "",
      location: fields[1].isEmpty ? nil : String(fields[1]), body: body)
  }
}

extension Double {
  /// Without a fraction of zero.
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
