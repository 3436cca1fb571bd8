extension Tuning {
  /// How a grid is laid over a symbol and its modules are sampled: for recall.
  ///
  /// Steps and distances are in modules unless a field says pixels. A step that is smaller or tried more often fits
  /// better and takes longer.
  struct Fit: Hashable, Sendable, Codable {
    // MARK: Maps

    /// First step of a finder pattern's corners.
    var patternFirstStep = 0.4
    /// Weight of each finder pattern.
    var finderWeight = 1.0
    /// Weight of each stretch of a timing pattern.
    var timingWeight = 0.5
    /// First step of the corners.
    var planeFirstStep = 0.8
    /// Modules of the symbol's size that add one module to the distance within which the last alignment pattern is looked for.
    var cornerReachDivisor = 14.0
    /// Contrast of the pattern, as a share of the finder patterns', at least.
    var cornerContrast = 0.4

    // MARK: Bent surfaces

    /// Pixels per module above which tracking uses the softened level.
    var softModulePixels = 2.5
    /// Modules from which the next one is predicted.
    var pathMemory = 8
    /// Step across the path.
    var pathSideStep = 0.2
    /// Weight of the modules next to the predicted one, which weighs 1.
    var pathNearWeight = 0.75
    /// Share of the contrast that a displacement of one module costs; two modules cost four times as much.
    var pathPull = 1.5
    /// Modules on each side of a node that are sampled.
    var windowReach = 3
    /// Steps to each side, except at an alignment pattern.
    var nodeSteps = 1
    /// Step in both passes.
    var nodeStep = 0.2
    /// Steps to each side in the refinement of the second pass.
    var nodeFineSteps = 1
    /// Step in the refinement of the second pass.
    var nodeFineStep = 0.1
    /// Share of the evidence that a displacement of one module costs.
    var trackPull = 0.35
    /// Share of the squared contrast that a displacement of one module costs where all is one gray.
    var trackCost = 0.01
    /// Weight of agreement with known modules, where the spread of all samples weighs 1.
    var trackKnownWeight = 2.0
    /// Spread of samples, as a share of the squared contrast, from which a node is sure.
    var sureSpread = 0.1
    /// Weight of a node without evidence, where a sure one has 1 more.
    var nodeWeight = 0.05
    /// Modules between two nodes, about.
    var netSpacing = 3.0
    /// Nodes on each side from which one is predicted.
    var netReach = 2
    /// Ridge of the slopes' fit. Larger flattens.
    var netRidge = 1.0

    // MARK: Grays

    /// Distance from a module's centre of the four points that are averaged.
    var sampleOffset = 0.2
    /// Modules on each side whose light and dark means make a module's threshold.
    var thresholdRadius = 5
  }
}
