public import TextFormats

/// Encoded as the payload's JSON object, with its token in full: what `oobqr link --as json` prints.
///
/// Encoders choose the order of members. Where every byte counts, use ``json``.
extension OutOfBandPayload: Codable {
  /// Reads a payload.
  ///
  /// - Parameter decoder: At the payload's object.
  /// - Throws: `DecodingError.dataCorrupted` with the errors that a check finds, tokens shortened.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    do throws(InvalidPayload) { try self.init(json: value.description) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension OutOfBandPayload {
  /// Reads a payload's JSON as text.
  ///
  /// - Throws: ``InvalidPayload`` with every diagnostic that is an error.
  public init(json text: String) throws(InvalidPayload) { try self.init(json: text.utf8) }
}

extension DispatchLink {
  /// Reads a link from bytes, such as those of a symbol, and recovers what was meant where it is not well formed.
  ///
  /// - Throws: `Fault` when it is not UTF-8, carries no payload, or is neither https nor a custom URI.
  public init(parsing bytes: some Sequence<UInt8>) throws(Fault) {
    guard let text = String(utf8: Array(bytes)) else { throw Self.notALink("it is not UTF-8") }
    try self.init(parsing: text)
  }
}
