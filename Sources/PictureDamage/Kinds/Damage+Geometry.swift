import Imaging

/// Damage by viewing angles and curved surfaces.
extension Damage.Kind {
  public static let rotation = Self(
    "rotation", "The picture is rotated clockwise in its plane, and enlarged so that nothing is cut off.",
    unit: "degrees", range: -360...360, ladder: [5, 15, 30, 35, 45], suiteScale: 2, needsSymbol: false
  ) { (damage, _, scene, _) throws(DamageFault) in
    let (sine, cosine) = (ExactMath.sine(degrees: damage.strength), ExactMath.cosine(degrees: damage.strength))
    let (width, height) = (Double(scene.picture.width), Double(scene.picture.height))
    let (newWidth, newHeight) = (
      Int((width * abs(cosine) + height * abs(sine)).rounded()),
      Int((width * abs(sine) + height * abs(cosine)).rounded())
    )
    try Picture.check(width: newWidth, height: newHeight, damage.kind)
    Warp(width: newWidth, height: newHeight) { x, y in
      let (dx, dy) = (x - Double(newWidth) / 2, y - Double(newHeight) / 2)
      return (dx * cosine + dy * sine + width / 2, dy * cosine - dx * sine + height / 2)
    }.apply(to: &scene)
  }

  public static let perspective = Self(
    "perspective",
    "A pinhole camera looks at the flat picture from above (tilt) or from the side (pan), at the distance from which the "
      + "picture would fill the view if seen straight on.",
    unit: "degrees of tilt", range: -89...89, ladder: [5, 10, 20, 40, 70],
    parameters: [
      Damage.Parameter("pan", "degrees", -89...89, .fixed(0)),
      Damage.Parameter("focal", "picture widths", 0.3...100, .fixed(2)),
    ], needsSymbol: false
  ) { (damage, _, scene, _) throws(DamageFault) in
    let camera = Camera(
      scene.picture, tilt: damage.strength, pan: damage.option("pan"), focal: damage.option("focal"))
    try Picture.check(width: camera.warp.width, height: camera.warp.height, damage.kind)
    camera.warp.apply(to: &scene)
  }

  public static let cylinder = Self(
    "cylinder",
    "The picture is wrapped around a cylinder whose axis has this angle to the vertical, and is seen from far away.",
    unit: "symbol widths of radius", range: 0.1...1000, ladder: [2, 1, 0.8, 0.7, 0.45],
    parameters: [Damage.Parameter("angle", "degrees", -360...360, .fixed(0))]
  ) { damage, field, scene, _ in
    let radius = damage.strength * field.width
    let (width, height) = (scene.picture.width, scene.picture.height)
    let angle = damage.option("angle")
    let (sine, cosine) = (ExactMath.sine(degrees: angle), ExactMath.cosine(degrees: angle))
    Warp(width: width, height: height) { x, y in
      let (dx, dy) = (x - field.x, y - field.y)
      // Coordinates across and along the axis.
      let (across, along) = (dx * cosine + dy * sine, dy * cosine - dx * sine)
      guard abs(across) < radius else { return nil }
      let arc = ExactMath.arcsine(across / radius) * (ExactMath.pi / 180) * radius
      return (arc * cosine - along * sine + field.x, along * cosine + arc * sine + field.y)
    }.apply(to: &scene)
  }

  public static let crumple = Self(
    "crumple", "Crumpled paper was smoothed out again: every point is displaced by smooth noise of this amplitude.",
    unit: "modules", range: 0...16, ladder: [0.2, 0.3, 0.5, 0.7, 1.5],
    parameters: [Damage.Parameter("wavelength", "modules", 2...1000, .fixed(12))]
  ) { damage, field, scene, random in
    let amplitude = damage.strength * field.symbol.scale
    let wave = damage.option("wavelength") * field.symbol.scale
    let noise = (SmoothNoise(&random), SmoothNoise(&random))
    Warp(width: scene.picture.width, height: scene.picture.height) { x, y in
      (x + amplitude * noise.0.value(x / wave, y / wave), y + amplitude * noise.1.value(x / wave, y / wave))
    }.apply(to: &scene)
  }

  public static let mirror = Self(
    "mirror", "Left and right are swapped, as in a mirror or through glass.", needsSymbol: false
  ) { _, _, scene, _ in
    let width = Double(scene.picture.width)
    scene.picture.planes = scene.picture.planes.map { plane in
      var mirrored: [UInt8] = []
      mirrored.reserveCapacity(plane.count)
      for row in stride(from: 0, to: plane.count, by: scene.picture.width) {
        mirrored += plane[row..<row + scene.picture.width].reversed()
      }
      return mirrored
    }
    scene.moveSymbols { ImagePoint(x: width - $0.x, y: $0.y) }
  }
}

/// A pinhole camera in front of a flat picture.
private struct Camera {
  var warp: Warp

  init(_ picture: Picture, tilt: Double, pan: Double, focal: Double) {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let distance = focal * width
    let (st, ct) = (ExactMath.sine(degrees: tilt), ExactMath.cosine(degrees: tilt))
    let (sp, cp) = (ExactMath.sine(degrees: pan), ExactMath.cosine(degrees: pan))
    // The picture's axes in camera coordinates, rotated by the pan about the vertical and by the tilt about the
    // horizontal; z points away from the camera.
    let u = (x: cp, y: st * sp, z: ct * sp)
    let v = (x: 0.0, y: ct, z: -st)
    func seen(_ x: Double, _ y: Double) -> (Double, Double)? {
      let z = distance + x * u.z + y * v.z
      guard z > distance / 100 else { return nil }
      return (distance * (x * u.x + y * v.x) / z, distance * (x * u.y + y * v.y) / z)
    }
    // The view holds the whole picture, up to twice its size.
    let signs = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]
    let corners = signs.map { seen($0.0 * width / 2, $0.1 * height / 2) ?? ($0.0 * width, $0.1 * height) }
    let xs = corners.map { min(max($0.0, -width), width) }
    let ys = corners.map { min(max($0.1, -height), height) }
    let (left, right) = (xs.min() ?? 0, xs.max() ?? width)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? height)
    warp = Warp(width: max(16, Int((right - left).rounded())), height: max(16, Int((bottom - top).rounded()))) { x, y in
      let (sx, sy) = ((x + left) / distance, (y + top) / distance)
      // (distance + px·u.z + py·v.z)·s = (px·u + py·v), solved for the picture's px and py.
      let (a, b) = (u.x - sx * u.z, v.x - sx * v.z)
      let (c, d) = (u.y - sy * u.z, v.y - sy * v.z)
      let area = a * d - b * c
      guard abs(area) > 1e-9 else { return nil }
      let px = (sx * d - b * sy) * distance / area
      let py = (a * sy - sx * c) * distance / area
      guard distance + px * u.z + py * v.z > 0 else { return nil }
      return (px + width / 2, py + height / 2)
    }
  }
}
