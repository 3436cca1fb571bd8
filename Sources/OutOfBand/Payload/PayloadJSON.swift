public import TextFormats

/// Bytes that should be a payload's JSON, with the result of parsing them: they are parsed here and nowhere else.
public struct PayloadJSON: Hashable, Sendable {
  /// The bytes as they came.
  public let bytes: [UInt8]
  /// The parsed text, or the place where it is not JSON.
  public let document: Result<JSONDocument, SyntaxError>

  public init(_ bytes: [UInt8]) {
    ParsingObserver.current?.see(.json(bytes))
    self.bytes = bytes
    do throws(SyntaxError) { document = .success(try JSONDocument(parsing: bytes)) } catch {
      document = .failure(error)
    }
  }

  /// Parses bytes that are not those of a JSON that has been parsed.
  init(_ bytes: [UInt8], unless known: PayloadJSON?) {
    if let known, known.bytes == bytes { self = known } else { self.init(bytes) }
  }

  /// Writes what was parsed as part of another text.
  init(_ document: JSONDocument) { (bytes, self.document) = (Array("\(document.value)".utf8), .success(document)) }

  /// The value, or `nil` when the bytes are not JSON.
  public var value: JSONValue? { try? document.get().value }
}
