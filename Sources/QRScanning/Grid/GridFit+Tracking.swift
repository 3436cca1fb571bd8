import QRSymbology

/// Following a surface that is bent in many places: sheets, bottles, paper that was crumpled, large symbols near the lens.
extension GridFit {
  /// Follows the modules from the timing patterns on, a few at a time, so that every block of them is as clearly dark or
  /// light as it can be, and alignment patterns are where they belong.
  ///
  /// Between two modules a sample is a mixture of both; on their centres samples differ the most. A block that is a whole
  /// module off would be as clear, so each one starts from what those around it predict; known modules tell the two
  /// apart.
  ///
  /// - Parameters:
  ///   - triple: The finder patterns in the pixels of ``image``; their places are improved first.
  ///   - soft: ``image`` with each pixel the mean of those around it: where modules are sharp, all places inside one would
  ///     be as good.
  /// - Returns: `nil` when the patterns are no corners of a square in space.
  func tracked(_ triple: FinderTriple, soft: GrayImage) -> GridMap? {
    var triple = triple
    if !triple.corner.isSupposed { triple.corner.improve(in: image) }
    if !triple.right.isSupposed { triple.right.improve(in: image) }
    if !triple.below.isSupposed { triple.below.improve(in: image) }
    guard var map = triple.map(size: size) else { return nil }
    let contrast = max(parts(map).finders, 4)
    let image = map.moduleSize > 2.5 ? soft : image
    let frames = triple.frames()
    func path(_ first: Int, _ second: Int, along: (Vector, Vector), across: (Vector, Vector)) -> TimingPath {
      let (start, end) = (frames[first].pattern, frames[second].pattern)
      return TimingPath(
        image, from: .init(centre: start.centre, along: along.0, across: across.0, isSeen: !start.isSupposed),
        to: .init(centre: end.centre, along: -along.1, across: across.1, isSeen: !end.isSupposed), size: size,
        contrast: contrast)
    }
    let columns = path(0, 1, along: (frames[0].right, frames[1].right), across: (frames[0].down, frames[1].down))
    let rows = path(0, 2, along: (frames[0].down, frames[2].down), across: (frames[0].right, frames[2].right))
    var tracker = SurfaceTracker(
      image: image, known: known, contrast: contrast,
      net: SurfaceNet(map, columns: columns, rows: rows, alignment: alignmentCentres))
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
  var net: SurfaceNet

  mutating func run() {
    let order = net.order
    for node in order where !net.isKnown(node) { follow(node, isFirst: true) }
    // Once more, each between all its neighbours.
    for node in order { follow(node, isFirst: false) }
  }

  /// Finds the place of one node near the one that is predicted, by a window of seven by seven modules.
  private mutating func follow(_ node: Int, isFirst: Bool) {
    let module = net.module(node)
    guard let (place, right, down) = net.prediction(node) else { return }
    let isAlignment = net.isAlignment(node)
    let (column, row, size) = (Int(module.x), Int(module.y), net.size)
    var window: [(offset: Vector, sign: Double)] = []
    window.reserveCapacity(49)
    for y in max(0, row - 3)...min(size - 1, row + 3) {
      for x in max(0, column - 3)...min(size - 1, column + 3) {
        let delta = Vector(Double(x) + 0.5 - module.x, Double(y) + 0.5 - module.y)
        window.append((right * delta.x + down * delta.y, known[y * size + x]))
      }
    }
    var (best, bestScore, bestSpread) = (Vector(), -Double.infinity, 0.0)
    /// Tries places around the best one so far, in modules from the predicted one.
    func look(_ steps: Int, step: Double) {
      let centre = best
      for i in -steps...steps {
        for j in -steps...steps {
          let offset = centre + Vector(Double(i), Double(j)) * step
          let (evidence, spread) = clarity(window, place + right * offset.x + down * offset.y)
          // A little in favour of the prediction: where all is one colour, nothing else tells.
          let far = offset.x * offset.x + offset.y * offset.y
          let score = evidence * (1 - 0.35 * min(far, 2)) - far * contrast * contrast * 0.01
          if score > bestScore { (best, bestScore, bestSpread) = (offset, score, spread) }
        }
      }
    }
    look(isAlignment ? (isFirst ? 5 : 4) : 1, step: 0.2)
    if !isFirst { look(1, step: 0.1) }
    let confidence = min(1, bestSpread / (contrast * contrast * 0.1))
    net.set(node, place + right * best.x + down * best.y, weight: 0.05 + confidence * (isAlignment ? 2 : 1))
  }

  /// How much the samples of a window differ, and agree with what is known of them, in squares of gray levels.
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
      return (spread + 2 * (agreement - signs * mean) / count * spread.squareRoot(), spread)
    }
  }
}
