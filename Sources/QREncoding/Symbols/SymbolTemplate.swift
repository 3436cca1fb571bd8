import QRSymbology
import Synchronization

/// The parts that all symbols of a version and level share: function patterns, masks, and the places of the codewords'
/// bits, for all eight masks at once.
final class SymbolTemplate: Sendable {
  let version: QRSymbol.Version
  /// Modules on a side.
  let size: Int
  /// Machine words for the modules of a row.
  let words: Int
  /// The modules of the codewords in order, as row × ``stride`` + column.
  let places: [UInt16]
  /// The same with rows and columns exchanged.
  let transposedPlaces: [UInt16]
  /// Function patterns, format information and the masked data modules, by rows and by columns.
  let rows: MaskPlanes
  let columns: MaskPlanes

  /// Bytes from a row of modules to the next.
  var stride: Int { 64 * words }

  private init(_ version: QRSymbol.Version, _ level: QRSymbol.ErrorCorrectionLevel) {
    let size = version.size
    let words = (size + 63) / 64
    let order = version.codewordModules
    (self.version, self.size, self.words) = (version, size, words)
    let coordinates = order.map { $0.quotientAndRemainder(dividingBy: size) }
    places = coordinates.map { UInt16($0.quotient * 64 * words + $0.remainder) }
    transposedPlaces = coordinates.map { UInt16($0.remainder * 64 * words + $0.quotient) }

    // Which modules hold data, as bits: the first word of all lines, then the second.
    var dataRows = [UInt64](repeating: 0, count: size * words)
    var dataColumns = dataRows
    for (row, column) in coordinates {
      dataRows[column / 64 * size + row] |= 1 << UInt64(column % 64)
      dataColumns[row / 64 * size + column] |= 1 << UInt64(row % 64)
    }
    var rows = MaskPlanes(size: size, words: words)
    var columns = rows
    for mask in QRSymbol.Mask.all {
      rows.apply(mask.reference, to: dataRows) { mask.inverts(row: $0, column: $1) }
      columns.apply(mask.reference, to: dataColumns) { mask.inverts(row: $1, column: $0) }
    }
    func setDark(_ row: Int, _ column: Int, masks: ClosedRange<Int>) {
      for mask in masks {
        rows.setDark(line: row, position: column, mask: mask)
        columns.setDark(line: column, position: row, mask: mask)
      }
    }
    for (module, pattern) in version.functionPatterns.enumerated() where pattern?.isDark == true {
      setDark(module / size, module % size, masks: 0...7)
    }
    func setDark(_ bits: Int, _ copies: [[(row: Int, column: Int)]], masks: ClosedRange<Int>) {
      for (bit, place) in copies.flatMap({ $0.enumerated() }) where bits >> bit & 1 != 0 {
        setDark(place.row, place.column, masks: masks)
      }
    }
    if let (bits, copies) = QRSymbol.VersionInformation.copies(of: version) { setDark(bits, copies, masks: 0...7) }
    // The module that is always dark beside the lower left finder pattern (7.9.1).
    setDark(size - 8, 8, masks: 0...7)
    let copies = QRSymbol.FormatInformation.copies(size: size)
    for mask in QRSymbol.Mask.all {
      let bits = QRSymbol.FormatInformation(level: level, mask: mask).bits
      setDark(bits, copies, masks: mask.reference...mask.reference)
    }
    (self.rows, self.columns) = (rows, columns)
  }

  private static let made = Mutex<[SymbolTemplate?]>(Array(repeating: nil, count: 160))

  /// The template of a version and level, made when it is first asked for.
  static func of(_ version: QRSymbol.Version, _ level: QRSymbol.ErrorCorrectionLevel) -> SymbolTemplate {
    let index = 4 * (version.number - 1) + level.row
    return made.withLock { made in
      if let known = made[index] { return known }
      let new = SymbolTemplate(version, level)
      made[index] = new
      return new
    }
  }
}

/// The lines (rows or columns) of a symbol under all eight masks, as bits: two masks to a vector, so that one operation
/// serves 128 modules.
struct MaskPlanes: Sendable {
  /// The lines of masks 0 and 1, then of 2 and 3, and so on; in each the first word of all lines, then the second. Bit 0
  /// is the first module of a line, and 1 is dark.
  var vectors: [SIMD2<UInt64>]
  private let size: Int
  private let words: Int

  init(size: Int, words: Int) {
    (self.size, self.words) = (size, words)
    vectors = Array(repeating: SIMD2(), count: 4 * words * size)
  }

  mutating func setDark(line: Int, position: Int, mask: Int) {
    vectors[index(line: line, word: position / 64, mask: mask)][mask % 2] |= 1 << UInt64(position % 64)
  }

  /// Sets the data modules that a mask inverts.
  ///
  /// - Parameter inverts: The condition for a line and a position: it repeats after twelve of either, the least common
  ///   multiple of 2, 3, 4 and 6 (ISO/IEC 18004:2015, table 10).
  mutating func apply(_ mask: Int, to data: [UInt64], inverts: (_ line: Int, _ position: Int) -> Bool) {
    let period = 12
    let patterns = (0..<period).map { line in
      (0..<period).reduce(UInt64(0)) { $0 | (inverts(line, $1) ? 1 << UInt64($1) : 0) }
    }
    for word in 0..<words {
      // The pattern shifted to the start of the word, and repeated after each period.
      let shift = UInt64(64 * word % period)
      for line in 0..<size {
        let pattern = patterns[line % period]
        let turned = (pattern >> shift | pattern << (UInt64(period) - shift)) & 0xFFF
        let repeated = turned &* 0x1001_0010_0100_1001
        vectors[index(line: line, word: word, mask: mask)][mask % 2] |= repeated & data[word * size + line]
      }
    }
  }

  func index(line: Int, word: Int, mask: Int) -> Int { (mask / 2 * words + word) * size + line }
}
