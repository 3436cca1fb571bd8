public import Foundation
import HostSystem

/// A web server that redeems tokens, run by Python on the loopback interface until it is released.
public final class RedeemServer: Sendable {
  private let process: ChildProcess
  /// Where it listens.
  public let port: Int

  /// - Parameters:
  ///   - certificate: Files with a certificate and its key, for https.
  ///   - behaviour: How association files are served; see the script.
  public init?(certificate: (file: String, key: String)? = nil, behaviour: String? = nil) {
    let script = Files.package.appending(path: "Tests/redeem-server.py").path
    let arguments =
      ["python3", script] + (certificate.map { [$0.file, $0.key] } ?? []) + (behaviour.map { [$0] } ?? [])
    guard let process = try? ChildProcess("/usr/bin/env", arguments, sharesErrors: false) else { return nil }
    var line: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(30)
    while !line.contains(UInt8(ascii: "\n")) {
      guard case .bytes(let bytes) = process.read(until: deadline) else { return nil }
      line += bytes
    }
    guard let port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) else {
      return nil
    }
    (self.process, self.port) = (process, port)
  }

  /// Writes a certificate for 127.0.0.1 that signs itself, and its key, by the openssl program.
  public static func certificate(in folder: URL) -> (file: String, key: String)? {
    let (file, key) = (folder.appending(path: "cert.pem").path, folder.appending(path: "key.pem").path)
    _ = Shell.run(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 "
        + "-addext subjectAltName=IP:127.0.0.1 -keyout '\(key)' -out '\(file)'", in: folder)
    return FileManager.default.fileExists(atPath: file) ? (file, key) : nil
  }
}
