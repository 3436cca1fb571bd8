/// The error correction codewords of a block that erasures leave unspent.
///
/// If erasures used all of the capacity, any data would be accepted. Each reserved codeword divides the probability of a wrong
/// message by 256.
package struct ErasureReserve: Hashable, Sendable {
  /// Codewords that are reserved at least.
  package let least: Int
  /// Error correction codewords for each of which one is reserved, where that is more; 1 or more.
  package let divisor: Int

  package init(least: Int = 4, divisor: Int = 4) { (self.least, self.divisor) = (least, divisor) }

  /// The codewords reserved of so many error correction codewords.
  func codewords(of corrections: Int) -> Int { max(least, corrections / divisor) }
}
