import Imaging

/// Damage to the surface of the symbol. Shares are shares of the symbol's modules.
extension Damage.Kind {
  private static let level = Damage.Parameter.level(.seededWhole(40...220))

  public static let occlusion = Self(
    "occlusion", "A patch covers part of the symbol: a sticker, a thumb.",
    unit: "share of modules", range: 0...0.95, ladder: [0.03, 0.06, 0.1, 0.15, 0.3],
    parameters: Damage.Parameter.freePlace + [level]
  ) { damage, field, scene, random in
    guard damage.strength > 0 else { return }
    let size = Double(field.symbol.size)
    // A rectangle of this area, at most twice as long as it is wide.
    let stretch = max(random.uniform(0.7...1.4), damage.strength.squareRoot())
    let width = min(size, damage.strength.squareRoot() * stretch * size)
    let height = min(size, damage.strength * size * size / width)
    let (left, top) = (damage.option("x") * (size - width), damage.option("y") * (size - height))
    let corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    Painter.fill(
      corners.map { field.symbol.point(column: $0.0, row: $0.1) }, of: &scene.picture,
      damage.level)
  }

  public static let dirt = Self(
    "dirt", "Round spots of dirt, half a module to two modules in radius, cover parts of the symbol.",
    unit: "share of modules", range: 0...0.95, ladder: [0.02, 0.05, 0.08, 0.12, 0.25],
    parameters: [level]
  ) { damage, field, scene, random in
    var coverage = Coverage(size: field.symbol.size, share: damage.strength)
    while !coverage.isComplete {
      let place = (coverage.random(&random), coverage.random(&random))
      let radius = random.uniform(0.5...2)
      coverage.cover { column, row in
        let (dx, dy) = (column - place.0, row - place.1)
        return dx * dx + dy * dy < radius * radius
      }
      Painter.fillDisc(
        field.symbol.point(column: place.0, row: place.1), radius: radius * field.symbol.scale, of: &scene.picture,
        damage.level)
    }
  }

  public static let scratches = Self(
    "scratches", "Straight light scratches, a third of a module to a whole module wide, cross the symbol.",
    unit: "share of modules", range: 0...0.95, ladder: [0.01, 0.02, 0.04, 0.06, 0.15],
    parameters: [.level(.fixed(255))]
  ) { damage, field, scene, random in
    var coverage = Coverage(size: field.symbol.size, share: damage.strength)
    while !coverage.isComplete {
      let a = (coverage.random(&random), coverage.random(&random))
      let degrees = random.uniform(0...360)
      let length = random.uniform(0.3...1) * Double(field.symbol.size)
      let width = random.uniform(0.33...1)
      let (dx, dy) = (ExactMath.cosine(degrees: degrees), ExactMath.sine(degrees: degrees))
      coverage.cover { column, row in
        let (x, y) = (column - a.0, row - a.1)
        let along = x * dx + y * dy
        return along > 0 && along < length && abs(x * dy - y * dx) < width / 2
      }
      Painter.fillLine(
        field.symbol.point(column: a.0, row: a.1),
        field.symbol.point(column: a.0 + dx * length, row: a.1 + dy * length),
        width: width * field.symbol.scale, of: &scene.picture, damage.level)
    }
  }

