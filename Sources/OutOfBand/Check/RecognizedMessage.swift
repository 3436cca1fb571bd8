/// The bytes of a message with what they are: parsed where they come in, and handed on.
///
/// ```swift
/// let message = RecognizedMessage(bytes)
/// let check = MessageCheck(message)  // parses nothing again
/// ```
public struct RecognizedMessage: Hashable, Sendable {
  public let bytes: [UInt8]
  /// What the bytes are; ``OutOfBandMessage/binary(_:)`` without bytes for a message that is too long to be checked.
  public let content: OutOfBandMessage

  /// Recognises what bytes are.
  public init(_ bytes: [UInt8]) { self.init(bytes, carrying: nil) }

  /// Recognises a message that was made from a payload.
  ///
  /// - Parameter json: What it carries; it is not parsed again.
  package init(_ bytes: [UInt8], carrying json: PayloadJSON?) {
    self.bytes = bytes
    content = bytes.count <= MessageCheck.sizeLimit ? OutOfBandMessage(bytes, carrying: json) : .binary([])
  }

  /// Whether it is a link or custom URI that carries a payload, or should.
  var isLink: Bool { if case .link = content { true } else { false } }

  /// The payload that the message carries; `nil` when it carries none, or one that is not sound.
  public var payload: OutOfBandPayload? {
    switch content {
    case .payload(let json, .json), .payload(let json, .base64): PayloadInspection(json).payload
    case .link(let anatomy): anatomy.json.flatMap { PayloadInspection($0).payload }
    default: nil
    }
  }
}
