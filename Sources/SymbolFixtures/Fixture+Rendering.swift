import ImageCoding
public import PictureDamage
import QREncoding
public import QRSymbology
import SymbolDrawing

extension Fixture {
  /// Renders the picture.
  ///
  /// The same fixture gives the same pixels on every machine; the same bytes of the file need the same zlib or
  /// libjpeg-turbo.
  ///
  /// - Throws: ``FixtureFault``.
  public func render() throws(FixtureFault) -> Rendering {
    try validate()
    var random = SplitMix64(seed: seed)
    var (scene, symbols, messages) = try drawing(&random)
    if let frame {
      let size = style.sceneSize ?? style.pictureSize ?? NegativePicture.usualSize
      frame.apply(to: &scene, width: size.width, height: size.height, seed: seed)
      // Frames share the path of the camera; each has its own noise.
      random = SplitMix64(seed: seed, item: frame.number)
    }
    var resolved: [Damage] = []
    for damage in damages { resolved.append(try damage.apply(to: &scene, seed: random.next(), of: name)) }
    if let size = style.pictureSize ?? style.sceneSize {
      // A camera that comes close cuts the symbol off; otherwise symbols are shown whole.
      if frame == nil { scene.shrink(toShowIn: size.width, size.height) }
      scene.fit(width: size.width, height: size.height)
    }
    let file: [UInt8]
    do { file = try scene.picture.file(after: damages) } catch { throw FixtureFault("\(error)") }
    // A page repeats its symbols.
    messages = scene.symbols.indices.map { messages[$0 % messages.count] }
    return Rendering(symbols: symbols, messages: messages, scene: scene, damages: resolved, file: file)
  }

  /// Checks whether the fixture can be rendered, without rendering it.
  ///
  /// - Throws: The same faults as ``render()``, except when memory runs out or damage makes the picture too large.
  public func validate() throws(FixtureFault) {
    if let size = style.sceneSize, size.isAboveLimit { throw Self.aboveLimit(size, Fixture.SceneSize.limit) }
    switch content {
    case .symbol(let message): try checkScene(symbolSize: try checkedVersion(message).size)
    case .scene(let plan): try SymbolScene.validate(plan, style)
    case .negative: break
    }
  }

  private func checkedVersion(_ message: FixtureMessage) throws(FixtureFault) -> QRSymbol.Version {
    let fitting = version ?? QRSymbol.Version.smallest(holding: message.bytes.count, at: level)
    if let fitting, fitting.byteCapacity(at: level) >= message.bytes.count { return fitting }
    // The encoder's error describes what does not fit.
    return try message.encoded(level: level, version: version).version
  }

  private static func aboveLimit(_ size: SceneSize, _ limit: Int) -> FixtureFault {
    FixtureFault("a scene of \(size.width) × \(size.height) pixels is above the limit of \(limit) pixels")
  }

  private func checkScene(symbolSize: Int) throws(FixtureFault) {
    let side = (symbolSize + 8) * style.scale
    guard side * side <= Picture.pixelLimit else {
      throw Self.aboveLimit(SceneSize(width: side, height: side), Picture.pixelLimit)
    }
    // A frame of an approach may be smaller than the drawn symbol: the camera scales it, and has room around it.
    if frame != nil { return }
    if let size = style.sceneSize {
      try size.check(holds: side, of: name)
    } else {
      // The seed may choose any of them.
      for photograph in style.backgrounds { try photograph.checkScene(of: name, needing: side) }
    }
  }

  private func drawing(_ random: inout SplitMix64) throws(FixtureFault) -> (Scene, [QRSymbol], [[UInt8]]) {
    switch content {
    case .symbol(let message):
      let symbol = try message.encoded(level: level, version: version)
      let scene = Scene(symbol, scale: style.scale, colors: style.colors)
      return (try placed(scene, &random), [symbol], [message.bytes])
    case .scene(let plan): return try SymbolScene.drawn(plan, style)
    case .negative(let picture): return (try picture.render(style, seed: random.next()), [], [])
    }
  }

  /// Puts a symbol in its surroundings: a wall, or a photograph.
  private func placed(_ symbol: Scene, _ random: inout SplitMix64) throws(FixtureFault) -> Scene {
    let (width, height) = (symbol.picture.width, symbol.picture.height)
    var (size, photograph) = (style.sceneSize, Picture?.none)
    if frame != nil {
      // Room around the symbol, for a camera that is far away.
      let side = min(5 * width, 3400)
      size = SceneSize(width: max(width, side), height: max(height, side))
    }
    if !style.backgrounds.isEmpty {
      let picture = try style.backgrounds[Int(random.next() % UInt64(style.backgrounds.count))].picture()
      size = size ?? SceneSize(width: picture.width, height: picture.height)
      photograph = picture
    }
    guard let size else { return symbol }
    var (x, y) = ((size.width - width) / 2, (size.height - height) / 2)
    if frame == nil {
      x = Int(random.uniform(0...Double(size.width - width + 1)))
      y = Int(random.uniform(0...Double(size.height - height + 1)))
    }
    var picture: Picture
    var patch = symbol.picture
    if let photograph {
      picture = photograph.filling(width: size.width, height: size.height, at: random.uniform())
      if picture.isColor || patch.isColor { (picture, patch) = (picture.colored, patch.colored) }
    } else {
      // A wall slightly darker than paper.
      picture = Picture(
        width: size.width, height: size.height,
        planes: patch.planes.map { [UInt8](repeating: UInt8(Int($0[0]) * 7 / 8), count: size.width * size.height) })
    }
    picture.put(patch, left: x, top: y)
    return Scene(picture, symbols: symbol.symbols.map { $0.moved(x: Double(x), y: Double(y)) })
  }

  /// A rendered fixture, as pixels and as a file.
  public struct Rendering: Hashable, Sendable {
    /// The drawn symbols: one, several in a scene, or none.
    public let symbols: [QRSymbol]
    /// What a scanner should read: the message of each symbol of ``scene``.
    public let messages: [[UInt8]]
    /// The picture with the positions of its symbols, before any JPEG damage.
    public let scene: Scene
    /// The damage with all options explicit.
    public let damages: [Damage]
    /// A PNG, or a JPEG after the `jpeg` damage.
    public let file: [UInt8]
  }
}

extension Fixture.SceneSize {
  /// - Parameters:
  ///   - side: That of a symbol with its quiet zone, in pixels.
  ///   - message: The name of its message.
  func check(holds side: Int, of message: String) throws(FixtureFault) {
    guard width < side || height < side else { return }
    throw FixtureFault(
      "a scene of \(width) × \(height) pixels has no room for the symbol of '\(message)', which needs \(side) × \(side); "
        + "use a larger scene or a smaller scale")
  }
}

extension Damage {
  /// - Parameter message: The name of the message, for faults.
  @discardableResult
  func apply(to scene: inout Scene, seed: UInt64, of message: String) throws(FixtureFault) -> Damage {
    do { return try apply(to: &scene, seed: seed) } catch { throw FixtureFault("message '\(message)': \(error)") }
  }
}
