import ImageCoding
import TextFormats

/// A picture in a `data:` URI (RFC 2397), as `oobqr make --format data-uri` writes it.
package enum DataURI {
  /// Whether a text begins like one.
  package static func isPicture(_ text: some Collection<UInt8>) -> Bool { text.starts(with: "data:image/".utf8) }

  /// The picture's bytes; `nil` for what is not base64 of a PNG or JPEG picture.
  package static func picture(in text: [UInt8]) -> [UInt8]? {
    guard isPicture(text), let comma = text.prefix(64).firstIndex(of: UInt8(ascii: ",")),
      text[..<comma].reversed().starts(with: ";base64".utf8.reversed()),
      let bytes = Base64.bytes(String(decoding: text[(comma + 1)...], as: UTF8.self)),
      ImageFormat(signature: bytes) != nil
    else { return nil }
    return bytes
  }
}
