#if TLS
import FoundationEssentials
import HostSystem
import NIOSSL
import SwiftASN1
import X509

/// A certificate with its key, as the server presents it.
enum ServerCertificate {
  /// The longest file that is read.
  static let fileLimit = 1 << 20

  /// Reads both files, and compares them.
  ///
  /// - Parameters:
  ///   - files: In PEM; the first certificate is the server's, and those of authorities may follow.
  ///   - now: Whether the certificate is still valid.
  static func configuration(
    _ files: ServerSettings.CertificateFiles, now: Date
  ) throws(CertificateFailure) -> TLSConfiguration {
    let (certificate, key) = (files.certificate, files.key)
    let bytes = (certificate: try read(certificate), key: try read(key))
    let chain: [NIOSSLCertificate]
    do { chain = try NIOSSLCertificate.fromPEMBytes(bytes.certificate) } catch {
      throw .notCertificates(path: certificate)
    }
    guard let first = chain.first, let own = try? Certificate(derEncoded: first.toDERBytes()) else {
      throw .notCertificates(path: certificate)
    }
    let text = String(decoding: bytes.key, as: UTF8.self)
    // An encrypted key would be asked for on the terminal.
    guard text.contains("PRIVATE KEY-----"), !text.contains("ENCRYPTED") else { throw .notKey(path: key) }
    let secret: NIOSSLPrivateKey
    do { secret = try NIOSSLPrivateKey(bytes: bytes.key, format: .pem) } catch { throw .notKey(path: key) }
    // OpenSSL writes EC PARAMETERS before the key, and some files have certificates beside it.
    let documents = (try? PEMDocument.parseMultiple(pemString: text)) ?? []
    guard let document = documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }),
      let held = try? Certificate.PrivateKey(pemDocument: document)
    else { throw .notKey(path: key) }
    guard held.publicKey == own.publicKey else { throw .mismatch(certificate: certificate, key: key) }
    guard own.notValidAfter > now else {
      throw .expired(path: certificate, on: own.notValidAfter.formatted(.iso8601.year().month().day()))
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { _ = try NIOSSLContext(configuration: configuration) } catch { throw .unusable("\(error)") }
    return configuration
  }

  private static func read(_ path: String) throws(CertificateFailure) -> [UInt8] {
    do throws(FileFailure) { return try FileSystem.read(path, limit: fileLimit) } catch { throw .file("\(error)") }
  }
}
#endif
