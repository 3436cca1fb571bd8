import Imaging

/// Damage by light. A stop is a factor of two in linear light.
extension Damage.Kind {
  /// The share of light that black ink and black screens still reflect, approximately.
  private static let inkReflectance = 0.04

  public static let overexposure = Self(
    "overexposure", "Too much light: the sensor saturates, light parts first and black ink, which reflects 4 %, last.",
    unit: "stops", range: 0...8, ladder: [1, 2, 3, 4.3, 4.6], parameters: [.noise(1)], needsSymbol: false
  ) { damage, _, scene, _ in
    let factor = ExactMath.powerOfTwo(damage.strength)
    scene.picture.mapValues(
      LinearLight.linear.map { LinearLight.level(($0 + inkReflectance) * factor - inkReflectance) })
  }

  public static let underexposure = Self(
    "underexposure", "Too little light: everything becomes dark, and the sensor's noise remains.",
    unit: "stops", range: 0...16, ladder: [2, 4, 6, 8, 11], parameters: [.noise(2)], needsSymbol: false
  ) { damage, _, scene, _ in
    let factor = ExactMath.powerOfTwo(-damage.strength)
    scene.picture.mapValues(LinearLight.linear.map { LinearLight.level($0 * factor) })
  }

  public static let shadow = Self(
    "shadow", "Light decreases evenly across the symbol, from full light on one side.",
    unit: "stops from side to side", range: 0...32, ladder: [2, 6, 8, 10, 14],
    parameters: [.angle, .noise(1)]
  ) { damage, field, scene, _ in
    let (dx, dy) = field.direction(degrees: damage.option("angle"))
    scene.picture.darken(stops: damage.strength) { x, y in
      ((x - field.x) * dx + (y - field.y) * dy) / field.width + 0.5
    }
  }

  public static let castShadow = Self(
    "cast-shadow", "A shadow with an edge covers part of the symbol.",
    unit: "stops", range: 0...16, ladder: [2, 4, 6, 8, 12],
    parameters: [
      .angle, Damage.Parameter("position", "symbol widths", 0...1, .seeded(0.35...0.65)),
      Damage.Parameter("softness", "pixels", 0...1000, .fixed(3)), .noise(1),
    ]
  ) { damage, field, scene, _ in
    let (dx, dy) = field.direction(degrees: damage.option("angle"))
    let position = (damage.option("position") - 0.5) * field.width
    let softness = max(damage.option("softness"), 1e-6)
    let factor = ExactMath.powerOfTwo(-damage.strength)
    scene.picture.illuminate { x, y in
      let depth = ((x - field.x) * dx + (y - field.y) * dy - position) / softness + 0.5
      return 1 + (factor - 1) * min(max(depth, 0), 1)
    }
  }

  public static let glare = Self(
    "glare", "The surface reflects a lamp: a round spot, saturated inside, that fades out in its outer half.",
    unit: "symbol widths of radius", range: 0...4, ladder: [0.1, 0.2, 0.25, 0.3, 0.5],
    parameters: [
      Damage.Parameter("x", "symbol widths", -1...2, .seeded(0.15...0.85)),
      Damage.Parameter("y", "symbol widths", -1...2, .seeded(0.15...0.85)),
      Damage.Parameter("saturation", "share of full light", 0...1, .fixed(1)),
    ]
  ) { damage, field, scene, _ in
    let centre = field.symbol.point(
      column: damage.option("x") * Double(field.symbol.size), row: damage.option("y") * Double(field.symbol.size))
    let radius = max(damage.strength * field.width, 1e-6)
    let saturation = damage.option("saturation")
    scene.picture.change { x, y -> Double? in
      let (dx, dy) = (x - centre.x, y - centre.y)
      let distance = (dx * dx + dy * dy).squareRoot() / radius
      if distance >= 1 { return nil }
      let t = min(1, 2 - 2 * distance)
      return saturation * t * t * (3 - 2 * t)
    } to: { old, added, _ in
      LinearLight.level(LinearLight.linear[Int(old)] + added)
    }
  }

  public static let inversion = Self(
    "inversion", "Light modules on a dark background: every value is inverted.", needsSymbol: false
  ) { _, _, scene, _ in
    scene.picture.mapValues((0...255).map { UInt8(255 - $0) })
  }
}

/// The centre and the width in pixels of the first symbol, to which positions and lengths refer; of the picture, if it has no
/// symbol.
struct SymbolField {
  var symbol: Scene.PlacedSymbol
  var x: Double, y: Double, width: Double

  init(_ scene: Scene) {
    symbol = scene.symbols.first ?? Scene.PlacedSymbol(filling: scene.picture, modules: 21)
    let centre = symbol.point(column: Double(symbol.size) / 2, row: Double(symbol.size) / 2)
    (x, y, width) = (centre.x, centre.y, symbol.scale * Double(symbol.size))
  }

  func direction(degrees: Double) -> (dx: Double, dy: Double) {
    (ExactMath.cosine(degrees: degrees), ExactMath.sine(degrees: degrees))
  }
}