  public static let tornCorner = Self(
    "torn-corner", "A corner is torn off along a ragged line, and the background shows.",
    unit: "share of the side", range: 0...1, ladder: [0.05, 0.1, 0.15, 0.25, 0.6],
    parameters: [
      Damage.Parameter("corner", "clockwise from the upper left", 0...3, .seededWhole(0...3)),
      .level(.fixed(96)),
    ]
  ) { damage, field, scene, random in
    let size = Double(field.symbol.size)
    let corner = Int(damage.option("corner"))
    // From the side after the corner to the side before it, with a step about every module.
    let reach = damage.strength * size
    let steps = max(2, Int(reach * 1.4))
    let line = (0...steps).map { step -> (x: Double, y: Double) in
      let t = Double(step) / Double(steps)
      let ragged = step == 0 || step == steps ? 0 : random.uniform(-0.6...0.6)
      return (reach * (1 - t) + ragged, reach * t + ragged)
    }
    let isRight = corner == 1 || corner == 2
    let isBelow = corner >= 2
    func place(_ x: Double, _ y: Double) -> ImagePoint {
      field.symbol.point(column: isRight ? size - x : x, row: isBelow ? size - y : y)
    }
    let points = line.map { place($0.x, $0.y) }
    // Extended through the quiet zone beyond the picture's edge, and around the corner.
    guard let first = points.first, let last = points.last else { return }
    let tip = place(0, 0)
    let far = Double(scene.picture.width + scene.picture.height)
    func beyond(_ point: ImagePoint, from other: ImagePoint) -> ImagePoint {
      let (dx, dy) = (point.x - other.x, point.y - other.y)
      let scale = far / max((dx * dx + dy * dy).squareRoot(), 1e-6)
      return ImagePoint(x: point.x + dx * scale, y: point.y + dy * scale)
    }
    let middle = ImagePoint(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)
    Painter.fill(
      [beyond(first, from: last)] + points + [beyond(last, from: first), beyond(tip, from: middle)], of: &scene.picture,
      damage.level)
  }

  public static let quietZone = Self(
    "quiet-zone", "Something dark is too close: this many of the quiet zone's four modules are lost on each side.",
    unit: "modules lost", range: 0...4, ladder: [2, 3, 3.5, 3.9, 4],
    parameters: [.level(.fixed(0))]
  ) { damage, field, scene, _ in
    Painter.fill(
      field.symbol.outline(margin: 4 - damage.strength), of: &scene.picture, damage.level,
      outside: true)
  }

  public static let clutter = Self(
    "clutter",
    "Other shapes surround the symbol, denser and closer as strength increases: blocks, discs, bars and rings as large "
      + "as finder patterns. The quiet zone shrinks from four modules to none, and finally they overlap the symbol.",
    unit: "share of the surroundings", range: 0...1, ladder: [0.2, 0.5, 0.75, 0.85, 1],
    parameters: [Damage.Parameter("margin", "symbol widths", 0...8, .fixed(0.5))]
  ) { (damage, field, scene, random) throws(DamageFault) in
    let grown = Int((damage.option("margin") * field.width).rounded())
    try Picture.check(width: scene.picture.width + 2 * grown, height: scene.picture.height + 2 * grown, damage.kind)
    scene.grow(by: grown)
    let (clean, symbol) = (scene.picture, SymbolField(scene).symbol)
    let (width, height) = (Double(clean.width), Double(clean.height))
    var shapes = Int(damage.strength * 1.5 * width * height / (36 * symbol.scale * symbol.scale))
    while shapes > 0 {
      shapes -= 1
      let place = ImagePoint(x: random.uniform(0...width), y: random.uniform(0...height))
      let levels = clean.planes.map { _ in UInt8(random.uniform(0...200)) }
      let size = random.uniform(1.5...5) * symbol.scale
      switch random.next() % 4 {
      case 0:
        Painter.fillDisc(place, radius: size, of: &scene.picture, levels)
        Painter.fillDisc(place, radius: size * 0.6, of: &scene.picture, clean.planes.map { _ in 255 })
        Painter.fillDisc(place, radius: size * 0.4, of: &scene.picture, levels)
      case 1: Painter.fillDisc(place, radius: size, of: &scene.picture, levels)
      default:
        let degrees = random.uniform(0...180)
        let (dx, dy) = (ExactMath.cosine(degrees: degrees) * size, ExactMath.sine(degrees: degrees) * size)
        Painter.fillLine(
          place, ImagePoint(x: place.x + 3 * dx, y: place.y + 3 * dy), width: size, of: &scene.picture, levels)
      }
    }
    scene.picture.restore(clean, inside: symbol.outline(margin: 4 - 5 * damage.strength))
  }

