import Foundation

/// JSON sent by the `curl` program, and the answer.
///
/// Everything is passed by its standard input, so that no secret is seen in the list of processes. Redirects are not
/// followed, the user's `.curlrc` and proxies are not used, and an answer has 1 MiB and 10 seconds.
struct CurlPost {
  var url: String
  /// The media type that is accepted.
  var accept: String
  var body: String
  /// Whether plain http is allowed, as on this machine.
  var allowsPlainHTTP: Bool

  struct Answer: Hashable, Sendable {
    var status: Int
    var body: [UInt8]
  }

  func send() throws(NoAnswer) -> Answer {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "--disable", "--config", "-"]
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    var answer: [UInt8]
    do {
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(configuration.utf8))
      try input.fileHandleForWriting.close()
      answer = Array(try output.fileHandleForReading.readToEnd() ?? Data())
    } catch { throw NoAnswer(reason: "curl cannot be run: \(error.localizedDescription)") }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NoAnswer(curlExit: process.terminationStatus) }
    guard let end = answer.lastIndex(of: 0x0A), let status = Int(String(decoding: answer[(end + 1)...], as: UTF8.self))
    else { throw NoAnswer(reason: "curl's output is not an answer") }
    answer.removeSubrange(end...)
    return Answer(status: status, body: answer)
  }

  private var configuration: String {
    let headers = ["Accept: \(accept)", "Content-Type: application/json"].map { "header = \(Self.quoted($0))" }
    return
      ([
        "url = \(Self.quoted(url))", "data-raw = \(Self.quoted(body))", "globoff", "silent", "noproxy = \"*\"",
        "proto = \"=\(allowsPlainHTTP ? "http,https" : "https")\"", "max-time = 10", "max-filesize = 1048576",
        "write-out = \"\\n%{http_code}\"",
      ] + headers).joined(separator: "\n") + "\n"
  }

  /// Quotes a value as curl's configuration file has it.
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
}
