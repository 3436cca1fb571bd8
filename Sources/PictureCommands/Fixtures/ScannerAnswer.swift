import CommandSupport
import Imaging
import SymbolFixtures
import TextFormats

/// What a scanner says of a picture in a line of JSON: as `oobqr scan --json` prints it, one for each symbol, or as
/// `oobqr scan --list` answers, one for each picture.
struct ScannerAnswer {
  private(set) var symbols: [PredictedSymbol]
  /// The reason why the picture could not be scanned, or not to the end.
  private(set) var error: String?

  init(_ value: JSONValue) throws(Fault) {
    error = value["error"]?.text
    // One with an error may have symbols that were found before it.
    let all = value["symbols"]?.elements ?? (error == nil ? [value] : [])
    symbols = try all.map { symbol throws(Fault) in try Self.symbol(symbol) }
  }

  private static func symbol(_ value: JSONValue) throws(Fault) -> PredictedSymbol {
    var message = value["message"]?.text.map { Array($0.utf8) }
    if let text = value["message_base64"]?.text {
      guard let bytes = Base64.bytes(text) else { throw Fault("message_base64 is not base64") }
      message = bytes
    }
    let elements = value["corners"]?.elements
    let corners = elements?.compactMap { ImagePoint(json: $0) }
    guard corners?.count == elements?.count, corners?.count ?? 3 >= 3 else {
      throw Fault("corners are not points [x,y] around the symbol")
    }
    guard message != nil || corners != nil else {
      throw Fault("a symbol has none of message_base64, message and corners")
    }
    let grade = value["grade"]?["overall"]?.integer.flatMap { 0...4 ~= $0 ? $0 : nil }
    return PredictedSymbol(message: message, corners: corners, grade: grade)
  }

  /// Adds what another line says of the same picture.
  mutating func add(_ other: ScannerAnswer) {
    symbols += other.symbols
    error = other.error ?? error
  }

  func result(in entry: Manifest.Entry) -> ReadingRates.Result {
    var result = ReadingRates.Result(found: symbols, in: entry)
    result.failure = error.map { ": \($0)" }
    return result
  }
}
