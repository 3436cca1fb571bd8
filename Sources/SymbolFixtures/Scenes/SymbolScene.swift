import Imaging
public import PictureDamage
public import QRSymbology
public import SymbolDrawing

/// A picture of several symbols, each with its own size, light, blur and angle, and of lamps and windows between them.
///
/// ```swift
/// let scene = try SymbolScene.generated(seed: 7)
/// scene.parts.map(\.message.name)  // ["otpauth", "app-link-callbacks", "app-link", "fido-hybrid", "custom-uri", "json"]
/// ```
public struct SymbolScene: Hashable, Sendable {
  /// The size of the picture in pixels.
  public var size: Fixture.SceneSize
  public var ground: RGBColor
  public var parts: [Part]
  public var lights: [Light]
  /// The standard deviation of the sensor's noise, 0…128 gray levels.
  public var noise: Double

  /// A symbol with its quiet zone, at a place of the picture.
  public struct Part: Hashable, Sendable {
    public var message: FixtureMessage
    public var level: QRSymbol.ErrorCorrectionLevel
    /// The version; `nil` for the smallest that holds the message.
    public var version: QRSymbol.Version?
    /// Pixels per module before its damage, 1…100.
    public var scale: Int
    /// The colours of its modules; light on dark where the first is the lighter one.
    public var colors: SymbolColors
    /// Blur, angles and other damage of this symbol alone.
    public var damages: [Damage]
    /// The upper left corner of its quiet zone, in pixels.
    public var x: Int
    public var y: Int

    public init(
      _ message: FixtureMessage, level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil,
      scale: Int, colors: SymbolColors = .blackOnWhite, damages: [Damage] = [], x: Int, y: Int
    ) {
      (self.message, self.level, self.version, self.scale) = (message, level, version, scale)
      (self.colors, self.damages, self.x, self.y) = (colors, damages, x, y)
    }
  }

  /// A lamp or its reflection, or a window: a part of the picture that is as light as it can be.
  public enum Light: Hashable, Sendable {
    case lamp(x: Int, y: Int, radius: Int)
    case window(x: Int, y: Int, width: Int, height: Int)
  }

  public init(
    size: Fixture.SceneSize, ground: RGBColor, parts: [Part], lights: [Light] = [], noise: Double = 1.5
  ) {
    (self.size, self.ground, self.parts, self.lights, self.noise) = (size, ground, parts, lights, noise)
  }

  /// Draws the scene.
  ///
  /// - Parameter seed: For the noise and the damage.
  /// - Returns: The picture with the places of its symbols, in the order of the parts, and the symbols.
  /// - Throws: ``FixtureFault``.
  public func render(seed: UInt64) throws(FixtureFault) -> (scene: Scene, symbols: [QRSymbol]) {
    let drawings = try parts.enumerated().map { index, part throws(FixtureFault) in
      try part.drawing(seed: Self.seed(of: index, in: seed))
    }
    return try put(drawings, seed: seed)
  }

  /// A symbol with its quiet zone and its damage.
  typealias Drawing = (scene: Scene, symbol: QRSymbol)

  /// Puts the parts at their places.
  ///
  /// - Parameter photograph: The ground, of the scene's size; `nil` for the plain ground.
  func put(
    _ drawings: [Drawing], on photograph: Picture? = nil, seed: UInt64
  ) throws(FixtureFault) -> (scene: Scene, symbols: [QRSymbol]) {
    let isColor = photograph?.isColor ?? !ground.isGray || drawings.contains { $0.scene.picture.isColor }
    var picture = photograph ?? plainGround(isColor: isColor)
    if isColor { picture = picture.colored }
    var symbols: [Scene.PlacedSymbol] = []
    for (part, drawing) in zip(parts, drawings) {
      let patch = drawing.scene.picture
      picture.put(isColor ? patch.colored : patch, left: part.x, top: part.y)
      symbols += drawing.scene.symbols.map { $0.moved(x: Double(part.x), y: Double(part.y)) }
    }
    for light in lights { picture.add(light) }
    var scene = Scene(picture, symbols: symbols)
    try Damage.known(.noise, noise).apply(to: &scene, seed: seed, of: "")
    return (scene, drawings.map(\.symbol))
  }

  private func plainGround(isColor: Bool) -> Picture {
    let planes = (isColor ? [ground.red, ground.green, ground.blue] : [ground.red]).map {
      [UInt8](repeating: $0, count: size.width * size.height)
    }
    return Picture(width: size.width, height: size.height, planes: planes)
  }

  static func seed(of part: Int, in seed: UInt64) -> UInt64 {
    var random = SplitMix64(seed: seed, item: part)
    return random.next()
  }
}

extension SymbolScene.Part {
  /// Draws the symbol with its quiet zone and its damage.
  func drawing(seed: UInt64) throws(FixtureFault) -> SymbolScene.Drawing {
    let symbol = try message.encoded(level: level, version: version)
    var scene = Scene(symbol, scale: scale, colors: colors)
    for (index, damage) in damages.enumerated() {
      try damage.apply(to: &scene, seed: SymbolScene.seed(of: index, in: seed), of: message.name)
    }
    return (scene, symbol)
  }
}

extension Scene {
  /// A picture of only a symbol with its quiet zone.
  init(_ symbol: QRSymbol, scale: Int, colors: SymbolColors) {
    let drawn = GrayImage(symbol, scale: scale)
    let (dark, light) = (colors.dark, colors.light)
    let pairs = [(dark.red, light.red), (dark.green, light.green), (dark.blue, light.blue)]
      .prefix(dark.isGray && light.isGray ? 1 : 3)
    let picture = Picture(
      width: drawn.width, height: drawn.height,
      planes: pairs.map { pair in drawn.pixels.map { $0 == 0 ? pair.0 : pair.1 } })
    let (low, high) = (Double(4 * scale), Double((4 + symbol.size) * scale))
    let corners = Corners(left: low, top: low, right: high, bottom: high)
    self.init(picture, symbols: [PlacedSymbol(corners: corners, size: symbol.size)])
  }
}

extension RGBColor {
  var isGray: Bool { red == green && green == blue }
}

extension Picture {
  fileprivate mutating func add(_ light: SymbolScene.Light) {
    let (left, top, width, height) =
      switch light {
      case .lamp(let x, let y, let radius): (x - radius, y - radius, 2 * radius + 1, 2 * radius + 1)
      case .window(let x, let y, let width, let height): (x, y, width, height)
      }
    fill(columns: left..<left + width, rows: top..<top + height) { column, row in
      guard case .lamp(let x, let y, let radius) = light else { return 255 }
      let (dx, dy) = (Int(column) - x, Int(row) - y)
      return dx * dx + dy * dy < radius * radius ? 255 : nil
    }
  }
}
