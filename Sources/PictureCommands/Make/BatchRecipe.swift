import CommandSupport
import OutOfBand
import QREncoding
import QRSymbology
import SymbolBatches
import SymbolMaking
import TextFormats

/// How each row of a list becomes a picture.
struct BatchRecipe: Sendable {
  var maker: SymbolMaker
  /// Whether errors of the check are ignored.
  var isForced: Bool

  func picture(of row: MessageRow) throws -> BatchOutcome.PictureFile {
    var maker = maker
    maker.encoder = try encoder(for: row)
    let made = try maker.encode(row.recognized, isAnyText: row.isAnyText) { findings in
      if !isForced, !row.isAnyText, let error = findings.first(where: { $0.severity == .error }) {
        throw BatchOutcome.Refusal("\(error.rule.code): \(error.message); \(error.remedy)")
      }
    }
    let symbol = made.single
    let codes = (made.findings + made.density).filter { $0.severity > .note }.map(\.rule.code)
    var picture = BatchOutcome.PictureFile(
      file: try maker.file(of: made.symbols[0]),
      members: [
        .init("version", .number(symbol.version.number)), .init("level", .string(symbol.level.letter)),
        .init("mask", .number(symbol.mask.reference)), .init("message_bytes", .number(row.message.count)),
        .init("findings", .strings(codes)),
      ])
    picture.token = made.payload?.token
    return picture
  }

  /// The encoder with the row's own level and version.
  private func encoder(for row: MessageRow) throws(BatchOutcome.Refusal) -> QREncoder {
    var encoder = maker.encoder
    if let text = row.fields["level"], !text.isEmpty {
      guard let level = QRSymbol.ErrorCorrectionLevel(letter: text) else {
        throw BatchOutcome.Refusal("the level \(PrintableText.quoted(text)) is not L, M, Q or H")
      }
      encoder.level = level
    }
    if let text = row.fields["version"], !text.isEmpty {
      guard let version = Int(text).flatMap({ QRSymbol.Version($0) }) else {
        throw BatchOutcome.Refusal("the version \(PrintableText.quoted(text)) is not in 1…40")
      }
      encoder.version = version
    }
    return encoder
  }
}
