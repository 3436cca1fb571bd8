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
  /// - Throws: ``FixtureError``.
  public func render() throws(FixtureError) -> Rendering {
    var random = SplitMix64(seed: seed)
    var (scene, symbols, messages) = try drawing(&random)
    if let frame {
      let size = style.sceneSize ?? NegativePicture.usualSize
      Approach(frame: frame.number, of: frame.count).apply(
        to: &scene, width: size.width, height: size.height, seed: seed)
      // Frames share the path of the camera; each has its own noise.
      random = SplitMix64(seed: seed, item: frame.number)
    }
    var resolved: [Damage] = []
    for damage in damages {
      do { resolved.append(try damage.apply(to: &scene, seed: random.next())) } catch {
        throw .undamageable(message: name, error)
      }
    }
    let file: [UInt8]
    do {
      file = try scene.picture.file(after: damages)
    } catch {
      throw .unwritable(error)
    }
    // A page repeats its symbols.
    messages = scene.symbols.indices.map { messages[$0 % messages.count] }
    return Rendering(symbols: symbols, messages: messages, scene: scene, damages: resolved, file: file)
  }

  /// Checks whether the fixture can be rendered, without rendering it.
  ///
  /// - Throws: The same errors as ``render()``, except when memory runs out or damage makes the picture too large.
  public func validate() throws(FixtureError) {
    let message: FixtureMessage
    switch content {
    case .symbol(let one): message = one
    case .scene(let plan): return try SymbolScene.validate(plan)
    case .negative:
      if let size = style.sceneSize { try Self.check(size) }
      return
    }
    let fitting = version ?? QRSymbol.Version.smallest(holding: message.bytes.count, at: level)
    // The encoder's error describes what does not fit.
    guard let fitting, fitting.byteCapacity(at: level) >= message.bytes.count else {
      _ = try encoded(message)
      return
    }
    try checkScene(symbolSize: fitting.size)
  }

  private func encoded(_ message: FixtureMessage) throws(FixtureError) -> QRSymbol {
    do { return try QREncoder(level: level, version: version, segmentation: .byte).encode(message.bytes) } catch {
      throw .unencodable(message: message.name, error)
    }
  }

  static func check(_ size: SceneSize) throws(FixtureError) {
    guard size.width <= SceneSize.limit / size.height else {
      throw .sceneTooLarge(width: size.width, height: size.height, limit: SceneSize.limit)
    }
  }

  private func checkScene(symbolSize: Int) throws(FixtureError) {
    let side = (symbolSize + 8) * style.scale
    guard side * side <= Picture.pixelLimit else {
      throw .sceneTooLarge(width: side, height: side, limit: Picture.pixelLimit)
    }
    guard let size = style.sceneSize else {
      // The seed may choose any of them; a camera that moves closer has room around the symbol.
      if frame == nil { for photograph in style.backgrounds { try photograph.checkScene(of: name, needing: side) } }
      return
    }
    // A frame of an approach may be smaller than the drawn symbol: the camera scales it.
    guard frame != nil || (size.width >= side && size.height >= side) else {
      throw .sceneTooSmall(message: name, width: size.width, height: size.height, needed: side)
    }
    try Self.check(size)
  }

  private func drawing(_ random: inout SplitMix64) throws(FixtureError) -> (Scene, [QRSymbol], [[UInt8]]) {
    switch content {
    case .symbol(let message):
      let symbol = try encoded(message)
      try checkScene(symbolSize: symbol.size)
      let scene = Scene(symbol, scale: style.scale, colors: style.colors)
      return (try placed(scene, &random), [symbol], [message.bytes])
    case .scene(let plan):
      if let size = plan.size { try Self.check(size) }
      return try SymbolScene.drawn(plan)
    case .negative(let picture):
      if let size = picture.size { try Self.check(size) }
      return (try picture.render(seed: random.next()), [], [])
    }
  }

  /// Puts a symbol in its surroundings: a wall, or a photograph.
  private func placed(_ symbol: Scene, _ random: inout SplitMix64) throws(FixtureError) -> Scene {
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
    guard size.width >= width, size.height >= height else {
      throw .sceneTooSmall(message: name, width: size.width, height: size.height, needed: width)
    }
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
