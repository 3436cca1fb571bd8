public import ImageCoding
public import PictureDamage
public import QREncoding
public import QRSymbology
public import SymbolDrawing
import TextFormats

/// A picture with a known answer: a message, the style of its symbol, and damage to the picture.
///
/// ```swift
/// let fixture = Fixture(
///   FixtureMessage(name: "hello", bytes: Array("hello".utf8)), damages: [try Damage(.defocus, 2)], seed: 7)
/// let rendering = try fixture.render()
/// rendering.file               // the bytes of a PNG
/// rendering.scene.picture.gray // the same as pixels
/// rendering.messages           // what a scanner should read: one message
/// ```
///
/// There are also pictures of several symbols, and without one: see ``Content``.
public struct Fixture: Hashable, Sendable {
  public let content: Content
  public let level: QRSymbol.ErrorCorrectionLevel
  /// The version; `nil` for the smallest that holds the message.
  public let version: QRSymbol.Version?
  public let style: Style
  /// The damages in order of application; `jpeg` only as the last.
  public let damages: [Damage]
  public let seed: UInt64
  /// The number, from 0, of the folder of at most 1,000 pictures that it is in; `nil` for a set of one folder for each
  /// list of damages.
  public let part: Int?
  /// The frame of a hand-held approach; `nil` for a single picture.
  public let frame: Frame?

  /// The style of the drawn symbol.
  public struct Style: Hashable, Sendable {
    /// Pixels per module, 1…100.
    public var scale: Int
    public var colors: SymbolColors
    /// The size of the scene, in which the seed chooses a place for the symbol; `nil` for a picture of only the symbol
    /// with its quiet zone.
    public var sceneSize: SceneSize?
    /// Photographs to put the symbol on; the seed chooses one, which fills the scene. Without a scene size, the size of the
    /// photograph is used.
    public var backgrounds: [Background]

    public init(
      scale: Int = 4, colors: SymbolColors = .blackOnWhite, sceneSize: SceneSize? = nil, backgrounds: [Background] = []
    ) {
      precondition(1...100 ~= scale, "pixels per module are in 1…100")
      (self.scale, self.colors, self.sceneSize, self.backgrounds) = (scale, colors, sceneSize, backgrounds)
    }
  }

  /// Width and height in pixels.
  public struct SceneSize: Hashable, Sendable {
    public var width: Int, height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The most pixels in a scene.
    public static let limit = 12_000_000
  }

  /// - Precondition: `jpeg`, which is the encoding of the file, comes last.
  public init(
    _ message: FixtureMessage, level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil,
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1
  ) {
    self.init(.symbol(message), level: level, version: version, style: style, damages: damages, seed: seed)
  }

  /// - Precondition: `jpeg`, which is the encoding of the file, comes last.
  public init(
    _ content: Content, level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil,
    style: Style = Style(), damages: [Damage] = [], seed: UInt64 = 1, part: Int? = nil, frame: Frame? = nil
  ) {
    precondition(!damages.dropLast().contains { $0.kind == .jpeg }, "JPEG is the last damage")
    (self.content, self.level, self.version, self.frame) = (content, level, version, frame)
    (self.style, self.damages, self.seed, self.part) = (style, damages, seed, part)
  }

  /// Derives the seed of a fixture in a set.
  ///
  /// It depends on what a user recognises the picture by, and on nothing else: not on the place in the set, and not on the
  /// style, so that another scale shows the same damage.
  ///
  /// - Parameter set: The seed of the set.
  static func seed(of message: FixtureMessage, _ damages: [Damage], set: UInt64) -> UInt64 {
    seed(name: message.seedName, bytes: message.bytes, damages, set: set)
  }

