import ImageCoding
import QRSymbology
import Typesetting

/// A sink for labels and receipts: the language of a printer, with exact dots or symbols that the printer draws, or a PNG with
/// one pixel per dot.
public final class LabelWriter: LabelSink {
  /// The format of the labels. With `isNative`, the printer draws the symbol and sets the caption itself.
  public enum Format: Hashable, Sendable {
    case zpl(isNative: Bool)
    case escpos(isNative: Bool, cut: ESCPOS.Cut)
    /// One label.
    case png
  }

  private let medium: LabelMedium
  private let format: Format
  private let write: ([UInt8]) throws -> Void

  /// - Parameters:
  ///   - medium: Paper and printer.
  ///   - format: The format of the labels.
  ///   - write: Receives the next bytes.
  public init(_ medium: LabelMedium, _ format: Format, write: @escaping ([UInt8]) throws -> Void) {
    (self.medium, self.format, self.write) = (medium, format, write)
  }

  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    let (row, symbol, quietZone) = (prepared.row, prepared.printed.symbol, medium.conditions.quietZone)
    switch format {
    case .zpl(isNative: true):
      try write(
        ZPL.nativeLabel(
          row.message, level: symbol.level, mask: symbol.mask, layout: prepared.layout, quietZone: quietZone,
          caption: row.caption, style: medium.caption, size: medium.size(prepared.layout),
          resolution: medium.conditions.resolution, copies: row.copies))
      return AddedLabels(caption: row.caption.map(nativeFindings) ?? CaptionFindings())
    case .escpos(isNative: true, let cut):
      let receipt = try ESCPOS.nativeReceipt(
        row.message, level: symbol.level, dots: prepared.layout.dots, quietZone: quietZone, caption: row.caption,
        cut: cut)
      for _ in 0..<row.copies { try write(receipt) }
      return AddedLabels()
    case .zpl(isNative: false), .escpos(isNative: false, _), .png: break
    }
    let image = try medium.image(prepared)
    switch format {
    case .zpl: try write(ZPL.label(image.bitmap, copies: row.copies))
    case .escpos(_, let cut):
      let receipt = ESCPOS.receipt(image.bitmap, cut: cut)
      // ESC/POS has no command for copies.
      for _ in 0..<row.copies { try write(receipt) }
    case .png: try write(PNG.encode(image.bitmap, dotsPerInch: medium.conditions.resolution.dotsPerInch))
    }
    return AddedLabels(caption: image.caption)
  }

  /// What happens to a caption that a ZPL printer sets. Which characters above Latin-1 its font has is not documented.
  private func nativeFindings(_ caption: String) -> CaptionFindings {
    var seen: Set<Character> = []
    let foreign = caption.filter { character in
      character.unicodeScalars.contains { $0.value > 0xFF } && seen.insert(character).inserted
    }
    return CaptionFindings(isCut: ZPL.nativeLines(caption, medium.caption).isCut, unknownCharacters: foreign)
  }

  public func finish() {}
}
