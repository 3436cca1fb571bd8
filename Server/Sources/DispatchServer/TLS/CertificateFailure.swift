/// The reason why a certificate and its key cannot be used.
public enum CertificateFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file cannot be read or written, for this reason, which names the file.
  case file(String)
  /// The file has no certificate in PEM.
  case notCertificates(path: String)
  /// The file has no private key in PEM that is not encrypted.
  case notKey(path: String)
  /// The key is not that of the file's first certificate.
  case mismatch(certificate: String, key: String)
  /// The certificate is of another time; its last day in ISO 8601.
  case expired(path: String, on: String)
  /// The server cannot be set up with them, for this reason.
  case unusable(String)

  public var description: String {
    switch self {
    case .file(let reason): reason
    case .notCertificates(let path): "'\(path)' has no certificate in PEM; give one to --tls-certificate"
    case .notKey(let path): "'\(path)' has no private key in PEM without a password; give one to --tls-key"
    case .mismatch(let certificate, let key): "the key in '\(key)' is not that of the certificate in '\(certificate)'"
    case .expired(let path, let day): "the certificate in '\(path)' was valid until \(day); renew it"
    case .unusable(let reason): "the certificate cannot be used: \(reason)"
    }
  }
}
