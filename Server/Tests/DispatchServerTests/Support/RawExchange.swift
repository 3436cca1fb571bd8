import Foundation
import Glibc

/// An answer as it came over the wire.
struct RawAnswer: Sendable {
  /// 0 when the connection was closed without an answer.
  var status = 0
  /// With names in lower case.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  init(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    body = Array(bytes[end.upperBound...])
  }
}

/// Bytes sent to a port and read back, without a library that would correct them. Runs on threads of its own: it blocks, and the
/// server must go on.
struct RawExchange: Sendable {
  var port: Int
  /// Bytes of the first write, and of those after it, and the time between two.
  var first: Int?
  var piece = Int.max
  var pause = 0.0

  struct Failure: Error { var reason: String }

  func send(_ text: String) async throws -> RawAnswer { try await send(Array(text.utf8)) }

  /// Sends everything, and reads until the server closes the connection.
  func send(_ bytes: [UInt8]) async throws -> RawAnswer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { RawAnswer(try exchange(bytes)) }) }
    }
  }

  /// Sends everything, and closes the connection without waiting for an answer.
  func leave(after text: String) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try send(Array(text.utf8)) { _ in } }) }
    }
  }

  private func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    var answer: [UInt8] = []
    try send(bytes) { socket in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(socket, &chunk, chunk.count, 0)
        if count < 0, errno == EAGAIN { throw Failure(reason: "no answer within 20 s") }
        if count <= 0 { return }
        answer += chunk[..<count]
      }
    }
    return answer
  }

  /// Sends bytes, and lets a closure read from the socket before it is closed.
  private func send(_ bytes: [UInt8], then read: (Int32) throws -> Void) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(reason: "no connection") }
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var rest = bytes[...]
    var length = first ?? piece
    while !rest.isEmpty {
      let count = rest.prefix(length).withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The server may have closed the connection already; its answer is still to be read.
      if count <= 0 { break }
      rest = rest.dropFirst(count)
      length = piece
      if pause > 0, !rest.isEmpty { usleep(UInt32(pause * 1_000_000)) }
    }
    try read(socket)
  }
}
