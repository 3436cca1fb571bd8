import Imaging

/// Damage by things that lie on the symbol, and by paper that is folded, stained or torn. Colours appear in colour pictures.
extension Damage.Kind {
  public static let finger = Self(
    "finger", "A finger reaches over an edge of the symbol: rounded, with its shading and a soft shadow beside it.",
    unit: "share of modules", range: 0...0.5, ladder: [0.03, 0.06, 0.1, 0.15, 0.25],
    parameters: [
      Damage.Parameter("side", "clockwise from the top", 0...3, .seededWhole(0...3)),
      Damage.Parameter("along", "share of the side", 0...1, .seeded(0.15...0.85)),
      Damage.Parameter("lean", "degrees", -60...60, .seeded(-25...25)),
      Damage.Parameter("tone", "gray level of the skin", 30...240, .seededWhole(70...200)),
    ]
  ) { damage, field, scene, _ in
    guard damage.strength > 0 else { return }
    let size = Double(field.symbol.size)
    // As wide as a finger at arm's length: a quarter of the symbol, but not longer than the symbol.
    let radius = max(0.12, damage.strength.squareRoot() * 0.45) * size
    let reach = damage.strength * size * size / (2 * radius) + radius * 0.22
    let (side, lean) = (Int(damage.option("side")), damage.option("lean"))
    let along = radius * 0.5 + damage.option("along") * (size - radius)
    let tip = field.symbol.point(side: side, along: along, depth: reach - radius)
    let root = field.symbol.point(
      side: side, along: along - ExactMath.tangent(degrees: lean) * size, depth: reach - radius - size)
    let (width, scale) = (radius * field.symbol.scale, field.symbol.scale)
    let axis = Segment(root, tip)
    let tone = damage.option("tone")
    scene.picture.paint { x, y in
      let distance = axis.distance(x, y) / width
      if distance < 1 {
        // A cylinder lit from above, with a lighter nail near its end.
        var light = 0.62 + 0.38 * (1 - distance * distance).squareRoot()
        let (nailX, nailY) = ((x - tip.x) / width, (y - tip.y) / width)
        if nailX * nailX + nailY * nailY < 0.2 { light *= 1.12 }
        let edge = min(1, (1 - distance) * width / max(1, scale * 0.2))
        let level = tone * light
        return Paint(min(255, level * 1.15), level * 0.92, level * 0.78, share: edge)
      }
      let shade = 1 - (distance - 1) / 0.3
      return shade > 0 ? Paint(0, 0, 0, share: 0.35 * shade * shade) : nil
    }
  }

  public static let sticker = Self(
    "sticker", "A sticker with print on it lies on the symbol: rounded corners, turned a little, with a thin shadow.",
    unit: "share of modules", range: 0...0.8, ladder: [0.03, 0.06, 0.1, 0.15, 0.25],
    parameters: Damage.Parameter.freePlace + [
      Damage.Parameter("angle", "degrees", -90...90, .seeded(-20...20)), .level(.seededWhole(200...250)),
    ]
  ) { damage, field, scene, random in
    guard damage.strength > 0 else { return }
    let size = Double(field.symbol.size)
    let stretch = max(random.uniform(1...1.5), damage.strength.squareRoot())
    let halfWidth = min(size, damage.strength.squareRoot() * stretch * size) / 2
    let halfHeight = min(size, damage.strength * size * size / (4 * halfWidth))
    let middle = field.symbol.point(
      column: halfWidth + damage.option("x") * (size - 2 * halfWidth),
      row: halfHeight + damage.option("y") * max(0, size - 2 * halfHeight))
    let (dx, dy) = field.direction(degrees: damage.option("angle"))
    let scale = field.symbol.scale
    let (a, b) = (halfWidth * scale, halfHeight * scale)
    let corner = min(a, b) * 0.3
    let stripes = (0..<16).map { _ in random.uniform(0.35...0.95) }
    let level = damage.option("level")
    // How far outside of the rounded rectangle a point is, in pixels; negative inside.
    func outside(_ x: Double, _ y: Double) -> (distance: Double, u: Double, v: Double) {
      let (u, v) = ((x - middle.x) * dx + (y - middle.y) * dy, (y - middle.y) * dx - (x - middle.x) * dy)
      let (du, dv) = (max(abs(u) - a + corner, 0), max(abs(v) - b + corner, 0))
      let rounded = (du * du + dv * dv).squareRoot() - corner
      return (max(rounded, max(abs(u) - a, abs(v) - b)), u, v)
    }
    scene.picture.paint { x, y in
      let here = outside(x, y)
      if here.distance < 0 {
        let line = (here.v + b) / (2.4 * scale)
        let stripe = stripes[Int(max(0, line)) & 15]
        // Lines of print, as a price tag has them.
        let isPrint = line - line.rounded(.down) < 0.35 && abs(here.u) < a * stripe && b - abs(here.v) > scale
        let shown = isPrint ? 45 : level
        return Paint(shown, shown, isPrint ? shown : shown * 0.85, share: min(1, -here.distance))
      }
      let shadow = outside(x - scale * 0.35, y - scale * 0.35).distance
      return shadow < scale * 0.25 ? Paint(0, 0, 0, share: 0.3) : nil
    }
  }

