extension Tuning {
  /// What finds symbols that others outshine: the patterns of several passes, and the regions of the picture around them. It serves
  /// recall.
  struct Regions: Hashable, Sendable {
    /// Quality above which a pattern is kept for triples of several passes. Smaller finds more and tries more false patterns.
    var pooledPattern = 0.65
    /// Pixels on each side of a pixel whose mean is the threshold that finds such patterns after symbols were read;
    /// 1…7. Larger sees larger modules, and less near a bright ground.
    var pooledReach = 6
    /// Gray levels from that threshold within which the local threshold decides, as a share of ``BlockMeans/noise``; 1 at
    /// least. Smaller sees fainter symbols and more noise.
    var pooledNoise = 0.15
    /// The same in gray levels, at most.
    var pooledSlack = 4
    /// The first level that is searched for light patterns with that threshold, 0 for the picture itself. Noise of single pixels
    /// resembles light patterns most. Larger skips more.
    var pooledLightLevel = 1
    /// Mean quality above which a triple of such patterns makes a region. Smaller searches more regions.
    var quality = 0.75
    /// Gray levels between dark and light below which a region is dim, and its region gets the full contrast.
    var dimContrast = 64.0
    /// Border of a region, in distances of its finder patterns. Larger includes more of what outshines it.
    var border = 0.25
    /// Gray levels added on each side of those of a faint symbol, in their differences. Larger leaves less contrast, smaller
    /// clips more where the light changes.
    var slack = 0.5
  }
}
