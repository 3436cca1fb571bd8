public import TextFormats

/// An encrypted payload: a JSON Web Encryption in compact serialisation (RFC 7516, section 7.1), split into its parts but not
/// decrypted. Nothing is assumed about its algorithms.
public struct CompactJWE: Hashable, Sendable {
  /// The five parts between dots.
  public let text: String
  /// The protected header, an object.
  public let header: JSONValue

  /// - Throws: `Fault`: not five parts of base64url, or a header that is not a JSON object.
  public init(parsing text: String) throws(Fault) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 else {
      throw Fault("\(parts.count.counting("part")) between dots, and a compact JWE has 5")
    }
    for (index, part) in parts.enumerated() {
      guard case .success(let decoded) = Base64.decode(part), decoded.flaws == Base64.Flaws() else {
        throw Fault("part \(index + 1) of the JWE is not base64url without padding")
      }
    }
    guard case .success(let decoded) = Base64.decode(parts[0]), let header = try? JSONDocument(parsing: decoded.bytes),
      header.value.members != nil
    else { throw Fault("the header of the JWE is not a JSON object") }
    self.text = text
    self.header = header.value
  }
}
