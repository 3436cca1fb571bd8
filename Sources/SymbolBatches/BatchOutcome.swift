public import OutOfBand
public import TextFormats

/// The outcome of a row: a picture or a refusal.
public struct BatchOutcome: Hashable, Sendable {
  public var line: Int
  public var name: String?
  /// The SHA-256 of the message in hexadecimal; `nil` for a row without one.
  public var messageDigest: String?
  /// The picture, or the reason why there is none.
  public var result: Result<PictureFile, Refusal>

  /// A file with its place in the index.
  public struct PictureFile: Hashable, Sendable {
    public var file: [UInt8]
    /// Members of the index line: version, level, mask, digest, findings.
    public var members: [JSONValue.Member]

    /// The whole one-time token, compared between rows; never written.
    public var token: Secret?

    public init(file: [UInt8], members: [JSONValue.Member]) { (self.file, self.members) = (file, members) }
  }

  /// The reason why a row has no file.
  public struct Refusal: Error, Hashable, Sendable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
  }

  /// How each line of the index begins.
  static let lineStart = Array("{\"format\":\"\(format)\",\"line\":".utf8)
  /// What each line of the index is, for readers of JSON.
  static let format = "oobqr-make-row-1"

  /// The line of the index, without a line end.
  ///
  /// - Parameter includesImage: Whether the file follows as `image_base64`.
  public func indexLine(includesImage: Bool = false) -> String {
    let start: JSONValue = ["format": .string(Self.format), "line": .number(line), "name": .optional(name)]
    let end: JSONValue = [
      "message_sha256": .optional(messageDigest),
      "image_base64": .optional(includesImage ? (try? result.get()).map { Base64.encode($0.file) } : nil),
    ]
    let outcome: JSONValue =
      switch result {
      case .success(let picture):
        .joining(
          ["file_bytes": .number(picture.file.count), "sha256": .string(SHA256.hexDigest(of: picture.file))],
          .object(picture.members))
      case .failure(let refusal): ["error": .string(refusal.reason)]
      }
    return "\(JSONValue.joining(start.withoutNulls, outcome, end.withoutNulls))"
  }
}