  public static let fold = Self(
    "fold",
    "The paper is folded across the symbol: one half turns away from the viewer and from the light, and ink is lost "
      + "along the crease.",
    unit: "degrees between the halves", range: 0...80, ladder: [10, 25, 40, 50, 60],
    parameters: [
      .angle, Damage.Parameter("position", "symbol widths", 0...1, .seeded(0.25...0.75)),
      Damage.Parameter("crease", "modules", 0...8, .fixed(0.5)),
    ]
  ) { damage, field, scene, random in
    guard damage.strength > 0 else { return }
    let (dx, dy) = field.direction(degrees: damage.option("angle"))
    let position = (damage.option("position") - 0.5) * field.width
    let scale = field.symbol.scale
    // Ink breaks off in pieces of about a module along the crease.
    let pieces = (0..<64).map { _ in random.uniform(0.4...1) }
    let half = damage.option("crease") * scale / 2
    scene.picture.paint { x, y in
      let depth = (x - field.x) * dx + (y - field.y) * dy - position
      let along = (y - field.y) * dx - (x - field.x) * dy
      let width = half * pieces[Int((along / scale).rounded(.down)) & 63]
      return abs(depth) < width ? Paint(235, 232, 225, share: 0.9) : nil
    }
    let shortened = ExactMath.cosine(degrees: damage.strength)
    Warp(width: scene.picture.width, height: scene.picture.height) { x, y in
      let depth = (x - field.x) * dx + (y - field.y) * dy - position
      guard depth > 0 else { return (x, y) }
      let further = depth / shortened - depth
      return (x + dx * further, y + dy * further)
    }.apply(to: &scene)
    scene.picture.illuminate { x, y in
      let depth = (x - field.x) * dx + (y - field.y) * dy - position
      return depth > 0 ? shortened * shortened : 1
    }
  }

  public static let stain = Self(
    "stain", "Brownish stains with soft, uneven edges and darker rims lie on the symbol, which shows through.",
    unit: "share of modules", range: 0...0.95, ladder: [0.05, 0.15, 0.3, 0.5, 0.8],
    parameters: [Damage.Parameter("opacity", "share of light lost", 0...1, .fixed(0.75))]
  ) { damage, field, scene, random in
    var coverage = Coverage(size: field.symbol.size, share: damage.strength)
    let opacity = damage.option("opacity")
    while !coverage.isComplete {
      let place = (coverage.random(&random), coverage.random(&random))
      let radius = random.uniform(1.5...max(3, Double(field.symbol.size) / 5))
      let bumps = (0..<12).map { _ in random.uniform(0.75...1.15) }
      /// The radius in a direction that is given by its cosine and sine.
      func limit(toward x: Double, _ y: Double) -> Double {
        // Twelve radii around the middle; a diamond's angle is enough, and needs no arctangent.
        let sum = max(abs(x) + abs(y), 1e-9)
        let turn = (y >= 0 ? 1 - x / sum : 3 + x / sum) * 3
        let (index, part) = (Int(turn), turn - turn.rounded(.down))
        return radius * (bumps[index % 12] * (1 - part) + bumps[(index + 1) % 12] * part)
      }
      coverage.cover { column, row in
        let (x, y) = (column - place.0, row - place.1)
        let reach = limit(toward: x, y)
        return x * x + y * y < reach * reach
      }
      let middle = field.symbol.point(column: place.0, row: place.1)
      let scale = field.symbol.scale
      scene.picture.multiply(around: middle, reach: radius * 1.2 * scale) { x, y in
        let (x, y) = ((x - middle.x) / scale, (y - middle.y) / scale)
        let share = (x * x + y * y).squareRoot() / limit(toward: x, y)
        guard share < 1 else { return nil }
        let soft = min(1, (1 - share) * 8)
        let rim = share > 0.85 ? 1.15 : 1
        let kept = 1 - min(0.97, opacity * rim) * soft
        return Paint(kept, kept * (1 - 0.12 * soft), kept * (1 - 0.35 * soft), share: 1)
      }
    }
  }