  /// Derives the seed of a picture that is called `name`.
  static func seed(name: String, bytes: [UInt8] = [], _ damages: [Damage], set: UInt64) -> UInt64 {
    let damage = damages.map(\.label).joined(separator: "+")
    let head = "\(set)\n\(damage)\n\(name)\n"
    return SHA256.digest(of: Array(head.utf8) + bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// `png`, or `jpg` after the JPEG damage.
  public var fileExtension: String { damages.last?.kind == .jpeg ? "jpg" : "png" }

  /// The path of the file in a set: the damages, then the message's name, as in `motion-6/app-link.png`, or
  /// `motion-6/012/app-link.png` in a large set.
  public var path: String {
    let part = part.map { "/" + String(repeating: "0", count: max(0, 3 - "\($0)".count)) + "\($0)" } ?? ""
    return "\(Self.folder(damages, of: content.folder))\(part)/\(name).\(fileExtension)"
  }

  /// The folder for pictures with a list of damages.
  ///
  /// - Parameter content: The folder of pictures of the same content without damage; `nil` for pictures of one symbol.
  static func folder(_ damages: [Damage], of content: String? = nil) -> String {
    let names = damages.map { Self.fileName($0.label) }
    var folder = ((content.map { [$0] } ?? []) + names).joined(separator: "+")
    // File names are limited to 255 bytes; a digest makes truncated ones unique.
    if folder.utf8.count > 100 {
      folder = "\(folder.prefix(80))-\(SHA256.hexDigest(of: Array(folder.utf8)).prefix(12))"
    }
    return folder.isEmpty ? "clean" : folder
  }

  /// Replaces the signs in a damage's label, as in `noise-20-color-1`; the `:~` of a strength by chance is `-between-`.
  private static func fileName(_ label: String) -> String {
    let label = Array(label.utf8)
    var name: [UInt8] = []
    for (index, byte) in label.enumerated() {
      switch byte {
      case UInt8(ascii: ":") where index + 1 < label.count && label[index + 1] == UInt8(ascii: "~"):
        name += Array("-between-".utf8)
      case UInt8(ascii: "~") where index > 0 && label[index - 1] == UInt8(ascii: ":"): break
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "="): name.append(UInt8(ascii: "-"))
      default: name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

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
  /// - Throws: The same errors as ``render()``, except when memory runs out or a damage makes the picture too large.
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
      // The seed may choose any of them; a camera that comes closer has room around the symbol.
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
    /// The damages with all options explicit.
    public let damages: [Damage]
    /// A PNG, or a JPEG after the `jpeg` damage.
    public let file: [UInt8]
  }
}

/// The reason why a fixture cannot be rendered.
public enum FixtureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, given by name, does not fit in a symbol of the style.
  case unencodable(message: String, QREncodingError)
  /// The scene is smaller than the symbol with its quiet zone; sides in pixels.
  case sceneTooSmall(message: String, width: Int, height: Int, needed: Int)
  /// The scene has no room for two symbols of its messages, the least of which need `leastWidth` × `leastHeight` pixels.
  case sceneWithoutTwo(width: Int, height: Int, leastWidth: Int, leastHeight: Int)
  /// The symbol, or the scene, has more than `limit` pixels.
  case sceneTooLarge(width: Int, height: Int, limit: Int)
  /// A damage makes the picture too large.
  case undamageable(message: String, DamageError)
  /// A photograph for backgrounds, or their directory, cannot be used.
  case background(String, reason: String)
  /// The picture cannot be encoded as a file.
  case unwritable(ImageCodingError)

  public var description: String {
    switch self {
    case .unencodable(let message, let error): "message '\(message)': \(error)"
    case .undamageable(let message, let error): "message '\(message)': \(error)"
    case .sceneTooSmall(let message, let width, let height, let needed):
      "a scene of \(width) × \(height) pixels has no room for the symbol of '\(message)', which needs \(needed) × "
        + "\(needed); use a larger scene or a smaller scale"
    case .sceneWithoutTwo(let width, let height, let leastWidth, let leastHeight):
      "a scene of \(width) × \(height) pixels has no room for two symbols of these messages; use at least \(leastWidth) × "
        + "\(leastHeight)"
    case .sceneTooLarge(let width, let height, let limit):
      "a scene of \(width) × \(height) pixels is above the limit of \(limit) pixels"
    case .background(let path, let reason): "background '\(path)': \(reason)"
    case .unwritable(let error): "\(error)"
    }
  }
}
