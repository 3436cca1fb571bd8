import Imaging

/// Tracking of surfaces with many bends: sheets, bottles, crumpled paper, large symbols near the lens.
extension GridFit {
  /// Tracks the modules from the timing patterns, block by block, so that each block is as clearly dark or light as
  /// possible and alignment patterns match.
  ///
  /// Between two modules a sample is a mixture of both; on their centres samples differ the most. A block that is off by
  /// a whole module would be as clear, so each one starts from the prediction of those around it, and known modules
  /// decide between the two.
  ///
  /// - Parameters:
  ///   - triple: The finder patterns in the pixels of ``image``; their places are improved first.
  ///   - soft: ``image`` softened: in sharp modules all places would be as clear.
  /// - Returns: `nil` when the patterns are not corners of a square in perspective.
  func tracked(_ triple: FinderTriple<LevelPixels>, soft: GrayImage) -> GridMap<LevelPixels>? {
    guard let version else { return nil }
    var triple = triple
    for part in [\FinderTriple<LevelPixels>.corner, \.right, \.below] where !triple[keyPath: part].isSupposed {
      triple[keyPath: part].improve(in: image, tuning.fit)
    }
    guard var map = triple.map(size: size) else { return nil }
    let contrast = max(parts(map).finders, 4)
    let image = map.moduleSize > tuning.fit.softModulePixels ? soft : image
    let patterns = triple.oriented()
    func path(_ first: Int, _ second: Int, along: (Vector, Vector), across: (Vector, Vector)) -> TimingPath {
      let (start, end) = (patterns[first].pattern, patterns[second].pattern)
      return TimingPath(
        image, from: .init(centre: start.centre, along: along.0, across: across.0, isSeen: !start.isSupposed),
        to: .init(centre: end.centre, along: -along.1, across: across.1, isSeen: !end.isSupposed), size: size,
        contrast: contrast, tuning.fit)
    }
    let columns = path(
      0, 1, along: (patterns[0].right, patterns[1].right), across: (patterns[0].down, patterns[1].down))
    let rows = path(
      0, 2, along: (patterns[0].down, patterns[2].down), across: (patterns[0].right, patterns[2].right))
    var tracker = SurfaceTracker(
      image: image, known: known, contrast: contrast, tuning: tuning.fit,
      net: SurfaceNet(map, columns: columns, rows: rows, version: version, tuning.fit))
    tracker.run()
    map.residuals = tracker.net.residuals
    return map
  }
}

/// Finds the places of a net's nodes one after the other.
private struct SurfaceTracker {
  let image: GrayImage
  /// As ``GridFit/known``.
  let known: [Double]
  /// Between dark and light, in gray levels.
  let contrast: Double
  let tuning: Tuning.Fit
  var net: SurfaceNet

  mutating func run() {
    let order = net.order
    for node in order where !net.isKnown(node) { track(node, isFirst: true) }
    // A second pass predicts each node from all its neighbours.
    for node in order { track(node, isFirst: false) }
  }

  /// Finds the place of one node near its prediction, by a window of modules around it.
  private mutating func track(_ node: Int, isFirst: Bool) {
    let module = net.module(node)
    guard let (place, right, down) = net.prediction(node) else { return }
    let isAlignment = net.isAlignment(node)
    let (column, row, size) = (Int(module.x), Int(module.y), net.size)
    let reach = tuning.windowReach
    var window: [(offset: Vector, sign: Double)] = []
    window.reserveCapacity((2 * reach + 1) * (2 * reach + 1))
    for y in max(0, row - reach)...min(size - 1, row + reach) {
      for x in max(0, column - reach)...min(size - 1, column + reach) {
        let delta = Vector(Double(x) + 0.5 - module.x, Double(y) + 0.5 - module.y)
        window.append((right * delta.x + down * delta.y, known[y * size + x]))
      }
    }
    let (pull, cost) = (tuning.trackPull, tuning.trackCost)
    var (best, bestScore, bestSpread) = (Vector(), -Double.infinity, 0.0)
    /// Tries places around the best one so far, in modules from the prediction.
    func look(_ steps: Int, step: Double) {
      let centre = best
      for i in -steps...steps {
        for j in -steps...steps {
          let offset = centre + Vector(Double(i), Double(j)) * step
          let (evidence, spread) = clarity(window, place + right * offset.x + down * offset.y)
          // The prediction is preferred: where all is one gray, there is no other evidence.
          let far = offset.x * offset.x + offset.y * offset.y
          let score = evidence * (1 - pull * min(far, 2)) - far * contrast * contrast * cost
          if score > bestScore { (best, bestScore, bestSpread) = (offset, score, spread) }
        }
      }
    }
    // Alignment patterns are looked for in a wide surrounding, and then near it.
    look(isAlignment ? isFirst ? 5 : 4 : tuning.nodeSteps, step: tuning.nodeStep)
    if !isFirst { look(tuning.nodeFineSteps, step: tuning.nodeFineStep) }
    let confidence = min(1, bestSpread / (contrast * contrast * tuning.sureSpread))
    let factor = isAlignment ? 2.0 : 1
    net.set(node, place + right * best.x + down * best.y, weight: tuning.nodeWeight + confidence * factor)
  }

  /// The evidence that the samples of a window are single modules: their variance, and their agreement with known
  /// modules; in squared gray levels.
  private func clarity(_ window: [(offset: Vector, sign: Double)], _ place: Vector) -> (Double, spread: Double) {
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      var (sum, squares, agreement, signs) = (0.0, 0.0, 0.0, 0.0)
      for point in window {
        let gray = unsafe GrayImage.value(pixels, image.width, image.height, place + point.offset)
        sum += gray
        squares += gray * gray
        agreement += gray * point.sign
        signs += point.sign
      }
      let count = Double(window.count)
      let mean = sum / count
      let spread = max(0, squares / count - mean * mean)
      let known = tuning.trackKnownWeight * (agreement - signs * mean) / count
      return (spread + known * spread.squareRoot(), spread)
    }
  }
}
