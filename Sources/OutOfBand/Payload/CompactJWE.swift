public import TextFormats

/// An encrypted payload: a JSON Web Encryption in compact serialisation (RFC 7516, section 7.1), split into its parts but not
/// decrypted. Nothing is assumed about its algorithms.
public struct CompactJWE: Hashable, Sendable {
  /// The five parts between dots.
  public let text: String
  /// The protected header, an object.
  public let header: JSONValue

  /// The key management algorithm, when the header names one.
  public var algorithm: String? { header["alg"]?.text }
  /// The content encryption, when the header names one.
  public var encryption: String? { header["enc"]?.text }
  /// The key, when the header names one.
  public var keyID: String? { header["kid"]?.text }

  /// - Throws: ``Fault``: not five parts of base64url, or a header that is not a JSON object.
  public init(parsing text: String) throws(Fault) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 else { throw .parts(parts.count) }
    for (index, part) in parts.enumerated() {
      guard case .success(let decoded) = Base64.decode(part), decoded.flaws == Base64.Flaws() else {
        throw .encoding(part: index + 1)
      }
    }
    guard case .success(let decoded) = Base64.decode(parts[0]), let header = try? JSONDocument(parsing: decoded.bytes),
      header.value.members != nil
    else { throw .header }
    self.text = text
    self.header = header.value
  }

  /// The reason why a text is not a compact JWE.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of parts that were found.
    case parts(Int)
    /// The part, 1…5, that is not base64url.
    case encoding(part: Int)
    /// The protected header is not base64url of a JSON object.
    case header

    public var description: String {
      switch self {
      case .parts(let count): "\(count) \(count == 1 ? "part" : "parts") between dots, and a compact JWE has 5"
      case .encoding(let part): "part \(part) of the JWE is not base64url without padding"
      case .header: "the header of the JWE is not a JSON object"
      }
    }
  }
}
