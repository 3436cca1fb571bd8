import OutOfBand
import QREncoding
import QRScanning
import QRSymbology
import SymbolBatches
import TextFormats

/// How each row of a list becomes a picture: check, encode, read back, draw.
struct BatchRecipe: Sendable {
  var encoder: QREncoder
  var picture: SymbolPicture
  var quietZone: Int
  var check: MessageCheck.Options
  /// Whether errors of the check are ignored.
  var isForced: Bool
  var verifies: Bool

  func make(_ item: BatchItem) -> Result<BatchOutcome.PictureFile, BatchOutcome.Refusal> {
    Result { () throws(BatchOutcome.Refusal) in
      do { return try picture(of: item) } catch let refusal as BatchOutcome.Refusal { throw refusal } catch {
        throw BatchOutcome.Refusal(CommandFailure.sentence(error))
      }
    }
  }

  private func picture(of item: BatchItem) throws -> BatchOutcome.PictureFile {
    let row = item.row
    let examined = MessageCheck(row.message, options: check)
    // A text for any reader is not judged as an out-of-band message.
    let findings = row.isAnyText && !examined.message.isOutOfBand ? [] : examined.diagnostics
    if !isForced, !row.isAnyText, let error = findings.first(where: { $0.severity == .error }) {
      throw BatchOutcome.Refusal("\(error.rule.code): \(error.message); \(error.remedy)")
    }
    let symbol = try encoder(for: row).encode(row.message, isCovered: picture.logo != nil)
    let made = MadeSymbol(symbol, holding: row.message)
    if verifies {
      try ReadBack.check(made, with: .modules)
      try ReadBack.check(made, drawing: picture)
    }
    let density = MessageCheck.densityFindings(symbolVersion: symbol.version.number)
    let codes = (findings + density).filter { $0.severity > .note }.map(\.rule.code)
    var result = BatchOutcome.PictureFile(
      file: try picture.file(of: symbol, quietZone: quietZone),
      members: [
        .init("version", .number(symbol.version.number)), .init("level", .string(symbol.level.letter)),
        .init("mask", .number(symbol.mask.reference)), .init("message_bytes", .number(row.message.count)),
        .init("findings", .array(codes.map { .string($0) })),
      ])
    result.token = examined.payload?.token
    return result
  }

  /// The encoder with the row's own level and version.
  private func encoder(for row: MessageRow) throws -> QREncoder {
    var encoder = encoder
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
