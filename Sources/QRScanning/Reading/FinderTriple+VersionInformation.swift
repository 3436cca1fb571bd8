import Imaging
import QRSymbology

extension FinderTriple<LevelPixels> {
  /// Reads the version information beside the right and the lower finder pattern, sampled in the patterns' own frames,
  /// which do not depend on the symbol's size (ISO/IEC 18004:2015, 7.10).
  ///
  /// - Returns: The version of the copy with fewer wrong bits; `nil` where both have more than two of eighteen.
  func informedVersion(in image: GrayImage) -> QRSymbol.Version? {
    let patterns = oriented()
    func bits(_ pattern: OrientedPattern, isTransposed: Bool) -> Int {
      func gray(_ column: Int, _ row: Int) -> Double {
        image.value(at: pattern.place(column: column, row: row))
      }
      // The threshold is midway between the dark and light modules of the finder pattern.
      let dark = pattern.darkGray(at: Double(FunctionPattern.finderMiddle), in: image)
      let light = pattern.ringGray(in: image)
      return QRSymbol.VersionInformation.places.enumerated().reduce(0) { bits, bit in
        let (row, column) = bit.element
        let value = isTransposed ? gray(row, column) : gray(column, row)
        return bits | (value < (dark + light) / 2 ? 1 << bit.offset : 0)
      }
    }
    // In a mirrored symbol the two are exchanged.
    let first = QRSymbol.VersionInformation.nearest(to: bits(patterns[1], isTransposed: false))
    let second = QRSymbol.VersionInformation.nearest(to: bits(patterns[2], isTransposed: true))
    let best = second.distance < first.distance ? second : first
    return best.distance <= 2 ? best.version : nil
  }
}
