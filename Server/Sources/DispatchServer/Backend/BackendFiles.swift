#if TLS
import HostSystem
import NIOSSL
import OutOfBand

/// What the files of a backend hold.
struct BackendFiles: Sendable {
  /// A header; its value is a secret.
  let credentials: (name: String, value: String)?
  /// The certificates that are trusted; `nil` for the system's.
  let certificates: [NIOSSLCertificate]?
  /// What asks for a login.
  let request: DispatchRequest

  /// The longest file that is read.
  static let fileLimit = 1 << 20

  /// Reads the files, each once.
  init(_ backend: ServerSettings.Backend) throws(BackendFileFailure) {
    if let path = backend.credentials {
      credentials = try Self.header(try Self.read(path, limit: 16 * 1024), path)
    } else {
      credentials = nil
    }
    if let path = backend.certificates {
      guard let found = try? NIOSSLCertificate.fromPEMBytes(try Self.read(path)), !found.isEmpty else {
        // A file that cannot be read has its own reason.
        _ = try Self.read(path)
        throw .notCertificates(path: path)
      }
      certificates = found
    } else {
      certificates = nil
    }
    request =
      try backend.request.map { path throws(BackendFileFailure) in try Self.request(path) } ?? Self.usualRequest
  }

  /// A login of the person who has the phone, by the dispatcher that the vendor recommends for symbols.
  static let usualRequest = DispatchRequest(.linkSymbol, GetUAFRequest(.authentication, username: nil))

  /// Headers that are the server's own, or would change where a request begins and ends.
  private static let ownHeaders: Set<String> = [
    "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Reads `Name: value` (RFC 9110, 5.1 and 5.5), with or without the end of the line.
  private static func header(
    _ bytes: [UInt8], _ path: String
  ) throws(BackendFileFailure) -> (name: String, value: String) {
    var line = bytes[...]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .notHeader(path: path) }
    let isName = line[..<colon].allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    var value = line[(colon + 1)...]
    while value.first == 0x20 || value.first == 0x09 { value.removeFirst() }
    while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
    guard colon > line.startIndex, isName, !value.isEmpty,
      value.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 })
    else { throw .notHeader(path: path) }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard !ownHeaders.contains(name.lowercased()) else { throw .ownHeader(path: path) }
    return (name, String(decoding: value, as: UTF8.self))
  }

  private static func request(_ path: String) throws(BackendFileFailure) -> DispatchRequest {
    let bytes = try read(path)
    let request: DispatchRequest
    do { request = try DispatchRequest(json: bytes) } catch {
      throw .notRequest(path: path, reason: "it is \(error)")
    }
    if let first = MessageCheck(bytes).errors.first {
      throw .notRequest(path: path, reason: "\(first.message) (\(first.rule.code)); \(first.remedy)")
    }
    guard let dispatcher = request.dispatcher, dispatcher != .push else {
      throw .notRequest(path: path, reason: "its dispatcher makes no link and no symbol")
    }
    return request
  }

  private static func read(_ path: String, limit: Int = fileLimit) throws(BackendFileFailure) -> [UInt8] {
    do throws(FileFailure) { return try FileSystem.read(path, limit: limit) } catch { throw .file("\(error)") }
  }
}
#endif
