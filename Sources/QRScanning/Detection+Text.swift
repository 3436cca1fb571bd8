import HostSystem
package import QRSymbology

extension Detection {
  /// The message as text: in the encodings that the symbol states (ISO/IEC 18004:2015, 7.4.2), and UTF-8 where it states none; `nil`
  /// when its bytes are no such text.
  public var text: String? { Self.text(message, reading?.segments ?? []) }

  /// - Parameters:
  ///   - message: The bytes of all segments.
  ///   - segments: Empty if they are not known.
  package static func text(_ message: [UInt8], _ segments: [SymbolReading.Segment]) -> String? {
    if !segments.contains(where: { $0.encoding != nil }) { return String(validating: message, as: UTF8.self) }
    var text = ""
    for segment in segments {
      let bytes =
        segment.encoding.map { CharacterConversion.convert(segment.bytes, from: $0, to: "UTF-8") } ?? segment.bytes
      guard let bytes, let part = String(validating: bytes, as: UTF8.self) else { return nil }
      text += part
    }
    return text
  }
}

extension SymbolReading.Segment {
  /// The encoding of its characters, as iconv names it; `nil` where the symbol leaves it open.
  fileprivate var encoding: String? {
    switch mode {
    case .kanji: "SHIFT_JIS"
    case .hanzi: "GB2312"
    default: eci.flatMap { CharacterConversion.encoding(eci: $0) }
    }
  }
}
