extension Tuning {
  /// How a grid is laid over a symbol and its modules are sampled: for recall.
  ///
  /// Steps and distances are in modules unless a field says pixels. A step that is smaller or tried more often fits
  /// better and takes longer.
  struct Fit: Hashable, Sendable {
    // MARK: Levels

    /// Pixels per module of the level that is sampled, at least.
    var modulePixels = 2.6
    /// The same for symbols with discs.
    var discModulePixels = 4.0
    /// Pixels per module above which tracking uses the softened level.
    var softModulePixels = 2.5

    // MARK: Finder patterns

    /// First step of a finder pattern's corners.
    var patternFirstStep = 0.4
    /// Step at which a finder pattern is good enough.
    var patternLastStep = 0.04
    /// Distance of the improved centre from the first one, at most.
    var patternReach = 1.0
    /// Distance from the centre at which the dark core is sampled.
    var coreOffset = 0.7
    /// Weight of a finder pattern's centre in a map, where each of its corners weighs 1.
    var centreWeight = 4.0

    // MARK: Maps

    /// Ratio of a map's sides, at most. Larger accepts flatter views.
    var sideRatio = 6.0
    /// Least perspective divisor at a corner, where the centre of the first is 1. Smaller accepts flatter views.
    var perspective = 0.05
    /// Cells of a net by which displacements are extrapolated beyond it.
    var extrapolation = 0.65

    // MARK: Score of a map

    /// Weight of each finder pattern.
    var finderWeight = 1.0
    /// Weight of each stretch of a timing pattern.
    var timingWeight = 0.5
    /// Weight of each alignment pattern.
    var alignmentWeight = 0.6
    /// Weight of a Micro QR symbol's timing patterns.
    var microTimingWeight = 1.0
    /// Modules of a stretch of a timing pattern.
    var timingStretch = 16
    /// First step of the corners.
    var planeFirstStep = 0.8
    /// Step at which the corners are good enough.
    var planeLastStep = 0.06
    /// Share of its columns by which the map of an rMQR symbol is extended at a time. Larger takes less time and may lose
    /// the timing patterns.
    var rectangularGrowth = 0.25
    /// First step when all modules are made clearer.
    var clarityFirstStep = 0.5
    /// Step at which the modules are clear enough.
    var clarityLastStep = 0.1

    // MARK: Fourth corner

    /// Distance within which the last alignment pattern is looked for in the smallest symbol.
    var cornerReach = 2.5
    /// Modules of the symbol's size that add one module to that distance.
    var cornerReachDivisor = 14.0
    /// That distance, at most.
    var cornerReachLimit = 8.0
    /// First step of the search.
    var cornerFirstStep = 0.5
    /// Step at which the search ends; the last step is larger.
    var cornerLastStep = 0.1
    /// Gray levels that a displacement of one module costs; two modules cost four times as much.
    var cornerPull = 0.8
    /// Contrast of the pattern, as a share of the finder patterns', at least.
    var cornerContrast = 0.4
    /// Contrast of the finder patterns that is assumed for it at least, in gray levels.
    var cornerLeastContrast = 1.0

    // MARK: Timing paths

    /// Modules from which the next one is predicted.
    var pathMemory = 8
    /// Steps to each side along the path.
    var pathSteps = 4
    /// Step along the path.
    var pathStep = 0.1
    /// Steps to each side across the path.
    var pathSideSteps = 2
    /// Step across the path.
    var pathSideStep = 0.2
    /// Weight of the modules next to the predicted one, which weighs 1.
    var pathNearWeight = 0.75
    /// Weight of the modules after these.
    var pathFarWeight = 0.25
    /// Share of the contrast that a displacement of one module costs; two modules cost four times as much.
    var pathPull = 1.5
    /// Share of the found displacement that the path takes.
    var pathGain = 0.6
    /// Distance of two paths from opposite ends, in modules, from which on they do not meet: one has skipped modules. A pair is
    /// skipped at a time.
    var pathMiss = 1.0

    // MARK: Tracking

    /// Contrast that is assumed at least, in gray levels.
    var trackContrast = 4.0
    /// Modules on each side of a node that are sampled.
    var windowReach = 3
    /// Steps to each side at an alignment pattern.
    var alignmentSteps = 5
    /// Steps to each side at an alignment pattern in the second pass.
    var alignmentStepsAgain = 4
    /// Steps to each side elsewhere.
    var nodeSteps = 1
    /// Step in both passes.
    var nodeStep = 0.2
    /// Steps to each side in the refinement of the second pass.
    var nodeFineSteps = 1
    /// Step in the refinement of the second pass.
    var nodeFineStep = 0.1
    /// Share of the evidence that a displacement of one module costs.
    var trackPull = 0.35
    /// Squared displacement up to which that cost grows.
    var trackPullLimit = 2.0
    /// Share of the squared contrast that a displacement of one module costs where all is one gray.
    var trackCost = 0.01
    /// Weight of agreement with known modules, where the spread of all samples weighs 1.
    var trackKnownWeight = 2.0
    /// Spread of samples, as a share of the squared contrast, from which a node is sure.
    var sureSpread = 0.1
    /// Weight of a node without evidence, where a sure one has 1 more.
    var nodeWeight = 0.05
    /// Factor of an alignment pattern's confidence.
    var alignmentNodeWeight = 2.0

    // MARK: Net

    /// Modules between two nodes, about.
    var netSpacing = 3.0
    /// Nodes on each side from which one is predicted.
    var netReach = 2
    /// Squared distance in modules at which a node counts half for the slopes.
    var netFalloff = 40.0
    /// Ridge of the slopes' fit. Larger flattens.
    var netRidge = 1.0

    // MARK: Grays

    /// Distance from a module's centre of the four points that are averaged.
    var sampleOffset = 0.2
    /// Modules on each side whose light and dark means make a module's threshold.
    var thresholdRadius = 5
    /// Columns of the first map of an rMQR symbol, 1 or more: in the first 20, its upper row has only timing
    /// modules. Larger is more exact, and wrong sooner on bent paper.
    var rectangularHead = 16
    /// The same for ``wideSharpening``.
    var wideRadius = 12
    /// The same for ``Search/samplesNarrowly``.
    var narrowRadius = 3
    /// Sharpening: share of the difference to each of four neighbours that is added.
    var sharpening = 0.15
    /// Sharpening with the wide threshold.
    var wideSharpening = 0.08
    /// Strong sharpening.
    var strongSharpening = 0.4
    /// Sharpening after the strong one.
    var secondSharpening = 0.3

    // MARK: Deblurring

    /// Largest radius of a blur, in modules; 1 is tried first.
    var blurRadius = 2
    /// Modules on each side within which mean and deviation are evened out.
    var levellingRadius = 10
    /// Known modules with known neighbours that a blur is fitted to, more than.
    var blurModules = 40.0
    /// Ridge per known module and squared distance. Larger prefers narrow blurs.
    var blurRidge = 2e-4
    /// Squared distance that the ridge counts for the centre.
    var blurCentreRidge = 0.2
    /// Deblurring stops once no module changes by this much in a pass; dark and light are 2 apart. Smaller takes longer.
    var blurMovement = 0.01
    /// Sum of the kernel, more than: light adds up.
    var blurLight = 0.3
    /// Centre of the kernel, more than.
    var blurCentre = 0.05
    /// Absolute sum around the centre, as a share of the centre, more than: less needs no deblurring.
    var blurLeast = 0.15
  }
}
