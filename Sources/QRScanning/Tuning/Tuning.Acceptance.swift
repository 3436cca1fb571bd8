import QRSymbology

extension Tuning {
  /// What a result must fulfil to be returned: the guard against wrong reads.
  ///
  /// Agreement is the share, 0…1, of finder or timing modules that have their required value. A larger value of any
  /// share rejects more symbols and more accidents.
  struct Acceptance: Hashable, Sendable, Codable {
    /// Least finder agreement of a decoded grid.
    var finder = 0.7
    /// Least timing agreement of a decoded grid. Measured: 0.6 changes no row of `make tune`.
    var timing = 0.55
    /// Least finder agreement after deblurring: the blur was fitted to these modules.
    var deblurredFinder = 0.85
    /// Least timing agreement after deblurring.
    var deblurredTiming = 0.75
    /// Least share of the known modules' variance that a fitted blur explains, 0…1.
    var blurExplained = 0.7
    /// Least timing agreement of a symbol with discs.
    var discTiming = 0.9

    // MARK: Error correction

    /// The largest version that keeps codewords in reserve (ISO/IEC 18004:2015, table 9: versions 1 to 3).
    var reservedVersion = 3
    /// Error correction codewords that must stay unspent in such a version. Larger rejects more.
    var reservedCodewords = 3
    /// Finder agreement above which such a version needs no reserve.
    var unreservedFinder = 0.85
    /// Timing agreement above which such a version needs no reserve.
    var unreservedTiming = 0.85
    /// Distance from the threshold, as a share of the local contrast, below which a module is an erasure. Larger
    /// erases more modules.
    var erasure = 0.12
    /// Error correction codewords of a block that erasures leave unspent, at least, to confirm the result. Larger rejects more.
    var erasureReserve = 4
    /// Error correction codewords for each of which one is left unspent, where that is more. Smaller rejects more.
    var erasureReserveDivisor = 4

    var reserve: ErasureReserve { ErasureReserve(least: erasureReserve, divisor: erasureReserveDivisor) }
  }
}
