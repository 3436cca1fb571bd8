import QRSymbology

extension Tuning {
  /// What a result must fulfil to be returned: the guard against wrong reads.
  ///
  /// Agreement is the share, 0…1, of finder or timing modules that have their required value. A larger value of any
  /// share rejects more symbols and more accidents.
  struct Acceptance: Hashable, Sendable {
    // MARK: Every symbol

    /// Least finder agreement of a decoded grid.
    var finder = 0.7
    /// Least timing agreement of a decoded grid. Measured: 0.6 changes no row of `make tune`.
    var timing = 0.55

    // MARK: Versions with little error correction

    /// The largest version that keeps codewords in reserve (ISO/IEC 18004:2015, table 9: versions 1 to 3).
    var reservedVersion = 3
    /// Error correction codewords that must stay unspent in such a version. Larger rejects more.
    var reservedCodewords = 3
    /// Finder agreement above which such a version needs no reserve.
    var unreservedFinder = 0.85
    /// Timing agreement above which such a version needs no reserve.
    var unreservedTiming = 0.85

    // MARK: Deblurred grids

    /// Least finder agreement after deblurring: the blur was fitted to these modules.
    var deblurredFinder = 0.85
    /// Least timing agreement after deblurring.
    var deblurredTiming = 0.75
    /// Least share of the known modules' variance that a fitted blur explains, 0…1.
    var blurExplained = 0.7

    // MARK: Erasures

    /// Distance from the threshold, as a share of the local contrast, below which a module is an erasure. Larger
    /// erases more modules.
    var erasure = 0.12
    /// Local contrast, as a share of the symbol's mean contrast, below which a module is an erasure. Larger erases
    /// more modules.
    var erasureContrast = 0.25
    /// Deblurred value, 0 undecided … 1 clear, below which a module is an erasure. Larger erases more modules.
    var deblurredErasure = 0.25
    /// Error correction codewords of a block that erasures leave unspent, at least, to confirm the result. Larger rejects more.
    var erasureReserve = ErasureReserve().least
    /// Error correction codewords for each of which one is left unspent, where that is more. Smaller rejects more.
    var erasureReserveDivisor = ErasureReserve().divisor

    // MARK: Version information

    /// Wrong bits of eighteen that version information may have, 0…3. Larger accepts more.
    var versionErrors = 2

    // MARK: Model 1

    /// Least finder agreement of a Model 1 symbol.
    var modelOneFinder = 0.9
    /// Least timing agreement of a Model 1 symbol.
    var modelOneTiming = 0.9
    /// A Model 1 symbol must have at least this share of its error correction left.
    var modelOneSpare = 0.4

    // MARK: Discs for finder patterns

    /// Least timing agreement of a symbol with discs.
    var discTiming = 0.9
    /// A symbol with discs must have more than this share of its error correction left.
    var discSpare = 0.34

    // MARK: Micro QR

    /// Wrong timing modules that M2 to M4 may have. Larger accepts more.
    var microTimingErrors = 1
    /// Wrong timing modules that M1 may have, which corrects no errors.
    var microTimingErrorsM1 = 0
    /// Wrong bits of fifteen that the format information of M2 to M4 may have, 0…3. Larger accepts more.
    var microFormatErrors = 2
    /// Wrong bits of fifteen that the format information of M1 may have.
    var microFormatErrorsM1 = 0

    // MARK: rMQR

    /// Wrong bits that both copies of the format information may have together, of 36. Larger accepts more.
    var rectangularFormatErrors = 6
    /// Wrong modules that the finder sub-pattern may have, of 25. Larger accepts more.
    var rectangularSubPatternErrors = 4
    /// Agreement of the timing, alignment and corner modules that must be exceeded.
    var rectangularTiming = 0.8
    /// An rMQR symbol must have more than this share of its error correction left.
    var rectangularSpare = 0.05

    // MARK: Clean drawings

    /// Gray levels between the darkest and the lightest pixel that a clean drawing must exceed.
    var cleanContrast = 48
    /// Gray levels that a pixel of a clean drawing may be away from the darkest or the lightest. Larger accepts more.
    var cleanSpread = 24
  }
}

extension Tuning.Acceptance {
  var reserve: ErasureReserve { ErasureReserve(least: erasureReserve, divisor: erasureReserveDivisor) }
}
