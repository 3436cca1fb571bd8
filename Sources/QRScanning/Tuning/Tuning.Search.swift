extension Tuning {
  /// What counts as a pattern, a triple or a candidate worth sampling: for recall.
  ///
  /// Quality is the correlation of a finder pattern's gray values with the ideal ones, 0…1. Sines and cosines are of
  /// angles in the picture. Looser values find more symbols and try more accidents.
  struct Search: Hashable, Sendable {
    /// Rays that measure the outline of a finder pattern: eight to each of its sides. Not a field, because their directions are
    /// computed once.
    static let rays = 32

    // MARK: Passes

    /// Whether a picture without a symbol is searched with other thresholds, for light symbols, and for discs.
    var usesAllThresholds = true
    /// Whether other thresholds and separate regions are searched after symbols were read: for symbols in
    /// the shadow of others, at the cost of CPU time for every picture with a symbol.
    var searchesRegions = true
    /// Whether a picture without a symbol is searched with ``tolerantRuns``.
    var hasTolerantPass = false
    /// Whether triples are completed from two patterns.
    var completesPairs = true
    /// Whether a triple is tried again where an equal one has failed at another level or threshold.
    var retriesTriples = false
    /// Whether the grays of a grid are deblurred. Measured: without it `make tune` reads no `defocus` 4 of four, two fewer of
    /// four `motion` 7 and 24 fewer of 240 `page` 60 at `normal`, in 0.77 of the CPU time.
    var deblurs = true
    /// Whether the grays of a grid are sharpened by ``Fit/wideSharpening`` and ``Fit/strongSharpening``.
    var sharpensMore = true
    /// Whether the modules of a grid are thresholded by ``Fit/narrowRadius``.
    var samplesNarrowly = false
    /// Whether a picture without a symbol is searched at twice its width and height.
    var doublesBothAxes = false
    /// Whether zbar looks at a picture without a symbol.
    var triesZBar = true
    /// Whether zbar looks only at pictures in which a triple could not be read.
    var zbarNeedsEvidence = true

    // MARK: Levels and thresholds

    /// Span of a picture's gray levels below which they are stretched to 0…255. Larger stretches more pictures.
    var stretchedSpan = 128
    /// One pixel in this many may be darker than the darkest gray that counts, and one lighter. Larger ignores fewer.
    var clippedDivisor = 200
    /// Of 256 gray levels, those that are left for pixels beyond that span when it is stretched. Larger shows faint symbols less.
    var clippedTails = 192
    /// The most such pixels that are specks, and are given no gray levels. Smaller stretches less.
    var specks = 16
    /// Rows of a large picture whose grays are counted, about. Larger takes longer.
    var stretchedRows = 256
    /// Rows from one that is counted to the next, at least. Smaller takes longer for small pictures.
    var stretchedStep = 3
    /// Pixels of the longer side below which the pyramid has no further level. Smaller makes more levels.
    var smallestLevel = 120
    /// Gray levels within which a block of 8 × 8 pixels is flat. Larger suppresses noise and faint symbols.
    var flatContrast = 24
    /// Threshold of a flat block outside dark areas, as a share of its darkest pixel. Larger makes dark spots on paper.
    var flatThreshold = 0.5
    /// Weight of the block to the left in a flat block's dark surrounding, where that above and the one between weigh 1. Larger
    /// follows the rows.
    var flatBesideWeight = 2
    /// Percentile of the contrasts of blocks that is taken as the noise, as a share. Larger suppresses faint symbols.
    var noiseShare = 0.1
    /// Blocks on each side of a block whose means make the local threshold. Larger follows the light less.
    var localRadius = 2
    /// Least blocks on each side for the wide threshold.
    var wideBlocks = 4
    /// Pixels of the longer side per block on each side for the wide threshold. Larger narrows the surrounding.
    var wideDivisor = 128
    /// Pixels on each side of a pixel whose mean is the narrow threshold.
    var narrowReach = 5
    /// Gray levels from the narrow threshold within which the local threshold decides.
    var narrowSlack = 3

    // MARK: Runs

    /// Rows between two that are searched, in pixels. Larger skips more.
    var rowStep = 3
    /// The same in passes after symbols were read. Larger skips more.
    var coarseRowStep = 4
    /// Pixels per module of a pattern in such passes, at least. Smaller tries more noise.
    var coarseModule = 1.3
    /// Pixels per module of a symbol that was read below which light symbols beside it are looked for as thoroughly as
    /// dark ones. Larger takes longer.
    var fineModule = 1.8
    /// Deviation of a run from its width, in modules. Glyphs pass when it is large, blur fails when it is small.
    var runs = 0.5
    /// The same in the tolerant pass.
    var tolerantRuns = 0.8
    /// Deviation of a run from its width that is added to the share, in pixels.
    var runSlack = 0.6
    /// Factor of the deviation for the run of three modules.
    var coreRun = 1.6
    /// Widths of the core that an outer run must be shorter than. Larger accepts more, and takes longer.
    var outerRun = 2
    /// Deviation added along the second direction, in modules.
    var crossRuns = 0.1
    /// Longest run in the second direction, in widths of the whole pattern.
    var crossReach = 3.0
    /// Widths of a pattern per height. Larger accepts flatter views.
    var crossFlatness = 3.5
    /// Distance from a known pattern, in modules, within which another one is the same.
    var samePattern = 2.0

    // MARK: Rays

    /// Distance between two samples of a ray, in pixels. Smaller is more exact and slower.
    var rayStep = 0.5
    /// Distance at which a ray must have left the centre square, in lengths of the pattern along its row or column, whichever is
    /// longer. Larger takes longer for what has no ring. From a parallelogram's centre to the corner of the core it is 0.5 or less,
    /// unless its sides are very unequal.
    var rayReach = 1.0
    /// Longest ray, as a multiple of the distance at which it left the centre square. Larger takes longer.
    var rayLength = 4.0
    /// Pixels added to that longest length.
    var rayLengthSlack = 3.0
    /// Deviation of a change from its distance, in modules.
    var rayTolerance = 0.5
    /// Deviation of a change from its distance that is added, in pixels.
    var raySlack = 0.8
    /// Least number of the 32 rays that must meet a pattern.
    var outlineRays = 20
    /// Sine of the angle between a corner of the outline and the next, at least.
    var outlineSine = 0.55
    /// Least area of a quarter of the parallelogram fitted to an outline, in square pixels. Larger rejects more.
    var outlineArea = 1.0
    /// Passes that fit a parallelogram to an outline.
    var outlinePasses = 4
    /// Points on a pair of sides, at least.
    var sidePoints = 6.0
    /// Least half side of a pattern, in pixels.
    var shortestAxis = 2.5
    /// Ratio of the two axes, at most.
    var axisRatio = 4.0
    /// Sine of the angle between the axes, at least.
    var axisSine = 0.35
    /// Correction of the centre, in lengths of the short axis, at most.
    var centreShift = 0.6

    // MARK: Patterns

    /// Variance of a pattern's gray levels must be above this: less is rounding. Larger rejects more.
    var patternVariance = 1.0
    /// Least quality of a pattern.
    var patternQuality = 0.5
    /// Pixels per module below which a pattern is left to a larger level.
    var levelModule = 1.7
    /// Quality above which a pattern is clear: foreshortening is measured on it, pairs are completed from it, triples
    /// that enclose it are rejected (``enclosedShare``), a small one inside a read symbol is kept (``insetModule``),
    /// and three light ones are tried beside symbols that were read.
    var clearPattern = 0.8
    /// Ratio of a clear pattern's width and height above which the picture is enlarged along the shorter.
    var foreshortening = 1.6
    /// Module size of a clear pattern inside a read symbol, as a share of the symbol's, up to which it belongs to a
    /// symbol of its own. Also the ratio of the smaller module size to the larger above which a clear pattern rules out
    /// a triple that encloses it (``enclosedShare``).
    var insetModule = 0.7
    /// Quality above which a lone pattern is tried as that of a Micro QR or rMQR symbol.
    var microQuality = 0.65

    // MARK: Triples

    /// Ratio of two patterns' module sizes, at least.
    var tripleSmallest = 0.4
    /// Ratio of two patterns' module sizes, at most.
    var tripleLargest = 2.5
    /// Least share of the near module that the far one counts for.
    var farModule = 0.4
    /// Sine of the angle between a pattern's axis and the direction of its neighbour, at most.
    var tripleSine = 0.45
    /// Modules between two centres, at least; 14 in version 1.
    var tripleNearest = 10.0
    /// Modules between two centres, at most; 170 in version 40.
    var tripleFarthest = 220.0
    /// Ratio of the two distances, at most.
    var tripleSides = 1.9
    /// Share of the way from a corner to its neighbours within which a further clear pattern rules out a triple. Larger
    /// rejects more triples of several symbols and, at flat angles, some of one symbol. Measured: all pictures of
    /// `make tune` at 0 and at 0.55; 0 takes 1.14 times the CPU time at `normal`.
    var enclosedShare = 0.55
    /// Doubt per unit that the ratio of distances exceeds 1.
    var doubtOfSides = 2.0
    /// Doubt per unit that the ratio of module sizes exceeds 1.
    var doubtOfModules = 1.5
    /// Doubt per unit of missing quality.
    var doubtOfQuality = 3.0
    /// Modules of distance that are one unit of doubt. Smaller prefers near patterns more.
    var doubtDistance = 400.0
    /// Mean quality above which a triple is likely: it is a symbol even where its timing patterns are not seen.
    var likelyTriple = 0.85
    /// Distance of patterns, in modules, within which a triple is almost one that has failed.
    var sameTriple = 2.0
    /// Quality by which such a triple must exceed the failed one to be tried.
    var retryGain = 0.03

    // MARK: Completed triples

    /// Ratio of two patterns' module sizes, at least, when the third is supposed.
    var pairSmallest = 0.6
    /// Ratio of two patterns' module sizes, at most, when the third is supposed.
    var pairLargest = 1.7
    /// Sine of the angle between the line of two patterns and an axis or diagonal, at most.
    var pairSine = 0.15
    /// Modules between two neighbours' centres, at least. On a diagonal: along one side.
    var pairNearest = 12.0
    /// Modules between two neighbours' centres, at most. On a diagonal: along one side.
    var pairFarthest = 180.0

    // MARK: Discs

    /// Diameter of a spot per square root of its area: 1 for a square, 1.13 for a disc.
    var discDiameter = 1.06
    /// Ratio of a spot's width and height, at most.
    var discElongation = 1.25
    /// Share of its box that a spot fills, at least: 0.5 for a square on its corner.
    var discFill = 0.48
    /// Width and height of a spot, in pixels, at least.
    var discSide = 6
    /// Ratio of two spots' diameters, at most.
    var discRatio = 1.25
    /// Cosine of the angle at the corner, at most.
    var discCosine = 0.12
    /// Ratio of the two distances, at most.
    var discSides = 1.15
    /// Quality that is assumed of a pattern of discs, which is not measured. Only its order among others matters.
    var discQuality = 0.5
    /// Least distance between the centres of two spots, as a share of the 14 modules in version 1. Smaller tries more.
    var discDistance = 0.85
    /// Contrast of the timing patterns between discs, in gray levels, at least.
    var discTimingContrast = 40.0

    // MARK: Versions

    /// Contrast of a finder pattern below which timing modules are not counted, in gray levels.
    var countContrast = 4.0
    /// Samples per pixel along a timing pattern.
    var countSamples = 1.5
    /// Modules on each side of a sample whose mean is its threshold.
    var countReach = 2.0
    /// The same in samples, at least.
    var countSlack = 2
    /// Hysteresis of that threshold, as a share of the finder patterns' contrast. Larger counts fewer modules.
    var countHysteresis = 0.04
    /// Mean quality below which the timing count must confirm the estimated size.
    var countedTriple = 0.75
    /// Modules by which that count may differ.
    var confirmedSlack = 3.0
    /// Share of the estimate that is added to these modules.
    var confirmedShare = 0.22
    /// Estimated size in modules above which version information is read; version 7 has 45.
    var informedSize = 38.0
    /// Modules by which the size from version information may differ from the estimate.
    var informedSlack = 4.0
    /// Share of the estimate that is added to these modules.
    var informedShare = 0.2
    /// Share of the estimate within which sizes are tried that nothing confirms.
    var nearShare = 0.1
    /// Modules by which a counted size may differ from the estimate.
    var countedSlack = 6.0
    /// Share of the estimate that is added to these modules.
    var countedShare = 0.4
    /// Sizes on each side of the estimated one that are tried between discs.
    var discVersions = 2

    // MARK: Candidates

    /// Contrast of the finder patterns under a first map, in gray levels, at least.
    var candidateContrast = 8.0
    /// Contrast of the timing patterns, as a share of the finder patterns', at least.
    var candidateTiming = 0.05
    /// Mean quality below which a triple is faint.
    var faintTriple = 0.75
    /// Contrast of a faint triple's timing patterns, as a share of the finder patterns', at least.
    var faintTiming = 0.3
    /// Contrast of the finder patterns under the improved map, in gray levels, at least.
    var planeContrast = 6.0
    /// Contrast of the timing patterns under the improved map, as a share of the finder patterns', at least.
    var planeTiming = 0.1
    /// Finder agreement from which a grid is worth all attempts.
    var convincingFinder = 0.6
    /// Timing agreement from which a grid is worth all attempts.
    var convincingTiming = 0.7
    /// Share of uncertain modules up to which a symbol of a likely triple (``likelyTriple``) whose finder and timing
    /// modules are all right is given up when its plain modules cannot be decoded. Larger gives up more. Measured: no
    /// read is lost in `make tune`; pages of spoilt symbols take a third less time together with
    /// ``Tuning/Budget/crowdedFailures`` (`make bench-hostile`).
    var settledShare = 0.005
    /// Contrast of a Micro QR or rMQR symbol's finder pattern, in gray levels, at least.
    var microContrast = 10.0
    /// Contrast of its timing patterns, as a share of the finder pattern's, at least.
    var microTiming = 0.5
    /// Pairs of a dark and a light module in the first row that must alternate for a pattern to be tried as that of an rMQR
    /// symbol. Larger rejects more.
    var rectangularPairs = 2
    /// Contrast of an rMQR symbol's function patterns along any stretch, as a share of the finder pattern's, at least.
    var rectangularClarity = 0.25
    /// Agreement of the grays of its format information with the nearest value, as a share of the most that is possible,
    /// at least.
    var rectangularFormat = 0.75
  }
}