  public static let page = Self(
    "page", "Many copies of the symbol are on one page, in rows; the whole page has to fit in this width.",
    unit: "symbols", range: 1...60, ladder: [2, 6, 12, 30, 60],
    parameters: [
      Damage.Parameter("gap", "modules between quiet zones", 0...100, .fixed(2)),
      Damage.Parameter("width", "pixels at most", 16...10_000, .fixed(640)),
    ]
  ) { (damage, field, scene, _) throws(DamageFault) in
    let count = Int(damage.strength.rounded())
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let rows = (count + columns - 1) / columns
    // The page's width determines the size of a copy; the copy is shrunk first, not the page.
    let gapShare = damage.option("gap") * field.symbol.scale
    let pageWidth = Double(columns) * (Double(scene.picture.width) + gapShare) - gapShare
    let factor = min(1, damage.option("width") / pageWidth)
    scene.shrink(by: factor)
    let gap = Int((gapShare * factor).rounded(.down))
    let old = scene.picture
    let (stepX, stepY) = (old.width + gap, old.height + gap)
    let (width, height) = (columns * stepX - gap, rows * stepY - gap)
    try Picture.check(width: width, height: height, damage.kind)
    scene.picture = old.ground(width: width, height: height)
    let originals = scene.symbols
    scene.symbols = []
    for copy in 0..<count {
      let (left, top) = (copy % columns * stepX, copy / columns * stepY)
      scene.picture.put(old, left: left, top: top)
      scene.symbols += originals.map { $0.moved(x: Double(left), y: Double(top)) }
    }
  }
}

extension Scene {
  /// Adds a border in the colour of the upper left pixel.
  mutating func grow(by margin: Int) {
    var grown = picture.ground(width: picture.width + 2 * margin, height: picture.height + 2 * margin)
    grown.put(picture, left: margin, top: margin)
    (picture, symbols) = (grown, symbols.map { $0.moved(x: Double(margin), y: Double(margin)) })
  }
}

extension Picture {
  /// Returns an empty picture in the colour of the upper left pixel.
  fileprivate func ground(width: Int, height: Int) -> Picture {
    Picture(
      width: width, height: height, planes: planes.map { [UInt8](repeating: $0[0], count: width * height) })
  }

  /// Restores an earlier picture inside a polygon.
  fileprivate mutating func restore(_ earlier: Picture, inside polygon: [ImagePoint]) {
    // The polygon, filled white on black, is the mask.
    var mask = Picture(width: width, height: height, planes: [[UInt8](repeating: 0, count: width * height)])
    Painter.fill(polygon, of: &mask, [255])
    for plane in planes.indices {
      for i in planes[plane].indices where mask.planes[0][i] >= 128 { planes[plane][i] = earlier.planes[plane][i] }
    }
  }
}

/// A count of the modules whose centres are covered.
struct Coverage {
  private let size: Int
  private var missing: Int
  private var covered: [Bool]
  /// Shapes may repeatedly fall on covered modules; this many are enough for every share below 1.
  private var shapesLeft = 20_000

  init(size: Int, share: Double) {
    self.size = size
    missing = Int((share * Double(size * size)).rounded())
    covered = Array(repeating: false, count: size * size)
  }

  var isComplete: Bool { missing <= 0 || shapesLeft <= 0 }

  /// Returns a random column or row on the symbol.
  func random(_ random: inout SplitMix64) -> Double { random.uniform(0...Double(size)) }

  mutating func cover(_ isInside: (_ column: Double, _ row: Double) -> Bool) {
    shapesLeft -= 1
    for row in 0..<size {
      for column in 0..<size
      where !covered[row * size + column] && isInside(Double(column) + 0.5, Double(row) + 0.5) {
        covered[row * size + column] = true
        missing -= 1
      }
    }
  }
}
