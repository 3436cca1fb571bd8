import QRSymbology

/// Following a surface that is bent in many places: sheets, bottles, paper that was crumpled, large symbols near the lens.
extension GridFit {
  /// Follows the modules outwards from the finder patterns, a few at a time, so that every block of them is as clearly
  /// dark or light as it can be, and alignment and timing patterns are where they belong.
  ///
  /// Between two modules a sample is a mixture of both; on their centres samples differ the most. A block that is a whole
  /// module off would be as clear, so each one starts from what those around it predict; known modules tell the two
  /// apart. The timing patterns come first, and what they show is expected of the rows and columns that they count.
  ///
  /// - Parameter triple: The finder patterns in the pixels of ``image``; their places are improved first.
  /// - Returns: `nil` when the patterns are no corners of a square in space.
  func tracked(_ triple: FinderTriple) -> GridMap? {
    var triple = triple
    // One that is only supposed has nothing to go by.
    if triple.corner.quality > 0.5 { triple.corner.improve(in: image) }
    if triple.right.quality > 0.5 { triple.right.improve(in: image) }
    if triple.below.quality > 0.5 { triple.below.improve(in: image) }
    guard let base = triple.map(size: size) else { return nil }
    let contrast = max(parts(base).finders, 4)
    let soft = base.moduleSize > 2.5 ? image.softened() : image
    let frames = triple.frames()
    let (corner, right, below) = (frames[0], frames[1], frames[2])
    func path(
      _ start: FinderPattern, _ end: FinderPattern, along: (Vector, Vector), across: (Vector, Vector)
    ) -> TimingPath {
      TimingPath(
        soft,
        from: .init(centre: start.centre, along: along.0, across: across.0, isSeen: start.quality > 0),
        to: .init(centre: end.centre, along: -along.1, across: across.1, isSeen: end.quality > 0), size: size,
        contrast: contrast)
    }
    let columns = path(
      corner.pattern, right.pattern, along: (corner.right, right.right), across: (corner.down, right.down))
    let rows = path(
      corner.pattern, below.pattern, along: (corner.down, below.down), across: (corner.right, below.right))
    var net = SurfaceNet(base, columns: columns, rows: rows, alignment: alignmentCentres)
    let order = net.order
    for node in order where !net.isKnown(node) { follow(node, &net, soft, contrast: contrast, isFirst: true) }
    // Once more, each between all its neighbours.
    for node in order { follow(node, &net, soft, contrast: contrast, isFirst: false) }
    var result = base
    result.residuals = net.residuals
    return result
  }

  /// Finds the place of one node near the one that is predicted, by a window of seven by seven modules.
  private func follow(_ node: Int, _ net: inout SurfaceNet, _ image: GrayImage, contrast: Double, isFirst: Bool) {
    let module = net.module(node)
    guard let (place, right, down) = net.prediction(node) else { return }
    let isAlignment = net.isAlignment(node)
    let reach = isFirst ? (isAlignment ? 1 : 0.2) : (isAlignment ? 0.8 : 0.3)
    let step = isFirst ? 0.2 : 0.1
    let (column, row) = (Int(module.x), Int(module.y))
    var window: [(offset: Vector, sign: Double)] = []
    for y in max(0, row - 3)...min(size - 1, row + 3) {
      for x in max(0, column - 3)...min(size - 1, column + 3) {
        let delta = Vector(Double(x) + 0.5 - module.x, Double(y) + 0.5 - module.y)
        window.append((right * delta.x + down * delta.y, known[y * size + x]))
      }
    }
    var (best, bestScore, bestSpread) = (place, -Double.infinity, 0.0)
    let steps = Int((reach / step).rounded())
    for i in -steps...steps {
      for j in -steps...steps {
        let (x, y) = (Double(i) * step, Double(j) * step)
        let shift = place + right * x + down * y
        let (evidence, spread) = clarity(window, shift, image)
        // A little in favour of the prediction: where all is one colour, nothing else tells.
        let far = x * x + y * y
        let score = evidence * (1 - 0.35 * min(far, 2)) - far * contrast * contrast * 0.01
        if score > bestScore { (best, bestScore, bestSpread) = (shift, score, spread) }
      }
    }
    let confidence = min(1, bestSpread / (contrast * contrast * 0.1))
    net.set(node, best, weight: 0.05 + confidence * (isAlignment ? 2 : 1))
  }

  /// How much the samples of a window differ, and agree with what is known of them, in squares of gray levels.
  private func clarity(_ window: [(offset: Vector, sign: Double)], _ place: Vector, _ image: GrayImage)
    -> (Double, spread: Double)
  {
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
