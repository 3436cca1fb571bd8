import Imaging

/// Damage by cameras: their lenses, and what they take for white.
extension Damage.Kind {
  public static let lens = Self(
    "lens",
    "A wide lens bends straight lines, barrel distortion above zero and pincushion below: each corner shows what was farther "
      + "from the middle by this share.",
    // Below -4/27, the corners of the old picture would be nowhere in the new one.
    unit: "share of the distance in the corners", range: -0.14...1, ladder: [0.05, 0.1, 0.2, 0.35, 0.6],
    needsSymbol: false
  ) { damage, _, scene, _ in
    let (width, height) = (Double(scene.picture.width), Double(scene.picture.height))
    let half = (width * width + height * height) / 4
    Warp(width: scene.picture.width, height: scene.picture.height) { x, y in
      let (dx, dy) = (x - width / 2, y - height / 2)
      let factor = 1 + damage.strength * (dx * dx + dy * dy) / half
      return (width / 2 + dx * factor, height / 2 + dy * factor)
    }.apply(to: &scene)
  }

  public static let vignetting = Self(
    "vignetting", "The lens passes less light towards the corners of the picture.",
    unit: "stops in the corners", range: 0...10, ladder: [0.5, 1, 2, 4, 7], parameters: [.noise(1)],
    needsSymbol: false
  ) { damage, _, scene, _ in
    let (width, height) = (Double(scene.picture.width), Double(scene.picture.height))
    let half = (width * width + height * height) / 4
    scene.picture.darken(stops: damage.strength) { x, y in
      let (dx, dy) = (x - width / 2, y - height / 2)
      return (dx * dx + dy * dy) / half
    }
  }

  public static let whiteBalance = Self(
    "white-balance",
    "The camera's white balance is off: red gains what blue loses, as under a lamp; below zero the reverse. "
      + "The picture becomes a colour picture.",
    unit: "stops of red against blue", range: -8...8, ladder: [0.5, 1, 2, 3, 5],
    parameters: [Damage.Parameter("green", "stops", -4...4, .seeded(-0.3...0.3))], needsSymbol: false
  ) { damage, _, scene, _ in
    scene.picture = scene.picture.colored
    let stops = [damage.strength / 2, damage.option("green"), -damage.strength / 2]
    for (plane, stop) in stops.enumerated() {
      let factor = ExactMath.powerOfTwo(stop)
      let table = LinearLight.linear.map { LinearLight.level($0 * factor) }
      scene.picture.planes[plane] = scene.picture.planes[plane].map { table[Int($0)] }
    }
  }
}