  public static let tornEdge = Self(
    "torn-edge",
    "A side is torn off along an uneven line: white fibres at the paper's edge, its shadow, and a table behind it.",
    unit: "share of the symbol", range: 0...0.9, ladder: [0.03, 0.06, 0.1, 0.15, 0.25],
    parameters: [
      Damage.Parameter("side", "clockwise from the top", 0...3, .seededWhole(0...3)),
      .level(.seededWhole(50...180)),
    ]
  ) { damage, field, scene, random in
    guard damage.strength > 0 else { return }
    let side = field.symbol.point(
      side: Int(damage.option("side")), along: Double(field.symbol.size) / 2, depth: 0)
    let (towardX, towardY) = (side.x - field.x, side.y - field.y)
    let half = max((towardX * towardX + towardY * towardY).squareRoot(), 1e-6)
    let (dx, dy) = (towardX / half, towardY / half)
    let (line, fibres) = (SmoothNoise(&random), SmoothNoise(&random))
    let (scale, level) = (field.symbol.scale, damage.option("level"))
    let edge = half * (1 - 2 * damage.strength)
    let grain = (0..<4096).map { _ in random.uniform(-9...9) }
    let width = scene.picture.width
    scene.picture.paint { x, y in
      let depth = (x - field.x) * dx + (y - field.y) * dy
      let along = ((y - field.y) * dx - (x - field.x) * dy) / scale
      let uneven = line.value(along / 6, 0.5) * 1.6 + line.value(along / 1.7, 7.5) * 0.7
      let beyond = (depth - edge) / scale - uneven
      if beyond < 0 { return nil }
      let rim = 0.5 + 0.5 * abs(fibres.value(along / 0.8, 3.5))
      if beyond < rim { return Paint(246, 245, 240, share: min(1, beyond * scale)) }
      let grained = level + grain[(Int(y) &* width &+ Int(x)) & 4095]
      let shade = max(0.45, min(1, 0.45 + 0.3 * (beyond - rim)))
      return Paint(grained * shade, grained * shade * 0.96, grained * shade * 0.9, share: 1)
    }
  }
}

/// A colour over a pixel, of which a share hides what was there.
struct Paint {
  var red: Double, green: Double, blue: Double
  var share: Double

  init(_ red: Double, _ green: Double, _ blue: Double, share: Double) {
    (self.red, self.green, self.blue, self.share) = (red, green, blue, share)
  }

  /// With the weights of ITU-R BT.601.
  var gray: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}

/// A line between two points, with round ends.
private struct Segment {
  private let start: ImagePoint
  private let dx: Double, dy: Double, length: Double

  init(_ start: ImagePoint, _ end: ImagePoint) {
    self.start = start
    length = max(((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)).squareRoot(), 1e-9)
    (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length)
  }

  func distance(_ x: Double, _ y: Double) -> Double {
    let along = min(max((x - start.x) * dx + (y - start.y) * dy, 0), length)
    let (ox, oy) = (x - start.x - dx * along, y - start.y - dy * along)
    return (ox * ox + oy * oy).squareRoot()
  }
}

extension Picture {
  /// Paints over pixels.
  ///
  /// - Parameter paint: Maps a pixel's centre to its paint; `nil` for none.
  mutating func paint(_ paint: (_ x: Double, _ y: Double) -> Paint?) {
    let isColor = isColor
    change(paint) { old, over, plane in
      let share = min(max(over.share, 0), 1)
      let level = isColor ? [over.red, over.green, over.blue][plane] : over.gray
      let value = Double(old) * (1 - share) + level * share
      return UInt8(min(max(value.rounded(), 0), 255))
    }
  }

  /// Multiplies red, green and blue light near a point; a gray picture has the mean of their levels.
  ///
  /// - Parameter light: Maps a pixel's centre to three factors, 0…1; `nil` for no change.
  mutating func multiply(around middle: ImagePoint, reach: Double, _ light: (_ x: Double, _ y: Double) -> Paint?) {
    let isColor = isColor
    let (left, top) = (Int(middle.x - reach), Int(middle.y - reach))
    change(columns: left..<Int(middle.x + reach) + 1, rows: top..<Int(middle.y + reach) + 1, light) {
      old, light, plane in
      let factor = isColor ? [light.red, light.green, light.blue][plane] : light.gray
      return LinearLight.level(LinearLight.linear[Int(old)] * factor)
    }
  }
}
