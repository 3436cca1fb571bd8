extension Tuning {
  /// What counts as a pattern, a triple or a candidate worth sampling: for recall.
  ///
  /// Quality is the correlation of a finder pattern's gray values with the ideal ones, 0…1. Sines and cosines are of
  /// angles in the picture. Looser values find more symbols and try more accidents.
  struct Search: Hashable, Sendable, Codable {
    // MARK: Passes

    /// Whether a picture without a symbol is searched with other thresholds, for light symbols, and for discs.
    var usesAllThresholds = true
    /// Whether other thresholds and separate regions are searched after symbols were read: for symbols in
    /// the shadow of others, at the cost of CPU time for every picture with a symbol.
    var searchesRegions = true
    /// Whether a picture without a symbol is searched for patterns whose runs deviate more.
    var hasTolerantPass = false
    /// Whether a triple is tried again where an equal one has failed at another level or threshold.
    var retriesTriples = false
    /// Whether the grays of a grid are deblurred. Measured: without it `make tune` reads no `defocus` 4 of four, two fewer of
    /// four `motion` 7 and 24 fewer of 240 `page` 60 at `normal`, in 0.77 of the CPU time.
    var deblurs = true
    /// Whether the grays of a grid are sharpened more than once, and thresholded by wider surroundings.
    var sharpensMore = true
    /// Whether the modules of a grid are thresholded by narrower surroundings.
    var samplesNarrowly = false
    /// Whether a picture without a symbol is searched at twice its width and height.
    var doublesBothAxes = false

    // MARK: Levels and thresholds

    /// Pixels of the longer side below which the pyramid has no further level. Smaller makes more levels.
    var smallestLevel = 120
    /// Threshold of a flat block outside dark areas, as a share of its darkest pixel. Larger makes dark spots on paper.
    var flatThreshold = 0.5
    /// Blocks on each side of a block whose means make the local threshold. Larger follows the light less.
    var localRadius = 2
    /// Pixels on each side of a pixel whose mean is the narrow threshold.
    var narrowReach = 5
    /// Gray levels from the narrow threshold within which the local threshold decides.
    var narrowSlack = 3

    // MARK: Patterns

    /// Rows between two that are searched, in pixels. Larger skips more.
    var rowStep = 3
    /// The same in passes after symbols were read. Larger skips more.
    var coarseRowStep = 4
    /// Deviation of a run from its width, in modules. Glyphs pass when it is large, blur fails when it is small.
    var runs = 0.5
    /// Deviation of a run from its width that is added to the share, in pixels.
    var runSlack = 0.6
    /// Factor of the deviation for the run of three modules.
    var coreRun = 1.6
    /// Distance between two samples of a ray, in pixels. Smaller is more exact and slower.
    var rayStep = 0.5
    /// Distance at which a ray must have left the centre square, in lengths of the pattern along its row or column, whichever is
    /// longer. Larger takes longer for what has no ring. From a parallelogram's centre to the corner of the core it is 0.5 or less,
    /// unless its sides are very unequal.
    var rayReach = 1.0
    /// Deviation of a change from its distance, in modules.
    var rayTolerance = 0.5
    /// Deviation of a change from its distance that is added, in pixels.
    var raySlack = 0.8
    /// Least number of the 32 rays that must meet a pattern.
    var outlineRays = 20
    /// Passes that fit a parallelogram to an outline.
    var outlinePasses = 4
    /// Points on a pair of sides, at least.
    var sidePoints = 6.0
    /// Least quality of a pattern.
    var patternQuality = 0.5
    /// Quality above which a pattern is clear: foreshortening is measured on it, pairs are completed from it, triples
    /// that enclose it are rejected, a small one inside a read symbol is kept, and three light ones are tried beside
    /// symbols that were read.
    var clearPattern = 0.8
    /// Ratio of a clear pattern's width and height above which the picture is enlarged along the shorter.
    var foreshortening = 1.6

    // MARK: Triples

    /// Mean quality above which a triple is likely: it is a symbol even where its timing patterns are not seen.
    var likelyTriple = 0.85
    /// Distance of patterns, in modules, within which a triple is almost one that has failed.
    var sameTriple = 2.0
    /// Mean quality below which the timing count must confirm the estimated size.
    var countedTriple = 0.75
    /// Timing agreement from which a grid is worth all attempts.
    var convincingTiming = 0.7

    // MARK: Other symbols

    /// Diameter of a spot per square root of its area: 1 for a square, 1.13 for a disc.
    var discDiameter = 1.06
    /// Ratio of a spot's width and height, at most.
    var discElongation = 1.25
    /// Ratio of two spots' diameters, at most.
    var discRatio = 1.25
    /// Ratio of the two distances, at most.
    var discSides = 1.15
    /// Quality above which a lone pattern is tried as that of a Micro QR or rMQR symbol.
    var microQuality = 0.65
    /// Contrast of a Micro QR symbol's timing patterns, as a share of the finder pattern's, at least.
    var microTiming = 0.5
    /// Agreement of the grays of an rMQR symbol's format information with the nearest value, as a share of the most that is
    /// possible, at least.
    var rectangularFormat = 0.75
  }
}
