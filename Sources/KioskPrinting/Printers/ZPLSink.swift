import QRSymbology

/// A sink for labels in ZPL II: exact dots, or symbols that the printer draws.
public final class ZPLSink: LabelSink {
  private let medium: LabelMedium
  private let isNative: Bool
  private let write: ([UInt8]) throws -> Void

  /// The most dots per module of a symbol that the printer draws (`^BQ`).
  public static let mostNativeDots = 10

  /// - Parameters:
  ///   - medium: Paper and printer.
  ///   - isNative: Whether the printer draws symbol and caption itself.
  ///   - write: Receives the next bytes.
  public init(_ medium: LabelMedium, isNative: Bool = false, write: @escaping ([UInt8]) throws -> Void) {
    (self.medium, self.isNative, self.write) = (medium, isNative, write)
  }

  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    let row = prepared.row
    if isNative {
      let ((width, height), symbol) = (medium.size(prepared.layout), prepared.printed.symbol)
      try write(
        ZPL.nativeLabel(
          row.message, level: symbol.level, mask: symbol.mask, layout: prepared.layout,
          quietZone: medium.conditions.quietZone, caption: row.caption, style: medium.caption, width: width,
          height: height, resolution: medium.conditions.resolution, copies: row.copies))
      guard let caption = row.caption else { return AddedLabels() }
      // Nobody documents which characters above Latin-1 the font of a printer has.
      var seen: Set<Character> = []
      let foreign = caption.filter { character in
        character.unicodeScalars.contains { $0.value > 0xFF } && seen.insert(character).inserted
      }
      return AddedLabels(
        caption: CaptionFindings(
          isCut: ZPL.nativeLines(caption, medium.caption).isCut, unknownCharacters: foreign))
    }
    let image = try medium.image(prepared)
    try write(ZPL.label(image.bitmap, copies: row.copies))
    return AddedLabels(image)
  }

  public func finish() {}
}
