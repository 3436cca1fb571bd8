#if TLS
public import FoundationEssentials
import Crypto
import Glibc
import HostSystem
import SwiftASN1
import X509

/// An authority that signs one certificate, for a server under development, and is then forgotten: its key is never written, so
/// that anyone who trusts it trusts only this server.
///
/// ```swift
/// let files = try LocalAuthority(folder: "tls", names: ["localhost", "127.0.0.1"]).files(now: Date())
/// // tls/ca.pem for clients; tls/certificate.pem and tls/key.pem, of mode 0600, for the server
/// ```
public struct LocalAuthority: Sendable {
  /// Where the files are; it is made if there is none.
  public let folder: String
  /// Host names and addresses, as in URLs without brackets.
  public let names: [String]

  /// How long a certificate is valid, in days.
  public static let days = 30

  /// Names a folder and what the certificate is for; nothing is made yet.
  public init(folder: String, names: [String]) { (self.folder, self.names) = (folder, names) }

  /// The certificate that clients trust.
  public var authority: String { folder + "/ca.pem" }

  private var paths: ServerSettings.CertificateFiles {
    .init(certificate: folder + "/certificate.pem", key: folder + "/key.pem")
  }

  /// The files of a certificate for all names: those in the folder if they are good for another day, otherwise new ones.
  ///
  /// - Parameter now: When the certificate begins to be valid.
  /// - Throws: ``CertificateFailure`` when the files cannot be written.
  public func files(now: Date) throws(CertificateFailure) -> ServerSettings.CertificateFiles {
    if isGood(now: now) { return paths }
    do {
      let made = try Self.make(names, now: now)
      try FileSystem.makeDirectory(folder)
      // An old file would keep its mode.
      FileSystem.remove(paths.key)
      try FileSystem.write(Array(made.key.utf8), to: paths.key, mode: 0o600)
      try FileSystem.write(Array(made.certificate.utf8), to: paths.certificate)
      try FileSystem.write(Array(made.authority.utf8), to: authority)
    } catch let failure as FileFailure {
      throw .file("\(failure)")
    } catch {
      throw .unusable("\(error)")
    }
    return paths
  }

  private func isGood(now: Date) -> Bool {
    guard FileSystem.exists(authority),
      (try? ServerCertificate.configuration(paths, now: now.addingTimeInterval(86_400))) != nil,
      let bytes = try? FileSystem.read(paths.certificate, limit: ServerCertificate.fileLimit),
      let certificate = try? Certificate(pemEncoded: String(decoding: bytes, as: UTF8.self)),
      let alternatives = try? certificate.extensions.subjectAlternativeNames
    else { return false }
    return Set(names.map(Self.name)).isSubset(of: alternatives)
  }

  /// A new authority, and a certificate for the names that it has signed.
  private static func make(
    _ names: [String], now: Date
  ) throws -> (authority: String, certificate: String, key: String) {
    // Clocks differ: it has been valid for an hour already.
    let (start, end) = (now.addingTimeInterval(-3600), now.addingTimeInterval(Double(days) * 86_400))
    let (issuerKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let issuer = try DistinguishedName { CommonName("oobqr-server, a local authority") }
    // OpenSSL in its strict mode asks for both identifiers (RFC 5280, 4.2.1.1 and 4.2.1.2).
    let identifier = SubjectKeyIdentifier(hash: .init(issuerKey.publicKey))
    let authority = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(issuerKey.publicKey), notValidBefore: start,
      notValidAfter: end, issuer: issuer, subject: issuer, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: .init {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        identifier
      }, issuerPrivateKey: .init(issuerKey))
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: start, notValidAfter: end,
      issuer: issuer, subject: try DistinguishedName { CommonName("oobqr-server") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: .init {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectKeyIdentifier(hash: .init(key.publicKey))
        AuthorityKeyIdentifier(keyIdentifier: identifier.keyIdentifier)
        SubjectAlternativeNames(names.map(name))
      }, issuerPrivateKey: .init(issuerKey))
    return (
      try authority.serializeAsPEM().pemString + "\n", try certificate.serializeAsPEM().pemString + "\n",
      key.pemRepresentation + "\n"
    )
  }

  /// A name as certificates have it: an address by its bytes.
  private static func name(_ text: String) -> GeneralName {
    for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: length)
      if unsafe inet_pton(family, text, &bytes) == 1 { return .ipAddress(ASN1OctetString(contentBytes: bytes[...])) }
    }
    return .dnsName(text)
  }
}
#endif
